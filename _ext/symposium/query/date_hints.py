"""Dates as people write them, and how the language writes the same."""

from __future__ import annotations

import re

from symposium.model.dates import MONTHS, SEASONS, parse_date

QUARTERS = {"q1": ("01", "03"), "q2": ("04", "06"), "q3": ("07", "09"), "q4": ("10", "12"),
            "h1": ("01", "06"), "h2": ("07", "12")}  # fmt: skip
"""First and last month of quarters and halves."""
RE_PIECE = re.compile(r"[a-z]+[0-9]?|[0-9]+")
RE_BETWEEN = re.compile(r"[\s,./–—-]*(?:of|the|(?<=[0-9])(?:st|nd|rd|th))?[\s,./–—-]*")
RE_TIME = re.compile(r"[t ][0-9]{1,2}:[0-9]{2}.*")
RE_RANGE = re.compile(r"\s*(?:\.\.+|–|—|\s-+\s|\bto\b|\buntil\b|\bthrough\b|\bup to\b)\s*")
RE_SLASH = re.compile(r"([0-9]{4}[0-9-]*)(?:[/:]|\.{3,})([0-9]{4}[0-9-]*)|([0-9]{4})-([0-9]{4})")


def date_meant(text: str) -> str:
    """Return the date that a text means, as the language writes it; nothing if it is not clear.

    >>> date_meant("March 2020"), date_meant("5th of Sept., 2021"), date_meant("2020/3")
    ('2020-03', '2021-09-05', '2020-03')
    >>> date_meant("fall 2020"), date_meant("Q1 2020"), date_meant("31.12.2020")
    ('2020-autumn', '2020-01..2020-03', '2020-12-31')
    >>> date_meant("03/04/2020"), date_meant("2020-03-05T10:00"), date_meant("two words")
    ('', '2020-03-05', '')
    """
    lower = RE_TIME.sub("", text.strip().lower())
    if re.fullmatch(r"[0-9]{8}", lower):
        lower = f"{lower[:4]}-{lower[4:6]}-{lower[6:]}"
    pieces = RE_PIECE.findall(lower)
    if RE_PIECE.sub(" ", RE_BETWEEN.sub(" ", lower)).strip():
        return ""
    pieces = [one for one in pieces if one not in {"of", "the", "st", "nd", "rd", "th"}]
    years = [one for one in pieces if len(one) == 4 and one.isdecimal()]
    if len(years) != 1 or not 1 <= len(pieces) <= 3:
        return ""
    year = years[0]
    others = [one for one in pieces if one != year]
    found = _within(year, others, is_first=pieces[0] == year, american="/" in lower)
    return found if all(map(parse_date, found.split(".."))) else ""


def _within(year: str, others: list[str], *, is_first: bool, american: bool) -> str:
    """Return a date of a year from the words and numbers beside it."""
    words = [one for one in others if not one.isdecimal()]
    numbers = [one.zfill(2) for one in others if one.isdecimal() and len(one) <= 2]
    if len(words) + len(numbers) != len(others) or len(words) > 1:
        return ""
    if words and (months := QUARTERS.get(words[0])) and not numbers:
        return f"{year}-{months[0]}..{year}-{months[1]}"
    if words and not numbers and (season := _season(words[0])):
        return f"{year}-{season}"
    if words:
        month = _month(words[0])
        return "-".join([year, month, *numbers]) if month and len(numbers) <= 1 else ""
    if len(numbers) == 2 and not is_first:
        # Some put the month first: what may be either is not clear.
        if american and numbers[0] != numbers[1] and max(numbers) <= "12":
            return ""
        numbers = sorted(numbers) if american else numbers[::-1]
    return "-".join([year, *numbers])


def _season(word: str) -> str:
    return "autumn" if word == "fall" else word if word in SEASONS else ""


def _month(word: str) -> str:
    """Return the number of a month by three or more of its letters."""
    short = "sep" if word == "sept" else word
    found = [at for at, one in enumerate(MONTHS, 1) if one.startswith(short)]
    return f"{found[0]:02}" if len(short) >= 3 and found else ""


def range_of_dates(text: str) -> str:
    """Return the range that two dates mean, as the language writes it; nothing if it is not clear.

    >>> range_of_dates("March 2020 to 5 May 2021"), range_of_dates("2019/2022")
    ('2020-03..2021-05-05', '2019..2022')
    >>> range_of_dates("2019-2022"), range_of_dates("2019-12")
    ('2019..2022', '')
    """
    found = RE_SLASH.fullmatch(text)
    ends = [one for one in found.groups() if one] if found else RE_RANGE.split(text)
    if len(ends) != 2:
        return ""
    first, last = (date_meant(one) for one in ends)
    return f"{first.split('..')[0]}..{last.split('..')[-1]}" if first and last else ""


def compared_with(name: str, operator: str, meant: str) -> str:
    """Return the comparison of a field with a date, or with all of a range.

    >>> compared_with("date", ">=", "2020-01..2020-03"), compared_with("date", "=", "2020-03")
    ('date >= 2020-01', 'date = 2020-03')
    >>> compared_with("date", "!=", "2020-01..2020-03")
    'date not in 2020-01..2020-03'
    """
    if ".." not in meant:
        return f"{name} {operator} {meant}"
    first, last = meant.split("..")
    if operator in {">=", "<"}:
        return f"{name} {operator} {first}"
    if operator in {"<=", ">"}:
        return f"{name} {operator} {last}"
    return f"{name} {'not in' if operator in {'!=', 'not in'} else 'in'} {meant}"
