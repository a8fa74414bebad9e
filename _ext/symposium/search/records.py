"""The records of the search index, and their order.

A record's number is its place in the order. Among results that match equally well the one with
the higher number comes first, so the order is from the less to the more wanted: kinds in the
reverse of their registration (papers, then people last), within a kind by year, or by the number
of works, halved until nothing is left. That keeps the numbers of most records when one is added,
and the numbers of one year, or of one volume of proceedings, in a row.
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


# The facets of the search: which records have which value.
#
# Kind and year follow from a record's number (``root.bin``). The others are in one file, which a
# browser asks for when somebody narrows results or looks at what there is. Of each it has a list of
# ``[value, runs]``: runs of consecutive records that have the value, as numbers that tell in turn
# how many have not and how many have. The papers of a volume of proceedings stand in a row.

AWARD = "award"
LINKS = frozenset(THINGS) - {AWARD}
"""Links whose presence results can be narrowed by."""
IN_FILE = tuple(one for one in FACETS if one not in {"kind", "year"})
"""Facets whose values are here; those of the others are in the root of the index."""

Runs = list[int]
Values = Mapping[str, Runs]


def columns(
    kb: KnowledgeBase, entries: Sequence[SearchRecord], added: Sequence[SearchFacet] = ()
) -> dict[str, Values]:
    """Return the runs of the values of each facet, also of those added; the values are sorted."""
    names = (*IN_FILE, *(one.name for one in added))
    found: dict[str, defaultdict[str, Runs]] = {name: defaultdict(list) for name in names}
    values = _Values(kb, added)
    for number, entry in enumerate(entries):
        for facet, value in values.of(entry):
            runs = found[facet][value]
            if runs and runs[-1] == number:
                runs[-1] = number + 1
            else:
                runs += (number, number + 1)
    return {
        name: {one: _steps(table[one]) for one in sorted(table)} for name, table in found.items()
    }


def _steps(ends: Runs) -> Runs:
    """Return the lengths of the runs, and of what lies between them.

    >>> _steps([2, 5, 9, 10])
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
        """Yield facet and value, once each."""
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
            known = source in self._kb.entities["source"]
            yield "source", self._kb.title_of("source", source) if known else source
        for one in self._added:
            with blamed(f"the facet {one.name} of {kind} {entry.id}"):
                yield from ((one.name, text) for text in set(one.values(self._kb, kind, record)))

    def _venue_label(self, printed: str) -> str:
        """Return what a venue is called for short, unless another is called so too."""
        venue = self._kb.venues[self._kb.relations.venue_of_text[printed]]
        label = venue.short or venue.name
        return venue.name if label in self._shared else label

    def _topic_titles(self, texts: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(topic.title for topic in self._kb.topics_of(texts)))


def award_titles(awards: Iterable[str | Award]) -> Iterable[str]:
    """Return what awards are called, each once, those of works and those of a CV."""
    return dict.fromkeys(one.title if isinstance(one, Award) else one for one in awards)
