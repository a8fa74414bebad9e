"""``symposium why``: what a page is made from, and what has changed since the last build."""

from __future__ import annotations

import re

import pytest
from support.project import CONF, Project
from symposium.cli import main

PERSON, TEMPLATE = "people/ada.md", "_templates/symposium/person.html"
FILES = {
    "conf.py": f'{CONF}templates_path = ["_templates"]\n',
    "index.md": "# Home\n",
    "refs.bib": "@misc{a, title = {A}, author = {Adler, Ada}}\n@misc{b, title = {B}}\n",
    PERSON: "---\nname: Ada Adler\n---\n",
    TEMPLATE: '{% extends "!person.html" %}\n',
}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Project:
    made = Project(tmp_path_factory.mktemp("why"))
    made.write(FILES)
    assert made.build().warnings == ""
    return made


def asked(project: Project, capsys, page: str) -> tuple[str, list[str]]:
    assert main(["why", page, str(project.root)]) == 0
    source, _, changed = capsys.readouterr().out.partition("Changed since the last build (of 20")
    return source, [line.strip() for line in changed.splitlines()[1:]]


def test_a_page_names_its_record_templates_and_settings(built, capsys):
    source, changed = asked(built, capsys, "_build/html/people/ada.html")
    assert source.startswith(f"people/ada\n  record: person ada\n  sources: {PERSON}:1\n")
    assert f"\n  paper, 1: a\n  templates: {TEMPLATE}, person.html, page.html, " in source
    assert "\n  settings: project, author, copyright, templates_path, symposium_site" in source
    assert changed == ["none of these"]


EDITS = (
    ("refs.bib", "{A}", "{Aa}", PERSON, "refs.bib:1"),
    (PERSON, "Adler", "B. Adler", "a", "person ada-adler"),
    ("conf.py", "Test", "Best", "papers", "project"),
    (TEMPLATE, "\n", " \n", "ada", TEMPLATE),
)


def test_an_edit_is_named_by_command_and_verbose_build(built, capsys):
    for path, old, new, page, changed in EDITS:
        built.write({path: FILES[path].replace(old, new, 1)})
        assert changed in asked(built, capsys, page)[1]
        assert re.search(f": changed: .*{changed}", built.build(verbosity=1).status)
    assert "changed:" not in built.build(verbosity=1).status
    built.write({path: FILES[path] for path in ("conf.py", "refs.bib")})
    status = built.build(verbosity=1).status
    assert re.search("papers/a: changed: .*project.*, refs.bib:1", status)
    (manifest,) = built.root.glob("_build/doctrees/symposium-html-*.bin")
    assert "symposium.css of Symposium" in manifest.read_text(errors="replace")


def test_an_unknown_page_and_a_missing_build_are_told(built, project, capsys):
    assert main(["why", "people/adda", str(built.root)]) == 2
    assert capsys.readouterr().err.endswith("no page people/adda: did you mean people/ada?\n")
    assert main(["why", "ada", str(project({}).root)]) == 2
    assert capsys.readouterr().err.endswith(": build the site first\n")
