"""Programmes: slots, talks, speakers, and times that exist."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from zoneinfo import ZoneInfo

from symposium.knowledge import KnowledgeBase
from symposium.knowledge.clocks import minutes, occurrences
from symposium.knowledge.days import MORNING, NIGHT, event_dates
from symposium.knowledge.identity import State
from symposium.knowledge.schedule import Session
from symposium.linting.subject import Subject
from symposium.model.dates import Dates, Period
from symposium.model.problems import Code, Place, Problem
from symposium.model.programmes import Event, is_gathering, is_pause

DAY = 24 * 60


@dataclass(frozen=True, slots=True)
class Line:
    """A slot with a start, in minutes of its day."""

    index: int
    day: str
    start: int
    end: int | None
    kind: str
    name: str


def programmes(subject: Subject) -> Iterator[Problem]:
    """Report slots that overlap or stand in the wrong order."""
    for event in subject.kb.events.values():
        days: dict[str, list[Line]] = {}
        for line in _lines(subject.kb, event):
            days.setdefault(line.day, []).append(line)
        for lines in days.values():
            # Without days, the programme of an event of several days begins anew each morning.
            if (lines[0].day or not _is_long(event.date)) and not _is_parallel(lines):
                yield from _overlaps(event, lines)
                yield from _disorder(event, lines)


def _is_parallel(lines: list[Line]) -> bool:
    """Tell whether a day has parallel sessions: slots with speakers that begin together."""
    starts = [line.start for line in lines if not is_pause(line.kind)]
    return len(starts) != len(set(starts))


def _lines(kb: KnowledgeBase, event: Event) -> Iterator[Line]:
    for index, slot in enumerate(event.slots):
        if slot.start is None:
            continue
        start = minutes(slot.start)
        end = minutes(slot.end) if slot.end else None
        if end is not None and end < start:
            end += DAY
        name = slot.title or (kb.talks[slot.talk].title if slot.talk else None) or slot.kind
        yield Line(index, slot.day or "", start, end, slot.kind, name)


def _overlaps(event: Event, lines: list[Line]) -> Iterator[Problem]:
    """Yield slots that begin before an earlier one is over, but for those of a session."""
    last: Line | None = None
    for line in sorted(lines, key=lambda one: (one.start, one.index)):
        if last and last.end is not None and line.start < last.end and not _within(line, last):
            message = f'"{line.name}" begins at {clock(line.start)}, before "{last.name}" ends'
            hint = f"which is at {clock(last.end)}: mend one of the times"
            yield Problem(Code.SLOTS_OVERLAP, message, _place(event, line.index), hint)
        if last is None or last.end is None or (line.end or line.start) >= last.end:
            last = line


def _within(line: Line, other: Line) -> bool:
    """Tell whether a slot is a part of another one: a talk of a session."""
    end = line.start if line.end is None else line.end
    return other.end is not None and end <= other.end and is_gathering(other.kind)


def _disorder(event: Event, lines: list[Line]) -> Iterator[Problem]:
    before = lines[0]
    for line in lines[1:]:
        if line.start < before.start and not (before.start >= NIGHT and line.start < MORNING):
            message = f'"{line.name}" begins at {clock(line.start)}, before the slot above it'
            hint = "put the slots in order, or mend the time"
            yield Problem(Code.SLOTS_OVERLAP, message, _place(event, line.index), hint)
        before = line


def _place(event: Event, index: int, field: str = "time") -> Place:
    return event.origin.at(f"slots.{index}.{field}")


def _is_long(dates: Dates | None) -> bool:
    """Tell whether an event has, or may have, several days."""
    return isinstance(dates, (Period, tuple))


def clock(value: int) -> str:
    """Return a time of day, of minutes since midnight.

    >>> clock(580), clock(1445)
    ('9:40', '0:05')
    """
    return f"{value // 60 % 24}:{value % 60:02}"


def outside(subject: Subject) -> Iterator[Problem]:
    """Report days of talks and slots that are not among those of their event."""
    kb = subject.kb
    for event in kb.events.values():
        first, last = event_dates(event.date)
        days = [(slot.day, _place(event, index, "day")) for index, slot in enumerate(event.slots)]
        for talk_id in kb.relations.talks_of_event.get(event.id, ()):
            talk = kb.talks[talk_id]
            days.append((talk.date.iso if talk.date else None, talk.origin.at("date")))
        for day, place in days:
            if day and first and last and not _is_between(first, day, last):
                when = first if first == last else f"{first} to {last}"
                message = f"{day} is not a day of {event.id}, which is {when}"
                yield Problem(Code.TALK_OUTSIDE, message, place, "mend one of the two")
        yield from _odd_days(kb, event)
        yield from _odd_hours(kb, event)


def _is_between(first: str, day: str, last: str) -> bool:
    """Tell whether a day lies in a span, as precisely as its ends are known.

    >>> _is_between("2021", "2021-05-17", "2021"), _is_between("2021-05", "2021-06-01", "2021-05")
    (True, False)
    """
    if "present" in {first, day, last} or not all(
        part.isdigit() for text in (first, day, last) for part in text.split("-")
    ):
        return first[:4] <= day[:4] <= last[:4]
    low = min(len(first), len(day))
    high = min(len(last), len(day))
    return first[:low] <= day[:low] and day[:high] <= last[:high]


def _odd_days(kb: KnowledgeBase, event: Event) -> Iterator[Problem]:
    """Yield talks whose own day is another one than that of their slot."""
    for slot in event.slots:
        talk = kb.talks.get(slot.talk) if slot.talk else None
        if talk and talk.date and talk.date.day and slot.day and slot.day != talk.date.iso:
            message = f"the talk is on {talk.date.iso}, its slot on {slot.day}"
            place = talk.origin.at("date")
            yield Problem(Code.TALK_OUTSIDE, message, place, "give the day in one of the two")


def _odd_hours(kb: KnowledgeBase, event: Event) -> Iterator[Problem]:
    """Yield talks without a slot that begin before the programme, or after it."""
    lines = list(_lines(kb, event))
    if not lines or any(line.day for line in lines) or _is_long(event.date):
        return
    first = min(line.start for line in lines)
    last = max(line.end or line.start for line in lines)
    slotted = {slot.talk for slot in event.slots}
    for talk_id in kb.relations.talks_of_event.get(event.id, ()):
        talk = kb.talks[talk_id]
        if talk.start is None or talk.id in slotted:
            continue
        if not first <= minutes(talk.start) <= last:
            message = f"the talk begins at {clock(minutes(talk.start))}, outside of the programme"
            hint = f"which is from {clock(first)} to {clock(last)}"
            yield Problem(Code.TALK_OUTSIDE, message, talk.origin.at("time"), hint)


def speakers(subject: Subject) -> Iterator[Problem]:
    """Report speakers who have no file, each once."""
    kb, seen = subject.kb, set()
    for talk in kb.talks.values():
        for index, one in enumerate(talk.speakers):
            person = kb.person_of(one)
            if person in seen or kb.state_of(person) is not State.DERIVED:
                continue
            seen.add(person)
            message = f'the speaker "{one.name.text}" has no file'
            place = talk.origin.at(f"speakers.{index}")
            yield Problem(Code.SPEAKER_UNDESCRIBED, message, place, f"write people/{person}.md")


def unscheduled(subject: Subject) -> Iterator[Problem]:
    """Report talks that stand nowhere in the programme of their event."""
    for event in subject.kb.events.values():
        slotted = {slot.talk for slot in event.slots if slot.talk}
        if not slotted:
            continue
        for talk_id in subject.kb.relations.talks_of_event.get(event.id, ()):
            talk = subject.kb.talks[talk_id]
            if talk_id not in slotted and talk.start is None:
                message = f"the programme of {event.id} does not name this talk"
                hint = f"add talk: {talk_id.rpartition('/')[2]} to its slot"
                yield Problem(Code.TALK_UNSCHEDULED, message, talk.origin.at(), hint)


def zones(subject: Subject) -> Iterator[Problem]:
    """Report events on known days whose times could be those of any zone."""
    for event in subject.kb.events.values():
        if event.timezone or event.utc_offset:
            continue
        # A zone that was refused is reported already.
        if "timezone" in event.origin.fields or "utc_offset" in event.origin.fields:
            continue
        sessions = subject.kb.schedule.of_event[event.id]
        timed = [one for one in sessions if one.start and not one.zone]
        if timed:
            message = f"the times of {event.id} are of no time zone"
            hint = "add timezone:, such as Europe/Zurich"
            place = _place_of(subject.kb, event, timed[0])
            yield Problem(Code.EVENT_ZONE, message, place, hint)


def clock_changes(subject: Subject) -> Iterator[Problem]:
    """Report times that do not exist, or are twice, on a day on which the clocks change."""
    for event in subject.kb.events.values():
        for session in subject.kb.schedule.of_event[event.id]:
            if not (session.day and isinstance(session.zone, ZoneInfo)):
                continue
            slot, place = session.slot, _place_of(subject.kb, event, session)
            for text in dict.fromkeys(filter(None, (slot.start, slot.end))):
                # Of two, the offset tells which is meant.
                if not (slot.utc_offset and len(occurrences(session.day, text, session.zone)) > 1):
                    yield from _odd_time(session.day, text, session.zone, place)


def _place_of(kb: KnowledgeBase, event: Event, session: Session) -> Place:
    """Return where the time of a session is written: with its slot, else with its talk."""
    talk = kb.talks.get(session.slot.talk) if session.slot.talk else None
    if session.index is not None and (talk is None or event.slots[session.index].start):
        return _place(event, session.index)
    return talk.origin.at("time") if talk else event.origin.at()


def _odd_time(day: date, text: str, zone: ZoneInfo, place: Place) -> Iterator[Problem]:
    count = len(occurrences(day, text, zone))
    if count != 1:
        what = "does not exist" if count == 0 else "is twice"
        message = f"{text} {what} on {day} in {zone.key}: the clocks change"
        yield Problem(Code.TIME_SKIPPED, message, place, "mend the time, the day or the zone")


RULES = (programmes, outside, speakers, unscheduled, zones, clock_changes)
