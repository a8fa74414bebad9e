"""Days and times of events as instants, also after midnight and when clocks change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo

from symposium.kinds.event import Deadline, Event, Slot
from symposium.model.dates import AOE, Dates, calendar_day, first_date, length, minutes, periods_of

DAY = timedelta(days=1)


def span(
    day: date, start: str, end: str | None, zone: tzinfo | None, utc_offset: str | None = None
) -> tuple[datetime, datetime | None]:
    """Return the beginning and the end of a slot that begins on a day.

    The end is the first moment after the beginning at which clocks show ``end``: possibly on the
    next day, or in the hour that is repeated when clocks are put back. ``utc_offset`` selects one
    of two equal local times, of the beginning or else of the end.

    >>> los_angeles = ZoneInfo("America/Los_Angeles")
    >>> [moment.isoformat() for moment in span(date(2021, 5, 21), "23:00", "0:40", los_angeles)]
    ['2021-05-21T23:00:00-07:00', '2021-05-22T00:40:00-07:00']
    >>> [moment.isoformat() for moment in span(date(2021, 11, 7), "01:30", "01:15", los_angeles)]
    ['2021-11-07T01:30:00-07:00', '2021-11-07T01:15:00-08:00']
    """
    offset = parse_offset(utc_offset).utcoffset(None) if utc_offset else None
    began = _with_offset(_moments(day, start, zone), offset)
    if end is None:
        return began, None
    same_day = _moments(day, end, zone)
    if minutes(end) < minutes(start):
        same_day = same_day[1:]  # it has passed, unless clocks are put back
    for moments in (same_day, _moments(day + DAY, end, zone)):
        after = [moment for moment in moments if instant(moment) >= instant(began)]
        if after:
            return began, _with_offset(after, offset)
        if minutes(end) > minutes(start):
            break
    # One of the times does not exist, as clocks are put forward: only the length is known.
    lasts = timedelta(minutes=length(start, end))
    return began, (instant(began) + lasts).astimezone(zone)


def _with_offset(moments: Sequence[datetime], offset: timedelta | None) -> datetime:
    """Return the moment with an offset, or the first if none has it."""
    return next((moment for moment in moments if moment.utcoffset() == offset), moments[0])


def _moments(day: date, text: str, zone: tzinfo | None) -> list[datetime]:
    """Return the moments of a day at which clocks show a time, in order.

    A time that does not exist is read as before clocks are put forward (RFC 5545, 3.3.5).
    """
    first = datetime.combine(day, time(*divmod(minutes(text), 60)), zone)
    second = first.replace(fold=1)
    return [first, second] if instant(second) > instant(first) else [first]


def occurrences(day: date, text: str, zone: tzinfo) -> list[datetime]:
    """Return the moments at which clocks show a time on a day: none, one or two.

    >>> zone = ZoneInfo("America/Los_Angeles")
    >>> [len(occurrences(date(2021, 3, 14), text, zone)) for text in ("01:59", "02:30", "03:00")]
    [1, 0, 1]
    >>> [moment.isoformat()[19:] for moment in occurrences(date(2021, 11, 7), "01:30", zone)]
    ['-07:00', '-08:00']
    """
    moments = [(moment, instant(moment).astimezone(zone)) for moment in _moments(day, text, zone)]
    return [m for m, shown in moments if shown.isoformat()[:16] == m.isoformat()[:16]]


def in_zone(moment: datetime, zone: tzinfo | None) -> datetime:
    """Return a moment in a zone; unchanged if the moment is naive or there is no zone."""
    return moment.astimezone(zone) if zone and moment.tzinfo else moment


def instant(moment: datetime) -> datetime:
    """Return a moment in UTC, to compare it with others; a naive one is taken as UTC.

    Python compares moments of one zone by local time, which is wrong when clocks are put back.
    """
    return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)


def parse_offset(text: str) -> timezone:
    """Return the fixed zone that an offset such as ``-07:00`` means.

    >>> parse_offset("-07:00").utcoffset(None) == timedelta(hours=-7)
    True
    """
    return timezone(datetime.fromisoformat(f"2000-01-01T00:00{text}").utcoffset() or timedelta())


NIGHT, MORNING = 18 * 60, 6 * 60
"""Minutes; a line that begins before `MORNING`, below one after `NIGHT`, is on the next day."""


def days_of(event: Event) -> tuple[date, date] | None:
    """Return the first and the last day of an event, if both are known."""
    ends = [(calendar_day(p.start), calendar_day(p.end)) for p in periods_of(event.date)]
    days = [day for pair in ends for day in pair if day]
    return (min(days), max(days)) if days and len(days) == 2 * len(ends) else None


def single_day(event: Event) -> date | None:
    """Return the day of an event of one day, or ``None`` for any other."""
    days = days_of(event)
    return days[0] if days and days[0] == days[1] else None


def event_dates(dates: Dates | None) -> tuple[str | None, str | None]:
    """Return the first and the last date of an event, as precise as they are known.

    >>> from symposium.model.dates import Date, Period
    >>> event_dates(Period(Date(2021, 5, 17), Date(2021, 5, 21)))
    ('2021-05-17', '2021-05-21')
    >>> event_dates(Date(2021)), event_dates(None)
    (('2021', '2021'), (None, None))
    """
    first = first_date(dates)
    if first is None:
        return None, None
    last = max([period.end for period in periods_of(dates)], key=lambda end: end.sort_key)
    return first.iso, last.iso


def days_of_slots(event: Event, slots: Iterable[tuple[Slot, date | None]]) -> Iterator[date | None]:
    """Yield the day of each line of a programme, in order.

    ``slots`` are the lines, each with its own day if it has one. Without it, a line is on the day
    of the line above, or on the next one after midnight. At an event of one day, a line with
    another day does not affect the lines below.
    """
    days, single = days_of(event), single_day(event)
    # The day of the lines, and whether the last line is late on it, or past the midnight after it.
    day, is_late, is_past = single, False, False
    for slot, own in slots:
        began = minutes(slot.start) if slot.start else None
        is_early = began is not None and began < MORNING
        if own and not (is_early and (is_late or is_past) and own == _next_day(day)):
            day, is_late, is_past = single or own, False, False
        elif is_early:
            is_past = is_past or is_late
        elif is_past and began is not None:
            # The night is over: the event goes on, if it has another day.
            after, is_past = _next_day(day), False
            if days is None or (after and after <= days[1]):
                day = after
        if began is not None:
            is_late = began >= NIGHT or bool(slot.end and minutes(slot.end) < began)
        yield own or (_next_day(day) if is_past else day)


def _next_day(day: date | None) -> date | None:
    return day + DAY if day else None


def zone_of(event: Event, room: str | None = None) -> tzinfo | None:
    """Return the zone of a room or of its event: the named one, else a fixed offset or ``None``."""
    own = next((r.timezone for r in event.rooms if r.name == room), None) if room else None
    if name := own or event.timezone:
        return ZoneInfo(name)
    return parse_offset(event.utc_offset) if event.utc_offset else None


def offset_of(event: Event) -> str | None:
    """Return the offset of an event: the one it gives, else that of its zone on all its days."""
    if event.utc_offset:
        return event.utc_offset
    days, zone = days_of(event), zone_of(event)
    if days is None or zone is None:
        return None
    first, last = (datetime.combine(day, time(12), zone).isoformat()[19:] for day in days)
    return first if first == last else None


ANYWHERE = timezone(timedelta(hours=-12))
"""Where a day ends last: Anywhere on Earth, UTC-12."""
END_OF_DAY = "23:59"


def zone_of_deadline(event: Event, deadline: Deadline) -> tzinfo | None:
    """Return the zone of a deadline: its own, else that of the event."""
    if deadline.timezone == AOE:
        return ANYWHERE
    return ZoneInfo(deadline.timezone) if deadline.timezone else zone_of(event)


def moment_of(event: Event, deadline: Deadline) -> datetime | None:
    """Return the last second of a deadline in its zone; ``None`` if no zone is known."""
    zone = zone_of_deadline(event, deadline)
    if zone is None:
        return None
    moment, _ = span(date.fromisoformat(deadline.date), deadline.time or END_OF_DAY, None, zone)
    return moment if deadline.time else moment.replace(second=59)


def last_moment(event: Event, deadline: Deadline) -> datetime:
    """Return the last second of a deadline; without a zone, that of its day Anywhere on Earth."""
    end = datetime.fromisoformat(f"{deadline.date}T{END_OF_DAY}:59").replace(tzinfo=ANYWHERE)
    return moment_of(event, deadline) or end
