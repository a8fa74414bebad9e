"""The times of a schedule: moments and durations in the many ways in which they are written."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from typing import Any

LONGEST = 31 * 24 * 60
"""Minutes that something may take."""

RE_CLOCK = re.compile(r"([01]?\d|2[0-4])[:.h]([0-5]\d)(?::[0-5]\d(?:\.\d+)?)?", re.ASCII)
RE_PARTS = re.compile(r"(?:(\d{1,4}):)?(\d{1,4}):([0-5]?\d)", re.ASCII)
RE_ISO = re.compile(
    r"P(?:(\d{1,4})D)?(?:T(?:(\d{1,4})H)?(?:(\d{1,5})M)?(?:(\d{1,6})(?:\.\d+)?S)?)?", re.ASCII
)
RE_MINUTES = re.compile(r"(\d{1,6})(?:\.0+)?\s*(?:m|min|minutes)?", re.ASCII | re.IGNORECASE)


def moment(value: Any) -> datetime | None:
    """Return the moment that a value stands for; a day alone is its midnight.

    >>> moment("2021-05-21T09:00:00+02:00").isoformat(), moment("2021-05-21 9:00").isoformat()
    ('2021-05-21T09:00:00+02:00', '2021-05-21T09:00:00')
    >>> moment("tomorrow"), moment(1621580400).isoformat()
    (None, '2021-05-21T07:00:00+00:00')
    """
    if isinstance(value, bool):
        return None
    try:
        if isinstance(value, (int, float)):
            return datetime.fromtimestamp(value, UTC) if 1e8 < value < 1e10 else None
        if not isinstance(value, str) or len(value) > 60:
            return None
        text = re.sub(r"^(\d{4}-\d\d-\d\d)[ T](\d:)", r"\1T0\2", value.strip())
        text = re.sub(r"\s+([+-]\d\d:?\d\d)$", r"\1", text)
        made = datetime.fromisoformat(text).replace(microsecond=0)
    except (ValueError, OverflowError, OSError):
        return None
    # A day more or less, or another zone, must not lead out of the calendar.
    return made if 1900 < made.year < 9000 else None


def has_time(value: Any) -> bool:
    """Tell whether a value that is a moment says more than the day."""
    return not isinstance(value, str) or ":" in value or "T" in value.strip()[8:]


def day_of(value: Any) -> date | None:
    """Return the day that a value names."""
    found = moment(value)
    return found.date() if found else None


def clock(value: Any) -> str:
    """Return a time of day as ``HH:MM``, or nothing.

    >>> clock("9:30"), clock("09:30:00"), clock("2021-05-21T09:30:00+02:00"), clock("noon")
    ('09:30', '09:30', '09:30', '')
    """
    if not isinstance(value, str):
        return ""
    found = RE_CLOCK.fullmatch(value.strip())
    if found:
        return f"{int(found[1]) % 24:02}:{found[2]}"
    whole = moment(value) if has_time(value) else None
    return f"{whole:%H:%M}" if whole else ""


def duration(value: Any, *, days_first: bool = False) -> int | None:
    """Return how many minutes a value stands for.

    Of three parts, the first may be days (as pretalx writes) or hours (as most programs do).

    >>> [duration(one) for one in ("00:45", "1:30", "45", 45, "PT1H30M", "1:30:00", "soon")]
    [45, 90, 45, 45, 90, 90, None]
    >>> duration("1:02:00", days_first=True), duration("0:45:00", days_first=True)
    (1560, 45)
    """
    if isinstance(value, bool):
        return None
    if isinstance(value, (int, float)):
        return int(value) if 0 <= value <= LONGEST else None
    if not isinstance(value, str) or len(value) > 40:
        return None
    made = _minutes(value.strip(), days_first=days_first)
    return made if made is not None and made <= LONGEST else None


def _minutes(text: str, *, days_first: bool) -> int | None:
    if found := RE_MINUTES.fullmatch(text):
        return int(found[1])
    if found := RE_PARTS.fullmatch(text):
        first, second, third = (int(part or 0) for part in found.groups())
        if found[1] is None:
            return second * 60 + third
        if days_first and second < 24:
            return (first * 24 + second) * 60 + third
        return first * 60 + second
    if (found := RE_ISO.fullmatch(text)) and len(text) > 2:
        days, hours, minutes, seconds = (int(part or 0) for part in found.groups())
        return int(timedelta(days, seconds, 0, 0, minutes, hours).total_seconds() // 60)
    return None
