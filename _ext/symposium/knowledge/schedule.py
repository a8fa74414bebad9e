"""The lines of programmes as instants, with days and zones, over midnight and clock changes."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta, tzinfo
from math import inf
from zoneinfo import ZoneInfo

from symposium.kinds.event import Event, Slot, is_gathering, is_pause
from symposium.kinds.talk import Talk
from symposium.knowledge import local_times
from symposium.model.dates import calendar_day, length, minutes

# Sessions and their parts: the lines of a programme that are within the session of another line.
# The line of a talk does not name its session: a session (or a workshop, or a track) holds the
# lines that begin and end in its room while it is on.

DAY_LONG, HALF_DAY = 24 * 60, 12 * 60
"""Minutes."""
DEEPEST = 20
"""Simultaneous sessions of a room among which the holder of a line is looked for."""


def holders(lines: Sequence[Session]) -> list[int | None]:
    """Return for each line the index of the shortest session that holds it, or ``None``.

    The lines are in order of time. A line without a room can only be in a session without one:
    both are for everyone.
    """
    ends = _ends(lines)
    holding: list[int | None] = [None] * len(lines)
    going_on: dict[str | None, list[int]] = {}
    """The sessions of each room that have begun, the longest first."""
    for _begin, _length, _is_part, at in sorted(
        (line.begin, line.begin - ends[at], not is_gathering(line.slot.kind), at)
        for at, line in enumerate(lines)
        if line.begin is not None
    ):
        line, begun = lines[at], going_on.setdefault(lines[at].slot.room, [])
        while begun and ends[begun[-1]] <= (line.begin or 0):
            begun.pop()
        near = begun[: -DEEPEST - 1 : -1]
        holding[at] = next((index for index in near if _holds(lines, ends, index, at)), None)
        if is_gathering(line.slot.kind):
            begun.append(at)
    return holding


def _ends(lines: Sequence[Session]) -> list[float]:
    """Return the ends of lines; an open session lasts until the next one or a break in its room."""
    cuts: dict[str | None, list[float]] = {None: []}
    for line in lines:
        room, kind = line.slot.room, line.slot.kind
        if line.begin is not None and (is_pause(kind) or (room and is_gathering(kind))):
            cuts.setdefault(room, []).append(line.begin)
    ends = []
    for line in lines:
        begin = line.begin or 0
        end = begin if line.finish is None else line.finish
        if line.finish is None and is_gathering(line.slot.kind):
            lists = (cuts[None], cuts.get(line.slot.room, ()))
            later = [cut[at] for cut in lists if (at := bisect_right(cut, begin)) < len(cut)]
            end = min(later, default=begin + HALF_DAY)
        ends.append(end)
    return ends


def _holds(lines: Sequence[Session], ends: Sequence[float], session: int, at: int) -> bool:
    """Tell whether a session that has begun in the room of a line holds it."""
    whole, line = lines[session], lines[at]
    if ends[session] < ends[at]:
        return False
    if is_gathering(line.slot.kind) and (whole.begin, ends[session]) == (line.begin, ends[at]):
        return False  # neither of two sessions is a part of the other
    # A room has one session at a time; without rooms, each track has sessions of its own.
    return bool(line.slot.room) or whole.slot.track in {None, line.slot.track}


@dataclass(frozen=True, slots=True)
class Session:
    """A line of a programme with its day, its zone and its times, as far as they are known."""

    slot: Slot
    """The line; times, room and track that it leaves out are those of its talk."""
    index: int | None
    """Its index among the slots of the event; ``None`` for a talk that no slot names."""
    day: date | None
    """The day on which it begins, local to its zone."""
    zone: tzinfo | None
    """The zone of its times: that of its room, else that of its event."""
    start: datetime | None = None
    """In its zone, naive if none is known; ``None`` if the day or the time is not known."""
    end: datetime | None = None
    begin: float | None = None
    """In minutes since 1970; if no line of the event has a day, since midnight."""
    finish: float | None = None


@dataclass(frozen=True, slots=True)
class Schedule:
    """The programmes of all events."""

    of_event: Mapping[str, tuple[Session, ...]] = field(default_factory=dict)
    """The lines of each event in order of time; if that is unknown, as in the event's file."""
    of_talk: Mapping[str, Session] = field(default_factory=dict)
    """The line of each talk of an event; of several, the first."""
    holders: Mapping[str, tuple[int | None, ...]] = field(default_factory=dict)
    """The index of the session that holds each line of an event; ``None`` for no session."""
    session_of: Mapping[str, int] = field(default_factory=dict)
    """The index of the session of each talk that is in one: the line that holds or lists it."""
    days: Mapping[str, tuple[date | None, ...]] = field(default_factory=dict)
    """The day of each line of an event under which it is shown."""

    def status_of(self, talk: Talk) -> str | None:
        """Return the status of a talk, from the programme or else from its own file."""
        session = self.of_talk.get(talk.id)
        return session.slot.status if session else talk.status


def make_schedule(events: Iterable[Event], talks: Mapping[str, Talk]) -> Schedule:
    """Return the programmes of events."""
    by_event: dict[str, list[Talk]] = {}
    for talk in talks.values():
        if talk.event:
            by_event.setdefault(talk.event, []).append(talk)
    of_event, days = {}, {}
    for event in events:
        sessions = list(_in_slots(event, talks))
        scheduled = {talk for line in sessions for talk in (line.slot.talk, *line.slot.talks)}
        sessions += _without_slots(
            event, [t for t in by_event.get(event.id, ()) if t.id not in scheduled]
        )
        of_event[event.id] = tuple(_in_order(sessions))
        days[event.id] = _days(event, of_event[event.id])
    held = {name: tuple(holders(lines)) for name, lines in of_event.items()}
    of_event = {name: _cancelled(lines, held[name]) for name, lines in of_event.items()}
    of_talk, session_of = _by_talk(of_event, held)
    return Schedule(of_event, of_talk, held, session_of, days)


def _cancelled(lines: tuple[Session, ...], held: Sequence[int | None]) -> tuple[Session, ...]:
    """Return the lines; those in a cancelled session take its status and its note."""
    new_lines = list(lines)
    for at, holder in enumerate(held):
        session = None if holder is None else lines[holder].slot
        slot = lines[at].slot
        if session and session.status == "cancelled" and not (slot.status or is_pause(slot.kind)):
            slot = replace(slot, status=session.status, note=slot.note or session.note)
            new_lines[at] = replace(lines[at], slot=slot)
    return tuple(new_lines)


def _by_talk(
    of_event: Mapping[str, tuple[Session, ...]], held: Mapping[str, tuple[int | None, ...]]
) -> tuple[dict[str, Session], dict[str, int]]:
    """Return the first line of each talk of an event, and the index of the session that it is in.

    Lines of other events do not count.
    """
    of_talk: dict[str, Session] = {}
    session_of: dict[str, int] = {}
    for event_id, sessions in of_event.items():
        for at, line in enumerate(sessions):
            for own, session in ((line, held[event_id][at]), *((own, at) for own in inside(line))):
                talk = own.slot.talk
                if talk and talk.startswith(f"{event_id}/") and talk not in of_talk:
                    of_talk[talk] = own
                    if session is not None:
                        session_of[talk] = session
    return of_talk, session_of


def inside(session: Session) -> Iterator[Session]:
    """Yield lines for the talks that a session lists, each at the time of the session."""
    for talk in session.slot.talks:
        slot = replace(session.slot, talk=talk, talks=(), title=None)
        yield replace(session, slot=slot)


def _in_slots(event: Event, talks: Mapping[str, Talk]) -> Iterator[Session]:
    lines = []
    for slot in event.slots:
        talk = talks.get(slot.talk) if slot.talk else None
        if talk and talk.event != event.id:
            talk = None  # it has moved to another event since
        own = calendar_day(talk.date) if talk else None
        lines.append((_filled(slot, talk), date.fromisoformat(slot.day) if slot.day else own))
    for index, ((line, _own), day) in enumerate(
        zip(lines, local_times.days_of_slots(event, lines), strict=True)
    ):
        yield _session(event, line, index, day)


def _without_slots(event: Event, talks: Iterable[Talk]) -> Iterator[Session]:
    """Yield the talks that have a time of their own, in order of time."""
    timed = [talk for talk in talks if talk.start]
    for talk in sorted(timed, key=lambda t: (t.date.sort_key if t.date else (), t.start)):
        yield without_slot(event, talk)


def without_slot(event: Event | None, talk: Talk) -> Session:
    """Return the line of a talk that no slot names, of an event or outside."""
    day = calendar_day(talk.date) or (local_times.single_day(event) if event else None)
    return _session(event, _filled(Slot(kind=talk.kind or "talk", talk=talk.id), talk), None, day)


def _filled(slot: Slot, talk: Talk | None) -> Slot:
    if talk is None:
        return slot
    # The end of a talk in two slots is that of the first.
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


def _session(event: Event | None, slot: Slot, index: int | None, day: date | None) -> Session:
    zone = local_times.zone_of(event, slot.room) if event else None
    if slot.utc_offset and not isinstance(zone, ZoneInfo):
        zone = local_times.parse_offset(slot.utc_offset)
    if day is None or slot.start is None:
        return Session(slot, index, day, zone)
    start, end = local_times.span(day, slot.start, slot.end, zone, slot.utc_offset)
    finish = _minute(end) if end else None
    return Session(slot, index, day, zone, start, end, _minute(start), finish)


def _minute(moment: datetime) -> float:
    return local_times.instant(moment).timestamp() / 60


def _in_order(sessions: list[Session]) -> list[Session]:
    """Return sessions by time. One without a time stays below the one above it, on its day."""
    has_days = any(session.day for session in sessions)
    keys = _instant_keys(sessions) if has_days else _clock_keys(sessions)
    if keys is None:
        return sessions
    if not has_days:
        for at, (session, begin) in enumerate(zip(sessions, keys, strict=True)):
            if start := session.slot.start:
                finish = begin + length(start, session.slot.end) if session.slot.end else None
                sessions[at] = replace(session, begin=begin, finish=finish)
    return [sessions[index] for index in sorted(range(len(sessions)), key=keys.__getitem__)]


def _instant_keys(sessions: Iterable[Session]) -> list[float]:
    """Return the sort keys of sessions with days, in minutes since 1970."""
    keys, last = [], -inf
    for line in sessions:
        if line.begin is not None:
            last = line.begin
        elif line.day:
            begin, end = (datetime.combine(line.day, at, line.zone) for at in (time.min, time.max))
            last = min(max(_minute(begin), last), _minute(end))
        keys.append(last)
    return keys


def _clock_keys(sessions: Iterable[Session]) -> list[float] | None:
    """Return the sort keys of sessions without days, in minutes since midnight.

    It is ``None`` if the slots are not in order of time, as they are then of several days.
    """
    keys: list[float] = []
    last = 0
    for session in sessions:
        began = minutes(session.slot.start) if session.slot.start else last
        if session.index is not None:
            began += (
                DAY_LONG
                if session.slot.start and began < local_times.MORNING and last >= local_times.NIGHT
                else 0
            )
            if began < last:
                return None
            last = began
        keys.append(began)
    return keys


SOON = timedelta(hours=4)
"""A line that begins before the morning, so soon after the line above, is shown on its day."""


def _days(event: Event, sessions: Iterable[Session]) -> tuple[date | None, ...]:
    """Return the day of each line of a programme, in the zone of its event.

    A line that begins before the morning belongs to the day before if it follows a late line, or
    if it is still that day in the zone of its room: a programme ends when people go to bed. A line
    without a day belongs to that of the line above.
    """
    zone = local_times.zone_of(event)
    days: list[date | None] = []
    day: date | None = None
    last: datetime | None = None
    for session in sessions:
        if session.start is None:
            day = session.day or day
        else:
            shown = local_times.in_zone(session.start, zone)
            follows = last is not None and local_times.instant(session.start) - last <= SOON
            if _is_night_after(session.day, shown):
                day = session.day
            elif not (follows and _is_night_after(day, shown)):
                day = shown.date()
            last = local_times.instant(session.end or session.start)
        days.append(day)
    return tuple(days)


def _is_night_after(day: date | None, shown: datetime) -> bool:
    early = shown.hour * 60 + shown.minute < local_times.MORNING
    return early and day is not None and shown.date() == day + timedelta(days=1)


def rooms_of(event: Event, sessions: Iterable[Session]) -> tuple[str, ...]:
    """Return the names of the rooms in use: in the order of the event, then as they are named."""
    used = dict.fromkeys(session.slot.room for session in sessions if session.slot.room)
    listed = [room.name for room in event.rooms if room.name in used]
    return tuple(dict.fromkeys((*listed, *used)))
