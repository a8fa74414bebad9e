"""Headings of columns: which field of a talk each of them is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

HEADINGS: Mapping[str, tuple[str, ...]] = {
    "title": (
        "title", "talk title", "paper title", "submission title", "contribution title",
        "presentation title", "title of talk", "title of the talk", "talk", "presentation",
    ),
    "id": (
        "number", "paper number", "submission number", "pid", "paper", "paper id", "submission id",
        "submission", "talk id", "contribution id", "id", "code", "no", "nr", "paper no",
        "friendly id",
    ),
    "speakers": (
        "speakers", "speaker", "presenters", "presenter", "presenting author", "speaker names",
        "presenting authors", "presenting author s",
        "speaker name", "speaker s", "presenter s", "presented by", "persons", "name", "full name",
    ),
    "authors": (
        "authors", "author", "author names", "author list", "author s", "primary authors",
        "primaryauthors",
    ),
    "coauthors": ("co authors", "coauthors", "co author s"),
    "first": ("first name", "first", "given name", "forename", "speaker first name"),
    "last": ("last name", "last", "family name", "surname", "speaker last name"),
    "affiliation": (
        "affiliation", "affiliations", "institution", "institutions", "organization",
        "organisation", "company", "university", "speaker affiliation", "author affiliation",
        "author affiliations", "institute",
    ),
    "orcid": ("orcid", "orcid id", "speaker orcid"),
    "bio": ("bio", "biography", "speaker bio", "speaker biography", "about the speaker"),
    "abstract": ("abstract", "talk abstract", "description", "summary", "abstract text"),
    "room": ("room", "room name", "hall", "location", "place", "stage"),
    "day": ("day", "date", "talk date", "session date"),
    "start": (
        "start", "start time", "starts", "starts at", "begin", "begins", "from", "start date",
    ),
    "end": ("end", "end time", "ends", "ends at", "until", "to", "finish", "end date"),
    "time": ("time", "time slot", "timeslot", "slot", "hours"),
    "duration": ("duration", "length", "minutes", "duration min", "duration minutes"),
    "track": ("track", "track name", "track title", "accepted track"),
    "session": ("session", "session name", "session title"),
    "chair": (
        "session chair", "session chairs", "chair", "chairs", "chaired by", "chair s",
        "session chair s",
    ),
    "kind": (
        "kind", "type", "format", "talk type", "presentation type", "submission type",
        "contribution type", "presentation format", "session type",
    ),
    "doi": ("doi", "paper doi"),
    "website": ("url", "link", "website", "page"),
    "forum": ("forum",),
    "slides": ("slides", "slides url", "link to slides"),
    "video": ("video", "recording", "video url"),
    "decision": ("decision", "status"),
    "deleted": ("deleted",),
}  # fmt: skip
"""Fields of a talk, and what columns are called that hold them; the likelier names first."""
INTERNAL = frozenset({"coauthors", "forum", "deleted"})
"""Fields that only certain systems export."""
UNUSED = re.compile(r"mails?\b|contact|\b(?:tele)?phone|isactive")
"""Headings of what no page shows."""


def folded(heading: str) -> str:
    """Return a heading in small letters and single spaces.

    >>> folded(" Talk_Title: "), folded("startDate"), folded("#"), folded("Speaker(s)")
    ('talk title', 'start date', 'number', 'speaker s')
    """
    text = heading.strip().replace("#", " number ")
    text = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text)
    return " ".join(re.findall(r"[^\W_]+", text.casefold()))


def columns(headings: Iterable[str], wanted: Mapping[str, str]) -> dict[str, str]:
    """Return which heading holds each field; ``wanted`` are those that somebody has named."""
    there: dict[str, str] = {}
    for one in headings:
        if one.strip():
            there.setdefault(folded(one), one)
    found = {field: there[folded(name)] for field, name in wanted.items() if folded(name) in there}
    used = {*found.values()}
    for field, names in HEADINGS.items():
        free = (there[name] for name in names if name in there and there[name] not in used)
        if field not in found and (heading := next(free, None)) is not None:
            found[field] = heading
            used.add(heading)
    return found


def left_over(headings: Iterable[str], found: Mapping[str, str]) -> list[str]:
    """Return the headings that hold no field of ours; those of addresses for mail are expected."""
    used = {*found.values()}
    return [one for one in headings if one.strip() and one not in used and not _is_private(one)]


def _is_private(heading: str) -> bool:
    return bool(UNUSED.search(folded(heading)))
