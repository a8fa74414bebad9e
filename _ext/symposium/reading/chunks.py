"""Chunks of a bibliography: parts of its bytes that can be read each on its own.

A chunk begins where a line begins with ``@word{``, as it does for the reader: no entry goes on
beyond that. So a chunk can be read without the rest of the file if the abbreviations defined
before it are given, and what it says can be kept under the digest of its bytes. A comment in
braces is the one thing that may run over several such places; they are then one chunk.
"""

from __future__ import annotations

import contextlib
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b
from itertools import pairwise
from typing import NamedTuple

from symposium.model.ids import slug
from symposium.model.problems import Code
from symposium.model.progress import Tell, untold
from symposium.reading.bibtex_reader import MAX_EXPANDED, RawEntry, Reader
from symposium.reading.cache import Cache, Found, Plain
from symposium.reading.entry_facts import SETTINGS, EntryFacts
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


class ChunkEntry(NamedTuple):
    """What is kept of an entry; see `symposium.reading.paper_codec` for its lines."""

    line: int
    column: int
    kind: int
    key: str
    slug: str
    problems: tuple[Plain, ...]
    digest: bytes
    row: Row
    """Of a paper: the values of its fields."""


def read_chunk(
    data: bytes, strings: Mapping[str, str], tables: Tables
) -> tuple[Chunk, list[bytes]]:
    """Return what a chunk says, and what is long in its entries."""
    if len(data.translate(None, CONTROLS)) != len(data) or RE_NO_CHARACTER.search(data):
        raise OddTextError
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise OddTextError from error
    reader = Reader(text, "", strings)
    reader.run()
    long: list[bytes] = []
    chunk = Chunk(
        tuple([tuple(chunk_entry(one, tables, long)) for one in reader.entries]),
        problem_rows(reader.problems) if reader.problems else (),
        tuple(reader.defined.items()),
        MAX_EXPANDED - reader.budget,
        data.count(b"\n"),
    )
    return chunk, long


def chunk_entry(entry: RawEntry, tables: Tables, long: list[bytes]) -> ChunkEntry:
    """Return what is kept of an entry, and add its long part to ``long``."""
    line, column = entry.place.line, entry.place.column
    reader = EntryFacts(entry)
    kind, facts = PAPER, {}
    if entry.type == "xdata":
        kind = LENDER
    elif entry.type in SETTINGS:
        kind = LENDER
        message = f'"{entry.key}" is an entry of settings (@{entry.type}), not a work'
        reader.report(Code.BIB_SETTINGS, message)
    elif "crossref" in reader.fields or "xdata" in reader.fields:
        kind = INHERITING
    else:
        facts = reader.read()
    data = long_part(entry, facts.get("abstract"))
    long.append(data)
    made = slug(entry.key)
    return ChunkEntry(
        line=line - 1,
        column=column,
        kind=kind,
        key=entry.key,
        slug=entry.key if made == entry.key else made,
        problems=problem_rows(reader.problems, line) if reader.problems else (),
        digest=digest(data),
        row=tables.row(facts) if facts else {},
    )


RE_BEGIN = re.compile(
    rb"\n[ \t]*@[ \t]*[A-Za-z_][A-Za-z0-9_-]*[ \t\n\f]*"
    rb"(?:\{|\((?=[ \t\n\f]*[^\x00-\x20\x7f-\xff,()=@][^\x00-\x20\x7f-\xff,()=]*[ \t\n\f]*[,=]))"
)
"""Where a chunk begins: what `RE_START` of `bibtex_reader` finds, as far as it is ASCII."""

RE_SPECIAL = re.compile(rb"@[ \t]*(?:(string)|comment)", re.IGNORECASE)
"""What decides how later chunks are read: an abbreviation, or a comment that may hold them."""

RE_BRACE = re.compile(rb"[{}]")


class Cut(NamedTuple):
    """A chunk of a text in bytes."""

    key: bytes
    start: int
    end: int
    defines: bool = True
    """Whether abbreviations may be defined in it."""


def key_of(data: bytes, state: bytes) -> bytes:
    """Return the key of a chunk; see `cuts_of`."""
    return blake2b(data, digest_size=16, key=state).digest()


def cuts_of(data: bytes, state: bytes) -> Iterator[Cut]:
    """Yield the chunks of a text, in order.

    ``state`` is the key of the last chunk before it that defines abbreviations. The keys of those
    after such a chunk depend on its key, and so on all abbreviations before them.
    """
    bounds = [0, *(found.start() + 1 for found in RE_BEGIN.finditer(data)), len(data)]
    specials = list(RE_SPECIAL.finditer(data))
    end, inside = 0, set[int]()
    for found in specials:
        if not found[1] and found.start() >= end:
            end = _close(data, found.end())
            inside.update(bounds[bisect_right(bounds, found.start()) : bisect_left(bounds, end)])
    if inside:
        bounds = [one for one in bounds if one not in inside]
    defining = {bisect_right(bounds, found.start()) - 1 for found in specials if found[1]}
    for index, (start, end) in enumerate(pairwise(bounds)):
        cut = Cut(key_of(data[start:end], state), start, end, index in defining)
        if cut.defines:
            state = cut.key
        yield cut


def _close(data: bytes, position: int) -> int:
    """Return where the braces end that open next after a position."""
    depth = 0
    for brace in RE_BRACE.finditer(data, position):
        depth += 1 if brace[0] == b"{" else -1
        if depth <= 0:
            return brace.end()
    return len(data)


MIN_RUN = 2_000
"""Chunks that make it worth to start a process."""


class ChunkedText:
    """A text in bytes, its chunks, and the cache for what these say."""

    def __init__(self, data: bytes, cuts: list[Cut], cache: Cache) -> None:
        self.data = data
        self.cuts = cuts
        self.cache = cache

    def read(self, strings: Mapping[str, str], jobs: int, tell: Tell) -> list[Found]:
        """Return what the chunks say, as far as the limit of abbreviations allows.

        ``strings`` are the abbreviations that are known before the text. Many chunks are read in
        as many processes as are worth it.
        """
        found = [self.cache.get(cut.key) for cut in self.cuts]
        if missing := found.count(None):
            pairs = zip(self.cuts, found, strict=True)
            cuts = [cut for cut, known in pairs if known is None or cut.defines]
            jobs = min(jobs, missing // MIN_RUN)
            if jobs > 1 and self.cache.folder is not None:
                self._read_parallel(cuts, strings, jobs, tell)
            self._read_run(cuts, strings, self.cache, tell)
            pairs = zip(self.cuts, found, strict=True)
            found = [known or self.cache.get(cut.key) for cut, known in pairs]
        return [one for one in found if one is not None]

    def defined(self, cuts: Iterable[Cut]) -> dict[str, str]:
        """Return the abbreviations that chunks define."""
        known = [self.cache.get(cut.key) for cut in cuts if cut.defines]
        return dict(pair for one in known if one for pair in Chunk._make(one[0]).strings)

    def _read_run(
        self, cuts: list[Cut], strings: Mapping[str, str], cache: Cache, tell: Tell
    ) -> None:
        """Read the chunks that are not known into a cache, which may be that of another process."""
        strings, tables, expanded = dict(strings), Tables(), 0
        for number, cut in enumerate(cuts):
            if expanded > MAX_EXPANDED:
                return  # the file will be read as a whole, within that limit
            if self.cache.get(cut.key) is None:
                tell("reading entries", number, len(cuts))
                chunk, long = read_chunk(self.data[cut.start : cut.end], strings, tables)
                cache.put(cut.key, tuple(chunk), long)
                expanded += chunk.expanded
            if cut.defines:
                strings |= self.defined([cut])

    def _read_parallel(
        self, cuts: list[Cut], strings: Mapping[str, str], jobs: int, tell: Tell
    ) -> None:
        """Read the chunks in several processes; what these could not read stays unread.

        This one reads the first of them. Each other writes a pack, which this one loads.
        """
        import multiprocessing  # noqa: PLC0415 - it takes time, and few files have so many chunks

        if "fork" not in multiprocessing.get_all_start_methods():
            return
        fork = multiprocessing.get_context("fork")
        self._read_run([cut for cut in cuts if cut.defines], strings, self.cache, untold)
        size = -(-len(cuts) // jobs)
        runs = [cuts[at : at + size] for at in range(0, len(cuts), size)]
        before, processes = dict(strings), []
        for last, run in pairwise(runs):
            before |= self.defined(last)
            processes.append(fork.Process(target=self._work, args=(run, dict(before))))
            processes[-1].start()
        # What is wrong with an odd text is found out when the rest is read.
        with contextlib.suppress(OddTextError):
            self._read_run(runs[0], strings, self.cache, tell)
        for process in processes:
            process.join()
        self.cache.load()

    def _work(self, cuts: list[Cut], strings: Mapping[str, str]) -> None:
        """Read chunks into a pack of their own, in a process of its own."""
        cache = Cache(self.cache.folder, load=False)
        with contextlib.suppress(OddTextError):
            self._read_run(cuts, strings, cache, untold)
            cache.save()
