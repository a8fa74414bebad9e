"""Headings of columns: which field of a talk each of them is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

FIELDS = (
    "title", "id", "speakers", "authors", "affiliation", "orcid", "bio", "abstract", "room", "day",
    "start", "end", "time", "duration", "track", "session", "chair", "kind", "doi", "website",
    "slides", "video", "decision",
)  # fmt: skip
"""Fields of a talk; a column that holds one has its name as the heading."""
UNUSED = re.compile(r"mails?\b|contact|\b(?:tele)?phone|isactive")
"""Headings of what no page shows."""


def folded(heading: str) -> str:
    """Return a heading in small letters and single spaces.

    >>> folded(" Title "), folded("Session_Chair")
    ('title', 'session chair')
    """
    return " ".join(re.findall(r"[^\W_]+", heading.casefold()))


def columns(headings: Iterable[str], wanted: Mapping[str, str]) -> dict[str, str]:
    """Return which heading holds each field; ``wanted`` are those that somebody has named."""
    there: dict[str, str] = {}
    for one in headings:
        if one.strip():
            there.setdefault(folded(one), one)
    named = {field: there[folded(name)] for field, name in wanted.items() if folded(name) in there}
    used = {*named.values()}
    usual = {field: there[field] for field in FIELDS if there.get(field, "") not in {"", *used}}
    return {**usual, **named}


def left_over(headings: Iterable[str], found: Mapping[str, str]) -> list[str]:
    """Return the headings that hold no field of ours; those of addresses for mail are expected."""
    used = {*found.values()}
    return [one for one in headings if one.strip() and one not in used and not _is_private(one)]


def _is_private(heading: str) -> bool:
    return bool(UNUSED.search(folded(heading)))
