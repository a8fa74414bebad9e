"""The frame of derived pages: byte for byte what the theme itself would write."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from sphinx.builders.html import StandaloneHTMLBuilder
from support.chosen import chosen
from support.project import Built, MakeProject
from support.sites import REFS, SITE
from symposium.pages.frame import frame_key
from symposium.sphinxext.build_site import site_of
from symposium.sphinxext.frame_maker import faithful_frame, render_by_theme

AWKWARD = r"""
@article{awkward, author = {O'Brien, "Q" and <b>, A}, title = {C++ \& <i>you</i>: "1" $x<y$ 'q'},
  journal = {A "B" \& <C>}, year = 2021, keywords = {a & b, <c>}, abstract = {x}}
@article{plain2, author = {Some, One}, title = {Plain}, journal = {Second Journal}, year = 2022,
  keywords = {second}}
"""

FILES = {
    **SITE,
    "refs.bib": REFS + AWKWARD,
    "events/meet-2021/index.md": SITE["events/meet-2021/index.md"].replace(
        "---\nWelcome.", "---\n"
    ),
    "people/jane-doe.md": (
        "---\nname: Jane Doe\ntalks:\n  - title: 'A & B <c>'\n    date: 2019\n"
        "  - title: Other\n    date: 2020\n    organization: X\n---\n"
    ),
}
"""Two talks outside events; the described ones of `SITE` beside derived ones of every folder."""


COMBINED = [
    (theme, builder, base)
    for theme in ("pydata_sphinx_theme", "alabaster")
    for builder in ("html", "dirhtml")
    for base in ("", "https://example.org/a&b/")
]


@pytest.mark.parametrize(
    ("theme", "builder", "base"),
    chosen(COMBINED, (*COMBINED[0][:2], COMBINED[1][2]), ("alabaster", "dirhtml", "")),
)
def test_the_frame_writes_what_the_theme_would(
    project: MakeProject, theme: str, builder: str, base: str
) -> None:
    built = project(FILES).build(builder, html_theme=theme, html_baseurl=base)
    checked = compare(built)
    for folder in ("papers", "people", "talks", "topics", "venues", "years"):
        assert checked[folder] >= 2, folder


def compare(built: Built) -> Counter[str]:
    """Compare each page that a frame has filled with the theme's own; count them by folder."""
    site, builder = site_of(built.app), built.app.builder
    assert isinstance(builder, StandaloneHTMLBuilder)
    counts: Counter[str] = Counter()
    for page, _, _ in site.pages.table.names():
        if page in built.app.env.found_docs:
            continue
        made = site.pages.render(page)
        by_theme = render_by_theme(builder, site.urls, made)
        assert built.html(page) == by_theme, page
        frame = faithful_frame(builder, site.urls, frame_key(page, bool(made.contents)))
        if frame:
            assert frame.fill(made, site.urls).decode() == by_theme, page
            counts[page.partition("/")[0]] += 1
    return counts


def test_a_theme_that_no_frame_can_follow_writes_each_page_itself(project: MakeProject) -> None:
    """The theme ``basic`` numbers its breadcrumbs."""
    built = project({"refs.bib": REFS}).build(html_theme="basic")
    page = built.html("people/john-smith")
    assert page.count('<a href="index.html" >People</a>') == 1
    assert "symposium-parent" not in page


AUTHORS = " and ".join(f"Longname{number}, Firstname" for number in range(12))
ABSTRACT = "A word or two. " * 270
LONG = f"@article{{long, author = {{{AUTHORS}}}, title = {{T}}, year = 2024, abstract = {{{ABSTRACT}}}}}"


def test_a_build_leaves_nothing_where_it_was_started_and_its_pages_are_light_and_alike(
    project: MakeProject, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "place"
    place.mkdir()
    monkeypatch.chdir(place)
    made = project({"refs.bib": AWKWARD + LONG})
    before = sorted(made.root.iterdir())
    built = made.build()
    assert list(place.iterdir()) == []
    assert sorted(made.root.iterdir()) == sorted([*before, made.root / "_build"])
    # The abstract stands on its page twice: in the text, and in the metadata for other machines.
    assert len(ABSTRACT) > 4_000
    assert built.path("papers/long").stat().st_size <= 21_000
    # A file without a word changes nothing but what only a file has.
    derived = built.html("papers/awkward")
    made.write({"papers/awkward.md": "---\n---\n"})
    authored = made.build().html("papers/awkward")
    viewport = '<meta name="viewport" content="width=device-width, initial-scale=1" />\n'
    heads = [html[: html.index("</head>")] for html in (derived, authored)]
    # What docutils says of every document of its own, the theme has said before.
    assert viewport.strip() not in heads[1]
    assert heads[0].split() == heads[1].split()
    assert derived.count("<h1") == authored.count("<h1") == 1
