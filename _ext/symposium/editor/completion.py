"""Completion at the cursor: fields from the schemas, values from the knowledge base."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import NamedTuple

from symposium.editor.cursor_context import CursorContext, spot_at
from symposium.editor.file_problems import page_of
from symposium.editor.programme_completion import VALUES, values_at
from symposium.fields.compound_types import Field, FieldGroup, ListOf, MapOf
from symposium.fields.field_types import FieldType, Flag, OneOf
from symposium.fields.link_types import PersonName
from symposium.fields.zone_types import TimeZone, zone_names
from symposium.kinds import BY_NAME
from symposium.kinds.participants import GROUPS, PARTICIPANT, PeopleField
from symposium.knowledge import KnowledgeBase

RE_ROLE = re.compile(r"\{(?:kb:)?([\w:]+)\}`([^`\n]*)$")
RE_SCHEDULE = re.compile(r"^\s*(?:`{3,}|:{3,})\{schedule\}\s+(\S*)$")
RE_IN_ENTRY = re.compile(r"^\s*([\w:+-]+)\s*=\s*[{\"](?:[^}]*[\",;\s])?([\w:./-]*)$")
RE_LAST = re.compile(r"[^<,]*$")

NAMES_OF = {
    "sources": "source", "source": "source", "software": "software", "person": "person",
    "paper": "paper", "papers": "paper", "related": "paper", "key": "paper", "cites": "paper",
    "topics": "topic", "part_of": "event", "talk": "talk", "crossref": "paper",
    "keywords": "topic", "author+an:person": "person", "editor+an:person": "person",
}  # fmt: skip
"""Fields of front matter and of entries whose values name a record, and of which kind."""


MOST = 500
"""How many suggestions are made."""


class Suggestion(NamedTuple):
    """Something that could be written."""

    text: str
    detail: str = ""
    """What it is, in a few words."""
    help: str = ""
    field: bool = False
    """Whether it is the name of a field."""


class Offer(NamedTuple):
    """What could be written in the place of what is typed."""

    typed: str
    suggestions: list[Suggestion]
    complete: bool
    """Whether these are all."""


def offer(
    path: str, lines: Sequence[str], line: int, column: int, kb: KnowledgeBase | None
) -> Offer:
    """Return what could be written at a place of a file; line and column count from 0."""
    typed, found = _offered(path, lines, line, column, kb)
    wanted = typed.casefold()
    fit = (one for one in found if wanted in one.text.casefold() or wanted in one.detail.casefold())
    first = list(islice(fit, MOST + 1))
    if wanted:
        first.sort(key=lambda one: not one.text.casefold().startswith(wanted))
    return Offer(typed, first[:MOST], complete=len(first) <= MOST)


def _offered(
    path: str, lines: Sequence[str], line: int, column: int, kb: KnowledgeBase | None
) -> tuple[str, Iterator[Suggestion]]:
    """Return what is typed at a place, and suggestions for it."""
    before = lines[line][:column] if line < len(lines) else ""
    if path.endswith(".bib"):
        entry = RE_IN_ENTRY.match(before)
        kind = NAMES_OF.get(entry[1].lower(), "") if entry else ""
        return entry[2] if entry else "", _records(kb, kind, path)
    if role := RE_ROLE.search(before):
        kind = "paper" if "cite" in role[1] else role[1]
        return RE_LAST.search(role[2])[0].lstrip(), _records(kb, kind, path)  # type: ignore[index]
    if schedule := RE_SCHEDULE.match(before):
        return schedule[1], _records(kb, "event", path)
    found = page_of(path)
    spot = spot_at(lines, line, column) if found else None
    if not found or not spot:
        return "", iter(())
    here = _type_at(BY_NAME[found[0]].group, spot.path)
    # The items of a list have no name: there, a value may be meant as well as a field.
    fields = iter(()) if spot.value else _fields(here, spot)
    return spot.typed.lstrip("\"'"), chain(fields, _values(here, spot, kb, path))


def help_at(path: str, lines: Sequence[str], line: int, column: int) -> str:
    """Return what the field is for whose name stands at a place, or nothing."""
    found = page_of(path)
    word = re.match(r"[\w.-]*", lines[line][column:]) if line < len(lines) else None
    spot = spot_at(lines, line, column + word.end()) if found and word else None
    if not found or not spot or spot.value:
        return ""
    fields = _fields_of(_type_at(BY_NAME[found[0]].group, spot.path))
    one = fields.get(spot.typed)
    return _help(one) if one else ""


def _type_at(here: FieldType | None, path: Sequence[str]) -> FieldType | None:
    """Return the type of the value at a path of fields."""
    for name in path:
        if isinstance(here, MapOf):
            here = here.item
            continue
        one = _fields_of(here).get(name)
        here = one.type if one else None
    return here


def _fields_of(here: FieldType | None) -> dict[str, Field]:
    """Return the fields that may stand in a value, or in the items of a list."""
    if isinstance(here, ListOf):
        here = here.item
    if isinstance(here, PeopleField):
        return {**PARTICIPANT.fields, **GROUPS.fields}
    return dict(here.fields) if isinstance(here, FieldGroup) else {}


def _fields(here: FieldType | None, spot: CursorContext) -> Iterator[Suggestion]:
    """Yield the fields that may be written, required ones first."""
    fields = _fields_of(here)
    for name in sorted(fields, key=lambda name: not fields[name].required):
        if name not in spot.stated:
            one = fields[name]
            detail = "required" if one.required else ""
            yield Suggestion(name, detail, _help(one), field=True)


def _help(one: Field) -> str:
    """Return what a field is for, and the form of its value."""
    expected = one.type.expected
    return f"{one.help}\n\n{expected[:1].upper()}{expected[1:]}" if expected != "text" else one.help


def _values(
    here: FieldType | None, spot: CursorContext, kb: KnowledgeBase | None, path: str
) -> Iterator[Suggestion]:
    """Yield the values that a field may have, as far as they can be listed."""
    here = here.item if isinstance(here, ListOf) else here
    if isinstance(here, OneOf):
        yield from map(Suggestion, here.words)
    elif isinstance(here, Flag):
        yield from map(Suggestion, ("true", "false"))
    elif isinstance(here, TimeZone):
        yield from map(Suggestion, zone_names())
    elif spot.path and spot.path[-1] in NAMES_OF:
        yield from _records(kb, NAMES_OF[spot.path[-1]], path)
    elif kb and spot.path and spot.path[-1] in VALUES:
        for text, detail in values_at(spot.path[-1], path, kb):
            yield Suggestion(text, detail)
    elif kb and isinstance(here, (PersonName, PeopleField)):
        for person, name in kb.identity.names.items():
            yield Suggestion(name.text, person)


def _records(kb: KnowledgeBase | None, kind: str, path: str) -> Iterator[Suggestion]:
    """Yield how the records of a kind are named, each with its title."""
    if kb is None or kind not in BY_NAME:
        return
    page = page_of(path)
    beside = f"{page[1].id}/" if page and page[0] == "event" else ""
    for record_id in kb.entities[kind]:
        if kind == "person":
            yield Suggestion(record_id, kb.identity.names[record_id].text)
        elif kind == "paper":
            yield Suggestion(kb.works[record_id].key, kb.title_of(kind, record_id))
        elif kind == "topic":
            yield Suggestion(kb.title_of(kind, record_id), record_id)
        elif beside and kind == "talk":
            if record_id.startswith(beside):
                yield Suggestion(record_id.removeprefix(beside), kb.title_of(kind, record_id))
        else:
            yield Suggestion(record_id, kb.title_of(kind, record_id))
