"""The parts of a curriculum vitae: entries in groups, with their years."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from symposium.model.dates import Date
from symposium.pages.spans import Line

FOREVER = 9999
"""The year in which what lasts until now ends."""

Years = tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class CvEntry:
    """One thing that a person did."""

    when: str
    """The text in the margin."""
    lines: tuple[Line, ...]
    years: Years = None
    """The first and the last year; ``None`` if no date is known."""
    item: tuple[str, int] | None = None
    """The list of the person's file that it is of, and its place there."""


@dataclass(frozen=True, slots=True)
class CvGroup:
    """Entries under a heading of their own, or under none."""

    title: str
    entries: tuple[CvEntry, ...]


@dataclass(frozen=True, slots=True)
class CvPart:
    """A section: paragraphs, then groups of entries."""

    id: str
    title: str
    paragraphs: tuple[Line, ...] = ()
    groups: tuple[CvGroup, ...] = ()


def part(name: str, title: str, entries: list[CvEntry], *paragraphs: Line) -> CvPart:
    """Return a section whose entries are in one group."""
    return CvPart(name, title, paragraphs, (CvGroup("", tuple(entries)),) if entries else ())


def of_list(name: str, entries: Iterable[CvEntry]) -> list[CvEntry]:
    """Return the entries of a list of the person's file, each with its place there."""
    return [replace(one, item=(name, index)) for index, one in enumerate(entries)]


def years_of(start: Date | None, end: Date | None = None) -> Years:
    """Return the years from a date to another.

    >>> years_of(Date(2019), Date()), years_of(Date(2020)), years_of(None)
    ((2019, 9999), (2020, 2020), None)
    """
    if start is None and end is None:
        return None
    first = start or end
    last = end or start
    return ((first and first.year) or 0, (last and last.year) or FOREVER)
