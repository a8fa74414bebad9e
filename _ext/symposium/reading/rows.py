"""Papers as rows of plain values, which `marshal` writes and reads quickly, and back again.

The row of an entry does not say where the entry stands: lines count from the entry's own first
line, so a row can be kept while the text around it changes. What is long (all raw fields with
their places, the abstract) is not in the row but in a `symposium.reading.store.Store`.

Lines of fields that an heir took from its parents count from the first line of that parent; the
number of the parent, times `HOME`, is added to them. Parent 0 is the entry itself.
"""

from __future__ import annotations

import marshal
from collections.abc import Iterable, Mapping
from dataclasses import fields
from hashlib import blake2b
from typing import Any

from symposium.model.dates import Date
from symposium.model.names import Name
from symposium.model.ondemand import Stored, slot
from symposium.model.problems import Code, Place, Problem
from symposium.model.records import Contributor, Origin, Paper
from symposium.reading.bibtex import RawEntry
from symposium.reading.inheritance import Field, Fields
from symposium.reading.store import Store

HOME = 1 << 32

ALIASES = {
    "authors": ("author",), "editors": ("editor",), "date": ("year",), "topics": ("keywords",),
    "venue": ("booktitle", "journaltitle", "journal", "howpublished"), "arxiv": ("eprint",),
    "awards": ("award", "award_name"), "categories": ("primaryclass", "eprintclass"),
    "number": ("issue",), "was": ("ids",),
}  # fmt: skip
"""Fields of the record and the fields of the entry that they come from."""

MADE = ("authors", "editors", "date", "links")
"""Fields of a paper that a row holds as plain values; they stand first in it."""

OWN = ("title", "doi", "arxiv", "pages", "note")
SHARED = (
    "type", "et_al", "venue", "poster", "topics", "categories", "awards", "status", "volume",
    "number", "publisher", "series", "institution", "isbn", "issn", "related", "selected",
    "inferred", "sources", "was",
)  # fmt: skip
PLAIN = OWN + SHARED
"""Fields of a paper that a row holds as they are; many papers have the same in some of them."""

HERE = ("id", "key", "digest", "abstract", "fields", "origin")
"""Fields of a paper that are given when it is made of a row."""

Plain = tuple[Any, ...]
"""A row, or a part of one: texts, numbers, truth values, ``None``, tuples of these."""

_NO_LINKS: Mapping[str, str] = {}
_PUT_MADE = [slot(Paper, name).__set__ for name in MADE]
_PUT_PLAIN = [slot(Paper, name).__set__ for name in PLAIN]
_PUT_HERE = [slot(Paper, name).__set__ for name in HERE]
_UNSET = [
    (slot(Paper, field.name).__set__, field.default)
    for field in fields(Paper)
    if field.name not in {*MADE, *PLAIN, *HERE}
]
"""Fields that no entry fills, with what they hold then."""


class Tables:
    """What many rows have in common, each value once, so that it is also written once."""

    def __init__(self) -> None:
        self._shared: dict[Any, Any] = {}
        self._people: dict[int, tuple[Contributor, Plain]] = {}

    def share(self, value: Any) -> Any:
        """Return the first of all values that equal this one."""
        return self._shared.setdefault(value, value)

    def person(self, one: Contributor) -> Plain:
        """Return the row of a contributor."""
        # Found by identity: equal names are mostly one object, and hashing it is much slower.
        found = self._people.get(id(one))
        if found is None:
            name = one.name
            parts = (name.text, name.family, name.given, name.prefix, name.suffix)
            row = self.share((*parts, name.corporate, one.person, one.marks))
            found = self._people[id(one)] = (one, row)
        return found[1]

    def row(self, facts: Mapping[str, Any]) -> Plain:
        """Return the row of the facts of an entry."""
        date: Date | None = facts["date"]
        when = self.share((date.year, date.month, date.day, date.season)) if date else None
        share = self._shared.setdefault
        return (
            tuple([self.person(one) for one in facts["authors"]]),
            tuple([self.person(one) for one in facts["editors"]]),
            when,
            facts["links"] or None,
            *[facts[name] for name in OWN],
            *[share(facts[name], facts[name]) for name in SHARED],
        )


class _Contributors(dict[Plain, Contributor]):
    def __missing__(self, row: Plain) -> Contributor:
        text, family, given, prefix, suffix, corporate, person, marks = row
        name = Name(text, family, given, prefix, suffix, corporate)
        made = self[row] = Contributor(name, person, marks)
        return made


class Makers:
    """Makes papers of rows; equal persons and dates become one object."""

    def __init__(self) -> None:
        self._people = _Contributors()
        self._dates: dict[Plain | None, Date | None] = {None: None}

    def paper(self, row: Plain, paper_id: str, key: str, digest: bytes, origin: Origin) -> Paper:
        """Return the paper of a row."""
        authors, editors, when, links = row[:4]
        dates, people = self._dates, self._people.__getitem__
        if when not in dates:
            dates[when] = Date(*when)
        stored = _PLACES.__get__(origin)
        paper = object.__new__(Paper)
        made = (
            tuple(map(people, authors)),
            tuple(map(people, editors)),
            dates[when],
            _NO_LINKS if links is None else links,
        )
        # A frozen dataclass sets its fields one by one in any case; this way takes a third.
        for put, value in zip(_PUT_MADE, made, strict=True):
            put(paper, value)
        for put, value in zip(_PUT_PLAIN, row[4:], strict=True):
            put(paper, value)
        for put, value in zip(
            _PUT_HERE, (paper_id, key, digest, stored, stored, origin), strict=True
        ):
            put(paper, value)
        for put, value in _UNSET:
            put(paper, value)
        return paper


_PLACES = slot(Origin, "fields")


class Long(Stored):
    """The long values of a paper. ``lines`` are those on which it and its parents begin."""

    __slots__ = ("lines", "offset", "size", "store")

    def __init__(self, store: Store, offset: int, size: int, lines: tuple[int, ...]) -> None:
        self.store = store
        self.offset = offset
        self.size = size
        self.lines = lines

    def fetch(self, name: str) -> Any:
        """Return ``abstract``, the raw ``fields`` or their ``places``."""
        _, _, names, values, flat, abstract = _parts(self.store.read(self.offset, self.size))
        names = names.split(" ") if values else []
        if name == "abstract":
            return values[names.index("abstract")].strip(" ") if abstract is True else abstract
        if name == "fields":
            return tuple(zip(names, values, strict=True))
        places: dict[str, tuple[int, int]] = {}
        for field, line, column in zip(names, flat[::2], flat[1::2], strict=True):
            home, line = divmod(line, HOME)  # noqa: PLW2901 - the line within that parent
            places.setdefault(field, (self.lines[home] + line, column))
        for alias, fields_of_it in ALIASES.items():
            if alias not in places and (found := [f for f in fields_of_it if f in places]):
                places[alias] = places[found[0]]
        return places


def long_part(
    entry: RawEntry, inherited: Iterable[tuple[str, Field]] = (), abstract: str | None = None
) -> bytes:
    """Return what is long in an entry, as bytes: equal entries give equal bytes."""
    lent = list(inherited)
    names = " ".join([*(name for name, _ in entry.fields), *(name for name, _ in lent)])
    values = (*(value for _, value in entry.fields), *(field.value for _, field in lent))
    places = [*entry.places, *(field.place for _, field in lent)]
    kept: str | bool | None = abstract
    if abstract is not None:
        raw = values[names.split(" ").index("abstract")]
        kept = True if raw.strip(" ") == abstract else abstract
    flat = tuple([number for place in places for number in place])
    # Version 2 writes no references to earlier objects, so that equal values give equal bytes.
    return marshal.dumps((entry.type, entry.key, names, values, flat, kept), 2)


def entry_of(data: bytes) -> RawEntry:
    """Return the entry of a long part; its lines count from its own first line."""
    kind, key, names, values, flat, _ = _parts(data)
    fields = tuple(zip(names.split(" "), values, strict=True)) if values else ()
    places = tuple(zip(flat[::2], flat[1::2], strict=True))
    return RawEntry(kind, key, fields, Place("", 0, 0), places)


def _parts(data: bytes) -> Plain:
    found: Plain = marshal.loads(data)  # noqa: S302 - a store is checked when it is opened
    return found


def digest(data: bytes) -> bytes:
    """Return the digest of a text in bytes."""
    return blake2b(data, digest_size=16).digest()


def problem_rows(problems: Iterable[Problem]) -> tuple[Plain, ...]:
    """Return problems as rows."""
    return tuple([(p.code.name, p.message, p.place.line, p.place.column, p.hint) for p in problems])


def problem_of(row: Plain, path: str, lines: tuple[int, ...]) -> Problem:
    """Return the problem of a row, in the file ``path``; ``lines`` are those it counts from."""
    code, message, line, column, hint = row
    home, line = divmod(line, HOME)
    return Problem(Code[code], message, Place(path, lines[home] + line, column), hint)


def shifted(fields: Fields, home: int) -> Fields:
    """Return fields whose lines say that they are those of the parent ``home``."""
    return {
        name: Field(field.value, (field.place[0] + home * HOME, field.place[1]), field.own)
        for name, field in fields.items()
    }
