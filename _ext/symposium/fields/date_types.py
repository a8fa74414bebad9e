"""The types of dates and times."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, ClassVar
from zoneinfo import ZoneInfo, available_timezones

from symposium.fields.field_types import Form, Json, WrongValue, nearest
from symposium.fields.yaml_repair import shown
from symposium.model.dates import AOE, MONTHS, Date, calendar_day, length, parse_date, parse_dates
from symposium.model.problems import Code

POINT = r"\d{4}(?:-\d{2}(?:-\d{2})?|-(?:spring|summer|autumn|fall|winter))?"
CLOCK = r"(?:[01]?[0-9]|2[0-3]):[0-5][0-9]"
LONGEST_PART = 12 * 60
"""Minutes; a longer part of a programme is taken to end before it begins."""

DATE_HINT = "write a year, 2021-05, 2021-05-17 or 2016-summer"
SHORT_MONTHS = [name[:3].capitalize() for name in MONTHS]
RE_MONTH_DAY = re.compile(rf"({'|'.join(SHORT_MONTHS)}) (\d{{1,2}})")
RE_TIMES = re.compile(rf"({CLOCK})(?:\s*(?:-|–|—|\bto\b)\s*({CLOCK}))?")


class DateText(Form):
    """A date that is kept as it is written, with the precision that is known."""

    expected = "a date"
    example = "2021-05-17"
    word = ""
    """A word that is accepted in place of a date."""
    pattern = f"^(?:{POINT})$"
    schema: ClassVar[Json] = {"type": ["string", "integer"], "minimum": 1000, "maximum": 9999}
    """A year alone may be a number."""

    def convert(self, text: str) -> Any:
        """Return the date, or the word, in its usual writing."""
        date = parse_date(text)
        if date and date.year:
            return date.iso
        if self.word and text.lower() == self.word:
            return self.word
        return self.wrong(text, DATE_HINT + (f", or {self.word}" if self.word else ""))


class DateOrUndated(DateText):
    """A date, or ``undated``."""

    expected = "a date or undated"
    word = "undated"
    pattern = f"^(?:{POINT}|{word})$"


class DateField(DateText):
    """A point in time with the precision that is known."""

    expected = "a date: 2021, 2021-05, 2021-05-17 or 2016-summer"

    def convert(self, text: str) -> Any:
        """Return the `Date`."""
        date = super().convert(text)
        return parse_date(date) if isinstance(date, str) else date


class DateOrPresent(DateField):
    """A point in time, or ``present``."""

    word = "present"
    pattern = f"^(?:{POINT}|{word})$"


class DatesField(DateText):
    """A date, a range of dates, or several."""

    expected = "a date, a range (2021-05-17/2021-05-19) or several, with commas between"
    example = "2021-05-17/2021-05-19"
    _span = rf"(?:{POINT}|present)(?:/(?:{POINT}|present))?"
    pattern = rf"^{_span}(?:\s*,\s*{_span})*$"

    def convert(self, text: str) -> Any:
        """Return the `Dates`."""
        if dates := parse_dates(text):
            return dates
        turned = "/".join(reversed(text.split("/")))
        if parse_dates(turned):
            return WrongValue(f"{shown(text)} ends before it begins", f"write {turned}")
        return self.wrong(
            text, f"{DATE_HINT}, or a range 2019/2022, or several with commas between"
        )


class ListingDate(DateOrUndated):
    """A date as a tracker page prints it, which may leave out the year: ``Mar 9``."""

    pattern = rf"{DateOrUndated.pattern}|^(?:{'|'.join(SHORT_MONTHS)}) \d{{1,2}}$"

    def convert(self, text: str) -> Any:
        """Return the date in its usual writing; one without a year stays as printed."""
        if match := RE_MONTH_DAY.fullmatch(text):
            # 2000 is a leap year, so that Feb 29 is accepted.
            day = f"2000-{SHORT_MONTHS.index(match[1]) + 1:02}-{match[2]:0>2}"
            return text if parse_date(day) else self.wrong(text, f"{DATE_HINT}, or Mar 9")
        return super().convert(text)


class YearType(DateText):
    """A year alone."""

    expected = "a year: 2021"
    example = "2021"
    pattern = r"^\d{4}$"

    def convert(self, text: str) -> Any:
        """Return the year as a number."""
        date = parse_date(text)
        if date and date == Date(date.year) and date.year:
            return date.year
        return self.wrong(text, "write four digits: 2021")


class DayType(Form):
    """A day, other than in the first and last years of the calendar."""

    expected = "a day: 2021-05-17"
    example = "2021-05-17"
    pattern = r"^\d{4}-\d{2}-\d{2}$"

    def convert(self, text: str) -> Any:
        """Return the day in ISO 8601."""
        day = calendar_day(parse_date(text))
        return day.isoformat() if day else self.wrong(text, "write 2021-05-17")


class TimeRange(Form):
    """A local time in 24 hours, or two with a hyphen between them."""

    expected = "a time or two: 9:40-10:20"
    example = "9:40-10:20"
    # A pattern cannot check their order.
    pattern = f"^{CLOCK}(?:\\s*(?:-|–|—|to)\\s*{CLOCK})?$"

    def convert(self, text: str) -> Any:
        """Return start and end as ``HH:MM``; the end may be ``None``, or after midnight."""
        match = RE_TIMES.fullmatch(text)
        if not match:
            return self.wrong(text, f"write {times_meant(text) or '9:40-10:20'}, in 24 hours")
        start, end = (time and f"{time:0>5}" for time in match.groups())
        if end and length(start, end) > LONGEST_PART:
            return WrongValue(f"{shown(text)} ends before it begins", "write the times in 24 hours")
        return start, end


class ClockTime(Form):
    """A local time of day in 24 hours."""

    expected = "a time: 17:00"
    example = "17:00"
    pattern = f"^{CLOCK}$"

    def convert(self, text: str) -> Any:
        """Return the time as ``HH:MM``."""
        if re.fullmatch(CLOCK, text):
            return f"{text:0>5}"
        meant = times_meant(text) or ""
        hint = meant if re.fullmatch(CLOCK, meant) else "17:00"
        return self.wrong(text, f"write {hint}, in 24 hours")


LONGEST = 60
"""Characters; a longer text is taken not to be times."""
RE_CLOCK = re.compile(r"(\d{1,2})(?:[:.h](\d\d)?)?\s*([ap])?\.?(?:m\.?)?", re.ASCII | re.IGNORECASE)
RE_WORDS = re.compile(r"\s*(?:uhr|o'clock|hrs?)\b", re.IGNORECASE)


def times_meant(text: str) -> str:
    """Return the times that a text means, or an empty text if that is not clear.

    >>> times_meant("9.30-10"), times_meant("9:30am - 1 pm"), times_meant("14h-15h30")
    ('9:30-10:00', '9:30-13:00', '14:00-15:30')
    >>> times_meant("15.00 Uhr"), times_meant("25:00"), times_meant("9-5pm"), times_meant("noon")
    ('15:00', '', '', '')
    """
    if len(text) > LONGEST:
        return ""
    parts = re.split(r"\s*(?:-|–|—|\bto\b)\s*", RE_WORDS.sub("", text.strip()))
    matches = [RE_CLOCK.fullmatch(part) for part in parts]
    halves = {bool(match and match[3]) for match in matches}
    if len(parts) > 2 or None in matches or len(halves) > 1:
        return ""
    times = [_clock(int(m[1]), m[2] or "00", (m[3] or "").lower()) for m in matches if m]
    return "-".join(times) if all(times) else ""


def _clock(hour: int, minute: str, half: str) -> str:
    if int(minute) > 59 or (half and not 1 <= hour <= 12) or hour > 23:
        return ""
    if half:
        hour = hour % 12 + (12 if half == "p" else 0)
    return f"{hour}:{minute}"


# The types of time zones and of offsets from UTC.

RE_ZONE = re.compile(r"[A-Za-z][A-Za-z0-9_+-]*(?:/[A-Za-z0-9_+-]+)*")
"""The form of the name of a zone."""
RE_OFFSET = re.compile(r"([+\-−])(0?[0-9]|1[0-4]):([0-5][0-9])")


class TimeZone(Form):
    """A time zone by its IANA name."""

    expected = "a time zone, such as America/Los_Angeles"
    example = "America/Los_Angeles"
    pattern = f"^{RE_ZONE.pattern}$"

    def convert(self, text: str) -> Any:
        """Return the name."""
        if _is_zone(text):
            return text
        hint = _zone_meant(text) or "write one such as America/Los_Angeles"
        return self.wrong(text, hint, Code.ZONE_UNKNOWN)


class ZoneOrAoE(TimeZone):
    """A time zone, or Anywhere on Earth."""

    expected = f"a time zone, such as Europe/Berlin, or {AOE}"
    example = AOE

    def convert(self, text: str) -> Any:
        """Return the name."""
        is_aoe = text.lower() in {AOE.lower(), "anywhere on earth"}
        return AOE if is_aoe else super().convert(text)


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
"""Short names of zones, as programmes print them, each with a zone that uses it."""
RE_UTC = re.compile(r"(?:UTC|GMT)?\s*([+\-−])\s*(\d{1,2})(?::?(\d{2}))?", re.IGNORECASE)

RE_OF_MACHINE = re.compile(r"(?:posix/|right/|(?:localtime|posixrules|Factory)$)")
"""Names that only some machines list, or that differ between machines."""


def _zone_meant(text: str) -> str:
    """Return a hint at the zone that a text may mean, or an empty text.

    >>> _zone_meant("Zurich"), _zone_meant("PDT"), _zone_meant("europe/berlin")
    ('write Europe/Zurich', 'write America/Los_Angeles', 'did you mean Europe/Berlin?')
    >>> _zone_meant("UTC+2") == _zone_meant("+02:00")
    True
    >>> _zone_meant("UTC+2")
    'leave it out and write utc_offset: "+02:00"'
    """
    if match := RE_UTC.fullmatch(text):
        shift = f"{match[1].replace('−', '-')}{match[2]:0>2}:{match[3] or '00'}"
        return f'leave it out and write utc_offset: "{shift}"'
    if short := ABBREVIATIONS.get(text.upper()):
        return f"write {short}"
    zones = zone_names()
    place = text.lower().replace(" ", "_").replace("ü", "u")
    for zone in zones:
        if "/" in zone and zone.rpartition("/")[2].lower() == place:
            return f"write {zone}"
    return nearest(text, zones)


def zone_names() -> list[str]:
    """Return the names of all zones, A to Z."""
    return sorted(zone for zone in available_timezones() if not RE_OF_MACHINE.match(zone))


@lru_cache(maxsize=1 << 10)
def _is_zone(name: str) -> bool:
    if not RE_ZONE.fullmatch(name) or RE_OF_MACHINE.match(name):
        return False
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return False
    return True


class UtcOffset(Form):
    """The difference of local time from UTC."""

    expected = "an offset from UTC, such as -07:00"
    example = "-07:00"
    pattern = f"^{RE_OFFSET.pattern}$"

    def convert(self, text: str) -> Any:
        """Return the offset with two digits for its hours."""
        match = RE_OFFSET.fullmatch(text)
        if not match:
            return self.wrong(text, "write -07:00")
        return f"{match[1].replace('−', '-')}{match[2]:0>2}:{match[3]}"
