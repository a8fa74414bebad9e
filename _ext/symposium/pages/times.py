"""Times of a programme: as printed, and as machines read them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, tzinfo

from symposium.knowledge.schedule import offset_of
from symposium.model.dates import Date, Dates, Period
from symposium.model.programmes import Event


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day: for the reader, and for ``datetime=``."""

    text: str
    iso: str


def clock(moment: datetime | None, text: str | None, zone: tzinfo | None = None) -> Clock | None:
    """Return a time as a page shows it, in a zone; what has no day is shown as it is written."""
    if moment is None:
        return Clock(text.zfill(5), text.zfill(5)) if text else None
    shown = moment.astimezone(zone) if zone and moment.tzinfo else moment
    return Clock(f"{shown:%H:%M}", shown.isoformat(timespec="minutes"))


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


def zone_label(event: Event) -> str:
    """Return how the zone of an event is named to a reader, or an empty text."""
    shift = offset_of(event)
    parts = [event.timezone or "", f"UTC{shift.replace('-', '−')}" if shift else ""]
    return ", ".join(part for part in parts if part)
