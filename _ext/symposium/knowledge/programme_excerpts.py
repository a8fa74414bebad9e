"""Excerpts: the lines of one programme that a page shows, by day, room or track."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from symposium.kinds.event import Event
from symposium.knowledge.base import KnowledgeBase
from symposium.knowledge.local_times import MORNING, calendar_day, in_zone, instant, zone_of
from symposium.knowledge.schedule import Session
from symposium.model.dates import parse_date
from symposium.model.spelling import Spellings

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


SOON = timedelta(hours=4)
"""What begins before the morning, and so soon after the line above, belongs to its day."""


def days_of_lines(event: Event, sessions: Iterable[Session]) -> list[date | None]:
    """Return the day of each line of a programme, in the zone of its event.

    What begins before the morning belongs to the day before if it follows a late line, or if it is
    still that day where its room is: a programme ends when its people go to bed. A line without a
    day belongs to that of the line above.
    """
    zone = zone_of(event)
    days: list[date | None] = []
    day: date | None = None
    last: datetime | None = None
    for one in sessions:
        if one.start is None:
            day = one.day or day
        else:
            shown = in_zone(one.start, zone)
            follows = last is not None and instant(one.start) - last <= SOON
            if _is_night_after(one.day, shown):
                day = one.day
            elif not (follows and _is_night_after(day, shown)):
                day = shown.date()
            last = instant(one.end or one.start)
        days.append(day)
    return days


def _is_night_after(day: date | None, shown: datetime) -> bool:
    early = shown.hour * 60 + shown.minute < MORNING
    return early and day is not None and shown.date() == day + timedelta(days=1)
