"""Values in expressions: how they are written, and what they are compared as."""

from __future__ import annotations

import re
from calendar import monthrange
from typing import Any, NamedTuple

from symposium.model.dates import Date, parse_date
from symposium.query.fields import QueryField, Type
from symposium.query.syntax_tree import OperandValue

Day = tuple[int, int, int]
"""Year, month and day."""

FLAGS = {"yes": True, "true": True, "no": False, "false": False}
NOW = frozenset({"now", "today", "yesterday", "tomorrow", "this-year", "last-year", "present"})
NO_NOW = "a site is the same whenever it is built: write a date, such as 2026-03"
SEASONS = {"spring": (3, 5), "summer": (6, 8), "autumn": (9, 11), "winter": (12, 12)}
"""First and last month; a winter counts to the year that it begins in."""

RE_NUMBER = re.compile(r"[0-9]{1,9}")


class Days(NamedTuple):
    """The days between two, both included."""

    first: Day
    last: Day


def days_of(date: Date) -> Days | None:
    """Return the days that a date may mean; one without a year has none.

    >>> days_of(Date(2021, 2)), days_of(Date(2016, season="winter"))
    (Days(first=(2021, 2, 1), last=(2021, 2, 28)), Days(first=(2016, 12, 1), last=(2016, 12, 31)))
    """
    if date.year is None:
        return None
    first, last = SEASONS.get(date.season or "", (date.month or 1, date.month or 12))
    end = date.day or monthrange(date.year, last)[1]
    return Days((date.year, first, date.day or 1), (date.year, last, end))


FOREVER = (9999, 12, 31)


class Extent(NamedTuple):
    """When something takes place: it begins on one of some days, and ends on one of some."""

    begin: Days
    end: Days

    def within(self, days: Days) -> bool:
        """Tell whether it takes place on one of the days, beyond doubt.

        A date that is known by its month lies in that month and its year, and in nothing smaller.
        """
        if self.begin.first >= days.first and self.end.last <= days.last:
            return True
        certain = self.begin.last <= self.end.first
        return certain and self.begin.last <= days.last and self.end.first >= days.first


def extent_of(one: Any) -> Extent:
    """Return when a date or a period of a record is."""
    start, end = (one, one) if isinstance(one, Date) else (one.start, one.end)
    forever = Days(FOREVER, FOREVER)
    return Extent(days_of(start) or forever, days_of(end) or forever)


def date_of(text: str) -> Date | None:
    """Return the date that a value writes, which must have a year."""
    date = parse_date(text)
    return date if date and date.year is not None else None


def days_meant(value: OperandValue) -> Days:
    """Return the days from the first of a value to its last; it must have been checked."""
    first, last = (
        days_of(date_of(text) or Date(1)) for text in (value.text, value.last or value.text)
    )
    begin = first or Days(FOREVER, FOREVER)
    return Days(begin.first, (last or begin).last)


def slip(field: QueryField, text: str, operator: str = "=") -> tuple[str, str] | None:
    """Return what is wrong with a value of a field, and a hint; nothing if it can be compared."""
    if not text.strip():
        return "the value is empty", "write the value, or has and the field to ask for any"
    is_number = field.type is Type.NUMBER or field.compares_number(operator)
    if is_number and not RE_NUMBER.fullmatch(text):
        hint = "write a whole number of up to nine digits, such as 2026"
        return f'"{text}" is not a number', NO_NOW if text.lower() in NOW else hint
    if field.type is Type.DATE and date_of(text) is None:
        hint = "write it as 2026, 2026-03, 2026-03-05 or 2026-summer"
        return f'"{text}" is not a date', NO_NOW if text.lower() in NOW else hint
    if field.type is Type.FLAG and text.lower() not in FLAGS:
        return f'"{text}" is neither yes nor no', "write yes or no"
    return None
