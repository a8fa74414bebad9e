"""``symposium new KIND``: a file for a record, with every field explained in it."""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import NamedTuple

from symposium.cli.files import write_file
from symposium.cli.wrong_use import WrongUseError
from symposium.fields.compound_types import FieldGroup, ListOf, MapOf
from symposium.fields.field_types import FieldType, Flag, OneOf
from symposium.fields.yaml_writing import fields_of
from symposium.kinds import BY_NAME
from symposium.kinds.kind import Kind
from symposium.kinds.participants import PeopleField
from symposium.model.ids import slug
from symposium.model.problems import Severity
from symposium.project import Project
from symposium.project import read as load

KINDS = ("person", "paper", "event", "talk", "news", "project", "software", "dataset", "topic",
         "venue", "source")  # fmt: skip
"""Kinds that people write files for."""

RARE = frozenset({
    "was", "inferred", "sources", "corrections", "former_names", "verified", "different_from",
    "metrics", "listings", "marks_note", "key", "gone", "utc_offset", "names", "when", "source",
    "person", "lang", "part_of", "because", "changes",
})  # fmt: skip
"""Fields that few need: they are named at the end, and the guide explains them."""

BODIES: Mapping[str, str] = {
    "person": "% Write the biography here, in Markdown.",
    "paper": "% Notes on the paper, in Markdown.",
    "talk": "% The abstract of the talk, in Markdown.",
    "news": "% What is new, in a sentence or a few.",
}
FORMS: Mapping[str, str] = {
    "links": "{homepage: https://example.org, github: https://github.com/…}",
    "slots": "[{time: 9:00-9:15, kind: opening, title: Welcome}, {time: 9:15-10:00, "
    "talk: <name of its file>}]",
}
"""Fields that an example explains better than their types."""


NEEDED: Mapping[str, Mapping[str, str]] = {"source": {"kind": "page", "date": "undated"}}
"""Values of fields that a kind cannot do without, besides a title."""


class NewFile(NamedTuple):
    """What a command writes."""

    path: str
    text: str


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments that files of records have besides their titles."""
    command.add_argument(
        "--project", type=Path, default=Path(), metavar="DIR",
        help="with a kind: the project that the file is for (default: this folder)",
    )  # fmt: skip
    command.add_argument(
        "--event", metavar="ID | NAME",
        help="with talk: the event that it is given at; with a new folder: the name "
        "of an event, which the home page shows",
    )  # fmt: skip


def run(arguments: argparse.Namespace) -> bool:
    """Write the file, and say where it is."""
    kind, words = str(arguments.what), " ".join(arguments.words).strip()
    if not words:
        example = "<cite key>" if kind == "paper" else '"Ada Lovelace"'
        raise WrongUseError(f"give it a name: symposium new {kind} {example}")
    root: Path = arguments.project
    project = load(root)
    made = new_file(project, kind, words, arguments.event)
    path = root / made.path
    if path.exists():
        raise WrongUseError(f"{path} is there already: change it, or choose another name")
    write_file(path, made.text.encode())
    print(f"{path}: take out the # in front of what you fill in, then: make html")
    return any(
        one.severity is Severity.ERROR and one.place.path == made.path
        for one in load(root).problems
    )


def new_file(project: Project, kind: str, words: str, event: str | None = None) -> NewFile:
    """Return the file of a new record.

    Raises:
        WrongUseError: if it would describe what does not exist.
    """
    known = BY_NAME[kind]
    if kind == "paper":  # the file adds to an entry, which is in the bibliography
        found = project.kb.find("paper", words)
        if found is None:
            hint = project.kb.spellings["paper"].hint(words, "add the entry to refs.bib first")
            raise WrongUseError(f'no entry of the bibliography has the key "{words}": {hint}')
        return NewFile(f"papers/{found}.md", commented(known, {}))
    given = {"name" if "name" in known.fields else "title": words, **NEEDED.get(kind, {})}
    if kind == "talk":
        folder = f"events/{_event_of(project, event)}"
        return NewFile(f"{folder}/{slug(words)}.md", commented(known, given))
    if kind == "news":
        today = date.today().isoformat()  # noqa: DTZ011 - the day where its author is
        text = commented(known, {**given, "date": today})
        return NewFile(f"news/{today}-{slug(words)}.md", text)
    name = f"{slug(words)}/index.md" if kind == "event" else f"{slug(words)}.md"
    return NewFile(f"{known.folder}/{name}", commented(known, given))


def _event_of(project: Project, event: str | None) -> str:
    """Return the id of the event at which a talk is given.

    Raises:
        WrongUseError: if there is none, or it is not said which one.
    """
    events = project.kb.events
    if event is None and len(events) == 1:
        return next(iter(events))
    if event is None:
        raise WrongUseError(
            "say at which event: --event <id>. A talk elsewhere needs no file: write it into that "
            "of its speaker, under talks:, as {title: …, venue: …, date: …}"
        )
    if event not in events:
        hint = project.kb.spellings["event"].hint(event, f'symposium new event "{event}"')
        raise WrongUseError(f'no event has the id "{event}": {hint}')
    return event


def commented(kind: Kind, given: Mapping[str, str], more: str = "") -> str:
    """Return a file with values for some fields, and all others explained in comments.

    ``more`` are lines of front matter that follow the given ones.
    """
    lines = ["---", *fields_of(given), *more.splitlines()]
    lines.append("# What else it may say; take out the # in front of it:")
    for name, said in kind.fields.items():
        elsewhere = name in given or re.search(rf"^(?:# )?{name}:", more, re.MULTILINE)
        if name not in RARE and not elsewhere:
            lines.append(f"# {name}: {FORMS.get(name) or _form(said.type)}   # {said.help}")
    rare = sorted(RARE.intersection(kind.fields).difference(given))
    if rare:
        lines.append(f"# Besides, the guide explains: {', '.join(rare)}.")
    default = "% Write here what it is about, in Markdown."
    return "\n".join([*lines, "---", "", BODIES.get(kind.name, default), ""])


def _form(of: FieldType) -> str:
    """Return what a value looks like; of a group, the fields that it needs and the next few."""
    if isinstance(of, PeopleField):
        return "[Ada Lovelace, Charles Babbage]"
    if isinstance(of, Flag) or (isinstance(of, FieldGroup) and of.shorthand == "shown"):
        return "true"
    if isinstance(of, OneOf):
        return " | ".join(of.words)
    if isinstance(of, ListOf):
        return f"[{_form(of.item)}]"
    if isinstance(of, MapOf):
        return f"{{name: {_form(of.item)}}}"
    if not isinstance(of, FieldGroup):
        return of.example or "…"
    names = [name for name, one in of.fields.items() if one.required]
    names += [name for name in of.fields if name not in names and name not in RARE][:3]
    names += [one for name, one in of.needs.items() if name in names and one not in names]
    return f"{{{', '.join(f'{name}: {_form(of.fields[name].type)}' for name in names)}}}"
