"""Dates, numbers and lists as the Unicode CLDR has them: for all languages but English."""

from __future__ import annotations

from datetime import date

from babel import Locale
from babel.dates import format_date, format_interval, format_skeleton
from babel.numbers import format_decimal


class Formats:
    """The formats of a language.

    >>> german = Formats("de")
    >>> german.number(12_345), german.day(date(2021, 5, 21)), german.month(date(2021, 5, 1))
    ('12.345', '21. Mai 2021', 'Mai 2021')
    >>> german.weekday(date(2021, 5, 21)), german.short_day(date(2021, 5, 21))
    ('Freitag, 21. Mai 2021', 'Fr., 21. Mai')
    """

    def __init__(self, language: str) -> None:
        self._locale = Locale.parse(language)

    def number(self, count: int) -> str:
        """Return a number with its digits in groups."""
        return format_decimal(count, locale=self._locale)

    def day(self, when: date) -> str:
        """Return a day."""
        return format_date(when, "long", locale=self._locale)

    def month(self, when: date) -> str:
        """Return a month of a year."""
        return format_skeleton("yMMMM", when, locale=self._locale)

    def weekday(self, when: date) -> str:
        """Return a day with its weekday."""
        return format_date(when, "full", locale=self._locale)

    def short_day(self, when: date) -> str:
        """Return a day of this year with its weekday, in few characters."""
        return format_skeleton("MMMMEd", when, locale=self._locale)

    def day_of_month(self, when: date) -> str:
        """Return a day without its year."""
        return format_skeleton("MMMMd", when, locale=self._locale)

    def days(self, start: date, end: date) -> str:
        """Return the time between two days, what both share once.

        >>> Formats("de").days(date(2027, 3, 26), date(2027, 3, 28))
        '26.–28. März 2027'
        """
        return format_interval(start, end, "yMMMMd", locale=self._locale)

    def months(self, start: date, end: date) -> str:
        """Return the time between two months, what both share once."""
        return format_interval(start, end, "yMMMM", locale=self._locale)

    def separators(self, count: int) -> list[str]:
        """Return what stands between the items of a list of so many.

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
