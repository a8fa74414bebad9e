"""Watching: noting what the templates of a project read.

Our own templates and views stay within reach (`symposium.knowledge.reach`): tests prove it. A
project that brings templates of its own may show whatever there is. So on such a site all that is
read is noted while a page is made. A page that reads beyond its reach is made in every build.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, ParamSpec, TypeVar

from symposium.knowledge import KnowledgeBase
from symposium.knowledge.reach import NAME, reached
from symposium.knowledge.relation_table import LISTS, Named

P = ParamSpec("P")
T = TypeVar("T")

SEEN = frozenset({
    "authors_of", "coauthors_of", "events", "find", "naming", "paper_of", "people", "person_of",
    "printed_forms", "sources", "sources_of", "state_of", "talks", "title_of", "topics",
    "topics_of", "venue_of", "venues", "works",
})  # fmt: skip
"""What templates ask of a knowledge base that is noted record by record."""
SEEN_OF_SITE = frozenset({
    "any_of", "file_url", "hands_out", "href", "items", "lang", "link", "links",
    "names", "page_url", "person", "picked", "repositories", "topics", "url", "urls",
})  # fmt: skip
"""The same of the `ViewContext`, which templates know as ``site``."""
OF_TEXT = {
    f"{kind}_of_text": kind for kind in ("organization", "series", "topic", "venue")
}  # fmt: skip
"""Relations that say what record a printed text stands for."""
RELATIONS = frozenset(name for rows in LISTS.values() for name, _ in rows) | {"naming", *OF_TEXT}


class Notes:
    """Kind and id of what was read, while one page was made."""

    def __init__(self) -> None:
        self.records: set[Named] = set()
        self._paused = False

    def anything(self, what: str) -> None:
        """Note that something was read whose origin is not known."""
        self.record(("", what))

    def record(self, named: Named) -> None:
        """Note that something of a record was read."""
        if not self._paused and named[1]:
            self.records.add(named)

    def unnoted(self, function: Callable[P, T]) -> Callable[P, T]:
        """Return a function whose reads are not noted: fingerprints cover them."""

        def call(*given: P.args, **named: P.kwargs) -> T:
            before, self._paused = self._paused, True
            try:
                return function(*given, **named)
            finally:
                self._paused = before

        return call

    def beyond(self, kb: KnowledgeBase, kind: str, record_id: str) -> set[Named]:
        """Return what was read that is beyond the reach of the page of a record."""
        return self.records - (reached(kb, kind, record_id) if kind in kb.entities else set())


class Table(Mapping[Any, Any]):
    """A mapping that notes what is read of it."""

    def __init__(
        self, table: Mapping[Any, Any], notes: Notes, named: Callable[[Any], Named]
    ) -> None:
        """Take what kind and id a key stands for."""
        self._table = table
        self._notes = notes
        self._named = named

    def __getitem__(self, key: Any) -> Any:
        self._notes.record(self._named(key))
        return self._table[key]

    def __iter__(self) -> Iterator[Any]:
        self._notes.anything("all keys")
        return iter(self._table)

    def __bool__(self) -> bool:
        return bool(self._table)  # numbers cover what is empty

    def __len__(self) -> int:
        self._notes.anything("the number of keys")
        return len(self._table)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._table, name)  # of the people those with a file


class Watched:
    """Something as the templates of a project see it."""

    def __init__(self, behind: object, seen: frozenset[str], notes: Notes, **inner: object) -> None:
        """Take the names of what is noted further in; to read anything else is noted here."""
        self._behind = behind
        self._seen = seen
        self._notes = notes
        self._inner = inner

    def __getattr__(self, name: str) -> Any:
        if name in self._inner:
            return self._inner[name]
        if name not in self._seen:
            self._notes.anything(name)
        return getattr(self._behind, name)


def seen_by_templates(kb: KnowledgeBase, site: object, notes: Notes) -> dict[str, Any]:
    """Return what templates know as ``kb`` and ``site``, so that all is noted that they read."""
    relations = Watched(kb.relations, RELATIONS, notes)
    identity = Watched(kb.identity, frozenset({"names"}), notes)
    return {
        "kb": Watched(kb, SEEN, notes, relations=relations, identity=identity),
        "site": Watched(site, SEEN_OF_SITE, notes),
    }


def watched(kb: KnowledgeBase, notes: Notes) -> KnowledgeBase:
    """Return a knowledge base of which is noted what is read."""

    def of(kind: str) -> Callable[[Any], Named]:
        return lambda key: (kind, key)

    def of_text(kind: str, table: Mapping[str, str]) -> Table:
        return Table(table, notes, lambda text: (kind, table.get(text, "")))

    relations: dict[str, Any] = {
        name: Table(getattr(kb.relations, name), notes, of(kind))
        for kind, rows in LISTS.items()
        for name, _ in rows
    }
    relations["naming"] = Table(kb.relations.naming, notes, lambda key: key)
    for name, kind in OF_TEXT.items():
        relations[name] = of_text(kind, getattr(kb.relations, name))
    return replace(
        kb,
        entities={kind: Table(table, notes, of(kind)) for kind, table in kb.entities.items()},
        relations=replace(kb.relations, **relations),
        identity=replace(kb.identity, names=Table(kb.identity.names, notes, of(NAME))),
    )
