"""Papers as rows of plain values, for the cache.

The row of an entry does not depend on its place: lines count from the entry's own first line, so a
row can be kept while the text around it changes. Long values (all raw fields with their places,
the abstract) are not in the row but in a `symposium.reading.cache.Store`.
"""

from __future__ import annotations

import dataclasses
import marshal
from collections.abc import Iterable, Mapping
from functools import lru_cache
from hashlib import blake2b
from itertools import repeat
from operator import call
from typing import Any, cast

from symposium.kinds.base import Origin
from symposium.kinds.paper import Paper
from symposium.model.dates import Date
from symposium.model.memory import Stored, slot
from symposium.model.problems import Code, Place, Problem
from symposium.reading.bibtex_reader import RawEntry
from symposium.reading.cache import Plain, Store
from symposium.reading.contributors import contributor_of

ALIASES = {
    "authors": ("author",), "editors": ("editor",), "date": ("year",), "topics": ("keywords",),
    "venue": ("booktitle", "journaltitle", "journal", "howpublished"), "arxiv": ("eprint", "arxiv"),
    "awards": ("award", "award_name"), "categories": ("primaryclass", "eprintclass"),
    "number": ("issue",), "was": ("ids",), "language": ("langid", "hyphenation"),
    "thumbnail": ("preview",),
}  # fmt: skip
"""Fields of the record, each with the fields of the entry that it comes from."""

Row = dict[str, Any]
"""The values of a paper that differ from `DEFAULTS`, by the names of its fields."""

DEFAULTS: Mapping[str, Any] = {
    **{field.name: field.default for field in dataclasses.fields(Paper)},
    **dict.fromkeys(("id", "key", "type", "title")),
    **{field.name: {} for field in dataclasses.fields(Paper) if field.default_factory is dict},
}
SETTERS = [slot(Paper, name).__set__ for name in DEFAULTS]
"""Functions that set the fields of a frozen paper: its constructor takes seven times as long."""


Shared = dict[Any, Any]
"""Values that rows share, each mapped to itself, so that it is stored once."""


def row_of(facts: Mapping[str, Any], shared: Shared) -> Row:
    """Return the row of what an entry says; its abstract is not in it."""
    share, links = shared.setdefault, facts["links"]
    plain = {**facts, "abstract": None, "links": None}
    row = {name: share(value, value) for name, value in plain.items() if value}
    row["words"] = facts["words"]  # empty for front matter
    return {**row, "links": links} if links else row


@lru_cache(maxsize=1 << 12)
def _date(row: Plain | None) -> Date | None:
    return Date(*row) if row else None


def paper_of(row: Row, paper_id: str, key: str, digest: bytes, long: Long) -> Paper:
    """Return the paper of a row."""
    values = {**DEFAULTS, **row}
    values |= {
        "id": paper_id,
        "key": key,
        "digest": digest,
        "authors": tuple(map(contributor_of, values["authors"])),
        "editors": tuple(map(contributor_of, values["editors"])),
        "date": _date(values["date"]),
        "abstract": long,
        "fields": long,
        "origin": long,
    }
    paper = object.__new__(Paper)
    any(map(call, SETTERS, repeat(paper), values.values()))  # setters return None: all are called
    return paper


class Long(Stored):
    """The long values of a paper, fetched on demand, and its origin with their places."""

    __slots__ = ("column", "line", "offset", "path", "size", "store")

    def __init__(
        self, store: Store, extent: Iterable[int], path: str, line: int, column: int
    ) -> None:
        self.store = store
        self.offset, self.size = extent
        self.path, self.line, self.column = path, line, column

    @property
    def place(self) -> Place:
        """The beginning of the entry."""
        return Place(self.path, self.line, self.column)

    def entry(self) -> RawEntry:
        """Return the entry as it was written."""
        kind, key, names, values, flat, _ = _parts(self.store, self.offset, self.size)
        fields = tuple(zip(names.split(" "), values, strict=True)) if values else ()
        lines = [self.line + line for line in flat[::2]]
        places = tuple(zip(lines, flat[1::2], strict=True))
        return RawEntry(kind, key, fields, self.place, places)

    def fetch(self, name: str) -> Any:
        """Return ``abstract``, the raw ``fields``, the ``origin`` or the ``places`` in it."""
        if name == "origin":
            places_on_demand: Any = self
            return Origin(self.place, places_on_demand)
        if name == "places":
            return _places(self.store, self.offset, self.size, self.line)
        _, _, names, values, _, abstract = _parts(self.store, self.offset, self.size)
        names = names.split(" ") if values else []
        if name == "abstract":
            return values[names.index("abstract")].strip(" ") if abstract is True else abstract
        return tuple(zip(names, values, strict=True))


def long_part(entry: RawEntry, abstract: str | None = None) -> bytes:
    """Return the long values of an entry as bytes: equal entries give equal bytes."""
    names = [name for name, _ in entry.fields]
    values = [value for _, value in entry.fields]
    first = entry.place.line
    flat = [number for line, column in entry.places for number in (line - first, column)]
    stored: str | bool | None = abstract
    if abstract is not None and values[names.index("abstract")].strip(" ") == abstract:
        stored = True
    # Version 2 writes no references to earlier objects, so that equal values give equal bytes.
    content = (entry.type, entry.key, " ".join(names), tuple(values), tuple(flat), stored)
    return marshal.dumps(content, 2)


@lru_cache(maxsize=16)
def _parts(store: Store, offset: int, size: int) -> Plain:
    """Return the stored values; cached, as a page asks several times in a row for one paper."""
    parts: Plain = marshal.loads(store.read(offset, size))  # noqa: S302 - it is checked before
    return parts


@lru_cache(maxsize=16)
def _places(store: Store, offset: int, size: int, first: int) -> dict[str, tuple[int, int]]:
    """Return the places of fields; cached, as each of thousands of fields may be reported."""
    _, _, names, _, flat, _ = _parts(store, offset, size)
    places: dict[str, tuple[int, int]] = {}
    for field, line, column in zip(names.split(" "), flat[::2], flat[1::2], strict=False):
        places.setdefault(field, (first + line, column))
    for alias, sources in ALIASES.items():
        if alias not in places and (present := [name for name in sources if name in places]):
            places[alias] = places[present[0]]
    return places


def digest(data: bytes) -> bytes:
    """Return the digest of a text in bytes."""
    return blake2b(data, digest_size=16).digest()


def problem_rows(problems: Iterable[Problem], first: int = 0) -> tuple[Plain, ...]:
    """Return problems as rows; their lines count from ``first``."""
    return tuple([
        (cast("Code", p.code).name, p.message, p.place.line - first, p.place.column, p.hint)
        for p in problems
    ])  # fmt: skip


def problem_of(row: Plain, path: str, first: int) -> Problem:
    """Return the problem of a row, in the file ``path``; its lines count from ``first``."""
    code, message, line, column, hint = row
    return Problem(Code[code], message, Place(path, first + line, column), hint)
