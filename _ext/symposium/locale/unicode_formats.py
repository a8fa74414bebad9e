"""Dates, numbers and lists in the formats of the Unicode CLDR, for all languages except English."""

from __future__ import annotations

from datetime import date

from babel import Locale
from babel.dates import format_date, format_interval, format_skeleton
from babel.numbers import format_decimal


class Formats:
    """The formats of a language.

    >>> german = Formats("de")
    >>> german.number(12_345), german.day(date(2021, 5, 21), "full")
    ('12.345', 'Freitag, 21. Mai 2021')
    >>> german.shown(date(2021, 5, 1), "yMMMM"), german.shown(date(2021, 5, 21), "MMMMEd")
    ('Mai 2021', 'Fr., 21. Mai')
    >>> german.interval(date(2027, 3, 26), date(2027, 3, 28), "yMMMMd")
    '26.–28. März 2027'
    """

    def __init__(self, language: str) -> None:
        self._locale = Locale.parse(language)

    def number(self, count: int) -> str:
        """Return a number with grouped digits."""
        return format_decimal(count, locale=self._locale)

    def day(self, when: date, length: str) -> str:
        """Return a day in a length of CLDR: ``long``, or ``full`` with the weekday."""
        return format_date(when, length, locale=self._locale)

    def shown(self, when: date, skeleton: str) -> str:
        """Return the parts of a date that a CLDR skeleton such as ``yMMMM`` selects."""
        return format_skeleton(skeleton, when, locale=self._locale)

    def interval(self, start: date, end: date, skeleton: str) -> str:
        """Return the interval of two dates, with their common parts only once."""
        return format_interval(start, end, skeleton, locale=self._locale)

    def separators(self, count: int) -> list[str]:
        """Return the texts between the items of a list of ``count`` items.

        >>> Formats("de").separators(3)
        [', ', ' und ']
        """
        patterns = self._locale.list_patterns["standard"]
        if count < 3:
            return [_between(patterns["2"])] * (count == 2)
        inner = [_between(patterns["middle"])] * (count - 3)
        return [_between(patterns["start"]), *inner, _between(patterns["end"])]


def _between(pattern: str) -> str:
    return pattern.partition("{0}")[2].partition("{1}")[0]
