"""Works as RIS, which most reference managers read.

Tags are those that Zotero gives and takes for each type; other programs take them for the same.
"""

from __future__ import annotations

from collections.abc import Iterator

from symposium.kinds.paper import Paper
from symposium.model.dates import Date
from symposium.model.names import Name
from symposium.pages.citing.csl_json import Item, names_in
from symposium.pages.citing.formulas import in_characters
from symposium.pages.citing.inferred_dates import note_of
from symposium.pages.citing.work_types import work_type

TITLED_BY_SERIES = frozenset({"BOOK", "RPRT", "COMP"})
"""Types whose second title is that of the series; the others have it in the third."""

NUMBERS = {
    "BOOK": "M1",
    "CHAP": "SV",
    "CONF": "M1",
    "RPRT": "SN",
    "PAT": "SN",
    "STAND": "SN",
    "MANSCPT": "AN",
}
"""Where the number of a type goes, if it is not that of an issue."""


def ris_record(paper: Paper, item: Item) -> str:
    """Return a work as RIS, with a line end; ``item`` is its full `csl_item`."""
    lines = [
        f"{tag}  - {text}\r\n"
        for tag, value in _tags(paper, item)
        if value and (text := " ".join(value.split()))
    ]
    return "".join([*lines, "ER  - \r\n"])


def _tags(paper: Paper, item: Item) -> Iterator[tuple[str, str]]:
    """Yield tags with values, which may be empty."""
    kind, found = work_type(paper), item.get
    yield "TY", kind.ris
    yield "ID", paper.key
    yield "TI", in_characters(paper.title)
    for one in paper.authors:
        yield "AU", inverted(one.name)
    for one in paper.editors:
        yield "ED", inverted(one.name)
    for name in filter(None, names_in(paper, "translator")):
        yield "A4", inverted(name)
    yield from _container(paper, kind.ris, item)
    yield from _date(paper.known_date)
    first, _, last = found("page", "").partition("-")
    yield "VL", found("volume", "")
    yield "IS", found("issue", "")
    number = found("collection-number") or found("number") or ""
    yield NUMBERS.get(kind.ris, "M1"), number if number != first else ""
    yield "SP", first
    yield "EP", last.strip("-")
    yield "ET", found("version" if kind.ris == "COMP" else "edition", "")
    yield "NV", found("number-of-volumes", "")
    yield "PB", found("publisher", "")
    yield ("C1" if kind.ris == "CONF" else "CY"), found("publisher-place", "")
    yield "M3", found("genre", "")
    yield "SN", (found("ISBN") or found("ISSN") or "") if NUMBERS.get(kind.ris) != "SN" else ""
    yield "DO", found("DOI", "")
    yield "UR", found("URL", "")
    yield "LA", found("language", "") if kind.ris != "COMP" else ""
    yield "ST", in_characters(paper.detail("shorttitle") or "")
    yield "Y2", "/".join(f"{part:02}" for part in found("accessed", NO_DATE)["date-parts"][0])
    for topic in paper.topics:
        yield "KW", in_characters(topic)
    yield "AB", in_characters(paper.abstract or "")
    yield "N1", in_characters(note_of(paper) or "")


NO_DATE: dict[str, list[list[int]]] = {"date-parts": [[]]}


def inverted(name: Name) -> str:
    """Return a name with the family name first; one that is not to be split keeps its commas.

    >>> inverted(Name("Jan van der Berg, Jr.", "Berg", "Jan", "van der", "Jr."))
    'van der Berg, Jan, Jr.'
    """
    if name.corporate or not name.family:
        return name.text.replace(",", "")  # what stands behind a comma would be a given name
    family = f"{name.prefix} {name.family}".strip()
    return ", ".join(part for part in (family, name.given, name.suffix) if part)


def _container(paper: Paper, kind: str, item: Item) -> Iterator[tuple[str, str]]:
    venue = in_characters(paper.venue or "") if "container-title" in item else ""
    event = in_characters(item.get("event-title", ""))
    series = in_characters(paper.series or "")
    if kind == "CONF":
        yield "T2", event or venue
        yield "C3", venue
    elif kind in TITLED_BY_SERIES:
        yield "T2", series
    else:
        yield "T2", venue or event
    yield "T3", series if kind not in TITLED_BY_SERIES else ""
    yield "J2", item.get("container-title-short", "")


def _date(date: Date | None) -> Iterator[tuple[str, str]]:
    """Yield the year, and the date with three slashes."""
    if date and date.year:
        month, day = (f"{part:02}" if part else "" for part in (date.month, date.day))
        yield "PY", f"{date.year:04}"
        yield "DA", f"{date.year:04}/{month}/{day}/{(date.season or '').capitalize()}"
