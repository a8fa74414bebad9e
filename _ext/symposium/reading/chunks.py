"""Chunks of a bibliography: parts of its bytes that can be read each on its own.

A chunk begins where a line begins with ``@word{``, as it does for the reader: no entry goes on
beyond that. So a chunk can be read without the rest of the file if the abbreviations defined
before it are given, and what it says can be kept under the digest of its bytes. A comment in
braces is the one thing that may run over several such places; they are then one chunk.
"""

from __future__ import annotations

import contextlib
import marshal
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from itertools import accumulate
from typing import Any, NamedTuple

from symposium.model.ids import slug
from symposium.model.problems import Code, Problem
from symposium.model.progress import OFTEN, Tell, untold
from symposium.reading.bibtex_reader import MAX_EXPANDED, PREDEFINED, RawEntry, Reader
from symposium.reading.cache import Cache, Plain
from symposium.reading.entry_facts import SETTINGS, EntryFacts
from symposium.reading.inheritance import LINKS
from symposium.reading.paper_codec import Row, Tables, digest, long_part, problem_rows

CONTROLS = bytes({*range(0x20), 0x7F} - {0x09, 0x0A, 0x0C})
RE_NO_CHARACTER = re.compile(b"\xef\xbf[\xbe\xbf]")
"""U+FFFE and U+FFFF in UTF-8."""

PAPER, INHERITING, LENDER = range(3)
"""What an entry is: a paper by itself, one with what it inherits, or no paper."""


class OddTextError(Exception):
    """A text is not UTF-8 or holds control characters: it has to be cleaned as a whole."""


class Chunk(NamedTuple):
    """What a chunk says, as plain values. Lines count from 0, at its own first line."""

    entries: tuple[Plain, ...]
    """Each has the values of a `ChunkEntry`."""
    problems: tuple[Plain, ...]
    strings: tuple[tuple[str, str], ...]
    """The abbreviations that it defines."""
    expanded: int
    """Characters of abbreviations that were expanded."""
    lines: int
    """How many line feeds it has."""
    unclosed: int
    """The byte at which a comment begins that does not close in it, or -1."""


class ChunkEntry(NamedTuple):
    """What is kept of an entry; see `symposium.reading.paper_codec` for its lines."""

    line: int
    column: int
    kind: int
    key: str
    slug: str
    problems: tuple[Plain, ...]
    links: tuple[Plain, ...]
    """Of an inheriting entry: name, value, line and column of the fields that name its parents."""
    digest: bytes
    row: Row
    """Of a paper: the values of its fields."""


class ChunkReader:
    """Reads chunks into a cache."""

    def __init__(self, cache: Cache) -> None:
        self.cache = cache
        self.tables = Tables()
        self.expanded = 0
        """Characters of abbreviations in all that was read."""

    def read(self, data: bytes, key: bytes, strings: Mapping[str, str] = PREDEFINED) -> None:
        """Read a chunk and keep it under its key."""
        if len(data.translate(None, CONTROLS)) != len(data) or RE_NO_CHARACTER.search(data):
            raise OddTextError
        try:
            text = data.decode()
        except UnicodeDecodeError as error:
            raise OddTextError from error
        reader = Reader(text, "", strings)
        reader.run()
        self.expanded += MAX_EXPANDED - reader.budget
        long: list[bytes] = []
        unclosed = reader.unclosed
        chunk = Chunk(
            tuple([tuple(chunk_entry(one, self.tables, long)) for one in reader.entries]),
            problem_rows(reader.problems) if reader.problems else (),
            tuple(reader.defined.items()),
            MAX_EXPANDED - reader.budget,
            data.count(b"\n"),
            len(text[:unclosed].encode()) if unclosed >= 0 else -1,
        )
        self.cache.put(key, tuple(chunk), long)


def chunk_entry(entry: RawEntry, tables: Tables, long: list[bytes]) -> ChunkEntry:
    """Return what is kept of an entry, and add its long part to ``long``."""
    line, column = entry.place.line, entry.place.column
    fields = own_values(entry)
    kind, facts = PAPER, {}
    problems: list[Problem] = []
    if entry.type == "xdata":
        kind = LENDER
    elif entry.type in SETTINGS:
        kind = LENDER
        message = f'"{entry.key}" is an entry of settings (@{entry.type}), not a work'
        problems = [Problem(Code.BIB_SETTINGS, message, entry.place)]
    elif "crossref" in fields or "xdata" in fields:
        kind = INHERITING
    else:
        reader = EntryFacts(entry, fields)
        facts, problems = reader.read(), reader.problems
    data = long_part(entry, abstract=facts.get("abstract"))
    long.append(data)
    made = slug(entry.key)
    return ChunkEntry(
        line=line - 1,
        column=column,
        kind=kind,
        key=entry.key,
        slug=entry.key if made == entry.key else made,
        problems=problem_rows(problems, line) if problems else (),
        links=() if kind == PAPER else _links(entry, fields),
        digest=digest(data),
        row=tables.row(facts) if kind == PAPER else {},
    )


def own_values(entry: RawEntry) -> dict[str, str]:
    """Return the values of an entry by name; of a repeated field the first."""
    values = dict(entry.fields)
    return values if len(values) == len(entry.fields) else dict(reversed(entry.fields))


def _links(entry: RawEntry, fields: Mapping[str, str]) -> tuple[Plain, ...]:
    places = EntryFacts(entry, fields)
    found = [(name, *places.place(name)) for name in LINKS if name in fields]
    first = entry.place.line
    return tuple([(name, fields[name], line - first, column) for name, line, column in found])


RE_BEGIN = re.compile(
    rb"\n[ \t]*@[ \t]*[A-Za-z_][A-Za-z0-9_-]*[ \t\n\f]*"
    rb"(?:\{|\((?=[ \t\n\f]*[^\x00-\x20\x7f-\xff,()=@][^\x00-\x20\x7f-\xff,()=]*[ \t\n\f]*[,=]))"
)
"""Where a chunk begins: what `RE_START` of `bibtex_reader` finds, as far as it is ASCII."""

RE_FIRST = re.compile(rb"@[ \t]*(?:[sS][tT][rR][iI][nN][gG]|[cC][oO][mM][mM][eE][nN][tT])")
"""What decides how later chunks are read: an abbreviation, or a comment that may not close."""

RE_BRACE = re.compile(rb"[{}]")


Strings = Sequence[tuple[str, str]]
"""Names of abbreviations and what they stand for, in the order of their definition."""

MAX_JOINED = 8
"""Times that a chunk may grow by another comment; then it takes all that follows."""


class ChunkBoundary(NamedTuple):
    """A chunk of a text in bytes, and how many abbreviations are defined before it."""

    key: bytes
    start: int
    end: int
    strings: int


class Cutter:
    """Cuts one text; ``strings`` are the abbreviations of files before it, then its own."""

    def __init__(self, data: bytes, reader: ChunkReader, strings: Strings = ()) -> None:
        self.data = data
        self.cache = reader.cache
        self.reader = reader
        self.strings = [*strings]
        self._known = {**PREDEFINED, **dict(strings)}
        self._state = digest(marshal.dumps(tuple(strings), 2)) if strings else b""

    def cuts(self) -> Iterator[ChunkBoundary]:
        """Yield all chunks, in order."""
        data = self.data
        bounds = [0, *(found.start() + 1 for found in RE_BEGIN.finditer(data)), len(data)]
        first = {bisect_right(bounds, found.start()) - 1 for found in RE_FIRST.finditer(data)}
        if not first:
            yield from map(self.cut, bounds[:-1], bounds[1:])
            return
        index = 0
        while index < len(bounds) - 1:
            cut = self.cut(bounds[index], bounds[index + 1])
            if index in first:
                cut = self._settled(cut, bounds)
                index = bisect_right(bounds, cut.end) - 1
            else:
                index += 1
            yield cut

    def cut(self, start: int, end: int) -> ChunkBoundary:
        """Return a chunk that begins after those that were cut so far."""
        key = blake2b(self.data[start:end], digest_size=16, key=self._state).digest()
        return ChunkBoundary(key, start, end, len(self.strings))

    def chunk(self, cut: ChunkBoundary) -> Chunk:
        """Return what a chunk says."""
        if self.cache.get(cut.key) is None:
            self.reader.read(self.data[cut.start : cut.end], cut.key, self._known)
        return Chunk._make(self.cache.known(cut.key)[0])

    def _settled(self, cut: ChunkBoundary, bounds: list[int]) -> ChunkBoundary:
        """Return a chunk with all that its comments hold, and note the abbreviations in it."""
        chunk, joined = self.chunk(cut), 0
        while chunk.unclosed >= 0 and cut.end < len(self.data):
            joined += 1
            close = self._close(cut.start + chunk.unclosed)
            # Reading a chunk again for every comment in it would take quadratic time.
            end = bounds[bisect_left(bounds, close)] if joined < MAX_JOINED else len(self.data)
            cut = self.cut(cut.start, end)
            chunk = self.chunk(cut)
        if chunk.strings:
            self.strings += chunk.strings
            self._known.update(chunk.strings)
            self._state = digest(self._state + marshal.dumps(chunk.strings, 2))
        return cut

    def _close(self, position: int) -> int:
        """Return where a comment ends whose content begins at ``position``."""
        depth = 1
        for brace in RE_BRACE.finditer(self.data, position):
            depth += 1 if brace[0] == b"{" else -1
            if not depth:
                return brace.end()
        return len(self.data)


MIN_RUN = 2_000
"""Chunk that make it worth to start a process."""
DOING = "reading entries"


def read_run(
    cutter: Cutter, cuts: list[ChunkBoundary], reader: ChunkReader, tell: Tell = untold
) -> None:
    """Read chunks of a text into the cache of ``reader``, which may be that of another process."""
    strings = dict(PREDEFINED)
    defined = 0
    for number, cut in enumerate(cuts):
        strings.update(cutter.strings[defined : cut.strings])
        defined = cut.strings
        if reader.expanded > MAX_EXPANDED:
            return  # the file will be read as a whole, within that limit
        if reader.cache.get(cut.key) is None:
            tell(DOING, number, len(cuts))
            reader.read(cutter.data[cut.start : cut.end], cut.key, strings)


def read_parallel(
    cutter: Cutter, cuts: list[ChunkBoundary], jobs: int, tell: Tell = untold
) -> None:
    """Read chunks in as many processes as are worth it; what these could not read stays unread.

    Each writes a pack, from which this process loads what it read.
    """
    jobs = min(jobs, len(cuts) // MIN_RUN)
    if jobs < 2 or cutter.cache.folder is None:
        return
    import multiprocessing  # noqa: PLC0415 - it takes time, and few files have so many chunks

    if "fork" not in multiprocessing.get_all_start_methods():
        return
    fork = multiprocessing.get_context("fork")
    counts = [fork.RawValue("Q") for _ in range(jobs)]
    processes = [
        fork.Process(target=_work, args=(cutter, run, count))
        for run, count in zip(_runs(cuts, jobs), counts, strict=True)
    ]
    for process in processes:
        process.start()
    for process in processes:
        while process.is_alive():
            process.join(OFTEN)
            tell(DOING, sum(count.value for count in counts), len(cuts))
    cutter.cache.load()


def _work(cutter: Cutter, cuts: list[ChunkBoundary], count: Any) -> None:
    """Read chunks into a pack of their own, in a process of its own, which counts them."""
    cache = Cache(cutter.cache.folder, load=False)

    def tell(doing: str, done: int = 0, total: int = 0, /) -> None:
        del doing, total
        count.value = done

    # What is wrong with an odd text is found out by the process that reads the rest.
    with contextlib.suppress(OddTextError):
        read_run(cutter, cuts, ChunkReader(cache), tell)
        cache.save()


def _runs(cuts: list[ChunkBoundary], count: int) -> list[list[ChunkBoundary]]:
    """Return the chunks in runs of about as many bytes."""
    sizes = list(accumulate(cut.end - cut.start for cut in cuts))
    runs: list[list[ChunkBoundary]] = [[] for _ in range(count)]
    for cut, size in zip(cuts, sizes, strict=True):
        runs[(size - 1) * count // sizes[-1] if size else 0].append(cut)
    return runs
