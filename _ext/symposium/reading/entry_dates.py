"""Dates of entries: biblatex's ``date``, BibTeX's ``year`` and ``month``, as typed."""

from __future__ import annotations

import re
from calendar import monthrange
from functools import lru_cache

from symposium.model.dates import MONTHS as NAMES
from symposium.model.dates import SEASONS, Date
from symposium.model.spelling import nearest
from symposium.reading.latex import decode

RE_EDTF = re.compile(r"(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[T ]\S*)?)?)?[~?%]?")
"""A date in the Extended Date/Time Format, as far as biblatex reads it; doubt is not kept."""

RE_YEAR = re.compile(
    r"(?:c\.|ca\.?|circa|about|©|\()?\s*(\d{4})\s*[)~?]?(?:\s*(?:/|-{1,2}|–)\s*\d{2,4}|\s*[\[(（][^\])）]*[\])）]?)?",
    re.IGNORECASE,
)
"""A year, also ``c. 1999``, ``[1999]`` and the first year of ``1999/2000`` or ``1996 [1985]``."""

MONTHS = {
    "jan": 1, "feb": 2, "mar": 3, "mär": 3, "apr": 4, "may": 5, "mai": 5, "jun": 6, "jul": 7,
    "aug": 8, "sep": 9, "oct": 10, "okt": 10, "nov": 11, "dec": 12, "dez": 12,
}  # fmt: skip
ELSEWHERE = (
    "januar januari janvier februar februari februarie märz marts mars mart marzo aprile maio mayo "
    "maggio maja juni juin junio juli julio juillet juill agosto augusti augustus août settembre "
    "septembre septiembre setembro octubre octobre oktober novembre novembro noviembre décembre "
    "decembre dezember"
)
"""Names of months in other languages that are like the English ones."""
RE_WORD_YEAR = re.compile(r"([^\W\d_]+)[.,]?\s+(\d{4})")
RE_WORD = re.compile(r"[^\W\d_]+")
RE_NUMBER = re.compile(r"\d+")


def parse_edtf(text: str) -> Date | None:
    """Return the date of a biblatex ``date`` field; of a range its start.

    >>> str(parse_edtf("2019-05/2019-06")), str(parse_edtf("2001-21")), parse_edtf("2012-13")
    ('2019-05', '2001-spring', None)
    """
    start, _, end = text.strip().strip("{}").partition("/")
    found = RE_EDTF.fullmatch(start.strip() or end.strip())
    if not found:
        return None
    year, month, day = (int(part) if part else None for part in found.group(1, 2, 3))
    if not year:
        return None
    if month is not None and 21 <= month <= 24:
        return Date(year, season=SEASONS[month - 21])
    return _date(year, month, day, strict=True)


@lru_cache(maxsize=1 << 10)
def parse_year(text: str) -> Date | None:
    """Return the date of a ``year`` field, which may hold a whole date.

    >>> str(parse_year("c. 1999")), str(parse_year("1999/2000")), parse_year("2020a")
    ('1999', '1999', None)
    """
    text = decode(text).replace("\u00a0", " ").strip(" .,;[]")
    if whole := parse_edtf(text):
        return whole
    found = RE_YEAR.fullmatch(text)
    if found:
        return Date(int(found[1])) if int(found[1]) else None
    found = RE_WORD_YEAR.fullmatch(text)
    if found and int(found[2]):
        return add_month(Date(int(found[2])), found[1])
    return None


@lru_cache(maxsize=1 << 12)
def add_month(date: Date, month: str, day: str = "") -> Date | None:
    """Return ``date`` with the month (and day) written in ``month``, or ``None``.

    >>> str(add_month(Date(1999), "July~1")), str(add_month(Date(1999), "Jul/Aug"))
    ('1999-07-01', '1999-07')
    >>> str(add_month(Date(1999), "Summer")), add_month(Date(1999), "soon")
    ('1999-summer', None)
    """
    text = decode(month).replace("\u00a0", " ").strip(" .,").lower()
    for word in RE_WORD.findall(text):
        season = "autumn" if word == "fall" else word
        if season in SEASONS:
            return Date(date.year, season=season)
        if word[:3] in MONTHS:
            numbers = RE_NUMBER.findall(text) or RE_NUMBER.findall(day)
            return _date(date.year or 0, MONTHS[word[:3]], _small(numbers))
    number = _small(RE_NUMBER.findall(text))
    if RE_WORD.search(text) or not number or not 1 <= number <= 12:
        return None
    return _date(date.year or 0, number, _small(RE_NUMBER.findall(day)))


@lru_cache(maxsize=1 << 10)
def misspelt_month(text: str) -> str | None:
    """Return the month that a misspelt one was meant to be, or ``None``.

    >>> [misspelt_month(text) for text in ("Octobar 3", "ockt", "Sept.", "octobre", "soon")]
    ['October', 'October', None, None, None]
    """
    for word in RE_WORD.findall(decode(text).lower()):
        known = any(name.startswith(word) for name in NAMES) and len(word) > 2
        if not known and word not in {*MONTHS, *ELSEWHERE.split(), *SEASONS}:
            near = nearest(word, (*NAMES, *MONTHS), cutoff=0.8)
            if near:
                return NAMES[MONTHS[near[:3]] - 1].capitalize()
    return None


def _small(numbers: list[str]) -> int | None:
    """Return the first number, if it has one or two digits."""
    return int(numbers[0]) if numbers and len(numbers[0]) <= 2 else None


def _date(year: int, month: int | None, day: int | None, *, strict: bool = False) -> Date | None:
    """Return a date that exists; without ``strict`` a wrong day is only left out."""
    if month is not None and not 1 <= month <= 12:
        return None
    if day is not None and month is not None and not 1 <= day <= monthrange(year, month)[1]:
        return None if strict else Date(year, month)
    return Date(year, month, day)
