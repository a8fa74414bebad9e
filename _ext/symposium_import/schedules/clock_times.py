"""Days and times, as schedules write them and as people type them into spreadsheets."""

from __future__ import annotations

import re
from datetime import date, datetime
from typing import Any

LONGEST = 31 * 24 * 60
"""Minutes that something may take."""
RE_CLOCK = re.compile(r"([01]?\d|2[0-4])[:.]([0-5]\d)(?::[0-5]\d(?:\.\d+)?)?", re.ASCII)
RE_PARTS = re.compile(r"(?:(\d{1,4}):)?(\d{1,4}):([0-5]?\d)", re.ASCII)
RE_MINUTES = re.compile(r"(\d{1,6})(?:\.0+)?\s*(?:m|min|minutes)?", re.ASCII | re.IGNORECASE)
RE_RANGE = re.compile(r"\s*[-–—]\s*")
RE_DAY = re.compile(r"(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})", re.ASCII)


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


def day_of(text: str) -> date | None:
    """Return the day that a cell names.

    >>> day_of("2026-06-03") == day_of("3.6.2026"), day_of("3/6/2026")
    (True, None)
    """
    found = RE_DAY.fullmatch(text.strip())
    whole = moment(f"{found[3]}-{found[2]:0>2}-{found[1]:0>2}" if found else text)
    return whole.date() if whole else None


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
    made, text = None, str(value).strip()
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    if found := RE_MINUTES.fullmatch(text):
        made = int(found[1])
    elif found := RE_PARTS.fullmatch(text):
        first, second, third = (int(part or 0) for part in found.groups())
        made = second * 60 + third
        if found[1] is not None:
            days = days_first and second < 24
            made = (first * 24 + second) * 60 + third if days else first * 60 + second
    return made if made is not None and made <= LONGEST else None
