"""Times of a programme: as printed, and as machines read them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from zoneinfo import ZoneInfo

from symposium.model.dates import Date, Dates, Period
from symposium.model.programmes import Event


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day: for the reader, and for ``datetime=``."""

    text: str
    iso: str


def clock(event: Event | None, time: str | None, day: str | None = None) -> Clock | None:
    """Return a time of an event; with day and offset as far as they are known."""
    if not time:
        return None
    text = time.zfill(5)
    day = day or (event_day(event) if event else None)
    if event is None or day is None:
        return Clock(text, text)
    return Clock(text, f"{day}T{text}{offset(event.timezone, day, text) or ''}")


def event_day(event: Event) -> str | None:
    """Return the first day of an event in ISO form, if it is known."""
    first = first_date(event.date)
    return first.iso if first and first.day else None


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


@lru_cache(maxsize=4096)
def offset(zone: str | None, day: str, time: str) -> str | None:
    """Return the offset of a zone at a local time.

    >>> offset("America/Los_Angeles", "2021-05-21", "07:10")
    '-07:00'
    """
    if not zone:
        return None
    try:
        return (
            datetime.fromisoformat(f"{day}T{time}").replace(tzinfo=ZoneInfo(zone)).isoformat()[-6:]
        )
    except (ValueError, KeyError, OSError):
        return None


def zone_label(event: Event) -> str:
    """Return how the zone of an event is named to a reader, or an empty text."""
    if not event.timezone and not event.utc_offset:
        return ""
    day = event_day(event)
    shift = event.utc_offset or (offset(event.timezone, day, "12:00") if day else None)
    parts = [event.timezone or "", f"UTC{shift.replace('-', '−')}" if shift else ""]
    return ", ".join(part for part in parts if part)
