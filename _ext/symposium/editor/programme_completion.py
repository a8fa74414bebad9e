"""Completion in the lines of a programme: rooms, tracks, kinds and days of the event."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from datetime import timedelta

from symposium.editor.file_problems import page_of
from symposium.kinds.event import GATHERINGS, PAUSES, Event
from symposium.knowledge import KnowledgeBase
from symposium.knowledge.schedule import days_of, rooms_of

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
