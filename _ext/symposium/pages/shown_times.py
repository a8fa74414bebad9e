"""Times of a programme, for people and for machines."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, tzinfo
from itertools import pairwise
from typing import TYPE_CHECKING

from symposium.kinds.event import Event
from symposium.knowledge.local_times import in_zone, instant, offset_of, zone_of
from symposium.locale import N_, _, formats
from symposium.model import dates as model_dates
from symposium.model.dates import Date, Dates, Period

if TYPE_CHECKING:
    from symposium.locale.unicode_formats import Formats

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
"""English, whatever the locale of the machine."""
SEASONS = {"spring": N_("Spring {year}"), "summer": N_("Summer {year}"),
           "autumn": N_("Autumn {year}"), "winter": N_("Winter {year}")}  # fmt: skip
MINUS = "\N{MINUS SIGN}"

first_date, year_of = model_dates.first_date, model_dates.year_of


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
        said = _("on {day}").format(day=day_text(shown.date()))
    if shown.replace(fold=0).utcoffset() != shown.replace(fold=1).utcoffset():
        notes.append(utc_text(shown))  # it comes twice on this day
    iso = shown.isoformat(timespec="minutes")
    return Clock(f"{shown:%H:%M}", iso, ", ".join(notes), said)


def day_text(day: date) -> str:
    """Return a day for a reader.

    >>> day_text(date(2021, 5, 21))
    'Friday, 21 May 2021'
    """
    if other := formats():
        return other.day(day, "full")
    return f"{DAYS[day.weekday()]}, {Date(day.year, day.month, day.day).printed}"


def short_day(day: date) -> str:
    """Return a day in few characters.

    >>> short_day(date(2027, 3, 26))
    'Fri 26 March'
    """
    if other := formats():
        return other.shown(day, "MMMMEd")
    return f"{DAYS[day.weekday()][:3]} {_day_and_month(day)}"


def _day_and_month(day: date) -> str:
    if other := formats():
        return other.shown(day, "MMMMd")
    return Date(day.year, day.month, day.day).printed.removesuffix(f" {day.year}")


def utc_text(moment: datetime) -> str:
    """Return the offset of a moment for a reader.

    >>> utc_text(datetime.fromisoformat("2021-05-21T07:00-07:00"))
    'UTC−07:00'
    """
    return offset_text(moment.isoformat(timespec="minutes")[16:])


def offset_text(offset: str) -> str:
    """Return an offset such as ``-07:00`` for a reader."""
    return f"UTC{offset.replace('-', MINUS)}" if offset else ""


def printed(dates: Dates | None) -> str:
    """Return a date field for a reader."""
    if isinstance(dates, tuple):
        return ", ".join(map(printed, dates))
    if dates is None:
        return ""
    other = formats()
    if other is None:
        return dates.printed
    return _interval(other, dates) if isinstance(dates, Period) else _point(other, dates)


def _point(other: Formats, one: Date) -> str:
    if one.year is None:
        return _("present")
    if one.season:
        return _(SEASONS[one.season]).format(year=one.year)
    if one.month is None:
        return str(one.year)
    when = date(one.year, one.month, one.day or 1)
    return other.day(when, "long") if one.day else other.shown(when, "yMMMM")


def _interval(other: Formats, one: Period) -> str:
    start, end = one.start, one.end
    if start == end:
        return _point(other, end)
    if start.year and start.month and end.year and end.month and bool(start.day) == bool(end.day):
        first = date(start.year, start.month, start.day or 1)
        last = date(end.year, end.month, end.day or 1)
        return other.interval(first, last, "yMMMMd" if start.day else "yMMMM")
    return f"{_point(other, start)}–{_point(other, end)}"


def span(start: Date | None, end: Date | None) -> str:
    """Return the time from ``start`` to ``end`` for a reader.

    >>> span(Date(2019), Date(2022)), span(Date(2023), None), span(Date(2015), Date(2015))
    ('2019–2022', 'since 2023', '2015')
    """
    if start and end:
        return printed(start) if start == end else f"{printed(start)}–{printed(end)}"
    if start:
        return _("since {date}").format(date=printed(start))
    return _("until {date}").format(date=printed(end)) if end else ""


def zone_label(event: Event, moments: Iterable[datetime] = ()) -> str:
    """Return how the zone of an event is named to a reader, or an empty text.

    Where clocks are put on or back between ``moments`` (aware), each offset is named with the day
    from which it holds; with the time, where another held earlier on that day.
    """
    zone, shift = zone_of(event), offset_of(event)
    seen = [one.astimezone(zone) for one in sorted(moments, key=instant)] if zone else []
    offsets = [utc_text(seen[0])] if seen else [offset_text(shift)] if shift else []
    for before, one in pairwise(seen):
        if one.utcoffset() != before.utcoffset():
            since = _day_and_month(one.date())
            since += f", {one:%H:%M}" if one.date() == before.date() else ""
            offsets.append(_("from {time} {offset}").format(time=since, offset=utc_text(one)))
    return ", ".join(filter(None, (event.timezone, *offsets)))
