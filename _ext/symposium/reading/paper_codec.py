"""Papers as rows of plain values, for the cache.

The row of an entry does not say where the entry stands: lines count from the entry's own first
line, so a row can be kept while the text around it changes. What is long (all raw fields with
their places, the abstract) is not in the row but in a `symposium.reading.paper_codec.Store`.

Lines of fields that an entry inherits count from the first line of that parent; the
number of the parent, times `HOME`, is added to them. Parent 0 is the entry itself.
"""

from __future__ import annotations

import dataclasses
import marshal
import os
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, cast

from symposium.kinds.base import Origin
from symposium.kinds.paper import Contributor, Paper
from symposium.model.dates import Date
from symposium.model.gate import open_file
from symposium.model.lazy_values import Stored, slot
from symposium.model.names import Name
from symposium.model.problems import Code, Place, Problem
from symposium.reading.bibtex_reader import RawEntry
from symposium.reading.inheritance import InheritedField

CHUNK = 1 << 20
"""Bytes that are written, or checked, at once."""


class Store:
    """Texts in bytes, each found by its offset and size.

    Without a file everything stays in memory. With one, what could not be written (the disk is
    full) stays there too, and ``complete`` tells so. Reading does not move any file position, so
    that processes forked from this one may read at the same time.
    """

    __slots__ = ("checksum", "complete", "file", "pending", "size", "waiting")

    def __init__(self, file: int | None = None, size: int = 0, checksum: int = 0) -> None:
        self.file = file
        self.size = size
        self.checksum = checksum
        self.complete = file is not None
        self.pending: dict[int, bytes] = {}
        self.waiting = 0

    def add(self, data: bytes) -> int:
        """Keep ``data``; return its offset."""
        offset = self.size
        self.pending[offset] = data
        self.size += len(data)
        self.waiting += len(data)
        if self.waiting >= CHUNK and self.complete:
            self.flush()
        return offset

    def read(self, offset: int, size: int) -> bytes:
        """Return what was kept there."""
        if self.pending and offset in self.pending:
            return self.pending[offset]
        if self.file is None:
            raise LookupError(f"nothing is kept at {offset}")
        return os.pread(self.file, size, offset)

    def flush(self) -> None:
        """Write what waits for it."""
        if self.file is None or not self.complete or not self.pending:
            return
        data = memoryview(b"".join(self.pending.values()))
        self.checksum = zlib.crc32(data, self.checksum)
        try:
            while data:
                data = data[os.write(self.file, data) :]
        except OSError:
            self.complete = False
        else:
            self.pending.clear()
            self.waiting = 0

    def __del__(self, close: Callable[[int], None] = os.close) -> None:
        if self.file is not None:  # at the end of a process modules may be gone
            close(self.file)


def created(path: Path) -> Store:
    """Return a store that writes to a new file, or one in memory if that cannot be."""
    try:
        return Store(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o644))
    except OSError:
        return Store()


def opened(path: Path, size: int, checksum: int) -> Store | None:
    """Return the store of a file, or ``None`` unless it holds what was written."""
    try:
        store = Store(open_file(path), size, checksum)
    except OSError:
        return None
    return store if store.file is not None and _is_whole(store.file, size, checksum) else None


def _is_whole(file: int, size: int, checksum: int) -> bool:
    found = done = 0
    try:
        while data := os.pread(file, CHUNK, done):
            found = zlib.crc32(data, found)
            done += len(data)
    except OSError:
        return False
    return done == size and found == checksum


HOME = 1 << 32

ALIASES = {
    "authors": ("author",), "editors": ("editor",), "date": ("year",), "topics": ("keywords",),
    "venue": ("booktitle", "journaltitle", "journal", "howpublished"), "arxiv": ("eprint", "arxiv"),
    "awards": ("award", "award_name"), "categories": ("primaryclass", "eprintclass"),
    "number": ("issue",), "was": ("ids",), "language": ("langid", "hyphenation"),
    "thumbnail": ("preview",),
}  # fmt: skip
"""Fields of the record and the fields of the entry that they come from."""

OWN = ("title", "doi", "arxiv", "pages", "note", "words")
"""Fields of a paper that a row holds as they are."""

SHARED = (
    "type", "et_al", "venue", "poster", "topics", "categories", "awards", "status", "volume",
    "number", "publisher", "series", "institution", "isbn", "issn", "related", "cites", "selected",
    "inferred", "sources", "was", "language", "details",
    "links_from_abstract", "thumbnail", "marks_note",
)  # fmt: skip
"""Fields of a paper that a row holds as they are; many papers have the same in these."""

Plain = tuple[Any, ...]
"""A row, or a part of one: texts, numbers, truth values, ``None``, tuples of these."""

SEPARATOR = "\x1f"
"""Stands between the parts of a contributor; readers of files replace it by a space."""

_NOTHING: Mapping[str, str] = {}


class _Draft(Paper):
    """A paper whose fields are being set; making it frozen from the start takes seven times."""

    __slots__ = ()
    __setattr__ = object.__setattr__
    __delattr__ = object.__delattr__


class Tables:
    """What many rows have in common, each value once, so that it is also written once."""

    def __init__(self) -> None:
        self._shared: dict[Any, Any] = {}
        self._people: dict[int, tuple[Contributor, str]] = {}

    def share(self, value: Any) -> Any:
        """Return the first of all values that equal this one."""
        return self._shared.setdefault(value, value)

    def person(self, one: Contributor) -> str:
        """Return a contributor as one text: what is looked up most is looked up fastest."""
        # Found by identity: equal names are mostly one object, and hashing it is much slower.
        found = self._people.get(id(one))
        if found is None:
            name = one.name
            parts = (
                name.text, name.family, name.given, name.prefix, name.suffix,
                "1" if name.corporate else "", one.person or "", *one.marks,
            )  # fmt: skip
            text: str = self.share(SEPARATOR.join([part.replace(SEPARATOR, " ") for part in parts]))
            found = self._people[id(one)] = (one, text)
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


class _Contributors(dict[str, Contributor]):
    def __missing__(self, row: str) -> Contributor:
        text, family, given, prefix, suffix, corporate, person, *marks = row.split(SEPARATOR)
        name = Name(text, family, given, prefix, suffix, bool(corporate))
        made = self[row] = Contributor(name, person or None, tuple(marks))
        return made


class Makers:
    """Makes papers of rows; equal persons and dates become one object."""

    def __init__(self) -> None:
        self._people = _Contributors()
        self._dates: dict[Plain | None, Date | None] = {None: None}

    def paper(self, row: Plain, paper_id: str, key: str, digest: bytes, long: Long) -> Paper:
        """Return the paper of a row."""
        draft: Any = object.__new__(_Draft)
        (
            authors, editors, when, links,
            draft.title, draft.doi, draft.arxiv, draft.pages, draft.note, draft.words,
            draft.type, draft.et_al, draft.venue, draft.poster, draft.topics, draft.categories,
            draft.awards, draft.status, draft.volume, draft.number, draft.publisher, draft.series,
            draft.institution, draft.isbn, draft.issn, draft.related, draft.cites, draft.selected,
            draft.inferred, draft.sources, draft.was, draft.language,
            draft.details, draft.links_from_abstract, draft.thumbnail, draft.marks_note,
        ) = row  # fmt: skip
        people = self._people.__getitem__
        if when not in self._dates:
            self._dates[when] = Date(*when)
        draft.id = paper_id
        draft.key = key
        draft.digest = digest
        draft.authors = tuple(map(people, authors))
        draft.editors = tuple(map(people, editors))
        draft.date = self._dates[when]
        draft.links = _NOTHING if links is None else links
        for name, value in _UNSET:
            setattr(draft, name, value)
        _ABSTRACT(draft, long)
        _FIELDS(draft, long)
        _ORIGIN(draft, long)
        draft.__class__ = Paper
        return cast(Paper, draft)


def _unset() -> Iterator[tuple[str, Any]]:
    """Yield the fields that no entry sets, such as those of files in ``papers/``, with defaults."""
    set_here = {"id", "key", "digest", "authors", "editors", "date", "links", *OWN, *SHARED}
    for one in dataclasses.fields(Paper):
        if one.name not in {*set_here, "abstract", "fields", "origin"}:
            made = one.default_factory
            yield one.name, one.default if made is dataclasses.MISSING else made()


_UNSET = tuple(_unset())
_ABSTRACT, _FIELDS, _ORIGIN = (
    slot(Paper, name).__set__ for name in ("abstract", "fields", "origin")
)


class Long(Stored):
    """The long values of a paper, and its origin, which names their places.

    ``line`` is the one on which it begins, ``others`` are those of its parents.
    """

    __slots__ = ("column", "line", "offset", "others", "path", "size", "store")

    def __init__(
        self,
        extent: tuple[Store, int, int],
        place: tuple[str, int, int],
        others: tuple[int, ...] = (),
    ) -> None:
        self.store, self.offset, self.size = extent
        self.path, self.line, self.column = place
        self.others = others

    def fetch(self, name: str) -> Any:
        """Return ``abstract``, the raw ``fields``, the ``origin`` or the ``places`` in it."""
        if name == "origin":
            place: Any = self
            return Origin(Place(self.path, self.line, self.column), place)
        _, _, names, values, flat, abstract = _stored_parts(self.store, self.offset, self.size)
        names = names.split(" ") if values else []
        if name == "abstract":
            return values[names.index("abstract")].strip(" ") if abstract is True else abstract
        if name == "fields":
            return tuple(zip(names, values, strict=True))
        lines = (self.line, *self.others)
        places: dict[str, tuple[int, int]] = {}
        for field, line, column in zip(names, flat[::2], flat[1::2], strict=True):
            home, line = divmod(line, HOME)  # noqa: PLW2901 - the line within that parent
            places.setdefault(field, (lines[home] + line, column))
        for alias, sources in ALIASES.items():
            if alias not in places and (found := [name for name in sources if name in places]):
                places[alias] = places[found[0]]
        return places


def long_part(
    entry: RawEntry,
    inherited: Iterable[tuple[str, InheritedField]] = (),
    abstract: str | None = None,
) -> bytes:
    """Return what is long in an entry, as bytes: equal entries give equal bytes."""
    names, values = map(list, zip(*entry.fields, strict=True)) if entry.fields else ([], [])
    first = entry.place.line
    flat = [number for line, column in entry.places for number in (line - first, column)]
    for name, field in inherited:
        names.append(name)
        values.append(field.value)
        flat += field.place
    kept: str | bool | None = abstract
    if abstract is not None and values[names.index("abstract")].strip(" ") == abstract:
        kept = True
    # Version 2 writes no references to earlier objects, so that equal values give equal bytes.
    content = (entry.type, entry.key, " ".join(names), tuple(values), tuple(flat), kept)
    return marshal.dumps(content, 2)


def entry_of(data: bytes) -> RawEntry:
    """Return the entry of a long part; its lines count from its own first line."""
    kind, key, names, values, flat, _ = _parts(data)
    fields = tuple(zip(names.split(" "), values, strict=True)) if values else ()
    places = tuple(zip(flat[::2], flat[1::2], strict=True))
    return RawEntry(kind, key, fields, Place("", 0, 0), places)


@lru_cache(maxsize=16)
def _stored_parts(store: Store, offset: int, size: int) -> Plain:
    """Return what is stored; a page asks for the parts of one paper several times in a row."""
    return _parts(store.read(offset, size))


def _parts(data: bytes) -> Plain:
    found: Plain = marshal.loads(data)  # noqa: S302 - a store is checked when it is opened
    return found


def digest(data: bytes) -> bytes:
    """Return the digest of a text in bytes."""
    return blake2b(data, digest_size=16).digest()


def problem_rows(problems: Iterable[Problem], first: int = 0) -> tuple[Plain, ...]:
    """Return problems as rows; their lines count from ``first``."""
    return tuple(
        [
            (cast("Code", p.code).name, p.message, p.place.line - first, p.place.column, p.hint)
            for p in problems
        ]
    )


def problem_of(row: Plain, path: str, lines: tuple[int, ...]) -> Problem:
    """Return the problem of a row, in the file ``path``; ``lines`` are those it counts from."""
    code, message, line, column, hint = row
    home, line = divmod(line, HOME)
    return Problem(Code[code], message, Place(path, lines[home] + line, column), hint)
