"""Completion at the cursor: fields from the schemas, values from the knowledge base."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from itertools import chain, islice
from typing import Any, NamedTuple

import yaml

from symposium.fields.compound_types import Field, FieldGroup, ListOf, MapOf
from symposium.fields.date_types import TimeZone, zone_names
from symposium.fields.field_types import FieldType, Flag, OneOf
from symposium.fields.link_types import PersonName
from symposium.kinds import BY_FOLDER, BY_NAME
from symposium.kinds.kind import Page
from symposium.kinds.participants import GROUPS, PARTICIPANT, PeopleField
from symposium.knowledge import KnowledgeBase
from symposium.reading.frontmatter import split
from symposium.reading.yamltree import LOADER

RE_PAGE = re.compile(r"(?P<folder>[^/]+)/(?:(?P<event>[^/]+)/)?(?P<name>[^/]+)\.md")


def page_of(path: str) -> tuple[str, Page] | None:
    """Return the kind of the record that a file describes, and its page, if it does.

    >>> page_of("people/ada.md")[0], page_of("events/a/index.md")[0], page_of("events/a/b.md")[0]
    ('person', 'event', 'talk')
    >>> page_of("index.md"), page_of("people/index.md"), page_of("guide/people.md")
    (None, None, None)
    """
    found = RE_PAGE.fullmatch(path)
    if not found or found["folder"] not in BY_FOLDER or found["folder"] == "talks":
        return None
    kind, event, name = BY_FOLDER[found["folder"]].name, found["event"], found["name"]
    if kind == "event" and event:
        if name == "index":
            return kind, Page(path, event)
        return "talk", Page(path, f"{event}/{name}", event=event)
    return None if event or kind == "event" or name == "index" else (kind, Page(path, name))


MARK = "\ue000"
"""Stands for the cursor in YAML that is read: a character for private use."""
ENDS = (":", "", '"', "'")
"""What may complete the word at the cursor, so that it is a field, a text, or a text in quotes."""
RE_TOP = re.compile(r"([\w.-]+):")
INSIDE = ("", " ", "-", "#")
"""How lines begin that belong to the field of front matter above them."""


class CursorContext(NamedTuple):
    """What is being written."""

    path: tuple[str, ...]
    """The names of the fields around it, the outermost first."""
    value: bool
    """Whether it is the value of the last of them; else it is the name of a field in there."""
    typed: str
    """The text before the cursor."""
    stated: AbstractSet[str] = frozenset()
    """The other fields of the same group."""


def spot_at(lines: Sequence[str], line: int, column: int) -> CursorContext | None:
    """Return what is being written at a place of front matter; line and column count from 0.

    >>> spot_at(["---", "name: A", "links:", "  home", "---"], 3, 6)
    CursorContext(path=('links',), value=False, typed='home', stated=frozenset())
    >>> spot_at(["---", "role: ph", "---"], 1, 8)[:3]
    (('role',), True, 'ph')
    >>> spot_at(["---", "roles: [{name: A, person: a"], 1, 27)[:3]
    (('roles', 'person'), True, 'a')
    """
    parts = split("\n".join(lines))
    first = parts.first_line - 1
    inside = range(first, first + parts.text.count("\n") + (not parts.closed))
    if not parts.exists or line not in inside:
        return None
    # Other fields of the file may be wrong meanwhile.
    tops = [at for at in inside if lines[at][:1] not in INSIDE]
    start = max((at for at in tops if at <= line), default=first)
    end = min((at for at in tops if at > line), default=inside.stop)
    before = "\n".join([*lines[start:line], lines[line][:column] + MARK])
    behind = "\n".join(["", *lines[line + 1 : end]])
    made = (_marked(f"{before}{word}{rest}") for rest in (behind, "") for word in ENDS)
    found = next(filter(None, made), None)
    if not found or found[0].start_mark.line != line - start:
        return None
    mark, path, is_value, stated = found
    if not path:
        stated = {top[1] for at in tops if at != line and (top := RE_TOP.match(lines[at]))}
    typed = lines[line][mark.start_mark.column : column]
    return CursorContext(path, is_value, typed, frozenset(stated))


def _marked(text: str) -> tuple[Any, tuple[str, ...], bool, set[str]] | None:
    """Return the word with the mark, the fields around it, whether it is a value, and the others.

    What follows the word may be no YAML.
    """
    keys: list[str | None] = []  # of each list and group around: no name, and none yet
    stated: list[set[str]] = []
    found = None
    with suppress(yaml.YAMLError):
        events: Iterable[Any] = yaml.parse(text, LOADER)
        for event in events:
            mark: Any = event.start_mark
            if isinstance(event, yaml.CollectionStartEvent):
                # What a list has behind its bracket may be a value, though a colon follows it.
                is_pair = event.flow_style and text[mark.index] not in "{["
                is_map = isinstance(event, yaml.MappingStartEvent) and not is_pair
                keys.append(None if is_map else "")
                stated.append(set())
                continue
            if isinstance(event, yaml.CollectionEndEvent):
                del keys[-1], stated[-1]
            is_text = keys and isinstance(event, yaml.ScalarEvent)
            if is_text and MARK in event.value:
                found = event, tuple(filter(None, keys)), keys[-1] is not None, stated[-1]
            elif is_text and keys[-1] is None:
                stated[-1].add(event.value)
            if is_text and keys[-1] is None:
                keys[-1] = event.value
            elif keys and keys[-1]:
                keys[-1] = None
    return found


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


MAX_OFFERED = 500
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
    first = list(islice(fit, MAX_OFFERED + 1))
    if wanted:
        first.sort(key=lambda one: not one.text.casefold().startswith(wanted))
    return Offer(typed, first[:MAX_OFFERED], complete=len(first) <= MAX_OFFERED)


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
    elif kb and spot.path and spot.path[-1] in {"room", "track", "kind"}:
        yield from map(Suggestion, _used(spot.path[-1], path, kb))
    elif kb and isinstance(here, (PersonName, PeopleField)):
        for person, name in kb.identity.names.items():
            yield Suggestion(name.text, person)


def _used(field: str, path: str, kb: KnowledgeBase) -> Iterable[str]:
    """Return what a field says in the lines of the same programme, listed rooms first."""
    page = page_of(path)
    event = kb.events.get(page[1].event or page[1].id) if page else None
    if event is None:
        return ()
    names = [room.name for room in event.rooms] if field == "room" else []
    names += [getattr(session.slot, field) for session in kb.schedule.of_event[event.id]]
    return dict.fromkeys(filter(None, names))


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
