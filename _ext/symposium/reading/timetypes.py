"""The types of dates, times and time zones."""

from __future__ import annotations

import re
from calendar import monthrange
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from symposium.model.dates import MONTHS, Date, parse_date, parse_dates
from symposium.model.problems import Code
from symposium.reading.schema import Json, Text, Wrong, nearest
from symposium.reading.slips import shown
from symposium.reading.timeslips import dates_meant, times_meant

POINT = r"\d{4}(?:-\d{2}(?:-\d{2})?|-(?:spring|summer|autumn|fall|winter))?"
CLOCK = r"(?:[01]?[0-9]|2[0-3]):[0-5][0-9]"
LONGEST_PART = 12 * 60
"""Minutes: a part of a programme that seems longer ends before it begins."""

DATE_HINT = "write a year, 2021-05, 2021-05-17 or 2016-summer"
RE_MONTH_DAY = re.compile(r"[A-Z][a-z]{2} [0-9]{1,2}")
RE_TIMES = re.compile(rf"({CLOCK})(?:\s*(?:-|–|—|\bto\b)\s*({CLOCK}))?")
RE_OFFSET = re.compile(r"([+\-−])(0?[0-9]|1[0-4]):([0-5][0-9])")


@dataclass(frozen=True)
class DateField(Text):
    """A point in time with the precision that is known."""

    present: bool = False
    """Whether it may be ``present``."""
    expected = "a date: 2021, 2021-05, 2021-05-17 or 2016-summer"
    example = "2021-05-17"
    lenient = False

    def convert(self, text: str) -> Any:
        """Return the `Date`."""
        found = parse_date(text)
        if found and (found.year or self.present):
            return found
        also = ", or present" if self.present else ""
        return Wrong(f"{shown(text)} is not a date", DATE_HINT + also)

    def json_schema(self) -> Json:
        """Return the schema of a date; a year alone is a number."""
        point = f"{POINT}|present" if self.present else POINT
        return {"type": ["string", "integer"], "pattern": f"^(?:{point})$", "minimum": 1000,
                "maximum": 9999}  # fmt: skip


class DatesField(Text):
    """A date, a range of dates, or several."""

    expected = "a date, a range (2021-05-17/2021-05-19) or several, with commas between"
    example = "2021-05-17/2021-05-19"
    lenient = False

    def convert(self, text: str) -> Any:
        """Return the `Dates`."""
        hint = f"{DATE_HINT}, or a range 2019/2022, or several with commas between"
        if found := parse_dates(text):
            return found
        meant = dates_meant(text)
        turned = "/" in text and meant == "/".join(reversed(text.split("/")))
        wrong = "ends before it begins" if turned else "is not a date"
        return Wrong(f"{shown(text)} {wrong}", f"write {meant}" if meant else hint)

    def json_schema(self) -> Json:
        """Return the schema of the dates."""
        span = rf"(?:{POINT}|present)(?:/(?:{POINT}|present))?"
        return {"type": ["string", "integer"], "pattern": rf"^{span}(?:\s*,\s*{span})*$",
                "minimum": 1000, "maximum": 9999}  # fmt: skip


@dataclass(frozen=True)
class DateText(Text):
    """A date that is kept as it is written."""

    example = "2021-05-17"
    word: str = "undated"
    """What else may stand there."""
    lenient = False

    @property
    def expected(self) -> str:  # type: ignore[override]
        """A date or the word."""
        return f"a date{f' or {self.word}' if self.word else ''}"

    def convert(self, text: str) -> Any:
        """Return the date in its usual writing."""
        found = parse_date(text)
        if found and found.year:
            return found.iso
        if self.word and text.lower() == self.word:
            return self.word
        return Wrong(
            f"{shown(text)} is not a date", f"{DATE_HINT}{f', or {self.word}' * bool(self.word)}"
        )

    def json_schema(self) -> Json:
        """Return the schema of the date."""
        point = f"{POINT}|{self.word}" if self.word else POINT
        return {"type": ["string", "integer"], "pattern": f"^(?:{point})$", "minimum": 1000,
                "maximum": 9999}  # fmt: skip


class ListingDate(DateText):
    """A date as a tracker page prints it, which may leave out the year: ``Mar 9``."""

    def convert(self, text: str) -> Any:
        """Return the date in its usual writing; without a year as printed, for none is known."""
        if RE_MONTH_DAY.fullmatch(text):
            month, day = text.split()
            starts = [name[:3].capitalize() for name in MONTHS]
            # 2000 is a leap year: the one day that not every year has may be meant.
            if month in starts and 1 <= int(day) <= monthrange(2000, starts.index(month) + 1)[1]:
                return text
            return Wrong(f"{shown(text)} is not a date", f"{DATE_HINT}, or Mar 9")
        return super().convert(text)

    def json_schema(self) -> Json:
        """Return the schema of the date."""
        schema = super().json_schema()
        months = "|".join(name[:3].capitalize() for name in MONTHS)
        return {**schema, "pattern": rf"{schema['pattern']}|^(?:{months}) \d{{1,2}}$"}


class Year(Text):
    """A year alone."""

    expected = "a year: 2021"
    example = "2021"
    lenient = False

    def convert(self, text: str) -> Any:
        """Return the year as a number."""
        found = parse_date(text)
        if isinstance(found, Date) and found == Date(found.year) and found.year:
            return found.year
        return Wrong(f"{shown(text)} is not a year", "write four digits: 2021")

    def json_schema(self) -> Json:
        """Return the schema of a year."""
        return {"type": ["string", "integer"], "pattern": r"^\d{4}$", "minimum": 1000,
                "maximum": 9999}  # fmt: skip


class Day(DateField):
    """A day."""

    expected = "a day: 2021-05-17"

    def convert(self, text: str) -> Any:
        """Return the day in ISO 8601."""
        found = parse_date(text)
        if isinstance(found, Date) and found.day:
            return found.iso
        return Wrong(f"{shown(text)} is not a day", "write 2021-05-17")

    def json_schema(self) -> Json:
        """Return the schema of a day."""
        return {"type": "string", "pattern": r"^\d{4}-\d{2}-\d{2}$"}


class TimeRange(Text):
    """A time, or two of them with a hyphen between: local, in 24 hours."""

    expected = "a time or two: 9:40-10:20"
    example = "9:40-10:20"
    lenient = False

    def convert(self, text: str) -> Any:
        """Return start and end as ``HH:MM``; the end may be ``None``, or after midnight."""
        found = RE_TIMES.fullmatch(text)
        if not found:
            meant = times_meant(text) or "9:40-10:20"
            return Wrong(f"{shown(text)} is not a time", f"write {meant}, in 24 hours")
        start, end = (time and f"{time:0>5}" for time in found.groups())
        if end and (_minutes(end) - _minutes(start)) % (24 * 60) > LONGEST_PART:
            return Wrong(f"{shown(text)} ends before it begins", "write the times in 24 hours")
        return start, end

    def json_schema(self) -> Json:
        """Return the schema of the times, without their order."""
        return {"type": "string", "pattern": f"^{CLOCK}(?:\\s*(?:-|–|—|to)\\s*{CLOCK})?$"}


def _minutes(time: str) -> int:
    return int(time[:2]) * 60 + int(time[3:])


class TimeZone(Text):
    """A time zone by its IANA name."""

    expected = "a time zone, such as America/Los_Angeles"
    example = "America/Los_Angeles"
    lenient = False

    def convert(self, text: str) -> Any:
        """Return the name."""
        if _is_zone(text):
            return text
        message = f"{shown(text)} is not a time zone"
        hint = _zone_meant(text) or "write one such as America/Los_Angeles"
        return Wrong(message, hint, Code.ZONE_UNKNOWN)

    def json_schema(self) -> Json:
        """Return the schema of what a name looks like."""
        return {"type": "string", "pattern": r"^[A-Za-z][A-Za-z0-9_+-]*(?:/[A-Za-z0-9_+-]+)*$"}


ABBREVIATIONS = {
    "ACST": "Australia/Adelaide", "AEDT": "Australia/Sydney", "AEST": "Australia/Brisbane",
    "AKDT": "America/Anchorage", "AKST": "America/Anchorage", "AOE": "Etc/GMT+12",
    "AWST": "Australia/Perth",
    "AST": "America/Halifax", "BRT": "America/Sao_Paulo", "BST": "Europe/London",
    "CDT": "America/Chicago", "CEST": "Europe/Berlin", "CST": "America/Chicago",
    "EDT": "America/New_York", "EEST": "Europe/Athens", "HKT": "Asia/Hong_Kong",
    "IST": "Asia/Kolkata", "JST": "Asia/Tokyo", "KST": "Asia/Seoul", "MDT": "America/Denver",
    "MSK": "Europe/Moscow", "NZDT": "Pacific/Auckland", "NZST": "Pacific/Auckland",
    "PDT": "America/Los_Angeles", "PST": "America/Los_Angeles", "PT": "America/Los_Angeles",
    "ET": "America/New_York", "CT": "America/Chicago", "MT": "America/Denver",
    "SGT": "Asia/Singapore", "WEST": "Europe/Lisbon",
}  # fmt: skip
"""Short names of zones, as programmes print them, with a place where the clocks go so."""
RE_UTC = re.compile(r"(?:UTC|GMT)?\s*([+\-−])\s*(\d{1,2})(?::?(\d{2}))?", re.IGNORECASE)

RE_OF_MACHINE = re.compile(r"(?:posix/|right/|(?:localtime|posixrules|Factory)$)")
"""Files beside those of zones, on some machines: what they say is not the same on all."""


def _zone_meant(text: str) -> str:
    """Return a hint at the zone that was meant, if one can be guessed.

    >>> _zone_meant("Zurich"), _zone_meant("PDT"), _zone_meant("europe/berlin")
    ('write Europe/Zurich', 'write America/Los_Angeles', 'did you mean Europe/Berlin?')
    >>> _zone_meant("UTC+2") == _zone_meant("+02:00")
    True
    >>> _zone_meant("UTC+2")
    'leave it out and write utc_offset: "+02:00"'
    """
    if found := RE_UTC.fullmatch(text):
        shift = f"{found[1].replace('−', '-')}{found[2]:0>2}:{found[3] or '00'}"
        return f'leave it out and write utc_offset: "{shift}"'
    if short := ABBREVIATIONS.get(text.upper()) or _of_windows(text):
        return f"write {short}"
    zones = zone_names()
    place = text.lower().replace(" ", "_").replace("ü", "u")
    for zone in zones:
        if "/" in zone and zone.rpartition("/")[2].lower() == place:
            return f"write {zone}"
    return nearest(text, zones)


def zone_names() -> list[str]:
    """Return the names of all zones, A to Z."""
    return sorted(one for one in available_timezones() if not RE_OF_MACHINE.match(one))


def _of_windows(text: str) -> str:
    """Return the zone that Windows and Outlook call so.

    >>> _of_windows("W. Europe Standard Time"), _of_windows("Europe")
    ('Europe/Berlin', '')
    """
    if not text.endswith(" Time"):
        return ""
    # Only those who have such a name wait for the library.
    from icalendar.timezone.windows_to_olson import WINDOWS_TO_OLSON  # noqa: PLC0415

    return WINDOWS_TO_OLSON.get(text, "")


@lru_cache(maxsize=1 << 10)
def _is_zone(name: str) -> bool:
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_+-]*(?:/[A-Za-z0-9_+-]+)*", name):
        return False
    if RE_OF_MACHINE.match(name):
        return False
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return False
    return True


class UtcOffset(Text):
    """The difference of local time from UTC."""

    expected = "an offset from UTC, such as -07:00"
    example = "-07:00"
    lenient = False

    def convert(self, text: str) -> Any:
        """Return the offset with two digits for the hours."""
        found = RE_OFFSET.fullmatch(text)
        if not found:
            return Wrong(f"{shown(text)} is not an offset from UTC", "write -07:00")
        return f"{found[1].replace('−', '-')}{found[2]:0>2}:{found[3]}"

    def json_schema(self) -> Json:
        """Return the schema of an offset."""
        return {"type": "string", "pattern": f"^{RE_OFFSET.pattern}$"}
