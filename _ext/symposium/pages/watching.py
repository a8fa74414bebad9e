"""Watching: noting which records the templates of a project read.

Fingerprints cover the records within the reach of a page (`symposium.knowledge.reach`), and tests
prove that built-in templates read no others. The templates of a project may read anything. On such
a site, all reading is noted while a page is made; a page that reads more is made in every build.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, ParamSpec, TypeVar

from symposium.knowledge import KnowledgeBase
from symposium.knowledge.reach import NAME, reached
from symposium.knowledge.relation_table import LISTS, RecordKey

P = ParamSpec("P")
T = TypeVar("T")

SEEN = frozenset({
    "authors_of", "coauthors_of", "events", "find", "naming", "paper_of", "people", "person_of",
    "printed_forms", "sources", "sources_of", "state_of", "talks", "title_of", "topics",
    "topics_of", "venue_of", "venues", "works",
})  # fmt: skip
"""Attributes of a knowledge base whose reading is noted record by record."""
SEEN_OF_SITE = frozenset({
    "any_of", "file_url", "hands_out", "href", "items", "lang", "link", "links",
    "names", "page_url", "person", "picked", "repositories", "topics", "url", "urls",
})  # fmt: skip
"""Attributes of the `ViewContext` (``site`` in templates) whose reading is noted likewise."""
OF_TEXT = {
    f"{kind}_of_text": kind for kind in ("organization", "series", "topic", "venue")
}  # fmt: skip
"""Relations that lead from a printed text to a record, with its kind."""
RELATIONS = frozenset(name for rows in LISTS.values() for name, _ in rows) | {"naming", *OF_TEXT}


class Notes:
    """Kind and id of the records that were read while a page was made."""

    def __init__(self) -> None:
        self.records: set[RecordKey] = set()
        self._paused = False

    def anything(self, what: str) -> None:
        """Note the reading of something that may come from any record."""
        self.record(("", what))

    def record(self, record: RecordKey) -> None:
        """Note the reading of a record."""
        if not self._paused and record[1]:
            self.records.add(record)

    def unnoted(self, function: Callable[P, T]) -> Callable[P, T]:
        """Return a function that reads without notes, as fingerprints cover what it reads."""

        def call(*args: P.args, **kwargs: P.kwargs) -> T:
            before, self._paused = self._paused, True
            try:
                return function(*args, **kwargs)
            finally:
                self._paused = before

        return call

    def beyond(self, kb: KnowledgeBase, kind: str, record_id: str) -> set[RecordKey]:
        """Return the records that were read beyond the reach of a page."""
        return self.records - (reached(kb, kind, record_id) if kind in kb.entities else set())


class Table(Mapping[Any, Any]):
    """A mapping that notes what is read of it."""

    def __init__(
        self, table: Mapping[Any, Any], notes: Notes, record_of: Callable[[Any], RecordKey]
    ) -> None:
        """Take a mapping, and a function from its keys to kind and id."""
        self._table = table
        self._notes = notes
        self._record_of = record_of

    def __getitem__(self, key: Any) -> Any:
        self._notes.record(self._record_of(key))
        return self._table[key]

    def __iter__(self) -> Iterator[Any]:
        self._notes.anything("all keys")
        return iter(self._table)

    def __bool__(self) -> bool:
        return bool(self._table)  # fingerprints cover whether it is empty

    def __len__(self) -> int:
        self._notes.anything("the number of keys")
        return len(self._table)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._table, name)  # such as `described` of people


class Watched:
    """An object as the templates of a project see it: reading its attributes is noted."""

    def __init__(self, target: object, seen: frozenset[str], notes: Notes, **inner: object) -> None:
        """Take names that need no note here (``seen``), and values that replace attributes."""
        self._target = target
        self._seen = seen
        self._notes = notes
        self._inner = inner

    def __getattr__(self, name: str) -> Any:
        if name in self._inner:
            return self._inner[name]
        if name not in self._seen:
            self._notes.anything(name)
        return getattr(self._target, name)


def seen_by_templates(kb: KnowledgeBase, site: object, notes: Notes) -> dict[str, Any]:
    """Return ``kb`` and ``site`` for the templates of a project, with all their reading noted."""
    relations = Watched(kb.relations, RELATIONS, notes)
    identity = Watched(kb.identity, frozenset({"names"}), notes)
    return {
        "kb": Watched(kb, SEEN, notes, relations=relations, identity=identity),
        "site": Watched(site, SEEN_OF_SITE, notes),
    }


def watched(kb: KnowledgeBase, notes: Notes) -> KnowledgeBase:
    """Return a knowledge base whose tables note what is read of them."""

    def of(kind: str) -> Callable[[Any], RecordKey]:
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
