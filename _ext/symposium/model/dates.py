"""Dates as people print them: a year, a month, a day, a season, ranges and lists of these."""

from __future__ import annotations

import re
from calendar import monthrange
from dataclasses import dataclass
from datetime import date

SEASONS = ("spring", "summer", "autumn", "winter")
"""``fall`` is read as autumn."""

MONTHS = (
    "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december",
)  # fmt: skip

AOE = "AoE"
"""Anywhere on Earth (UTC-12), where a day ends last."""

RE_POINT = re.compile(r"(\d{4})(?:-(\d{2})(?:-(\d{2}))?|-(spring|summer|autumn|fall|winter))?")


@dataclass(frozen=True, slots=True)
class Date:
    """A point in time with the precision that is known.

    ``present`` is a date without a year.
    """

    year: int | None = None
    month: int | None = None
    day: int | None = None
    season: str | None = None

    @property
    def iso(self) -> str:
        """As written in front matter: ``2021``, ``2021-05``, ``2016-summer``, ``present``."""
        if self.year is None:
            return "present"
        if self.season:
            return f"{self.year:04}-{self.season}"
        parts = [f"{self.year:04}"]
        parts += [f"{part:02}" for part in (self.month, self.day) if part is not None]
        return "-".join(parts)

    @property
    def printed(self) -> str:
        """The date for a reader: ``21 May 2021``, ``May 2021``, ``Summer 2016``, ``present``."""
        if self.year is None:
            return "present"
        if self.season:
            return f"{self.season.capitalize()} {self.year}"
        if self.month is None:
            return str(self.year)
        month = MONTHS[self.month - 1].capitalize()
        return f"{self.day} {month} {self.year}" if self.day else f"{month} {self.year}"

    @property
    def sort_key(self) -> tuple[int, int, int]:
        """A key for chronological order; ``present`` sorts last, an unknown part first.

        >>> Date(2021, 5).sort_key < Date(2021, 5, 17).sort_key < PRESENT.sort_key
        True
        """
        if self.year is None:
            return (9999, 12, 31)
        if self.season:
            # Mid-month of the season's middle month in the northern hemisphere.
            return (self.year, (4, 7, 10, 12)[SEASONS.index(self.season)], 15)
        return (self.year, self.month or 0, self.day or 0)

    def __str__(self) -> str:
        return self.iso


PRESENT = Date()


@dataclass(frozen=True, slots=True)
class Period:
    """A range of dates, both ends included."""

    start: Date
    end: Date

    @property
    def iso(self) -> str:
        """As written in front matter: ``2019/2022``."""
        return f"{self.start.iso}/{self.end.iso}"

    @property
    def printed(self) -> str:
        """The range for a reader; parts that both ends share are printed once.

        >>> Period(Date(2027, 3, 26), Date(2027, 3, 28)).printed
        '26–28 March 2027'
        >>> Period(Date(2027, 3, 30), Date(2027, 4, 2)).printed
        '30 March–2 April 2027'
        >>> Period(Date(2019), Date(2022)).printed
        '2019–2022'
        """
        start, end = self.start, self.end
        first = start.printed
        alike = start.month and end.month and bool(start.day) == bool(end.day)
        if alike and start.year == end.year:
            same_month = start.day and start.month == end.month
            first = str(start.day) if same_month else first.removesuffix(f" {start.year}")
        return f"{first}–{end.printed}" if start != end else end.printed

    def __str__(self) -> str:
        return self.iso


Dates = Date | Period | tuple[Date | Period, ...]
"""The value of a date field."""


def periods_of(dates: Dates | None) -> list[Period]:
    """Return the dates of a field as periods; a single date is a period of its own."""
    spans = dates if isinstance(dates, tuple) else (dates,) if dates else ()
    return [span if isinstance(span, Period) else Period(span, span) for span in spans]


def first_date(dates: Dates | None) -> Date | None:
    """Return the earliest of the dates of a field."""
    if isinstance(dates, tuple):
        return min([period.start for period in periods_of(dates)], key=lambda start: start.sort_key)
    return dates.start if isinstance(dates, Period) else dates


def latest_first(dates: Dates | None) -> tuple[bool, tuple[int, ...]]:
    """Return a sort key by the first date: the latest first, records without a date last."""
    first = first_date(dates)
    return first is None, tuple(-part for part in first.sort_key) if first else ()


def year_of(dates: Dates | None) -> int | None:
    """Return the year in which a date field begins."""
    first = first_date(dates)
    return first.year if first else None


def parse_date(text: str) -> Date | None:
    """Return the date written in ``text``, or ``None`` if there is none.

    >>> parse_date("2016-summer")
    Date(year=2016, month=None, day=None, season='summer')
    >>> parse_date("2021-02-30") is None
    True
    """
    text = text.strip().lower()
    if text == "present":
        return PRESENT
    match = RE_POINT.fullmatch(text)
    if not match:
        return None
    year, month, day = (int(part) if part else None for part in match.group(1, 2, 3))
    if not year:
        return None
    if month is not None and not 1 <= month <= 12:
        return None
    if day is not None and month is not None and not 1 <= day <= monthrange(year, month)[1]:
        return None
    season = match[4]
    return Date(year, month, day, "autumn" if season == "fall" else season)


def parse_dates(text: str) -> Dates | None:
    """Return the date, range or comma-separated list written in ``text``, or ``None``.

    >>> str(parse_dates("2019/2022"))
    '2019/2022'
    >>> [str(d) for d in parse_dates("2016-summer, 2017, 2018")]
    ['2016-summer', '2017', '2018']
    """
    items: list[Date | Period] = []
    for part in text.split(","):
        ends = [parse_date(end) for end in part.split("/")]
        if len(ends) == 1 and ends[0]:
            items.append(ends[0])
        elif len(ends) == 2 and ends[0] and ends[1] and ends[0].sort_key <= ends[1].sort_key:
            items.append(Period(ends[0], ends[1]))
        else:
            return None
    return items[0] if len(items) == 1 else tuple(items)


def calendar_day(when: Date | None) -> date | None:
    """Return the calendar day of a date; ``None`` for a vaguer date or the years 1 and 9999."""
    if when is None or not (when.year and when.month and when.day):
        return None
    # A day more or less, or another zone, must stay within the range of `datetime`.
    return date(when.year, when.month, when.day) if 1 < when.year < 9999 else None


def minutes(text: str) -> int:
    """Return the minutes since midnight.

    >>> minutes("09:40")
    580
    """
    hours, _, rest = text.partition(":")
    return int(hours) * 60 + int(rest)


def length(start: str, end: str) -> int:
    """Return the minutes from one time of day to another, over midnight if need be.

    >>> length("09:40", "10:00"), length("23:00", "00:30")
    (20, 90)
    """
    return (minutes(end) - minutes(start)) % (24 * 60)
