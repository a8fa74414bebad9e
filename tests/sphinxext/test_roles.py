"""Roles: a name of a record in prose becomes a link to its page."""

from __future__ import annotations

import re

import pytest
from support.chosen import chosen
from support.project import MakeProject
from support.shared_site import SharedSite
from support.sites import SITE

TARGETS = {
    "{person}`jane-doe`": ("people/jane-doe", "Jane Doe"),
    "{person}`julia-bazinska`": ("people/julia-bazinska", "Julia Bazińska"),
    "{person}`she <jane-doe>`": ("people/jane-doe", "she"),
    "{person}`janed`": ("people/jane-doe", "Jane Doe"),
    "{kb:person}`jane-doe`": ("people/jane-doe", "Jane Doe"),
    "{paper}`doe2020fast`": ("papers/doe2020fast", "Doe et al. (2020)"),
    "{paper}`smith:a/b.c+d`": ("papers/smith-a-b-c-d", "Smith (2019)"),
    "{paper}`the odd one <smith:a/b.c+d>`": ("papers/smith-a-b-c-d", "the odd one"),
    "{paper}`größe2018`": ("papers/grosse2018", "Größe"),
    "{event}`meet-2021`": ("events/meet-2021/index", "The Meeting"),
    "{talk}`meet-2021/keynote`": ("events/meet-2021/keynote", "On Reading"),
    "{talk}`keynote`": ("events/meet-2021/keynote", "On Reading"),
    "{topic}`reading`": ("topics/reading", "Reading"),
    "{topic}`slow-books`": ("topics/slow-books", "slow books"),
    "{venue}`keys`": ("venues/keys", "Journal of Keys"),
    "{kb:venue}`JoK <keys>`": ("venues/keys", "JoK"),
    "{any}`julia-bazinska`": ("people/julia-bazinska", "Julia Bazińska"),
    "{cite:t}`doe2020fast`": ("papers/doe2020fast", "Doe et al. (2020)"),
    "[](#jane-doe)": ("people/jane-doe", "Jane Doe"),
    "[here](#julia-bazinska)": ("people/julia-bazinska", "here"),
}
"""What is written, to the page it leads to and the beginning of the text shown."""


ADDED = (
    "people/julia-bazinska", "papers/smith-a-b-c-d", "papers/adams2001book", "venues/index",
    "years/2020",
)  # fmt: skip
"""Pages without files; links to their files lead there too."""
FILES = {
    **SITE,
    "notes/roles.md": "---\norphan: true\n---\n# Roles\n\n"
    + "\n\n".join(f"n{i}: {role}" for i, role in enumerate(TARGETS)),
    "notes.rst": (
        ":orphan:\n\nRoles\n=====\n\n:person:`jane-doe` :paper:`text <größe2018>` "
        ":kb:topic:`slow-books` :talk:`keynote` :any:`julia-bazinska` :cite:t:`doe2020fast`\n"
    ),
    "index.md": (
        "# Home\n\n[a](people/julia-bazinska.md) [](papers/smith-a-b-c-d.md) "
        "{doc}`papers/adams2001book` [v](venues/index.md) {doc}`text <years/2020>`\n"
    ),
}


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
    shared_site: SharedSite, builder: str, form: str
) -> None:
    built = shared_site(FILES, builder)
    assert built.warnings == ""
    found = links(built.html("notes/roles"))
    for number, (role, (page, text)) in enumerate(TARGETS.items()):
        address, shown = found[number]
        name = page.removesuffix("/index") if builder == "dirhtml" else page
        assert address == form.format(page=name), role
        assert shown.startswith(text), role
        assert built.path(page).exists(), role


def test_roles_work_in_restructuredtext(shared_site: SharedSite) -> None:
    html = shared_site(FILES).html("notes")
    for page in (
        "people/jane-doe",
        "papers/grosse2018",
        "topics/slow-books",
        "events/meet-2021/keynote",
        "people/julia-bazinska",
        "papers/doe2020fast",
    ):
        assert f'href="{page}.html"' in html


@pytest.mark.parametrize("builder", chosen(["html", "dirhtml", "text"], "html", "dirhtml"))
def test_links_to_files_that_only_add_survive_their_removal(
    shared_site: SharedSite, builder: str
) -> None:
    built = shared_site(FILES, builder)
    assert built.warnings == ""
    if builder == "html":
        for target in ADDED:
            assert f'href="{target}.html"' in built.html("index")


UNKNOWN = {
    "{person}`jane-do`": "jane-doe",
    "{paper}`doe2020fats`": "doe2020fast",
    "{talk}`meet-2021/keynot`": "meet-2021/keynote",
}
"""What is written, to the nearest right one."""


def test_an_unknown_id_is_reported_with_its_line_and_the_nearest_right_one_and_shows_its_text(
    project: MakeProject,
) -> None:
    files = {
        f"topics/t{number}.md": f"---\ntitle: T{number}\n---\n\nOne.\n\nTwo {role}.\n"
        for number, role in enumerate(UNKNOWN)
    }
    home = {"index.md": "# Home\n\nBy {person}`nobody-at-all` and {paper}`it <zzz>`.\n"}
    built = project({**SITE, **files, **home}).build("text")
    lines = built.warnings.splitlines()
    for number, (role, nearest) in enumerate(UNKNOWN.items()):
        (line,) = [one for one in lines if one.startswith(f"topics/t{number}.md:")]
        assert line.startswith(f"topics/t{number}.md:7: WARNING: "), role
        assert f"did you mean {nearest}?" in line
    assert sum(one.startswith("index.md:3: WARNING") for one in lines) == 2
    assert len(lines) == len(UNKNOWN) + 2
    assert "By *nobody-at-all* and *it*." in (built.outdir / "index.txt").read_text("utf-8")


def test_what_has_two_meanings_is_reported_and_not_guessed(project: MakeProject) -> None:
    """Two events use a short id of a talk; ``reading`` is a topic, and here a person too."""
    files = {
        "events/meet-2022/index.md": "---\ntitle: Again\nslots:\n  - talk: keynote\n---\n",
        "events/meet-2022/keynote.md": "---\ntitle: More\n---\n",
        "people/reading.md": "---\nname: Reading\n---\n",
        "index.md": "# Home\n\n{talk}`keynote`\n\n{any}`reading`\n",
    }
    warnings = project({**SITE, **files}).build("dummy").warnings.splitlines()
    (talk,) = [line for line in warnings if line.startswith("index.md:3: WARNING")]
    assert "keynote" in talk
    (both,) = [line for line in warnings if line.startswith("index.md:5: WARNING")]
    assert "kb:person" in both
    assert "kb:topic" in both
