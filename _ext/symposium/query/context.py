"""The knowledge base for listings: records in order, and tables that listings share."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, cached_property
from typing import Any

from symposium.kinds import BY_FOLDER
from symposium.kinds.participants import Affiliation
from symposium.knowledge.base import KnowledgeBase
from symposium.knowledge.printed_names import printed_affiliations
from symposium.model.dates import Dates, periods_of, year_of
from symposium.model.names import fold_text

MAX_YEARS = 200
"""Years of one period that count."""

Values = Callable[["QueryContext", str], Iterable[Any]]
"""Returns the values of a record by its id: texts, ids, numbers, dates or flags."""


class QueryContext:
    """The knowledge base, and tables made of it that several listings share."""

    def __init__(self, kb: KnowledgeBase) -> None:
        self.kb = kb
        self.universe: Callable[[str], Mapping[str, int]] = cache(self._universe)
        """Return the ids of all records in a folder, each with its place in lists."""
        self.index: Callable[[str, Values], Mapping[Any, set[str]]] = cache(self._index)
        """Return the ids of the records in a folder that have a value, by value."""

    def _universe(self, folder: str) -> Mapping[str, int]:
        if folder == "people":
            return self.kb.identity.rank
        return {record_id: place for place, record_id in enumerate(self._ordered(folder))}

    def _index(self, folder: str, values: Values) -> Mapping[Any, set[str]]:
        index = defaultdict(set)
        for record_id in self.universe(folder):
            for value in values(self, record_id):
                index[value].add(record_id)
        return index

    def _ordered(self, folder: str) -> Iterable[str]:
        """Return all ids in the order of lists: newest first, other kinds A-Z."""
        kb = self.kb
        if folder == "papers":
            return kb.relations.newest
        if folder == "events":
            return sorted(kb.events, key=lambda event: (_latest(kb.events[event].date), event))
        if folder == "talks":
            of_event = kb.relations.talks_of_event
            ids = [talk for event in self.universe("events") for talk in of_event.get(event, ())]
            # Talks of one event stay in the order of its programme.
            return sorted(
                dict.fromkeys((*ids, *kb.talks)),
                key=lambda talk: _latest(kb.date_of(kb.talks[talk])),
            )
        kind = BY_FOLDER[folder].name
        titles = {id_: folded(kb.title_of(kind, id_)) for id_ in kb.entities[kind]}
        return sorted(titles, key=lambda id_: (titles[id_], id_))

    def in_order(self, folder: str, ids: Iterable[str]) -> list[str]:
        """Return ids in the order of lists."""
        return sorted(ids, key=self.universe(folder).__getitem__)

    @cached_property
    def affiliations(self) -> Mapping[str, tuple[Affiliation, ...]]:
        """The affiliations in programmes, by person."""
        return printed_affiliations(self.kb)


def _latest(dates: Dates | None) -> int:
    """Return a key that sorts by the first year, the latest first and missing dates last."""
    return -(year_of(dates) or 0)


def years(dates: Dates | None) -> Iterator[int]:
    """Yield the years of dates and periods, at most `MAX_YEARS` more than the first of each."""
    for period in periods_of(dates):
        if (first := period.start.year) is not None:
            yield from range(first, min(period.end.year or first, first + MAX_YEARS) + 1)


def attribute(kind: str, name: str) -> Values:
    """Return a function that reads an attribute of a record, none if it is missing."""
    return read_from(kind, lambda record: getattr(record, name, None))


def read_from(kind: str, read: Callable[[Any], Any]) -> Values:
    """Return a function for the values of ``read(record)``: all of a tuple, none of ``None``."""

    def values(context: QueryContext, record_id: str) -> Iterable[Any]:
        value = read(context.kb.entities[kind][record_id])
        return value if isinstance(value, tuple) else () if value is None else (value,)

    return values


def related(*names: str) -> Values:
    """Return a function that reads the ids in some relations of a record."""
    return lambda context, record_id: [
        other for name in names for other in getattr(context.kb.relations, name).get(record_id, ())
    ]


def people_of(kind: str, *names: str) -> Values:
    """Return a function that reads the persons in some fields of a record."""
    reads = [attribute(kind, name) for name in names]
    return lambda context, record_id: [
        context.kb.person_of(person) for read in reads for person in read(context, record_id)
    ]


# Comparing texts: without case and accents, identifiers without their addresses.

RE_ADDRESS = re.compile(
    r"(?:https?://)?(?:(?:dx\.|www\.)?doi\.org/|orcid\.org/|arxiv\.org/(?:abs|pdf|html)/)"
    r"|(?:doi|arxiv|orcid|isbn|issn):\s*",
    re.IGNORECASE,
)
RE_VERSION = re.compile(r"(?<=\d)v\d{1,3}(?:\.pdf)?$|\.pdf$")

ASCII = str.maketrans("‘’‚‛′“”„‟″‐‑–—−", "'''''\"\"\"\"\"-----")
"""Typed quotes and hyphens for the printed ones."""


def folded(text: str) -> str:
    r"""Return a text without case, diacritics and extra spaces, to compare it with others.

    >>> folded("  Bazińska\n ON Maps"), folded("Don’t Stop—Ever")
    ('bazinska on maps', "don't stop-ever")
    """
    shape = text.lower() if text.isascii() else fold_text(text).translate(ASCII)
    return " ".join(shape.split())


def code(text: str) -> str:
    """Return an identifier without resolver, prefix and version, in lower case.

    >>> code("https://doi.org/10.1145/ABC"), code("arXiv:2101.08734v2"), code("1234-567X")
    ('10.1145/abc', '2101.08734', '1234-567x')
    """
    return RE_VERSION.sub("", RE_ADDRESS.sub("", folded(text), count=1))
