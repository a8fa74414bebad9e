"""The links by which readers suggest corrections: where they lead, and when a page changes."""

from __future__ import annotations

import re

import pytest
from support.project import CONF, Built, MakeProject
from symposium.pages import template_functions

REFS = "@misc{a, title={A}, author={Doe, Jane and Roe, Ann}, year=2020}\n@misc{b, title={B}, year=2021}\n"
FILES = {
    "refs.bib": REFS,
    "people/jane-doe.md": "---\nname: Jane Doe\n---\nI am.\n",
    "papers/b.md": "---\nkey: b\n---\nNotes.\n",
}
FORGE = 'symposium_forge = "https://github.com/ada/notes/tree/main/docs"\n'
EDIT = "https://github.com/ada/notes/edit/main/docs"
ISSUE = "https://github.com/ada/notes/issues/new?title=Correction%3A%20"
LINK = re.compile(
    r'<p class="sy-small"><a class="sy-correct" href="([^"]*)">Suggest a correction</a></p>'
)
SPACE = re.compile(r"\s+")


def link(built: Built, page: str) -> str:
    (found,) = LINK.findall(built.html(page))
    return str(found)


def test_without_the_option_pages_are_the_same_but_for_the_link_to_file_and_line(
    project: MakeProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = project(FILES)
    without = made.build().pages()
    assert not any("sy-correct" in html for html in without.values())
    made.write({"conf.py": CONF + FORGE})
    built = made.build()
    assert link(built, "papers/a") == f"{EDIT}/refs.bib"
    assert link(built, "papers/b") == f"{EDIT}/refs.bib#L2"
    assert link(built, "people/jane-doe") == f"{EDIT}/people/jane-doe.md"
    assert link(built, "people/ann-roe") == f"{ISSUE}people%2Fann-roe"
    for page in ("papers/index", "years/2020", "index"):
        assert "sy-correct" not in built.html(page)
    bare = {path: SPACE.sub("", LINK.sub("", html)) for path, html in built.pages().items()}
    assert bare == {path: SPACE.sub("", html) for path, html in without.items()}
    # Lines follow an edit above.
    made.write({"refs.bib": "\n\n" + REFS})
    after = made.build()
    assert link(after, "papers/a") == f"{EDIT}/refs.bib#L3"
    assert link(after, "papers/b") == f"{EDIT}/refs.bib#L4"
    # Where forges do not show so many lines, entries get an issue.
    monkeypatch.setattr(template_functions, "LINED_WORKS", 1)
    made.write({"refs.bib": REFS})
    built = made.build()
    assert link(built, "papers/a") == f"{ISSUE}papers%2Fa"
    assert link(built, "people/jane-doe") == f"{EDIT}/people/jane-doe.md"
    found = made.build(symposium_forge="mailto:a@example.org").pages()
    assert sum("mailto:a@example.org?subject=Correction" in html for html in found.values()) >= 4


@pytest.mark.parametrize(
    "value", ["https://git.example.org/a/b", "github.com/a/b", "https://github.com/a", "mailto:a"]
)
def test_what_is_no_forge_is_refused(project: MakeProject, value: str) -> None:
    built = project({}, conf=f"symposium_forge = {value!r}\n").build("dummy")
    assert f"symposium_forge: {value!r} is not the address of a forge" in built.warnings
