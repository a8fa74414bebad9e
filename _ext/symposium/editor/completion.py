"""Completion at the cursor: names of fields from the schemas, values from the knowledge base."""

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
    """Return the kind and page of the record in a file, or ``None`` if the path is no record's.

    >>> page_of("people/ada.md")[0], page_of("events/a/index.md")[0], page_of("events/a/b.md")[0]
    ('person', 'event', 'talk')
    >>> page_of("index.md"), page_of("people/index.md"), page_of("guide/people.md")
    (None, None, None)
    """
    match = RE_PAGE.fullmatch(path)
    if not match or match["folder"] not in BY_FOLDER or match["folder"] == "talks":
        return None
    kind, event, name = BY_FOLDER[match["folder"]].name, match["event"], match["name"]
    if kind == "event" and event:
        if name == "index":
            return kind, Page(path, event)
        return "talk", Page(path, f"{event}/{name}", event=event)
    return None if event or kind == "event" or name == "index" else (kind, Page(path, name))


MARK = "\ue000"
"""Placeholder for the cursor in YAML, a private-use character."""
ENDS = (":", "", '"', "'")
"""Endings that make the word at the cursor a key, a plain or a quoted text."""
RE_TOP = re.compile(r"([\w.-]+):")
INSIDE = ("", " ", "-", "#")
"""First characters of lines that continue a field of front matter."""


class CursorContext(NamedTuple):
    """The place of the cursor in front matter."""

    path: tuple[str, ...]
    """Names of the enclosing fields, outermost first."""
    value: bool
    """Whether the cursor is in the value of the last of these, not in the name of a subfield."""
    typed: str
    """Text before the cursor."""
    stated: AbstractSet[str] = frozenset()
    """Other fields of the same group."""


def context_at(lines: Sequence[str], line: int, column: int) -> CursorContext | None:
    """Return the context of a place in front matter; line and column count from 0.

    >>> context_at(["---", "name: A", "links:", "  home", "---"], 3, 6)
    CursorContext(path=('links',), value=False, typed='home', stated=frozenset())
    >>> context_at(["---", "role: ph", "---"], 1, 8)[:3]
    (('role',), True, 'ph')
    >>> context_at(["---", "roles: [{name: A, person: a"], 1, 27)[:3]
    (('roles', 'person'), True, 'a')
    """
    parts = split("\n".join(lines))
    first = parts.first_line - 1
    inside = range(first, first + parts.text.count("\n") + (not parts.closed))
    if not parts.exists or line not in inside:
        return None
    # Only this field is parsed, as others may be invalid YAML.
    tops = [at for at in inside if lines[at][:1] not in INSIDE]
    start = max((at for at in tops if at <= line), default=first)
    end = min((at for at in tops if at > line), default=inside.stop)
    before = "\n".join([*lines[start:line], lines[line][:column] + MARK])
    behind = "\n".join(["", *lines[line + 1 : end]])
    marked = (_marked(f"{before}{word}{rest}") for rest in (behind, "") for word in ENDS)
    at_cursor = next(filter(None, marked), None)
    if not at_cursor or at_cursor[0].start_mark.line != line - start:
        return None
    mark, path, is_value, stated = at_cursor
    if not path:
        stated = {top[1] for at in tops if at != line and (top := RE_TOP.match(lines[at]))}
    typed = lines[line][mark.start_mark.column : column]
    return CursorContext(path, is_value, typed, frozenset(stated))


def _marked(text: str) -> tuple[Any, tuple[str, ...], bool, set[str]] | None:
    """Return the event with the mark, the enclosing fields, whether it is a value, its siblings.

    Text after the mark may be invalid YAML.
    """
    keys: list[str | None] = []  # open field; "" in a list, None if none yet
    stated: list[set[str]] = []
    marked = None
    with suppress(yaml.YAMLError, UnicodeEncodeError):
        events: Iterable[Any] = yaml.parse(text, LOADER)
        for event in events:
            mark: Any = event.start_mark
            if isinstance(event, yaml.CollectionStartEvent):
                # In a flow list, a value with a colon is parsed as a map of one pair.
                is_pair = event.flow_style and text[mark.index] not in "{["
                is_map = isinstance(event, yaml.MappingStartEvent) and not is_pair
                keys.append(None if is_map else "")
                stated.append(set())
                continue
            if isinstance(event, yaml.CollectionEndEvent):
                del keys[-1], stated[-1]
            is_text = keys and isinstance(event, yaml.ScalarEvent)
            if is_text and MARK in event.value:
                marked = event, tuple(filter(None, keys)), keys[-1] is not None, stated[-1]
            elif is_text and keys[-1] is None:
                stated[-1].add(event.value)
            if is_text and keys[-1] is None:
                keys[-1] = event.value
            elif keys and keys[-1]:
                keys[-1] = None
    return marked


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
"""Kinds of records by the fields, of front matter and of entries, whose values name them."""


MAX_OFFERED = 500
"""Largest number of suggestions."""


class Suggestion(NamedTuple):
    """A field or value that could be written."""

    text: str
    detail: str = ""
    """Short description."""
    help: str = ""
    field: bool = False
    """Whether it is a field, not a value."""


class Offer(NamedTuple):
    """Suggestions for the word at the cursor."""

    typed: str
    suggestions: list[Suggestion]
    complete: bool
    """Whether no suggestions were cut off."""


def offer(
    path: str, lines: Sequence[str], line: int, column: int, kb: KnowledgeBase | None
) -> Offer:
    """Return the suggestions at a place of a file; line and column count from 0."""
    typed, choices = _suggestions(path, lines, line, column, kb)
    needle = typed.casefold()
    fit = (choice for choice in choices if needle in f"{choice.text}\n{choice.detail}".casefold())
    first = list(islice(fit, MAX_OFFERED + 1))
    if needle:
        first.sort(key=lambda choice: not choice.text.casefold().startswith(needle))
    return Offer(typed, first[:MAX_OFFERED], complete=len(first) <= MAX_OFFERED)


def _suggestions(
    path: str, lines: Sequence[str], line: int, column: int, kb: KnowledgeBase | None
) -> tuple[str, Iterator[Suggestion]]:
    """Return the text typed at a place, and all suggestions for it."""
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
    page = page_of(path)
    context = context_at(lines, line, column) if page else None
    if not page or not context:
        return "", iter(())
    type_ = _type_at(BY_NAME[page[0]].group, context.path)
    # Items of a list have no name: at their place, both values and fields are possible.
    fields = iter(()) if context.value else _fields(type_, context)
    return context.typed.lstrip("\"'"), chain(fields, _values(type_, context, kb, path))


def help_at(path: str, lines: Sequence[str], line: int, column: int) -> str:
    """Return the help on the field whose name is at a place, or an empty text."""
    page = page_of(path)
    word = re.match(r"[\w.-]*", lines[line][column:]) if line < len(lines) else None
    context = context_at(lines, line, column + word.end()) if page and word else None
    if not page or not context or context.value:
        return ""
    fields = _fields_of(_type_at(BY_NAME[page[0]].group, context.path))
    field = fields.get(context.typed)
    return _help(field) if field else ""


def _type_at(type_: FieldType | None, path: Sequence[str]) -> FieldType | None:
    """Return the type of the value at a path of fields."""
    for name in path:
        if isinstance(type_, MapOf):
            type_ = type_.item
            continue
        field = _fields_of(type_).get(name)
        type_ = field.type if field else None
    return type_


def _fields_of(type_: FieldType | None) -> dict[str, Field]:
    """Return the fields of a value, or of the items of a list."""
    if isinstance(type_, ListOf):
        type_ = type_.item
    if isinstance(type_, PeopleField):
        return {**PARTICIPANT.fields, **GROUPS.fields}
    return dict(type_.fields) if isinstance(type_, FieldGroup) else {}


def _fields(type_: FieldType | None, context: CursorContext) -> Iterator[Suggestion]:
    """Yield the fields not yet written, required ones first."""
    fields = _fields_of(type_)
    for name in sorted(fields, key=lambda name: not fields[name].required):
        if name not in context.stated:
            field = fields[name]
            detail = "required" if field.required else ""
            yield Suggestion(name, detail, _help(field), field=True)


def _help(field: Field) -> str:
    """Return the help on a field, and the form of its value."""
    form = field.type.expected
    return field.help if form == "text" else f"{field.help}\n\n{form[:1].upper()}{form[1:]}"


def _values(
    type_: FieldType | None, context: CursorContext, kb: KnowledgeBase | None, path: str
) -> Iterator[Suggestion]:
    """Yield the possible values of a field, if they can be listed."""
    type_ = type_.item if isinstance(type_, ListOf) else type_
    if isinstance(type_, OneOf):
        yield from map(Suggestion, type_.words)
    elif isinstance(type_, Flag):
        yield from map(Suggestion, ("true", "false"))
    elif isinstance(type_, TimeZone):
        yield from map(Suggestion, zone_names())
    elif context.path and context.path[-1] in NAMES_OF:
        yield from _records(kb, NAMES_OF[context.path[-1]], path)
    elif kb and context.path and context.path[-1] in {"room", "track", "kind"}:
        yield from map(Suggestion, _used(context.path[-1], path, kb))
    elif kb and isinstance(type_, (PersonName, PeopleField)):
        for person, name in kb.identity.names.items():
            yield Suggestion(name.text, person)


def _used(field: str, path: str, kb: KnowledgeBase) -> Iterable[str]:
    """Return the values of a field in the same programme, listed rooms first."""
    page = page_of(path)
    event = kb.events.get(page[1].event or page[1].id) if page else None
    if event is None:
        return ()
    names = [room.name for room in event.rooms] if field == "room" else []
    names += [getattr(session.slot, field) for session in kb.schedule.of_event[event.id]]
    return dict.fromkeys(filter(None, names))


def _records(kb: KnowledgeBase | None, kind: str, path: str) -> Iterator[Suggestion]:
    """Yield the ids of a kind's records, in the form that fields take, each with its title."""
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
