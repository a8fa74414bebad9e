"""The records of the search index, and their order.

A record's number is its place in the order. Among results that match equally well the one with
the higher number comes first, so the order is from the less to the more wanted: kinds in the
reverse of their registration (papers, then people last), within a kind by year, or by the number
of works, halved until nothing is left. That keeps the numbers of most records when one is added,
and the numbers of one year, or of one volume of proceedings, in a row.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from symposium.kinds import KINDS
from symposium.kinds.event import Event
from symposium.kinds.paper import Paper
from symposium.kinds.talk import Talk
from symposium.kinds.volume import Volume
from symposium.knowledge import KnowledgeBase
from symposium.locale import _
from symposium.pages.shown_times import year_of
from symposium.pages.subjects import ALONE, exists, title_of, years
from symposium.pages.urls import docname

WORKS = {
    "person": ("papers_of_person", "listed_of_person", "talks_of_person"),
    "venue": ("papers_of_venue",),
    "topic": ("papers_of_topic",),
    "volume": ("papers_of_volume",),
    "organization": ("people_of_organization", "papers_of_organization"),
}
"""The relations that tell how much is wanted of a kind."""

PAGES = frozenset({"page", "home", "index"})
"""Kinds that stand for no record: their ids are docnames."""


class SearchRecord(NamedTuple):
    """A record of the index."""

    kind: str
    """The facet: a kind's name, ``poster``, ``year``, ``index``, ``page`` or ``home``."""
    year: int
    """0 where there is none."""
    id: str
    """Of the record; the docname of a page."""
    title: str = ""
    """Of a page."""
    words: str = ""
    """Of the text of a page."""

    @property
    def of(self) -> str:
        """The kind of the record; a poster is a paper."""
        return "paper" if self.kind == "poster" else self.kind


def ordered(
    kb: KnowledgeBase,
    pages: Iterable[Sequence[str]] = (),
    hidden: Container[str] = frozenset(),
) -> list[SearchRecord]:
    """Return all records in the order of their numbers.

    ``pages`` are (facet, docname, title, words) of the pages that stand for no record; records
    whose document is ``hidden`` are left out.
    """
    alone = (one for one in _alone(kb) if one[1] not in hidden)
    others = sorted((*map(tuple, pages), *alone))
    entries = [SearchRecord(kind, 0, *page) for kind, *page in others]
    entries += [one for one in _lists(kb) if one.id not in hidden]
    entries += [SearchRecord("year", int(year), year) for year in reversed(years(kb))]
    for kind in reversed(KINDS):
        works = [getattr(kb.relations, name) for name in WORKS.get(kind.name, ())]
        rows = [
            (
                "poster" if kind.name == "paper" and record.poster else kind.name,
                _year(kb, record),
                _rank(works, record_id),
                record_id,
            )
            for record_id, record in _records(kb, kind.name)
            if record is None or record.document not in hidden
        ]
        rows.sort(key=lambda row: (row[0] != "poster", row[1], row[2]))  # else as they were read
        entries += [SearchRecord(facet, year, name) for facet, year, _title, name in rows]
    return entries


def _alone(kb: KnowledgeBase) -> Iterable[tuple[str, str, str, str]]:
    """Yield the pages that a site has once and that are no lists, such as the map."""
    for subject in ALONE.values():
        if exists(kb, subject):
            yield "page", docname(*subject), title_of(kb, subject), ""


def _records(kb: KnowledgeBase, kind: str) -> Iterable[tuple[str, Any]]:
    """Return id and record of a kind; ``None`` for a person of whom only the name is known."""
    if kind == "person":
        people = kb.identity.people
        return ((one, people.described.get(one)) for one in people)
    return kb.entities[kind].items()


def segments(entries: Sequence[SearchRecord]) -> list[tuple[str, int, int]]:
    """Return facet, year and count of each run of records that share them."""
    return [
        (kind, year, sum(1 for _unused in run))
        for (kind, year), run in groupby(entries, key=lambda one: (one.kind, one.year))
    ]


def _year(kb: KnowledgeBase, record: Any) -> int:
    """Return the year of a work, an event or a talk, which may have that of its event."""
    if isinstance(record, (Paper, Volume)):
        return record.year or 0
    if isinstance(record, Talk) and not record.date:
        record = kb.events.get(record.event or "")
    return year_of(record.date) or 0 if isinstance(record, (Event, Talk)) else 0


def _lists(kb: KnowledgeBase) -> Iterable[SearchRecord]:
    """Yield the index pages of kinds that have records."""
    if years(kb):
        yield SearchRecord("index", 0, docname("index", "years"), _("Years"))
    for kind in reversed(KINDS):
        if kb.identity.people if kind.name == "person" else kb.entities[kind.name]:
            yield SearchRecord("index", 0, docname("index", kind.folder), _(kind.title))


def _rank(works: Sequence[Mapping[str, Sequence[str]]], record_id: str) -> int:
    """Return the logarithm of the number of works: one more seldom changes it."""
    return sum([len(table.get(record_id, ())) for table in works]).bit_length() if works else 0
