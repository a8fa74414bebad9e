"""Excerpts: the lines of one programme that a page shows, by day, room or track."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date

from symposium.knowledge.base import KnowledgeBase
from symposium.knowledge.day_sections import days_of_lines
from symposium.knowledge.days import calendar_day
from symposium.knowledge.nearest import Spellings
from symposium.knowledge.schedule import Session
from symposium.model.dates import parse_date

SELECTORS = ("day", "room", "track")
"""What the lines of a programme can be chosen by."""


@dataclass(frozen=True, slots=True)
class Excerpt:
    """What a page shows of a programme. What is empty chooses nothing."""

    event: str
    """Id of the event, as written."""
    day: str = ""
    """``2027-03-27``: the day under which the event has them."""
    room: str = ""
    track: str = ""
    compact: bool = False
    """Whether times, titles and speakers are enough."""


@dataclass(frozen=True, slots=True)
class ExcerptFault:
    """A choice that matches no line of the programme."""

    selector: str
    message: str
    hint: str


def lines_of(kb: KnowledgeBase, excerpt: Excerpt) -> tuple[Session, ...]:
    """Return the lines of a programme that are asked for; a choice that is a fault is none.

    What has no room or no track is for all, and stays.
    """
    event_id = kb.find("event", excerpt.event)
    if event_id is None:
        return ()
    event, sessions = kb.events[event_id], kb.schedule.of_event[event_id]
    refused = {fault.selector for fault in faults_of(kb, excerpt)}
    day, room, track = ("" if name in refused else getattr(excerpt, name) for name in SELECTORS)
    return tuple(
        one
        for one, shown in zip(sessions, days_of_lines(event, sessions), strict=True)
        if (not day or _iso(shown) in {"", day})
        and (not room or one.slot.room in {None, room})
        and (not track or one.slot.track in {None, track})
    )


def faults_of(kb: KnowledgeBase, excerpt: Excerpt) -> Iterator[ExcerptFault]:
    """Yield what is wrong with the choices of an excerpt; an unknown event is told elsewhere."""
    event_id = kb.find("event", excerpt.event)
    if event_id is None:
        return
    event, sessions = kb.events[event_id], kb.schedule.of_event[event_id]
    is_day = calendar_day(parse_date(excerpt.day)) is not None
    if excerpt.day and not is_day:
        message = f'"{excerpt.day}" is not a day'
        yield ExcerptFault("day", message, "write it as 2027-03-27")
    known: dict[str, Iterable[str | None]] = {
        "day": map(_iso, days_of_lines(event, sessions)),
        "room": (one.slot.room for one in sessions),
        "track": (one.slot.track for one in sessions),
    }
    for selector in SELECTORS:
        wanted = getattr(excerpt, selector)
        there = list(dict.fromkeys(filter(None, known[selector])))
        if selector == "room":
            there = list(dict.fromkeys((*there, *[room.name for room in event.rooms])))
        if wanted and wanted not in there and (selector != "day" or is_day):
            message = f'the programme of {event_id} has no {selector} "{wanted}"'
            yield ExcerptFault(selector, message, _hint(wanted, there, selector))


def _hint(wanted: str, there: list[str], selector: str) -> str:
    if not there:
        return "remove the option"
    near = Spellings(there).nearest(wanted) if selector != "day" else None
    few = ", ".join(there[:5]) + (", …" if len(there) > 5 else "")
    return f"did you mean {near}?" if near else f"there are {few}"


def _iso(day: date | None) -> str:
    return day.isoformat() if day else ""
