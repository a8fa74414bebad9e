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
"""In English, whatever the locale of the machine."""
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
    """Distinguishes it from the same time of another day, or of another offset: ``+1``."""
    said: str = ""
    """The note in words."""


def clock(
    moment: datetime | None, text: str | None, zone: tzinfo | None = None, day: date | None = None
) -> Clock | None:
    """Return a moment as a page shows it, in a zone; without a moment, the time in ``text``.

    ``day`` is that of the heading above it on the page.
    """
    if moment is None:
        return Clock(text.zfill(5), text.zfill(5)) if text else None
    local = in_zone(moment, zone)
    notes: list[str] = []
    words = ""
    if day and local.date() != day:
        apart = (local.date() - day).days
        notes.append(f"+{apart}" if apart > 0 else f"{MINUS}{-apart}")
        words = _("on {day}").format(day=day_text(local.date()))
    if local.replace(fold=0).utcoffset() != local.replace(fold=1).utcoffset():
        notes.append(utc_text(local))  # it comes twice on this day
    iso = local.isoformat(timespec="minutes")
    return Clock(f"{local:%H:%M}", iso, ", ".join(notes), words)


def day_text(day: date) -> str:
    """Return a day for a reader.

    >>> day_text(date(2021, 5, 21))
    'Friday, 21 May 2021'
    """
    if cldr := formats():
        return cldr.day(day, "full")
    return f"{DAYS[day.weekday()]}, {Date(day.year, day.month, day.day).printed}"


def short_day(day: date) -> str:
    """Return a day in few characters.

    >>> short_day(date(2027, 3, 26))
    'Fri 26 March'
    """
    if cldr := formats():
        return cldr.shown(day, "MMMMEd")
    return f"{DAYS[day.weekday()][:3]} {_day_and_month(day)}"


def _day_and_month(day: date) -> str:
    if cldr := formats():
        return cldr.shown(day, "MMMMd")
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


def date_text(dates: Dates | None) -> str:
    """Return a date field for a reader."""
    if isinstance(dates, tuple):
        return ", ".join(map(date_text, dates))
    if dates is None:
        return ""
    cldr = formats()
    if cldr is None:
        return dates.printed
    return _interval(cldr, dates) if isinstance(dates, Period) else _point(cldr, dates)


def _point(cldr: Formats, point: Date) -> str:
    if point.year is None:
        return _("present")
    if point.season:
        return _(SEASONS[point.season]).format(year=point.year)
    if point.month is None:
        return str(point.year)
    when = date(point.year, point.month, point.day or 1)
    return cldr.day(when, "long") if point.day else cldr.shown(when, "yMMMM")


def _interval(cldr: Formats, period: Period) -> str:
    start, end = period.start, period.end
    if start == end:
        return _point(cldr, end)
    if start.year and start.month and end.year and end.month and bool(start.day) == bool(end.day):
        first = date(start.year, start.month, start.day or 1)
        last = date(end.year, end.month, end.day or 1)
        return cldr.interval(first, last, "yMMMMd" if start.day else "yMMMM")
    return f"{_point(cldr, start)}–{_point(cldr, end)}"


def span(start: Date | None, end: Date | None) -> str:
    """Return the time from ``start`` to ``end`` for a reader.

    >>> span(Date(2019), Date(2022)), span(Date(2023), None), span(Date(2015), Date(2015))
    ('2019–2022', 'since 2023', '2015')
    """
    if start and end:
        return date_text(start) if start == end else f"{date_text(start)}–{date_text(end)}"
    if start:
        return _("since {date}").format(date=date_text(start))
    return _("until {date}").format(date=date_text(end)) if end else ""


def zone_label(event: Event, moments: Iterable[datetime] = ()) -> str:
    """Return the time zone of an event in words, or an empty text.

    If clocks change between ``moments`` (aware), each offset has the day from which it applies, and
    the time if another offset applied earlier on that day.
    """
    zone, shift = zone_of(event), offset_of(event)
    local = [moment.astimezone(zone) for moment in sorted(moments, key=instant)] if zone else []
    offsets = [utc_text(local[0])] if local else [offset_text(shift)] if shift else []
    for before, moment in pairwise(local):
        if moment.utcoffset() != before.utcoffset():
            since = _day_and_month(moment.date())
            since += f", {moment:%H:%M}" if moment.date() == before.date() else ""
            offsets.append(_("from {time} {offset}").format(time=since, offset=utc_text(moment)))
    return ", ".join(filter(None, (event.timezone, *offsets)))
