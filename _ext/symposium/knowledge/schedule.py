"""The lines of programmes as instants: which day, which zone, over midnight and clock changes."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, tzinfo
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from symposium.kinds.event import Event, Slot, is_gathering, is_pause
from symposium.kinds.talk import Talk
from symposium.knowledge.local_times import (
    MORNING,
    NIGHT,
    DayByDay,
    instant,
    parse_offset,
    single_day,
    span,
    zone_of,
)
from symposium.model.dates import calendar_day, minutes

# Sessions and their parts: which lines of a programme are within the session of another line.
# Nothing names a session in the lines of its talks: a session (or a workshop, or a track) holds
# what begins and ends in its room while it is on.

HALF_DAY = 12 * 60
"""Minutes."""
DEEPEST = 20
"""Sessions of a room that are on at the same time, and among which one is looked for."""


class TimedSlot(NamedTuple):
    """A line in minutes; what has no time that can be compared has neither."""

    slot: Slot
    start: float | None
    end: float | None


def holders(lines: Sequence[TimedSlot]) -> list[int | None]:
    """Return the place of the session that holds each line, the shortest; ``None`` for no session.

    A line without a room is only within a session without one: both are for all.
    """
    lines = _with_ends(lines)
    found: list[int | None] = [None] * len(lines)
    timed = [at for at, line in enumerate(lines) if line.start is not None]
    going_on: dict[str | None, list[int]] = {}
    """The sessions of each room that have begun, the longest first."""
    for at in sorted(timed, key=lambda one: _order(lines, one)):
        line = lines[at]
        begun = going_on.setdefault(line.slot.room, [])
        while begun and (lines[begun[-1]].end or 0) <= (line.start or 0):
            begun.pop()
        found[at] = next((it for it in begun[: -DEEPEST - 1 : -1] if _holds(lines[it], line)), None)
        if is_gathering(line.slot.kind):
            begun.append(at)
    return found


def _with_ends(lines: Sequence[TimedSlot]) -> list[TimedSlot]:
    """Return lines; a session without an end goes on until the next one or a break in its room."""
    ends: dict[tuple[str | None, bool], list[float]] = {}
    for line in lines:
        pause = is_pause(line.slot.kind)
        if line.start is not None and (pause or is_gathering(line.slot.kind)):
            ends.setdefault((line.slot.room, pause), []).append(line.start)
    for one in ends.values():
        one.sort()

    def until(line: TimedSlot, start: float) -> float:
        keys = {(line.slot.room, False), (line.slot.room, True), (None, True)} - {(None, False)}
        lists = [ends.get(key, []) for key in keys]
        later = [one[at] for one in lists if (at := bisect_right(one, start)) < len(one)]
        return min(later, default=start + HALF_DAY)

    return [
        line._replace(end=until(line, line.start))
        if line.start is not None and line.end is None and is_gathering(line.slot.kind)
        else line
        for line in lines
    ]


def _order(lines: Sequence[TimedSlot], at: int) -> tuple[float, float, bool, int]:
    """Return what puts a session before its parts."""
    line = lines[at]
    start = line.start or 0
    return start, start - (line.end or start), not is_gathering(line.slot.kind), at


def _holds(session: TimedSlot, line: TimedSlot) -> bool:
    """Tell whether a session that has begun in the room of a line holds it."""
    last = line.start if line.end is None else line.end
    if last is None or session.end is None or session.end < last:
        return False
    if is_gathering(line.slot.kind) and (session.start, session.end) == (line.start, line.end):
        return False  # neither of two sessions is a part of the other
    # In a room, all is of one session; elsewhere, a track has sessions of its own.
    return bool(line.slot.room) or session.slot.track in {None, line.slot.track}


DAY_LONG = 24 * 60
"""Minutes."""


@dataclass(frozen=True, slots=True)
class Session:
    """A line of a programme, with all that is known of when and where it is."""

    slot: Slot
    """The line. What it leaves to its talk (times, room, track) is filled in."""
    index: int | None
    """Its place among the slots of the event; ``None`` for a talk that no slot names."""
    day: date | None
    """The day on which it begins, local to its zone."""
    zone: tzinfo | None
    """The zone of its times: that of its room, else that of its event."""
    start: datetime | None = None
    """In its zone, naive if none is known; ``None`` where the day or the time is not known."""
    end: datetime | None = None


@dataclass(frozen=True, slots=True)
class Schedule:
    """All programmes."""

    of_event: Mapping[str, tuple[Session, ...]] = field(default_factory=dict)
    """The lines of each event in order of time; without days, as the event's file has them."""
    of_talk: Mapping[str, Session] = field(default_factory=dict)
    """The line of each talk of an event; of several, the first."""
    holders: Mapping[str, tuple[int | None, ...]] = field(default_factory=dict)
    """The place of the session that holds each line of an event; ``None`` for no session."""
    session_of: Mapping[str, int] = field(default_factory=dict)
    """The place of the session of each talk that is in one: the line that holds or lists it."""

    def status_of(self, talk: Talk) -> str | None:
        """Return what has become of a talk, by the programme or its own file."""
        session = self.of_talk.get(talk.id)
        return session.slot.status if session else talk.status


def make_schedule(events: Iterable[Event], talks: Mapping[str, Talk]) -> Schedule:
    """Return the programmes of events."""
    unnamed: dict[str, list[Talk]] = {}
    for talk in talks.values():
        if talk.event:
            unnamed.setdefault(talk.event, []).append(talk)
    of_event = {}
    for event in events:
        sessions = list(_in_slots(event, talks))
        named = {talk for one in sessions for talk in (one.slot.talk, *one.slot.talks)}
        sessions += _without_slots(
            event, [t for t in unnamed.get(event.id, ()) if t.id not in named]
        )
        of_event[event.id] = tuple(_in_order(sessions))
    held = {name: tuple(holders([*_on_scale(lines)])) for name, lines in of_event.items()}
    of_event = {name: _cancelled(lines, held[name]) for name, lines in of_event.items()}
    of_talk, session_of = _by_talk(of_event, held)
    return Schedule(of_event, of_talk, held, session_of)


def _cancelled(lines: tuple[Session, ...], held: Sequence[int | None]) -> tuple[Session, ...]:
    """Return lines, those of a session that is cancelled with its status and its note."""
    found = list(lines)
    for at, holder in enumerate(held):
        session = None if holder is None else lines[holder].slot
        slot = lines[at].slot
        if session and session.status == "cancelled" and not (slot.status or is_pause(slot.kind)):
            slot = replace(slot, status=session.status, note=slot.note or session.note)
            found[at] = replace(lines[at], slot=slot)
    return tuple(found)


def _on_scale(sessions: Iterable[Session]) -> Iterator[TimedSlot]:
    """Yield lines in minutes; without a day, only those of a programme in order are compared."""
    lines = list(sessions)
    clocks = _clocks(lines) if not any(one.day for one in lines) else None
    for at, one in enumerate(lines):
        slot, start, end = one.slot, None, None
        if one.start:
            start = instant(one.start).timestamp() / 60
            end = instant(one.end).timestamp() / 60 if one.end else None
        elif clocks and slot.start and slot.end:
            start = clocks[at]
            end = start + (minutes(slot.end) - minutes(slot.start)) % DAY_LONG
        yield TimedSlot(slot, start, end)


def _by_talk(
    of_event: Mapping[str, tuple[Session, ...]], held: Mapping[str, tuple[int | None, ...]]
) -> tuple[dict[str, Session], dict[str, int]]:
    """Return the first line of each talk of an event, and the place of the session that it is in.

    What others say of a talk does not count.
    """
    found: dict[str, Session] = {}
    session_of: dict[str, int] = {}
    for event_id, sessions in of_event.items():
        for at, one in enumerate(sessions):
            for own, session in ((one, held[event_id][at]), *((own, at) for own in inside(one))):
                talk = own.slot.talk
                if talk and talk.startswith(f"{event_id}/") and talk not in found:
                    found[talk] = own
                    if session is not None:
                        session_of[talk] = session
    return found, session_of


def inside(session: Session) -> Iterator[Session]:
    """Yield the talks of a session that have no line of their own, each at its time."""
    for talk in session.slot.talks:
        slot = replace(session.slot, talk=talk, talks=(), title=None)
        yield replace(session, slot=slot)


def _in_slots(event: Event, talks: Mapping[str, Talk]) -> Iterator[Session]:
    days = DayByDay(event)
    for index, slot in enumerate(event.slots):
        talk = talks.get(slot.talk) if slot.talk else None
        if talk and talk.event != event.id:
            talk = None  # it has moved to another event since
        line = _filled(slot, talk)
        own = calendar_day(talk.date) if talk else None
        own = date.fromisoformat(slot.day) if slot.day else own
        yield _session(event, line, index, days.day_of(line, own))


def _without_slots(event: Event, talks: Iterable[Talk]) -> Iterator[Session]:
    """Yield the talks that have a time of their own, in order of time."""
    timed = [talk for talk in talks if talk.start]
    for talk in sorted(timed, key=lambda one: (one.date.sort_key if one.date else (), one.start)):
        day = calendar_day(talk.date) or single_day(event)
        slot = Slot(kind=talk.kind or "talk", talk=talk.id)
        yield _session(event, _filled(slot, talk), None, day)


def _filled(slot: Slot, talk: Talk | None) -> Slot:
    if talk is None:
        return slot
    # Of a talk in two slots, the end is that of the first.
    same = slot.start in {None, talk.start}
    return replace(
        slot,
        start=slot.start or talk.start,
        end=slot.end or (talk.end if same else None),
        room=slot.room or talk.room,
        track=slot.track or talk.track,
        status=slot.status or talk.status,
        note=slot.note or talk.note,
    )


def _session(event: Event, slot: Slot, index: int | None, day: date | None) -> Session:
    zone = zone_of(event, slot.room)
    if slot.utc_offset and not isinstance(zone, ZoneInfo):
        zone = parse_offset(slot.utc_offset)
    if day is None or slot.start is None:
        return Session(slot, index, day, zone)
    start, end = span(day, slot.start, slot.end, zone, slot.utc_offset)
    return Session(slot, index, day, zone, start, end)


def _in_order(sessions: list[Session]) -> list[Session]:
    """Return sessions by time. One without a time stays below the one above it, on its day."""
    keys: list[Any] | None = _instants(sessions)
    if not any(one.day for one in sessions):
        keys = _clocks(sessions)
    if keys is None:
        return sessions
    return [sessions[index] for index in sorted(range(len(sessions)), key=keys.__getitem__)]


def _instants(sessions: Iterable[Session]) -> list[datetime]:
    """Return what sessions are ordered by where days are known."""
    keys, last = [], datetime.min.replace(tzinfo=UTC)
    for one in sessions:
        if one.start:
            last = instant(one.start)
        elif one.day:
            begin = instant(datetime.combine(one.day, time.min, one.zone))
            end = instant(datetime.combine(one.day, time.max, one.zone))
            last = min(max(begin, last), end)
        keys.append(last)
    return keys


def _clocks(sessions: Iterable[Session]) -> list[int] | None:
    """Return the minutes that order sessions whose day is unknown.

    There are none where the slots are not in order: then they are of several days.
    """
    keys, last = [], 0
    for one in sessions:
        began = minutes(one.slot.start) if one.slot.start else last
        if one.index is not None:
            began += DAY_LONG if one.slot.start and began < MORNING and last >= NIGHT else 0
            if began < last:
                return None
            last = began
        keys.append(began)
    return keys


def rooms_of(event: Event, sessions: Iterable[Session]) -> tuple[str, ...]:
    """Return the names of the rooms in use: in the order of the event, then as they are named."""
    used = dict.fromkeys(one.slot.room for one in sessions if one.slot.room)
    known = [one.name for one in event.rooms if one.name in used]
    return tuple(dict.fromkeys((*known, *used)))
