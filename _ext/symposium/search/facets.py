"""The facets of the search: which records have which value.

Kind and year follow from a record's number (``root.bin``). The others are in one file, which a
browser asks for when somebody narrows results or looks at what there is. Of each it has a list of
``[value, runs]``: runs of consecutive records that have the value, as numbers that tell in turn how
many have not and how many have. The papers of a volume of proceedings stand in a row.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from symposium.kinds.cv import Award
from symposium.kinds.facet_names import FACETS, THINGS
from symposium.knowledge import KnowledgeBase
from symposium.model.locators import sources_of
from symposium.plugin import SearchFacet
from symposium.plugin.collection import blamed
from symposium.search.records import SearchRecord

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
