"""``symposium why``: what a page is made from, and what has changed since the last build."""

from __future__ import annotations

import os

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


@pytest.mark.parametrize("page", ["ada", PERSON, "_build/html/people/ada.html"])
def test_a_page_names_its_record_templates_and_settings(built, capsys, page):
    source, changed = asked(built, capsys, page)
    assert source.startswith(f"people/ada\n  record: person ada\n  sources: {PERSON}:1\n")
    assert "\n  paper, 1: a\n" in source
    assert f"\n  templates: {TEMPLATE}, person.html, page.html, " in source
    assert "\n  settings: project, author, copyright, templates_path, symposium_site" in source
    assert changed == ["none of these"]


@pytest.mark.parametrize(
    ("path", "edit", "names"),
    [
        (PERSON, ("Adler", "B. Adler"), {"ada": PERSON, "a": "person ada-adler"}),
        ("refs.bib", ("{A}", "{Aa}"), {"ada": "refs.bib:1", "b": "none of these"}),
        ("conf.py", ("Test", "Best"), {"papers": "project"}),
        (TEMPLATE, ("\n", " \n"), {"a": TEMPLATE}),
    ],
)
def test_an_edit_is_named_where_it_is_shown(built, capsys, path, edit, names):
    before = (built.root / path).stat()
    built.write({path: FILES[path].replace(*edit, 1)})
    changed = {page: asked(built, capsys, page)[1] for page in names}
    built.write({path: FILES[path]})
    os.utime(built.root / path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert all(name in changed[page] for page, name in names.items()), changed


def test_a_verbose_build_names_it_too(project):
    made = project(FILES)
    assert "index: changed: there was no build before\n" in made.build(verbosity=1).status
    assert "changed:" not in made.build(verbosity=1).status
    made.write({"refs.bib": FILES["refs.bib"].replace("{A}", "{Aa}")})
    assert "\npapers/a: changed: refs.bib:1\n" in made.build(verbosity=1).status


def test_an_unknown_page_and_a_missing_build_are_told(built, project, capsys):
    assert main(["why", "people/adda", str(built.root)]) == 2
    assert capsys.readouterr().err.endswith("no page people/adda: did you mean people/ada?\n")
    assert main(["why", "ada", str(project({}).root)]) == 2
    assert ": build the site first\n" in capsys.readouterr().err
