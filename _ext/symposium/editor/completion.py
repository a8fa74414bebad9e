"""Completion at the cursor: fields from the schemas, values from the knowledge base."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import timedelta
from itertools import chain, islice
from typing import NamedTuple

from symposium.editor.file_problems import page_of
from symposium.fields.compound_types import Field, FieldGroup, ListOf, MapOf
from symposium.fields.field_types import FieldType, Flag, OneOf
from symposium.fields.link_types import PersonName
from symposium.fields.zone_types import TimeZone, zone_names
from symposium.kinds import BY_NAME
from symposium.kinds.event import GATHERINGS, PAUSES, Event
from symposium.kinds.participants import GROUPS, PARTICIPANT, PeopleField
from symposium.knowledge import KnowledgeBase
from symposium.knowledge.local_times import days_of
from symposium.knowledge.schedule import rooms_of

# The place of the cursor in front matter that is still being written. Lines and their indentation
# tell enough: the fields around the cursor, and whether the name of a field or its value is being
# written.

RE_EDGE = re.compile(r"(?:---|\.\.\.)\s*")
RE_LINE = re.compile(r"(?P<indent>\s*(?:-\s+)*)(?:(?P<key>[\w.-]+):(?:\s+|$))?(?P<value>.*)")
RE_FLOW_KEY = re.compile(r"\s*([\w.-]+)\s*:\s*(.*)", re.DOTALL)
RE_STATED = re.compile(r"(?:^|[{,])\s*([\w.-]+)\s*:")


class CursorContext(NamedTuple):
    """What is being written."""

    path: tuple[str, ...]
    """The names of the fields around it, the outermost first."""
    value: bool
    """Whether it is the value of the last of them; else it is the name of a field in there."""
    typed: str
    """The text before the cursor."""
    stated: frozenset[str] = frozenset()
    """The other fields of the same group."""


def front_matter(lines: Sequence[str]) -> range:
    """Return the numbers of the lines of front matter, without the lines ``---``."""
    start = next((at for at, line in enumerate(lines) if line.strip()), len(lines))
    if start == len(lines) or lines[start].rstrip() != "---":
        return range(0)
    for end in range(start + 1, len(lines)):
        if RE_EDGE.fullmatch(lines[end]):
            return range(start + 1, end)
    return range(start + 1, len(lines))


def spot_at(lines: Sequence[str], line: int, column: int) -> CursorContext | None:
    """Return what is being written at a place of front matter; line and column count from 0.

    >>> spot_at(["---", "name: A", "links:", "  home", "---"], 3, 6)
    CursorContext(path=('links',), value=False, typed='home', stated=frozenset())
    >>> spot_at(["---", "role: ph", "---"], 1, 8)[:3]
    (('role',), True, 'ph')
    """
    inside = front_matter(lines)
    if line not in inside:
        return None
    found = RE_LINE.fullmatch(lines[line][:column])
    if not found:
        return None
    depth = len(found["indent"].expandtabs(2))
    above = _above(lines, inside, line, depth)
    if found["key"]:
        above = (*above, found["key"])
    flow = _in_flow(found["value"])
    if flow:
        return CursorContext((*above, *flow.path), flow.value, flow.typed, flow.stated)
    if found["key"] or (found["value"] and found["value"][0] in "\"'"):
        return CursorContext(above, value=True, typed=found["value"])
    return CursorContext(
        above, value=False, typed=found["value"], stated=_beside(lines, inside, line, depth)
    )


def _above(lines: Sequence[str], inside: range, line: int, depth: int) -> tuple[str, ...]:
    """Return the names of the fields that lines above open, the outermost first."""
    names: list[str] = []
    for at in range(line - 1, inside.start - 1, -1):
        found = RE_LINE.fullmatch(lines[at])
        if not lines[at].strip() or not found or not found["key"]:
            continue
        here = len(found["indent"].expandtabs(2))
        if here < depth:
            names.insert(0, found["key"])
            depth = here
    return tuple(names)


def _beside(lines: Sequence[str], inside: range, line: int, depth: int) -> frozenset[str]:
    """Return the names of the fields of the group that a line is in."""
    names = set()
    for step in (-1, 1):
        at = line if step < 0 else line + 1
        while at in inside:
            found = RE_LINE.fullmatch(lines[at])
            here = len(found["indent"].expandtabs(2)) if found else 0
            begins = bool(found and "-" in found["indent"] and here == depth)
            if lines[at].strip() and (here < depth or (begins and step > 0)):
                break
            if found and found["key"] and here == depth:
                names.add(found["key"])
            if begins:
                break
            at += step
    return frozenset(names)


def _in_flow(text: str) -> CursorContext | None:
    """Return what is being written between brackets that are still open in a value.

    >>> _in_flow("{name: A, person: a")
    CursorContext(path=('person',), value=True, typed='a', stated=frozenset({'name'}))
    >>> _in_flow("[a, b"), _in_flow("[a]")
    (CursorContext(path=(), value=True, typed='b', stated=frozenset()), None)
    """
    frames: list[tuple[str, int]] = []
    starts: list[int] = []
    path: list[tuple[str, ...]] = []
    quote = ""
    for at, char in enumerate(text):
        if quote:
            quote = "" if char == quote else quote
        elif char in "\"'" and (not text[:at].strip() or text[:at].rstrip()[-1] in "{[,:"):
            quote = char
        elif char in "{[":
            inner = RE_FLOW_KEY.match(text, starts[-1], at) if starts else None
            path.append((inner[1],) if inner and frames[-1][0] == "{" else ())
            frames.append((char, at + 1))
            starts.append(at + 1)
        elif char in "}]" and frames:
            del frames[-1], starts[-1], path[-1]
        elif char == "," and frames:
            starts[-1] = at + 1
    if not frames:
        return None
    names = tuple(name for names in path for name in names)
    typed = text[starts[-1] :].lstrip()
    if frames[-1][0] == "[":
        return CursorContext(names, value=True, typed=typed)
    stated = frozenset(RE_STATED.findall(text[frames[-1][1] - 1 : starts[-1]]))
    found = RE_FLOW_KEY.fullmatch(typed)
    if found:
        return CursorContext((*names, found[1]), value=True, typed=found[2], stated=stated)
    return CursorContext(names, value=False, typed=typed, stated=stated)


KINDS = ("talk", "invited", "keynote", "paper", "panel", "poster", "opening", "closing")
"""Kinds that are no pauses and hold no others; any other word will do as well."""
MOST_DAYS = 31

Value = tuple[str, str]
"""What may be written, and what it is in a few words."""


def values_at(field: str, path: str, kb: KnowledgeBase) -> Iterator[Value]:
    """Yield what a field of a line may say, in the file of an event or of one of its talks."""
    page = page_of(path)
    event = kb.events.get(page[1].event or page[1].id) if page else None
    if page and event and page[0] in {"event", "talk"} and field in VALUES:
        yield from VALUES[field](kb, event)


def _rooms(kb: KnowledgeBase, event: Event) -> Iterator[Value]:
    """Yield the rooms that an event lists, then others that its lines name."""
    zones = {room.name: room.timezone or "" for room in event.rooms}
    used = rooms_of(event, kb.schedule.of_event[event.id])
    yield from {**zones, **{name: zones.get(name, "") for name in used}}.items()


def _tracks(kb: KnowledgeBase, event: Event) -> Iterator[Value]:
    sessions = kb.schedule.of_event[event.id]
    for name in dict.fromkeys(one.slot.track for one in sessions if one.slot.track):
        yield name, ""


def _kinds(kb: KnowledgeBase, event: Event) -> Iterator[Value]:
    """Yield kinds of lines: those of this event first, the most used one first of these."""
    used = Counter(one.slot.kind for one in kb.schedule.of_event[event.id])
    here = [kind for kind, _ in used.most_common()]
    for kind in dict.fromkeys((*here, *KINDS, *sorted(GATHERINGS), *sorted(PAUSES))):
        yield kind, "used here" if kind in used else ""


def _days(kb: KnowledgeBase, event: Event) -> Iterator[Value]:
    del kb
    first, last = days_of(event) or (None, None)
    if first and last:
        for shift in range(min((last - first).days + 1, MOST_DAYS)):
            day = first + timedelta(days=shift)
            yield day.isoformat(), f"{day:%A}"


VALUES: Mapping[str, Callable[[KnowledgeBase, Event], Iterator[Value]]] = {
    "room": _rooms,
    "track": _tracks,
    "kind": _kinds,
    "day": _days,
}
"""Field to what it may say."""


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
