"""The lines of a programme on one scale of time, and where they are written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from symposium.kinds.event import Event, is_gathering
from symposium.knowledge import KnowledgeBase
from symposium.knowledge.local_times import instant, minutes
from symposium.knowledge.schedule import Session
from symposium.model.dates import Dates, Period
from symposium.model.problems import Place

DAY = 24 * 60


@dataclass(frozen=True, slots=True)
class TimedLine:
    """A line of a programme with a time."""

    session: Session
    name: str
    place: Place
    """Where its time is written."""
    start: int
    """In minutes: since 1970 where the moment is known, else since midnight."""
    end: int | None
    lane: str | None = None
    """The room in which nothing else can be, or where there are no rooms, the track."""

    @property
    def begins(self) -> str:
        """What clocks show as it begins."""
        return clock(minutes(self.session.slot.start or ""))

    def end_for(self, other: TimedLine) -> str:
        """Return what clocks show where another line is, as this one ends."""
        ended, zone = self.session.end, other.session.zone
        if ended and ended.tzinfo and zone:
            there = ended.astimezone(zone)
            return clock(there.hour * 60 + there.minute)
        return self.begins if self.end is None else clock(self.end)

    def meets(self, other: TimedLine) -> bool:
        """Tell whether two lines are on, or begin, at the same time."""
        first, second = (self, other) if self.start <= other.start else (other, self)
        return first.start == second.start or (first.end is not None and second.start < first.end)

    def holds(self, other: TimedLine) -> bool:
        """Tell whether another line is a part of this one: a talk of a session."""
        if not is_gathering(self.session.slot.kind) or not self.spans(other):
            return False
        return not is_gathering(other.session.slot.kind) or not other.spans(self)

    def spans(self, other: TimedLine) -> bool:
        """Tell whether another line begins and ends while this one is on."""
        last = other.start if other.end is None else other.end
        return self.start <= other.start and (self.end is None or last <= self.end)


def lines_of(kb: KnowledgeBase, event: Event) -> Iterator[tuple[list[TimedLine], bool]]:
    """Yield the lines whose moments are known, and those that can be compared without a day."""
    lines = [_line(kb, event, one) for one in kb.schedule.of_event[event.id] if one.slot.start]
    known = [line for line in lines if line.session.start]
    if known:
        yield known, True
    # Without days, the programme of an event of several days begins anew each morning.
    if len(known) < len(lines) and not is_long(event.date):
        yield [line for line in lines if not line.session.start], False


def _line(kb: KnowledgeBase, event: Event, session: Session) -> TimedLine:
    slot = session.slot
    talk = kb.talks.get(slot.talk) if slot.talk else None
    name = slot.title or (talk.title if talk else None) or slot.kind
    if session.start:
        start, end = _minute(session.start), _minute(session.end) if session.end else None
    else:
        start = minutes(slot.start or "")
        end = minutes(slot.end) if slot.end else None
        if end is not None and end < start:
            end += DAY
    return TimedLine(session, name, place_of(kb, event, session), start, end)


def _minute(moment: datetime) -> int:
    return int(instant(moment).timestamp()) // 60


def place_of(kb: KnowledgeBase, event: Event, session: Session, field: str = "time") -> Place:
    """Return where a field of a session is written: with its slot, else with its talk."""
    talk = kb.talks.get(session.slot.talk) if session.slot.talk else None
    at = f"slots.{session.index}.{field}"
    if session.index is not None and (talk is None or at in event.origin.fields):
        return event.origin.at(at)
    return talk.origin.at(field) if talk else event.origin.at()


def is_long(dates: Dates | None) -> bool:
    """Tell whether an event has, or may have, several days."""
    return isinstance(dates, (Period, tuple))


def clock(value: int) -> str:
    """Return a time of day, of minutes since midnight.

    >>> clock(580), clock(1445)
    ('9:40', '0:05')
    """
    return f"{value // 60 % 24}:{value % 60:02}"
