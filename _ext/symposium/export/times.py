"""Times for machines: ISO 8601 with offset where the day is known, local time where it is not."""

from __future__ import annotations

from datetime import datetime, time, timedelta, tzinfo
from zoneinfo import ZoneInfo

from symposium.model.dates import Date, Dates, Period, parse_date
from symposium.model.programmes import Event

Ends = tuple[str | None, str | None]
"""Start and end, as they are exported."""


def event_dates(dates: Dates | None) -> Ends:
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
    first = min(starts, key=lambda date: date.sort_key)
    last = max(ends, key=lambda date: date.sort_key)
    return first.iso, last.iso


def day_of(event: Event | None, *given: Date | str | None) -> Date | None:
    """Return the day on which something happens: the first one given, else that of the event.

    A date without a day, an event of several days and a text that is no date ("Day 2") give none.
    """
    for value in given:
        date = parse_date(value) if isinstance(value, str) else value
        if date and date.day:
            return date
    dates = event.date if event else None
    return dates if isinstance(dates, Date) and dates.day else None


def zone_of(event: Event | None) -> tzinfo | None:
    """Return the zone of an event: the named one, else its fixed offset, else none."""
    if event and event.timezone:
        try:
            return ZoneInfo(event.timezone)
        except (ValueError, OSError, KeyError):
            pass  # reported when the file is read; the offset may still be known
    return parse_offset(event.utc_offset) if event and event.utc_offset else None


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
    """Return the offset of an event: the one it gives, else that of its zone on its day."""
    if event.utc_offset:
        return event.utc_offset
    day, zone = day_of(event), zone_of(event)
    if day is None or zone is None:
        return None
    noon = _moment(day, time(12), zone)
    return noon.isoformat()[19:] if noon else None


def span(start: str | None, end: str | None, day: Date | None, zone: tzinfo | None) -> Ends:
    """Return start and end for machines; an end before the start is on the next day.

    >>> span("09:00", "09:40", Date(2021, 5, 21), ZoneInfo("America/Los_Angeles"))
    ('2021-05-21T09:00:00-07:00', '2021-05-21T09:40:00-07:00')
    >>> span("07:10", "07:50", None, None)
    ('07:10', '07:50')
    """
    if day is None:
        return start, end
    first, last = _clock(start), _clock(end)
    began = _moment(day, first, zone) if first else None
    ended = _moment(day, last, zone) if last else None
    if first and last and ended and last < first:
        ended = _next_day(ended)
    return (began.isoformat() if began else start), (ended.isoformat() if ended else end)


def _clock(text: str | None) -> time | None:
    try:
        return time.fromisoformat(text) if text else None
    except ValueError:
        return None


def _moment(day: Date, clock: time, zone: tzinfo | None) -> datetime | None:
    if not (day.year and day.month and day.day):
        return None
    return datetime(day.year, day.month, day.day, clock.hour, clock.minute, tzinfo=zone)


def _next_day(moment: datetime) -> datetime:
    """Return the same time on the next day; the last day of all has none."""
    try:
        return moment + timedelta(days=1)
    except OverflowError:
        return moment
