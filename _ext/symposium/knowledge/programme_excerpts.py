"""Excerpts: the lines of one programme that a page shows, by day, room or track."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from symposium.kinds.event import Event
from symposium.knowledge.base import KnowledgeBase
from symposium.knowledge.local_times import MORNING, in_zone, instant, zone_of
from symposium.knowledge.schedule import Session
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
    refused = {fault.selector for fault in faults_of(kb, excerpt)}
    values = _values(kb, event_id)
    wanted = [
        (values[name], {"", getattr(excerpt, name)})
        for name in SELECTORS
        if getattr(excerpt, name) and name not in refused
    ]
    return tuple(
        session
        for at, session in enumerate(kb.schedule.of_event[event_id])
        if all(shown[at] in fitting for shown, fitting in wanted)
    )


def faults_of(kb: KnowledgeBase, excerpt: Excerpt) -> Iterator[ExcerptFault]:
    """Yield what is wrong with the choices of an excerpt; an unknown event is told elsewhere."""
    event_id = kb.find("event", excerpt.event)
    if event_id is None:
        return
    values = _values(kb, event_id)
    values["room"] += [room.name for room in kb.events[event_id].rooms]
    for selector in SELECTORS:
        wanted = getattr(excerpt, selector)
        there = list(dict.fromkeys(filter(None, values[selector])))
        if wanted and wanted not in there:
            few = ", ".join(there[:5]) + (", …" if len(there) > 5 else "")
            hint = f"there are {few}" if there else "remove the option"
            if selector != "day":
                hint = Spellings(there).hint(wanted, hint)
            message = f'the programme of {event_id} has no {selector} "{wanted}"'
            yield ExcerptFault(selector, message, hint)


def _values(kb: KnowledgeBase, event_id: str) -> dict[str, list[str]]:
    """Return the day, the room and the track of each line of a programme, as far as it has them."""
    sessions = kb.schedule.of_event[event_id]
    days = days_of_lines(kb.events[event_id], sessions)
    return {
        "day": [day.isoformat() if day else "" for day in days],
        "room": [one.slot.room or "" for one in sessions],
        "track": [one.slot.track or "" for one in sessions],
    }


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
