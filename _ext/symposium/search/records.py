"""The records of the search index, and their order.

A record's number is its place in the order. Among results that match equally well the one with
the higher number comes first, so the likeliest records are last: kinds are in the reverse of their
registration (papers, then people last), records of a kind by year, or by the logarithm of the
number of works. So most numbers stay when a record is added, and the records of one year, or of
one volume of proceedings, have consecutive numbers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby, pairwise
from typing import Any, NamedTuple

from symposium.kinds import KINDS
from symposium.kinds.cv import Award
from symposium.kinds.event import Event
from symposium.kinds.facet_names import FACETS, THINGS
from symposium.kinds.paper import Paper
from symposium.kinds.talk import Talk
from symposium.kinds.volume import Volume
from symposium.knowledge import KnowledgeBase
from symposium.locale import _
from symposium.model.ids import sources_of
from symposium.pages.shown_times import year_of
from symposium.pages.subjects import ALONE, exists, title_of, years
from symposium.pages.urls import docname
from symposium.plugin import SearchFacet
from symposium.plugin.collection import blamed

WORKS = {
    "person": ("papers_of_person", "listed_of_person", "talks_of_person"),
    "venue": ("papers_of_venue",),
    "topic": ("papers_of_topic",),
    "volume": ("papers_of_volume",),
    "organization": ("people_of_organization", "papers_of_organization"),
}
"""Relations with the works by which the records of a kind are ranked."""

PAGES = frozenset({"page", "home", "index"})
"""Kinds of pages without a record: their ids are docnames."""


class SearchRecord(NamedTuple):
    """A record of the index."""

    kind: str
    """The facet: a kind's name, ``poster``, ``year``, ``index``, ``page`` or ``home``."""
    year: int
    """0 without a year."""
    id: str
    """The id of the record, or the docname of a page."""
    title: str = ""
    """The title of a page; empty for records."""
    words: str = ""
    """The text of a page; empty for records."""

    @property
    def of(self) -> str:
        """The kind of the record; a poster is a paper."""
        return "paper" if self.kind == "poster" else self.kind


def ordered(
    kb: KnowledgeBase, pages: Iterable[Sequence[str]] = (), hidden: Container[str] = frozenset()
) -> list[SearchRecord]:
    """Return all records in the order of their numbers.

    ``pages`` are (facet, docname, title, words) of the pages without a record; records whose
    document is ``hidden`` are left out.
    """
    alone = (page for page in _single_pages(kb) if page[1] not in hidden)
    others = sorted((*map(tuple, pages), *alone))
    entries = [SearchRecord(kind, 0, *page) for kind, *page in others]
    entries += [entry for entry in _index_pages(kb) if entry.id not in hidden]
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
        rows.sort(key=lambda row: (row[0] != "poster", row[1], row[2]))  # else in order of reading
        entries += [SearchRecord(facet, year, name) for facet, year, _title, name in rows]
    return entries


def _single_pages(kb: KnowledgeBase) -> Iterable[tuple[str, str, str, str]]:
    """Yield the single pages that are no lists, such as the map."""
    for subject in ALONE.values():
        if exists(kb, subject):
            yield "page", docname(*subject), title_of(kb, subject), ""


def _records(kb: KnowledgeBase, kind: str) -> Iterable[tuple[str, Any]]:
    """Return ids and records of a kind; the record is ``None`` for a person without a file."""
    if kind == "person":
        people = kb.identity.people
        return ((person_id, people.described.get(person_id)) for person_id in people)
    return kb.entities[kind].items()


def segments(entries: Sequence[SearchRecord]) -> list[tuple[str, int, int]]:
    """Return facet, year and count of each run of records that share them."""
    return [
        (kind, year, sum(1 for _unused in run))
        for (kind, year), run in groupby(entries, key=lambda entry: (entry.kind, entry.year))
    ]


def _year(kb: KnowledgeBase, record: Any) -> int:
    """Return the year of a work, an event or a talk; 0 for other records."""
    if isinstance(record, Paper | Volume):
        return record.year or 0
    if isinstance(record, Talk):
        return year_of(kb.date_of(record)) or 0
    return year_of(record.date) or 0 if isinstance(record, Event) else 0


def _index_pages(kb: KnowledgeBase) -> Iterable[SearchRecord]:
    """Yield the index pages of kinds that have records."""
    if years(kb):
        yield SearchRecord("index", 0, docname("index", "years"), _("Years"))
    for kind in reversed(KINDS):
        if kb.identity.people if kind.name == "person" else kb.entities[kind.name]:
            yield SearchRecord("index", 0, docname("index", kind.folder), _(kind.title))


def _rank(works: Sequence[Mapping[str, Sequence[str]]], record_id: str) -> int:
    """Return the logarithm of the number of works, which one more seldom changes."""
    return sum([len(table.get(record_id, ())) for table in works]).bit_length() if works else 0


# The facets of the search: the records of each value.
#
# Kind and year follow from a record's number (``root.bin``). The others are in one file, which a
# browser fetches when a reader narrows or explores results. It has for each a list of
# ``[value, runs]``: the runs of consecutive records with the value, as alternating numbers of
# records without and with it. The papers of a volume of proceedings are one run.

AWARD = "award"
LINKS = frozenset(THINGS) - {AWARD}
"""Links by whose presence results can be narrowed."""
IN_FILE = tuple(facet for facet in FACETS if facet not in {"kind", "year"})
"""Facets in the file; the values of the others follow from the root of the index."""

Runs = list[int]
Values = Mapping[str, Runs]


def columns(
    kb: KnowledgeBase, entries: Sequence[SearchRecord], added: Sequence[SearchFacet] = ()
) -> dict[str, Values]:
    """Return the sorted values of each facet, also of ``added`` ones, with their runs."""
    names = (*IN_FILE, *(facet.name for facet in added))
    tables: dict[str, defaultdict[str, Runs]] = {name: defaultdict(list) for name in names}
    values = _Values(kb, added)
    for number, entry in enumerate(entries):
        for facet, value in values.of(entry):
            runs = tables[facet][value]
            if runs and runs[-1] == number:
                runs[-1] = number + 1
            else:
                runs += (number, number + 1)
    return {
        name: {value: _run_lengths(runs) for value, runs in sorted(table.items())}
        for name, table in tables.items()
    }


def _run_lengths(ends: Runs) -> Runs:
    """Return the lengths of the runs and of the gaps before them, given starts and ends.

    >>> _run_lengths([2, 5, 9, 10])
    [2, 3, 4, 1]
    """
    return [ends[0], *(after - before for before, after in pairwise(ends))]


class _Values:
    """The values of the facets of records."""

    def __init__(self, kb: KnowledgeBase, added: Sequence[SearchFacet] = ()) -> None:
        self._kb = kb
        self._added = added
        self._venue = lru_cache(1 << 14)(self._venue_label)
        self._topics = lru_cache(1 << 14)(self._topic_titles)
        labels: defaultdict[str, set[str]] = defaultdict(set)
        for venue in kb.venues.values():
            labels[venue.short or venue.name].add(venue.id)
        self._shared = {label for label, ids in labels.items() if len(ids) > 1}

    def of(self, entry: SearchRecord) -> Iterator[tuple[str, str]]:
        """Yield the pairs of facet and value of a record, each once."""
        kind = entry.of
        record = self._kb.described(kind, entry.id)
        if record is None:
            return
        if kind == "paper" and record.venue:
            yield "venue", self._venue(record.venue)
        for topic in self._topics(getattr(record, "topics", ())):
            yield "topic", topic
        awards = getattr(record, "awards", ())
        for has in LINKS.intersection(getattr(record, "links", ())):
            yield "has", has
        if awards:
            yield "has", AWARD
            yield from (("award", title) for title in award_titles(awards))
        for source in sources_of(getattr(record, "sources", ())):
            is_record = source in self._kb.entities["source"]
            yield "source", self._kb.title_of("source", source) if is_record else source
        for facet in self._added:
            with blamed(f"the facet {facet.name} of {kind} {entry.id}"):
                for text in set(facet.values(self._kb, kind, record)):
                    yield facet.name, text

    def _venue_label(self, venue_text: str) -> str:
        """Return the short name of a venue, or its name if another one has the same."""
        venue = self._kb.venues[self._kb.relations.venue_of_text[venue_text]]
        label = venue.short or venue.name
        return venue.name if label in self._shared else label

    def _topic_titles(self, texts: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(topic.title for topic in self._kb.topics_of(texts)))


def award_titles(awards: Iterable[str | Award]) -> Iterable[str]:
    """Return the titles of awards, of works or of a CV, each once."""
    return dict.fromkeys(award.title if isinstance(award, Award) else award for award in awards)
