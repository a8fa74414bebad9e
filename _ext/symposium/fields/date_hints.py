"""Hints for dates and times that are written in another way."""

from __future__ import annotations

import re

from symposium.model.dates import parse_dates

LONGEST = 60
"""Characters of what is looked at: people write times in fewer."""
RE_DAY_FIRST = re.compile(r"(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})", re.ASCII)
RE_BETWEEN = re.compile(r"\s+(?:-|–|—|to|until)\s+|\s*[–—]\s*")
RE_CLOCK = re.compile(r"(\d{1,2})(?:[:.h](\d\d)?)?\s*([ap])?\.?(?:m\.?)?", re.ASCII | re.IGNORECASE)
RE_WORDS = re.compile(r"\s*(?:uhr|o'clock|hrs?)\b", re.IGNORECASE)


def dates_meant(text: str) -> str:
    """Return the dates that were meant, if that is clear.

    >>> dates_meant("2026-05-12 - 2026-05-14"), dates_meant("12.5.2026 – 14.5.2026")
    ('2026-05-12/2026-05-14', '2026-05-12/2026-05-14')
    >>> dates_meant("2026-05-14/2026-05-12"), dates_meant("5/6/2026")
    ('2026-05-12/2026-05-14', '')
    """
    if len(text) > LONGEST:
        return ""
    made = RE_DAY_FIRST.sub(lambda day: f"{day[3]}-{day[2]:0>2}-{day[1]:0>2}", text)
    made = RE_BETWEEN.sub("/", made.strip())
    first, slash, last = made.partition("/")
    for one in (made, f"{last}/{first}" if slash else ""):
        if parse_dates(one):
            return one
    return ""


def times_meant(text: str) -> str:
    """Return the times that were meant, if that is clear.

    >>> times_meant("9.30-10"), times_meant("9:30am - 1 pm"), times_meant("14h-15h30")
    ('9:30-10:00', '9:30-13:00', '14:00-15:30')
    >>> times_meant("15.00 Uhr"), times_meant("25:00"), times_meant("9-5pm"), times_meant("noon")
    ('15:00', '', '', '')
    """
    if len(text) > LONGEST:
        return ""
    parts = re.split(r"\s*(?:-|–|—|\bto\b)\s*", RE_WORDS.sub("", text.strip()))
    found = [RE_CLOCK.fullmatch(part) for part in parts]
    halves = {bool(one and one[3]) for one in found}
    if len(parts) > 2 or None in found or len(halves) > 1:
        return ""
    times = [_clock(int(one[1]), one[2] or "00", (one[3] or "").lower()) for one in found if one]
    return "-".join(times) if all(times) else ""


def _clock(hour: int, minute: str, half: str) -> str:
    if int(minute) > 59 or (half and not 1 <= hour <= 12) or hour > 23:
        return ""
    if half:
        hour = hour % 12 + (12 if half == "p" else 0)
    return f"{hour}:{minute}"
