"""What the tests of the linter's rules share: small projects, and what is found in them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from symposium.cli.check import subject_of
from symposium.knowledge.checks import sorted_problems
from symposium.lint.rules import lint
from symposium.model.problems import Problem, Severity
from symposium.project import read as load

from support.files import write


def found(root: Path, files: Mapping[str, str], *letters: str) -> list[Problem]:
    """Return the problems of a project whose codes begin with one of ``letters``."""
    project = load(write(root, files))
    subject = subject_of(project)
    met = [*lint(subject)]
    graver = [one for one in met if one.severity > Severity.NOTICE]
    fewer = lint(replace(subject, notices=False))
    assert [one for one in fewer if one.severity > Severity.NOTICE] == graver
    problems = sorted_problems((*met, *project.problems))
    return [one for one in problems if one.code.code.startswith(letters)]


def entry(fields: str, kind: str = "misc") -> str:
    """Return a bibliography of one entry with these fields, which begin on its second line."""
    head = "" if "title" in fields.replace("booktitle", "") else ", title = {T}"
    return f"@{kind}{{k{head},\n{fields}}}\n"


def applied(root: Path, problems: list[Problem]) -> dict[str, str]:
    """Return the files after all edits, by path; each edit says what stands at its place."""
    texts: dict[str, str] = {}
    edits = sorted({edit for problem in problems for edit in problem.edits}, reverse=True)
    for edit in edits:
        place = edit.place
        text = texts.get(place.path) or (root / place.path).read_bytes().decode()
        before = text.split("\n", place.line - 1)[: place.line - 1]
        at = sum(len(line) + 1 for line in before) + place.column - 1
        assert text.startswith(edit.old, at), edit
        texts[place.path] = text[:at] + edit.new + text[at + len(edit.old) :]
    return texts


def event(fields, talks=None, people=()):
    """Return an event, its talks and the files of persons."""
    files = {"events/meet/index.md": f"---\ntitle: Meeting\n{fields}\n---\n"}
    for name, text in (talks or {}).items():
        files[f"events/meet/{name}.md"] = f"---\ntitle: {name}\n{text}\n---\n"
    for person in people:
        files[f"people/{person}.md"] = f"---\nname: {person.replace('-', ' ').title()}\n---\n"
    return files


def slots(*times, head="date: 2021-05-21\ntimezone: Europe/Zurich\n"):
    lines = [f"  - {{{time}}}" for time in times]
    return head + "slots:\n" + "\n".join(lines)
