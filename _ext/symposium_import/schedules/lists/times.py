"""Days and times as people type them into spreadsheets."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from symposium_import.schedules.clock_times import clock, duration, has_time, moment

MONTHS = {
    name: number
    for number, names in enumerate(
        ("jan", "feb", "mar mär", "apr", "may mai", "jun", "jul", "aug", "sep", "oct okt", "nov",
         "dec dez"), 1,
    )
    for name in names.split()
}  # fmt: skip
WEEKDAYS = ("mon mo", "tue di", "wed mi", "thu do", "fri fr", "sat sa", "sun so")
RE_ORDER = re.compile(r"(\d{1,2})([./-])\s?(\d{1,2})\2\s?(\d{4}|\d{2})?")
RE_TWELVE = re.compile(r"(\d{1,2})(?:[:.](\d\d))?(?::\d\d)?\s*([ap])\.?\s?m\.?", re.IGNORECASE)
RE_RANGE = re.compile(r"\s*(?:[-–—]|\bto\b|\buntil\b|\bbis\b)\s*")
RE_LAST = re.compile(r"(.*\S)[\sT,]+(\d{1,2}[:.]\d\d(?::\d\d)?(?:\s*[ap]\.?m\.?)?)", re.IGNORECASE)
RE_HOURS = re.compile(r"(\d{1,2})\s*h(?:ours?)?\s*(?:(\d{1,2})\s*(?:m|min|minutes|')?)?")
RE_NTH = re.compile(r"(?:day|tag)?\s*(\d{1,2})", re.IGNORECASE)


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
            return self._by_order(found)
        return self._by_words(text)

    def _by_order(self, found: re.Match[str]) -> date | None:
        one, other = int(found[1]), int(found[3])
        if found[2] != "." and self.month_first is None and one != other:
            return None
        if found[2] != "." and self.month_first:
            one, other = other, one
        return self._date(int(found[4]) if found[4] else None, other, one)

    def _by_words(self, text: str) -> date | None:
        words = re.findall(r"[^\W\d_]+", text.casefold())
        numbers = [int(one) for one in re.findall(r"\d+", text) if len(one) <= 4]
        month = next((MONTHS[one[:3]] for one in words if one[:3] in MONTHS), None)
        if month:
            years = [one for one in numbers if one > 31]
            days = [one for one in numbers if one <= 31]
            return self._date(years[0] if years else None, month, days[0]) if days else None
        if self.first and (found := RE_NTH.fullmatch(text)):
            return self._inside(self.first + timedelta(days=int(found[1]) - 1))
        if self.first and len(words) == 1 and not numbers:
            for number, names in enumerate(WEEKDAYS):
                if words[0][:3] == names[:3] or words[0][:2] == names[4:]:
                    return self._inside(self.first + timedelta((number - self.first.weekday()) % 7))
        return None

    def _inside(self, day: date) -> date | None:
        return day if day <= (self.last or self.first or day) else None

    def _date(self, year: int | None, month: int, day: int) -> date | None:
        if year is None:
            year = self.first.year if self.first else None
        try:
            return date(year + 2000 if year < 100 else year, month, day) if year else None
        except ValueError:
            return None

    def moment(self, cell: str) -> tuple[date | None, datetime | None, str]:
        """Return the day, the exact moment and the time of day that a cell names.

        >>> Days().moment("9:30 AM"), Days(month_first=True).moment("6/3/2026 14:00")
        ((None, None, '09:30'), (datetime.date(2026, 6, 3), None, '14:00'))
        """
        text = cell.strip()
        if has_time(text) and (found := moment(text)):
            return found.date(), found, f"{found:%H:%M}"
        if at := time_of(text):
            return None, None, at
        if parts := RE_LAST.fullmatch(text):
            return self.day(parts[1]), None, time_of(parts[2])
        return self.day(text), None, ""


def time_of(cell: str) -> str:
    """Return a time of day as ``HH:MM``.

    >>> time_of("9:30"), time_of("2 pm"), time_of("12:15 a.m."), time_of("noon")
    ('09:30', '14:00', '00:15', '')
    """
    text = cell.strip()
    if found := RE_TWELVE.fullmatch(text):
        hour = int(found[1])
        if not 1 <= hour <= 12:
            return ""
        return f"{hour % 12 + 12 * (found[3].lower() == 'p'):02}:{found[2] or '00'}"
    return clock(text)


def range_of(cell: str) -> tuple[str, str]:
    """Return the two times of a range; the second is empty where there is one alone.

    >>> range_of("9:00 – 9:45"), range_of("11-12:30 pm"), range_of("10:00"), range_of("morning")
    (('09:00', '09:45'), ('11:00', '12:30'), ('10:00', ''), ('', ''))
    """
    parts = [one for one in RE_RANGE.split(cell.strip()) if one]
    if len(parts) != 2:
        return (time_of(parts[0]), "") if len(parts) == 1 else ("", "")
    start, end = (f"{one}:00" if one.isascii() and one.isdigit() else one for one in parts)
    half = RE_TWELVE.fullmatch(end)
    if half and not RE_TWELVE.fullmatch(start):
        guesses = [time_of(f"{start} {one}m") for one in (half[3], "a")]
        start = next((one for one in guesses if one and one < time_of(end)), start)
    return time_of(start), time_of(end)


def minutes_of(cell: str) -> int | None:
    """Return how many minutes a cell stands for.

    >>> minutes_of("45 min"), minutes_of("1h 30"), minutes_of("0:20"), minutes_of("long")
    (45, 90, 20, None)
    """
    text = cell.strip().lower()
    if found := RE_HOURS.fullmatch(text):
        return int(found[1]) * 60 + int(found[2] or 0)
    return duration(text)
