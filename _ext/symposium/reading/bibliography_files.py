"""Reading bibliographies: chunk by chunk, only new ones, then all together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import NamedTuple

from symposium.kinds.paper import Paper
from symposium.model.encodings import decode_file
from symposium.model.ids import told_apart
from symposium.model.problems import Code, Place, Problem
from symposium.model.progress import Tell, untold
from symposium.reading.bibtex_reader import MAX_EXPANDED, RawEntry, duplicate
from symposium.reading.cache import Cache, Found, Plain, Store
from symposium.reading.chunks import (
    INHERITING,
    LENDER,
    Chunk,
    ChunkEntry,
    ChunkReader,
    Cutter,
    OddTextError,
    Strings,
    chunk_entry,
    read_parallel,
    read_run,
)
from symposium.reading.entry_facts import EntryFacts
from symposium.reading.inheritance import (
    Ancestor,
    Family,
    Fields,
    InheritedField,
    inherit,
    own_fields,
)
from symposium.reading.paper_codec import (
    HOME,
    Long,
    Makers,
    Row,
    Tables,
    digest,
    entry_of,
    long_part,
    problem_of,
    problem_rows,
)


class Located(NamedTuple):
    """An entry in its place, with the extent of its long part."""

    path: str
    line: int
    entry: ChunkEntry
    store: Store
    offset: int
    size: int

    def raw(self) -> RawEntry:
        """Return the entry as it was written; its lines count from its own first line."""
        return entry_of(self.store.read(self.offset, self.size))


class InheritedRow(NamedTuple):
    """What an entry is together with what it inherits."""

    problems: tuple[Plain, ...]
    digest: bytes
    row: Row
    homes: tuple[str, ...]
    """The keys of the entries that its inherited fields come from."""


class InheritedEntries:
    """The entries of a project that inherit fields."""

    def __init__(self, entries: list[Located], cache: Cache) -> None:
        self.entries = entries
        self.cache = cache
        self.family = Family(map(_ancestor_of, entries))
        self._lent: dict[int, Fields] = {}
        self._keys = dict(self._make_keys())
        self._read_missing()

    def get(self, index: int) -> tuple[InheritedRow, Located, tuple[int, ...]]:
        """Return an inheriting entry, where its long part is, and the lines of its parents."""
        row, (offset, size), store = self.cache.known(self._keys[index])
        inherited = InheritedRow._make(row)
        own = self.entries[index]
        lines = [self.entries[self.family.index[key]].line for key in inherited.homes]
        located = own._replace(store=store, offset=offset, size=size)
        return inherited, located, tuple(lines)

    def _make_keys(self) -> Iterator[tuple[int, bytes]]:
        """Yield the key of every entry that inherits or might inherit."""
        made: dict[int, bytes] = {}
        for index, parents in self.family.parents.items():
            parts = [b"inherits", self.entries[index].entry.digest]
            for parent, data in parents:
                above = made.get(parent) or self.entries[parent].entry.digest
                parts.append((b"+" if data else b"-") + above)
            made[index] = digest(b"".join(parts))
            yield index, made[index]
        for index, located in enumerate(self.entries):
            if located.entry.kind == INHERITING and index not in made:
                yield index, digest(b"inherits nothing" + located.entry.digest)

    def _read_missing(self) -> None:
        """Read the inheriting entries that the cache does not know."""
        missing = {
            index
            for index, key in self._keys.items()
            if self.entries[index].entry.kind == INHERITING and self.cache.get(key) is None
        }
        wanted = set(missing)
        for index in reversed(self.family.parents):
            if index in wanted:
                wanted.update(parent for parent, _ in self.family.parents[index])
        tables = Tables()
        in_order = [index for index in self.family.parents if index in wanted]
        for index in in_order + sorted(missing.difference(in_order)):
            raw = self.entries[index].raw()
            fields = self._fields(index, raw)
            if index in missing:
                self._read(index, raw, fields, tables)

    def _fields(self, index: int, raw: RawEntry) -> Fields:
        """Return the fields of an entry, own and inherited, and keep them for its descendants."""
        fields = own_fields(raw, index)
        for parent, data in self.family.parents.get(index, ()):
            above = self.entries[parent].raw()
            if parent not in self._lent:
                self._fields(parent, above)
            inherit(fields, raw.type, self._lent[parent], above.type, data=data)
        self._lent[index] = fields
        return fields

    def _read(self, index: int, raw: RawEntry, fields: Fields, tables: Tables) -> None:
        homes = list(dict.fromkeys([index, *(field.home for field in fields.values())]))
        first = {home: number * HOME for number, home in enumerate(homes)}
        places = {
            name: (first[field.home] + field.place[0], field.place[1])
            for name, field in fields.items()
        }
        column = self.entries[index].entry.column
        entry = RawEntry(raw.type, raw.key, raw.fields, Place("", 0, column), raw.places)
        facts = EntryFacts(entry, {name: field.value for name, field in fields.items()}, places)
        values = facts.read()
        lent = [
            (name, field.value, places[name])
            for name, field in fields.items()
            if field.home != index
        ]
        data = long_part(entry, lent, values["abstract"])
        inherited = InheritedRow(
            problem_rows(facts.problems),
            digest(data),
            tables.row(values),
            tuple(self.entries[home].entry.key for home in homes[1:]),
        )
        self.cache.put(self._keys[index], tuple(inherited), [data])


def _ancestor_of(located: Located) -> Ancestor:
    entry, line = located.entry, located.line
    links = {
        name: InheritedField(value, (line + at, column)) for name, value, at, column in entry.links
    }
    return Ancestor(entry.key, Place(located.path, line, entry.column), links)


def to_papers(raw: Iterable[RawEntry], path: str = "") -> tuple[list[Paper], list[Problem]]:
    """Return the papers that the entries describe, in their order, and the problems.

    The entries of several files may come together: parents are found across files, and of two
    entries with one key the first becomes a paper. ``path`` is only used where an entry has none.
    """
    assembly = Assembly(Cache(None))
    store, tables = assembly.cache.fresh.store, Tables()
    for entry in raw:
        long: list[bytes] = []
        row = chunk_entry(entry, tables, long)
        where = entry.place.path or path
        offset = store.add(long[0])
        located = Located(where, entry.place.line, row, store, offset, len(long[0]))
        assembly.entries.append(located)
    return assembly.papers(), assembly.problems


class Assembly:
    """Puts the pieces of all files together."""

    def __init__(self, cache: Cache) -> None:
        self.cache = cache
        self.problems: list[Problem] = []
        self.entries: list[Located] = []
        self._ids: dict[str, str] = {}
        self._reported: set[tuple[str, str]] = set()

    def add(self, path: str, pieces: Iterable[Found]) -> None:
        """Take what the pieces of a file say; of two entries with one key the first."""
        first: dict[str, int] = {}
        before = 0
        for row, extents, store in pieces:
            chunk = Chunk._make(row)
            for problem in chunk.problems:
                self.problems.append(problem_of(problem, path, (before,)))
            for index, entry in enumerate(map(ChunkEntry._make, chunk.entries)):
                key, line = entry.key, before + entry.line + 1
                if key in first:
                    place = Place(path, line, entry.column)
                    self.problems.append(duplicate(key, first[key], place))
                    continue
                first[key] = line
                extent = extents[2 * index : 2 * index + 2]
                self.entries.append(Located(path, line, entry, store, *extent))
            before += chunk.lines

    def papers(self) -> list[Paper]:
        """Return the papers, in the order of their entries."""
        papers: list[Paper] = []
        makers = Makers()
        keys: dict[str, Located] = {}
        inherited = None
        if any(located.entry.links for located in self.entries):
            inherited = InheritedEntries(self.entries, self.cache)
            self.problems += inherited.family.problems
        for index, located in enumerate(self.entries):
            _, column, kind, key, made, problems, _, digest, row = located.entry
            others: tuple[int, ...] = ()
            if kind != LENDER:
                first = keys.setdefault(key, located)
                if first is not located:
                    self._set_aside(located, first)
                    continue
            if kind == INHERITING and inherited is not None:
                (problems, digest, row, _), located, others = inherited.get(index)  # noqa: PLW2901
            if problems:
                self._report(located.path, problems, (located.line, *others))
            if kind == LENDER:
                continue
            path, line, _, store, offset, size = located
            long = Long((store, offset, size), (path, line, column), others)
            if self._ids.setdefault(made, key) != key:
                made = self._told_apart(key, made, Place(path, line, column))
            papers.append(makers.paper(row, made, key, digest, long))
        return papers

    def _set_aside(self, located: Located, first: Located) -> None:
        key, place = located.entry.key, Place(located.path, located.line, located.entry.column)
        where = f"{first.path}:{first.line}"
        message = f'The key "{key}" is also in {where}; this entry is left out'
        self.problems.append(Problem(Code.BIB_DUPLICATE_KEY, message, place))

    def _report(self, path: str, rows: Iterable[Plain], lines: tuple[int, ...]) -> None:
        """Note the problems of an entry; unknown LaTeX commands once per file."""
        for row in rows:
            problem = problem_of(row, path, lines)
            if problem.code is Code.BIB_LATEX:
                if (path, problem.message) in self._reported:
                    continue
                self._reported.add((path, problem.message))
            self.problems.append(problem)

    def _told_apart(self, key: str, made: str, place: Place) -> str:
        """Return the id of an entry for which the slug of its key is taken."""
        other = self._ids[made]
        own = told_apart(made, key, self._ids)
        self._ids[own] = key
        message = f'The keys "{other}" and "{key}" have the same address, {made}'
        hint = f"this entry has the address {own}; give it another key"
        self.problems.append(Problem(Code.ID_COLLISION, message, place, hint))
        return own


BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def read_bibliographies(
    sources: Iterable[tuple[str, bytes]], cache: Cache, jobs: int = 1, tell: Tell = untold
) -> tuple[list[Paper], list[Problem]]:
    """Return the papers of all files, given by path and content, in order; and the problems.

    An abbreviation of one file serves those after it, as in BibTeX.
    """
    assembly = Assembly(cache)
    strings: Strings = ()
    for path, data in sources:
        chunks, problems, strings = read_chunks(path, data, cache, jobs, strings, tell=tell)
        del data  # the longest thing in memory, and of no use any more
        assembly.problems += problems
        assembly.add(path, chunks)
    return assembly.papers(), assembly.problems


def read_chunks(
    path: str, data: bytes, cache: Cache, jobs: int, strings: Strings = (), *, tell: Tell = untold
) -> tuple[list[Found], list[Problem], Strings]:
    """Return what the chunks of a file say, problems of the file as a whole, and abbreviations.

    These are ``strings``, which are known before the file, and those that it defines.
    """
    problems: list[Problem] = []
    read = partial(_read, cache=cache, jobs=jobs, tell=tell, strings=strings)
    try:
        found, known = read(_clean(data.removeprefix(BYTE_ORDER_MARK)))
    except OddTextError:
        text, problems = decode_file(data, path, Code.BIB_ENCODING)
        found, known = read(_clean(text.encode()))
    return found, problems, known


def _clean(data: bytes) -> bytes:
    data = data.removeprefix(BYTE_ORDER_MARK)
    return data.replace(b"\r\n", b"\n").replace(b"\r", b"\n") if b"\r" in data else data


def _read(
    data: bytes, cache: Cache, jobs: int, tell: Tell, strings: Strings
) -> tuple[list[Found], Strings]:
    reader = ChunkReader(cache)
    cutter = Cutter(data, reader, strings)
    cuts = list(cutter.cuts())
    before = [cache.get(cut.key) for cut in cuts]
    if unread := [cut for cut, one in zip(cuts, before, strict=True) if one is None]:
        read_parallel(cutter, unread, jobs, tell)
        read_run(cutter, unread, reader, tell)
    if reader.expanded <= MAX_EXPANDED:
        found = [one or cache.known(cut.key) for cut, one in zip(cuts, before, strict=True)]
        if sum([Chunk._make(row).expanded for row, _, _ in found]) <= MAX_EXPANDED:
            return found, cutter.strings
    whole = Cutter(data, reader, strings)
    cut = whole.cut(0, len(data))
    chunk = whole.chunk(cut)
    return [cache.known(cut.key)], [*strings, *chunk.strings]
