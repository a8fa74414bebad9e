"""Days and times, as schedules write them and as people type them into spreadsheets."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

LONGEST = 31 * 24 * 60
"""Minutes that something may take."""
MONTHS = {
    name: number
    for number, names in enumerate(
        ("jan", "feb", "mar mär", "apr", "may mai", "jun", "jul", "aug", "sep", "oct okt", "nov",
         "dec dez"), 1,
    )
    for name in names.split()
}  # fmt: skip
WEEKDAYS = ("mon mo", "tue di", "wed mi", "thu do", "fri fr", "sat sa", "sun so")
RE_CLOCK = re.compile(r"([01]?\d|2[0-4])[:.]([0-5]\d)(?::[0-5]\d(?:\.\d+)?)?", re.ASCII)
RE_PARTS = re.compile(r"(?:(\d{1,4}):)?(\d{1,4}):([0-5]?\d)", re.ASCII)
RE_MINUTES = re.compile(r"(\d{1,6})(?:\.0+)?\s*(?:m|min|minutes)?", re.ASCII | re.IGNORECASE)
RE_RANGE = re.compile(r"\s*[-–—]\s*")
RE_ORDER = re.compile(r"(\d{1,2})([./-])\s?(\d{1,2})\2\s?(\d{4}|\d{2})?")
RE_NTH = re.compile(r"(?:day|tag)?\s*(\d{1,2})", re.IGNORECASE)


def moment(value: Any) -> datetime | None:
    """Return the moment that a value stands for; a day alone is its midnight.

    >>> moment("2021-05-21T09:00:00+02:00").isoformat(), moment("2021-05-21 9:00").isoformat()
    ('2021-05-21T09:00:00+02:00', '2021-05-21T09:00:00')
    """
    if not isinstance(value, str) or len(value) > 60:
        return None
    text = re.sub(r"^(\d{4}-\d\d-\d\d)[ T](\d:)", r"\1T0\2", value.strip())
    try:
        made = datetime.fromisoformat(text).replace(microsecond=0)
    except ValueError:
        return None
    # A day more or less, or another zone, must not lead out of the calendar.
    return made if 1900 < made.year < 9000 else None


def clock(value: Any) -> str:
    """Return a time of day as ``HH:MM``, or nothing.

    >>> clock("9:30"), clock("09:30:00"), clock("2021-05-21T09:30:00+02:00"), clock("noon")
    ('09:30', '09:30', '09:30', '')
    """
    if not isinstance(value, str):
        return ""
    if found := RE_CLOCK.fullmatch(value.strip()):
        return f"{int(found[1]) % 24:02}:{found[2]}"
    whole = moment(value) if ":" in value else None
    return f"{whole:%H:%M}" if whole else ""


def range_of(cell: str) -> tuple[str, str]:
    """Return the two times of a range; the second is empty where there is one alone.

    >>> range_of("9:00 – 9:45"), range_of("9:30-10"), range_of("10:00"), range_of("morning")
    (('09:00', '09:45'), ('09:30', '10:00'), ('10:00', ''), ('', ''))
    """
    parts = [one for one in RE_RANGE.split(cell.strip()) if one]
    if len(parts) > 2:
        return "", ""
    times = [clock(f"{one}:00" if len(parts) == 2 and one.isdecimal() else one) for one in parts]
    return times[0] if times else "", times[1] if len(times) == 2 else ""


def duration(value: Any, *, days_first: bool = False) -> int | None:
    """Return how many minutes a value stands for.

    Of three parts, the first may be days (as pretalx writes) or hours (as most programs do).

    >>> [duration(one) for one in ("00:45", "1:30", "45", 45, "20 min", "1:30:00", "soon")]
    [45, 90, 45, 45, 20, 90, None]
    >>> duration("1:02:00", days_first=True), duration("0:45:00", days_first=True)
    (1560, 45)
    """
    made = None
    if isinstance(value, int | float) and not isinstance(value, bool):
        made = int(value) if 0 <= value <= LONGEST else None
    elif isinstance(value, str) and (found := RE_MINUTES.fullmatch(value.strip())):
        made = int(found[1])
    elif isinstance(value, str) and (found := RE_PARTS.fullmatch(value.strip())):
        first, second, third = (int(part or 0) for part in found.groups())
        made = second * 60 + third
        if found[1] is not None:
            days = days_first and second < 24
            made = (first * 24 + second) * 60 + third if days else first * 60 + second
    return made if made is not None and made <= LONGEST else None


@dataclass(frozen=True, slots=True)
class Days:
    """How days are read."""

    first: date | None = None
    """The first day of the event."""
    last: date | None = None
    month_first: bool | None = None
    """How ``3/6/2026`` is meant; ``None`` where nothing tells."""

    @classmethod
    def of(cls, cells: Iterable[str], first: date | None, last: date | None) -> Days:
        """Return how the days of a column are meant: in the order in which all of them are days."""
        pairs = [
            (int(found[1]), int(found[3]))
            for one in cells
            if (found := RE_ORDER.match(one.strip())) and found[2] != "."
        ]
        ours = {(one.day, one.month) for one in (first, last) if one}
        day_first = all(b <= 12 for _, b in pairs)
        month_first = all(a <= 12 for a, _ in pairs)
        if day_first and month_first:
            day_first = not ours.isdisjoint(pairs)
            month_first = any((b, a) in ours for a, b in pairs)
        return cls(first, last, None if day_first == month_first else month_first)

    def day(self, cell: str) -> date | None:
        """Return the day that a cell names.

        >>> days = Days(date(2026, 6, 3), date(2026, 6, 5))
        >>> {days.day(one).day for one in ("2026-06-04", "4.6.2026", "4 June", "Thu", "Day 2")}
        {4}
        >>> days.day("3/6/2026"), days.day("soon")
        (None, None)
        """
        text = cell.strip().rstrip(",")
        if whole := moment(text):
            return whole.date()
        if found := RE_ORDER.fullmatch(text):
            one, other = int(found[1]), int(found[3])
            if found[2] != "." and self.month_first is None and one != other:
                return None
            if found[2] != "." and self.month_first:
                one, other = other, one
            return self._date(found[4], other, one)
        return self._by_words(text)

    def _by_words(self, text: str) -> date | None:
        words = re.findall(r"[^\W\d_]+", text.casefold())
        numbers = re.findall(r"\d+", text)
        month = next((MONTHS[one[:3]] for one in words if one[:3] in MONTHS), None)
        if month:
            years = [one for one in numbers if len(one) == 4]
            days = [int(one) for one in numbers if len(one) <= 2]
            return self._date(years[0] if years else "", month, days[0]) if days else None
        if self.first and (found := RE_NTH.fullmatch(text)):
            return self._inside(self.first + timedelta(days=int(found[1]) - 1))
        if self.first and len(words) == 1 and not numbers:
            for number, names in enumerate(WEEKDAYS):
                if words[0][:3] == names[:3] or words[0][:2] == names[4:]:
                    return self._inside(self.first + timedelta((number - self.first.weekday()) % 7))
        return None

    def _inside(self, day: date) -> date | None:
        return day if day <= (self.last or self.first or day) else None

    def _date(self, given: str | None, month: int, day: int) -> date | None:
        year = int(given or (self.first.year if self.first else 0))
        try:
            return date(year + 2000 if 0 < year < 100 else year, month, day)
        except ValueError:
            return None
