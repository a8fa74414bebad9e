"""The types of time zones and of offsets from UTC."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from symposium.fields.field_types import Form, nearest
from symposium.model.dates import AOE
from symposium.model.problems import Code

RE_ZONE = re.compile(r"[A-Za-z][A-Za-z0-9_+-]*(?:/[A-Za-z0-9_+-]+)*")
"""What the name of a zone looks like."""
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
    return sorted(one for one in available_timezones() if not RE_OF_MACHINE.match(one))


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
        """Return the offset with two digits for the hours."""
        found = RE_OFFSET.fullmatch(text)
        if not found:
            return self.wrong(text, "write -07:00")
        return f"{found[1].replace('−', '-')}{found[2]:0>2}:{found[3]}"
