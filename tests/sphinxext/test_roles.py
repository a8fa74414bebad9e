"""Roles: a name of a record in prose becomes a link to its page."""

from __future__ import annotations

import re

import pytest
from support.project import MakeProject
from support.sites import SITE

TARGETS = {
    "{person}`jane-doe`": ("people/jane-doe", "Jane Doe"),
    "{person}`julia-bazinska`": ("people/julia-bazinska", "Julia Bazińska"),
    "{person}`she <jane-doe>`": ("people/jane-doe", "she"),
    "{person}`janed`": ("people/jane-doe", "Jane Doe"),
    "{kb:person}`jane-doe`": ("people/jane-doe", "Jane Doe"),
    "{paper}`doe2020fast`": ("papers/doe2020fast", "Doe et al. (2020)"),
    "{paper}`smith:a/b.c+d`": ("papers/smith-a-b-c-d", "Smith (2019)"),
    "{paper}`smith-a-b-c-d`": ("papers/smith-a-b-c-d", "Smith (2019)"),
    "{paper}`the odd one <smith:a/b.c+d>`": ("papers/smith-a-b-c-d", "the odd one"),
    "{paper}`größe2018`": ("papers/grosse2018", "Größe"),
    "{kb:paper}`größe2018`": ("papers/grosse2018", "Größe"),
    "{event}`meet-2021`": ("events/meet-2021/index", "The Meeting"),
    "{event}`there <meet-2021>`": ("events/meet-2021/index", "there"),
    "{talk}`meet-2021/keynote`": ("events/meet-2021/keynote", "On Reading"),
    "{talk}`keynote`": ("events/meet-2021/keynote", "On Reading"),
    "{talk}`hers <keynote>`": ("events/meet-2021/keynote", "hers"),
    "{topic}`reading`": ("topics/reading", "Reading"),
    "{topic}`slow-books`": ("topics/slow-books", "slow books"),
    "{venue}`keys`": ("venues/keys", "Journal of Keys"),
    "{kb:venue}`JoK <keys>`": ("venues/keys", "JoK"),
    "{any}`julia-bazinska`": ("people/julia-bazinska", "Julia Bazińska"),
    "{any}`doe2020fast`": ("papers/doe2020fast", "Doe et al. (2020)"),
    "[](#jane-doe)": ("people/jane-doe", "Jane Doe"),
    "[here](#julia-bazinska)": ("people/julia-bazinska", "here"),
}
"""What is written, to the page it leads to and the beginning of the text shown."""


def page_with_roles() -> str:
    return (
        "---\norphan: true\n---\n# Roles\n\n"
        + "\n\n".join(f"n{i}: {role}" for i, role in enumerate(TARGETS))
        + "\n"
    )


def links(html: str) -> dict[int, tuple[str, str]]:
    """Return target and text of the link in each numbered paragraph."""
    found = {}
    for number, inner in re.findall(r"<p>n(\d+): (.*?)</p>", html, re.DOTALL):
        link = re.search(r'<a [^>]*href="([^"]*)"[^>]*>(.*)</a>', inner, re.DOTALL)
        if link:
            found[int(number)] = (link[1], re.sub("<[^>]+>", "", link[2]))
    return found


@pytest.mark.parametrize(
    ("builder", "form"), [("html", "../{page}.html"), ("dirhtml", "../../{page}/")]
)
def test_every_role_leads_to_the_page_whether_authored_or_derived(
    project: MakeProject, builder: str, form: str
) -> None:
    built = project({**SITE, "notes/roles.md": page_with_roles()}).build(builder)
    assert built.warnings == ""
    found = links(built.html("notes/roles"))
    for number, (role, (page, text)) in enumerate(TARGETS.items()):
        address, shown = found[number]
        name = page.removesuffix("/index") if builder == "dirhtml" else page
        assert address == form.format(page=name), role
        assert shown.startswith(text), role
        assert built.path(page).exists(), role


def test_roles_work_in_restructuredtext(project: MakeProject) -> None:
    page = (
        "Roles\n=====\n\n:person:`jane-doe` :paper:`text <größe2018>` :kb:topic:`slow-books` "
        ":talk:`keynote` :any:`julia-bazinska` :cite:t:`doe2020fast`\n"
    )
    built = project(
        {**SITE, "notes.rst": page, "index.md": "# Home\n\n```{toctree}\nnotes\n```\n"}
    ).build()
    assert built.warnings == ""
    html = built.html("notes")
    for page in (
        "people/jane-doe",
        "papers/grosse2018",
        "topics/slow-books",
        "events/meet-2021/keynote",
        "people/julia-bazinska",
        "papers/doe2020fast",
    ):
        assert f'href="{page}.html"' in html


@pytest.mark.parametrize(
    ("role", "nearest"),
    [
        ("{person}`jane-do`", "jane-doe"),
        ("{paper}`doe2020fats`", "doe2020fast"),
        ("{event}`meet-2012`", "meet-2021"),
        ("{talk}`meet-2021/keynot`", "meet-2021/keynote"),
        ("{topic}`readin`", "reading"),
        ("{venue}`key`", "keys"),
        ("{kb:person}`jane-do`", "jane-doe"),
    ],
)
def test_an_unknown_id_is_reported_with_its_line_and_the_nearest_right_one(
    project: MakeProject, role: str, nearest: str
) -> None:
    made = project(
        {**SITE, "topics/reading.md": f"---\ntitle: Reading\n---\n\nOne.\n\nTwo {role}.\n"}
    )
    built = made.build("dummy")
    (line,) = built.warnings.splitlines()
    assert line.startswith("topics/reading.md:7: WARNING: ")
    assert f"did you mean {nearest}?" in line


def test_an_unknown_id_shows_its_text(project: MakeProject) -> None:
    built = project(
        {**SITE, "index.md": "# Home\n\nBy {person}`nobody-at-all` and {paper}`it <zzz>`.\n"}
    ).build()
    assert "nobody-at-all" in built.html("index")
    assert ">it<" in built.html("index")
    assert built.warnings.count("WARNING") == 2


def test_a_short_talk_id_that_two_events_use_is_not_guessed(project: MakeProject) -> None:
    other = {
        "events/meet-2022/index.md": "---\ntitle: Again\nslots:\n  - talk: keynote\n---\n",
        "events/meet-2022/keynote.md": "---\ntitle: More\n---\n",
        "index.md": "# Home\n\n{talk}`keynote`\n",
    }
    built = project({**SITE, **other}).build("dummy")
    assert "index.md:3: WARNING" in built.warnings
    assert "keynote" in built.warnings


def test_a_link_to_what_two_kinds_know_is_reported(project: MakeProject) -> None:
    """``reading`` is a topic; with a person of that id, ``{any}`` has two meanings."""
    files = {
        "people/reading.md": "---\nname: Reading\n---\n",
        "index.md": "# Home\n\n{any}`reading`\n",
    }
    built = project({**SITE, **files}).build("dummy")
    assert "index.md:3: WARNING" in built.warnings
    assert "kb:person" in built.warnings
    assert "kb:topic" in built.warnings
