"""The lines of programmes as instants: which day, which zone, over midnight and clock changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo

from symposium.model.dates import Date, Dates, Period, parse_date
from symposium.model.programmes import Event, Slot, Talk

NIGHT, MORNING = 18 * 60, 6 * 60
"""Minutes: what begins before the one, below what began after the other, is on the next day."""


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


def make_schedule(events: Iterable[Event], talks: Mapping[str, Talk]) -> Schedule:
    """Return the programmes of events."""
    unnamed: dict[str, list[Talk]] = {}
    for talk in talks.values():
        if talk.event:
            unnamed.setdefault(talk.event, []).append(talk)
    of_event = {}
    of_talk: dict[str, Session] = {}
    for event in events:
        sessions = list(_in_slots(event, talks))
        named = {one.slot.talk for one in sessions}
        sessions += _without_slots(
            event, [t for t in unnamed.get(event.id, ()) if t.id not in named]
        )
        of_event[event.id] = tuple(_in_order(sessions))
        for one in of_event[event.id]:
            if one.slot.talk:
                of_talk.setdefault(one.slot.talk, one)
    return Schedule(of_event, of_talk)


def _in_slots(event: Event, talks: Mapping[str, Talk]) -> Iterator[Session]:
    only, above = single_day(event), None
    night = _Night()
    for index, slot in enumerate(event.slots):
        talk = talks.get(slot.talk) if slot.talk else None
        line = _filled(slot, talk)
        own = calendar_day(parse_date(slot.day)) if slot.day else None
        own = own or (calendar_day(talk.date) if talk and talk.date else None)
        above = own or (None if slot.day else above)
        day = own or only or above
        day = night.day_of(day, line.start, given=own is not None)
        yield _session(event, line, index, day)


@dataclass(slots=True)
class _Night:
    """The last line of a programme: what follows a late one after midnight is on the next day."""

    day: date | None = None
    late: bool = False

    def day_of(self, day: date | None, start: str | None, *, given: bool) -> date | None:
        """Return the day of the next line; one that the line itself gives is kept."""
        if start is None:
            return day
        began = minutes(start)
        after = self.late and began < MORNING and day == self.day and not given
        self.day, self.late = day, after or began >= NIGHT
        return _next(day) if day and after else day


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
    return replace(
        slot,
        start=slot.start or talk.start,
        end=slot.end or talk.end,
        room=slot.room or talk.room,
        track=slot.track or talk.track,
    )


def _session(event: Event, slot: Slot, index: int | None, day: date | None) -> Session:
    zone = zone_of(event, slot.room)
    if day is None or slot.start is None:
        return Session(slot, index, day, zone)
    start, end = span(day, slot.start, slot.end, zone, slot.utc_offset)
    return Session(slot, index, day, zone, start, end)


def _in_order(sessions: list[Session]) -> list[Session]:
    """Return sessions by time. One without a time stays below the one above it."""
    if not any(one.start for one in sessions):
        return sessions
    keys, last = [], datetime.min.replace(tzinfo=UTC)
    for one in sessions:
        last = instant(one.start) if one.start else last
        keys.append(last)
    return [sessions[index] for index in sorted(range(len(sessions)), key=keys.__getitem__)]


def span(
    day: date, start: str, end: str | None, zone: tzinfo | None, utc_offset: str | None = None
) -> tuple[datetime, datetime | None]:
    """Return the beginning and the end of what begins on a day.

    The end is the first moment after the beginning at which clocks show it: on the next day, or,
    as clocks are put back, in the hour that comes twice. ``utc_offset`` tells which of two equal
    times begins it.

    >>> los_angeles = ZoneInfo("America/Los_Angeles")
    >>> [one.isoformat() for one in span(date(2021, 5, 21), "23:00", "0:40", los_angeles)]
    ['2021-05-21T23:00:00-07:00', '2021-05-22T00:40:00-07:00']
    >>> [one.isoformat() for one in span(date(2021, 11, 7), "01:30", "01:15", los_angeles)]
    ['2021-11-07T01:30:00-07:00', '2021-11-07T01:15:00-08:00']
    """
    began = datetime.combine(day, _time(start), zone)
    wanted = parse_offset(utc_offset) if utc_offset else None
    if wanted is not None and began.utcoffset() != wanted.utcoffset(None):
        second = began.replace(fold=1)
        began = second if second.utcoffset() == wanted.utcoffset(None) else began
    if end is None:
        return began, None
    same_day = datetime.combine(day, _time(end), zone)
    ends = (same_day, same_day.replace(fold=1), datetime.combine(_next(day), _time(end), zone))
    return began, next((one for one in ends if instant(one) >= instant(began)), ends[-1])


def _time(text: str) -> time:
    hours, _, rest = text.partition(":")
    return time(int(hours), int(rest))


def _next(day: date) -> date:
    return day + timedelta(days=1)


def instant(moment: datetime) -> datetime:
    """Return a moment in UTC, so that it can be compared: a naive one is taken as it is.

    Two moments of one zone are compared by what clocks show, which is wrong as they are put back.
    """
    return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)


def minutes(text: str) -> int:
    """Return the minutes since midnight.

    >>> minutes("09:40")
    580
    """
    hours, _, rest = text.partition(":")
    return int(hours) * 60 + int(rest)


def calendar_day(given: Date | None) -> date | None:
    """Return the day that a date names; the first and the last years of calendars have none."""
    if given is None or not (given.year and given.month and given.day):
        return None
    # A day more or less, or another zone, must not lead out of the calendar.
    return date(given.year, given.month, given.day) if 1 < given.year < 9999 else None


def single_day(event: Event) -> date | None:
    """Return the day of an event of one day."""
    dates = event.date
    if isinstance(dates, Period) and dates.start == dates.end:
        dates = dates.start
    return calendar_day(dates) if isinstance(dates, Date) else None


def days_of(event: Event) -> tuple[date, date] | None:
    """Return the first and the last day of an event, if both are known."""
    dates = event.date
    items = dates if isinstance(dates, tuple) else (dates,) if dates else ()
    starts = [calendar_day(one.start if isinstance(one, Period) else one) for one in items]
    ends = [calendar_day(one.end if isinstance(one, Period) else one) for one in items]
    if not starts or None in starts or None in ends:
        return None
    return min(filter(None, starts)), max(filter(None, ends))


def event_dates(dates: Dates | None) -> tuple[str | None, str | None]:
    """Return the first and the last date of an event, as precise as they are known.

    >>> event_dates(Period(Date(2021, 5, 17), Date(2021, 5, 21)))
    ('2021-05-17', '2021-05-21')
    >>> event_dates(Date(2021)), event_dates(None)
    (('2021', '2021'), (None, None))
    """
    if not dates:
        return None, None
    items = dates if isinstance(dates, tuple) else (dates,)
    starts = [item.start if isinstance(item, Period) else item for item in items]
    ends = [item.end if isinstance(item, Period) else item for item in items]
    first = min(starts, key=lambda one: one.sort_key)
    last = max(ends, key=lambda one: one.sort_key)
    return first.iso, last.iso


def zone_of(event: Event, room: str | None = None) -> tzinfo | None:
    """Return the zone of a room or of its event: the named one, else a fixed offset, else none."""
    own = next((one.timezone for one in event.rooms if one.name == room), None) if room else None
    name = own or event.timezone
    found = named_zone(name) if name else None
    # A zone that is not known was reported when the file was read.
    return found or (parse_offset(event.utc_offset) if event.utc_offset else None)


@lru_cache(maxsize=1024)
def named_zone(name: str) -> ZoneInfo | None:
    """Return the zone of an IANA name, or ``None`` if there is no such zone."""
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, KeyError):
        return None


def parse_offset(text: str) -> tzinfo | None:
    """Return the fixed zone that an offset such as ``-07:00`` means, or ``None``.

    >>> parse_offset("-07:00").utcoffset(None) == timedelta(hours=-7)
    True
    >>> parse_offset("PDT") is None
    True
    """
    try:
        return datetime.strptime(text, "%z").tzinfo
    except ValueError:
        return None


def offset_of(event: Event) -> str | None:
    """Return the offset of an event: the one it gives, else that of its zone on all its days."""
    if event.utc_offset:
        return event.utc_offset
    days, zone = days_of(event), zone_of(event)
    if days is None or zone is None:
        return None
    first, last = (datetime.combine(day, time(12), zone).isoformat()[19:] for day in days)
    return first if first == last else None


def rooms_of(event: Event, sessions: Iterable[Session]) -> tuple[str, ...]:
    """Return the names of the rooms in use: in the order of the event, then as they are named."""
    used = dict.fromkeys(one.slot.room for one in sessions if one.slot.room)
    known = [one.name for one in event.rooms if one.name in used]
    return tuple(dict.fromkeys((*known, *used)))
