"""What a page loads: what it needs, and no more."""

from __future__ import annotations

import re

import pytest
from support.chosen import chosen
from support.project import MakeProject
from support.shared_site import SharedSite
from support.sites import REFS
from symposium.sphinxext.assets import LISTING_ASSETS, PROGRAMME_ASSETS

ALWAYS = ("basic.css", "pydata-sphinx-theme.css", "symposium.css", "symposium-frame.css")
LIGHT = "symposium-theme.css"
SCRIPTS = ("documentation_options.js", "symposium.js", "pydata-sphinx-theme.js")
RE_ASSET = re.compile(r'(?:href|src)="[^"?]*/([^/"?]+\.(?:css|js))(?:\?[^"]*)?"')

CODE = "```python\nprint(1)\n```\n"
CARD = "```{card} A title\nText.\n```\n"
TABS = ":::::{tab-set}\n::::{tab-item} One\nText.\n::::\n:::::\n"
ICON = "A {fas}`star` for you.\n"


def assets(html: str) -> list[str]:
    """Return the names of the style sheets and scripts of a page, in their order."""
    return RE_ASSET.findall(html)


TEXTS = {
    "plain": ("Some *text*.\n", set()),
    "code": (CODE, {"pygments.css"}),
    "card": (CARD, {"sphinx-design.min.css"}),
    "tabs": (TABS, {"sphinx-design.min.css", "design-tabs.js"}),
    "icon": (ICON, {"fontawesome.js"}),
}
"""Pages, their text, and what they load beyond the rest."""
LISTS = {"search": {"symposium-search.css"}, "papers/index": set(LISTING_ASSETS)}
RECORDS = ("papers/index", "people/john-smith", "search", "years/index")
PROGRAMME = {
    "events/meet/index.md": (
        "---\ntitle: The Meeting\ndate: 2021-05-30\ntimezone: Europe/Zurich\n"
        "slots:\n  - {time: 9:00-9:40, talk: keynote}\n---\n"
    ),
    "events/meet/keynote.md": "---\ntitle: On Reading\n---\nAn abstract.\n",
}


FILES = {
    "refs.bib": REFS,
    **PROGRAMME,
    **{
        f"{name}.md": f"---\norphan: true\n---\n# Notes\n{text}"
        for name, (text, _) in TEXTS.items()
    },
}
OTHERS = {
    "github_url": "https://github.com/example/example",
    "navbar_center": ["symposium-navigation", "search-field"],
}
"""Parts of the header that are not ours."""


def loaded(html: str) -> set[str]:
    """Return what a page loads beyond the rest."""
    found = assets(html)
    # What needs more than the light copy of the theme's sheet has the sheet itself.
    whole = {"sphinx-design.min.css", "fontawesome.js", "bootstrap.js"} & set(found)
    assert (LIGHT in found) is not bool(whole)
    found = ["pydata-sphinx-theme.css" if one == LIGHT else one for one in found]
    assert [one for one in found if one in ALWAYS] == list(ALWAYS)
    assert [one for one in found if one in SCRIPTS] == list(SCRIPTS)
    return set(found) - {*ALWAYS, *SCRIPTS, "doctools.js"}


@pytest.mark.parametrize("page", TEXTS)
def test_what_a_text_needs_is_loaded_and_nothing_else(shared_site: SharedSite, page: str) -> None:
    _, expected = TEXTS[page]
    assert loaded(shared_site(FILES).html(page)) == expected


@pytest.mark.parametrize("page", RECORDS)
def test_pages_made_from_records_load_nothing_special(shared_site: SharedSite, page: str) -> None:
    html = shared_site(FILES).html(page)
    assert loaded(html) == LISTS.get(page, set())
    assert ("doctools.js" in assets(html)) is (page == "search")


def test_a_project_can_have_the_whole_sheet_of_the_theme(project: MakeProject) -> None:
    built = project({"refs.bib": "@misc{a, title = {A}}"}).build(symposium_full_theme_css=True)
    for page in ("index", "papers/a"):
        found = assets(built.html(page))
        assert "pydata-sphinx-theme.css" in found
        assert LIGHT not in found


def test_parts_of_the_header_that_are_not_ours_bring_their_scripts(project: MakeProject) -> None:
    """A menu that no script can copy is written out."""
    built = project({"refs.bib": "@misc{a, title = {A}}"}).build(html_theme_options=OTHERS)
    for page in ("index", "papers/a"):
        assert loaded(built.html(page)) == {"fontawesome.js", "bootstrap.js"}
        assert built.html(page).count('aria-label="Site"') == 2
        assert "data-sy-menu" not in built.html(page)


@pytest.mark.parametrize("builder", chosen(["html", "dirhtml"], "html"))
def test_scripts_of_programmes_are_loaded_where_there_is_one(
    shared_site: SharedSite, builder: str
) -> None:
    made = shared_site(FILES, builder)
    own = assets(made.html("my-programme"))
    assert [one for one in own if one in PROGRAMME_ASSETS] == [*PROGRAMME_ASSETS]
    for page in ("index", "people/index", "events/index", "talks/index", "search"):
        assert not set(PROGRAMME_ASSETS).intersection(assets(made.html(page))), page
