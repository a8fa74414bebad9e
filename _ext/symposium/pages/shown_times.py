"""Times of a programme: as printed, and as machines read them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, tzinfo

from symposium.kinds.event import Event
from symposium.knowledge.local_times import in_zone, instant
from symposium.knowledge.schedule import offset_of, zone_of
from symposium.model.dates import Date, Dates, Period

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
"""English, whatever the locale of the machine."""
MINUS = "\N{MINUS SIGN}"


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day: for the reader, and for ``datetime=``."""

    text: str
    iso: str
    note: str = ""
    """What tells it from the same time of another day, or the other one of this day: ``+1``."""
    said: str = ""
    """The same in words."""


def clock(
    moment: datetime | None, text: str | None, zone: tzinfo | None = None, day: date | None = None
) -> Clock | None:
    """Return a time as a page shows it, in a zone; what has no day is shown as it is written.

    ``day`` is the one under whose heading it stands.
    """
    if moment is None:
        return Clock(text.zfill(5), text.zfill(5)) if text else None
    shown = in_zone(moment, zone)
    notes: list[str] = []
    said = ""
    if day and shown.date() != day:
        apart = (shown.date() - day).days
        notes.append(f"+{apart}" if apart > 0 else f"{MINUS}{-apart}")
        said = f"on {day_text(shown.date())}"
    if shown.replace(fold=0).utcoffset() != shown.replace(fold=1).utcoffset():
        notes.append(utc_text(shown))  # it comes twice on this day
    iso = shown.isoformat(timespec="minutes")
    return Clock(f"{shown:%H:%M}", iso, ", ".join(notes), said)


def day_text(day: date) -> str:
    """Return a day for a reader.

    >>> day_text(date(2021, 5, 21))
    'Friday, 21 May 2021'
    """
    return f"{DAYS[day.weekday()]}, {Date(day.year, day.month, day.day).printed}"


def utc_text(moment: datetime) -> str:
    """Return the offset of a moment for a reader.

    >>> utc_text(datetime.fromisoformat("2021-05-21T07:00-07:00"))
    'UTC−07:00'
    """
    return offset_text(moment.isoformat(timespec="minutes")[16:])


def offset_text(offset: str) -> str:
    """Return an offset such as ``-07:00`` for a reader."""
    return f"UTC{offset.replace('-', MINUS)}" if offset else ""


def first_date(dates: Dates | None) -> Date | None:
    """Return the earliest of the dates of a field."""
    if isinstance(dates, tuple):
        return min(filter(None, map(first_date, dates)), key=lambda date: date.sort_key)
    return dates.start if isinstance(dates, Period) else dates


def year_of(dates: Dates | None) -> int | None:
    """Return the year in which a date field begins."""
    first = first_date(dates)
    return first.year if first else None


def printed(dates: Dates | None) -> str:
    """Return a date field for a reader."""
    if isinstance(dates, tuple):
        return ", ".join(date.printed for date in dates)
    return dates.printed if dates else ""


def span(start: Date | None, end: Date | None) -> str:
    """Return the time from ``start`` to ``end`` for a reader.

    >>> span(Date(2019), Date(2022)), span(Date(2023), None), span(Date(2015), Date(2015))
    ('2019–2022', 'since 2023', '2015')
    """
    if start and end:
        return start.printed if start == end else f"{start.printed}–{end.printed}"
    if start:
        return f"since {start.printed}"
    return f"until {end.printed}" if end else ""


def zone_label(event: Event, moments: Iterable[datetime] = ()) -> str:
    """Return how the zone of an event is named to a reader, or an empty text.

    Where clocks are put on or back between ``moments`` (aware), each offset is named with the day
    from which it holds; with the time, where another held earlier on that day.
    """
    zone, shift = zone_of(event), offset_of(event)
    seen = [one.astimezone(zone) for one in sorted(moments, key=instant)] if zone else []
    offsets = _offsets(seen) or ([offset_text(shift)] if shift else [])
    return ", ".join([*([event.timezone] if event.timezone else []), *offsets])


def _offsets(moments: Iterable[datetime]) -> list[str]:
    found: list[str] = []
    before: datetime | None = None
    for one in moments:
        if before is None:
            found.append(utc_text(one))
        elif one.utcoffset() != before.utcoffset():
            day = f"{one.day} {day_text(one.date()).split()[2]}"
            clock = f", {one:%H:%M}" if one.date() == before.date() else ""
            found.append(f"from {day}{clock} {utc_text(one)}")
        before = one
    return found
