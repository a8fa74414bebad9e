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
from collections.abc import Iterator, Mapping
from hashlib import blake2b
from itertools import pairwise
from typing import Any, NamedTuple

from symposium.model.ids import slug
from symposium.model.problems import Code
from symposium.model.progress import Tell, untold
from symposium.reading.bibtex_reader import RawEntry, Reader
from symposium.reading.cache import Cache, Found, Plain
from symposium.reading.entry_facts import SETTINGS, EntryFacts
from symposium.reading.paper_codec import Row, Shared, digest, long_part, problem_rows, row_of

PAPER, INHERITING, LENDER = range(3)
"""What an entry is: a paper by itself, one with what it inherits, or no paper."""


class Chunk(NamedTuple):
    """What a chunk says, as plain values. Lines count from 0, at its own first line."""

    entries: tuple[Plain, ...]
    """Each has the values of a `ChunkEntry`."""
    problems: tuple[Plain, ...]
    strings: tuple[tuple[str, str], ...]
    """The abbreviations that it defines."""
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
    data: bytes, strings: Mapping[str, str], shared: Shared
) -> tuple[Chunk, list[bytes]]:
    """Return what a chunk says, and what is long in its entries."""
    reader = Reader(data.decode(), "", strings)
    reader.run()
    rows = [chunk_entry(one, shared) for one in reader.entries]
    chunk = Chunk(
        tuple([tuple(row) for row, _ in rows]),
        problem_rows(reader.problems) if reader.problems else (),
        tuple(reader.defined.items()),
        data.count(b"\n"),
    )
    return chunk, [long for _, long in rows]


def chunk_entry(entry: RawEntry, shared: Shared) -> tuple[ChunkEntry, bytes]:
    """Return what is kept of an entry, and its long part."""
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
    made = slug(entry.key)
    row = ChunkEntry(
        line=line - 1,
        column=column,
        kind=kind,
        key=entry.key,
        slug=entry.key if made == entry.key else made,
        problems=problem_rows(reader.problems, line) if reader.problems else (),
        digest=digest(data),
        row=row_of(facts, shared) if facts else {},
    )
    return row, data


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
    defines: bool
    """Whether abbreviations may be defined in it."""


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
        key = blake2b(data[start:end], digest_size=16, key=state).digest()
        yield Cut(key, start, end, index in defining)
        state = key if index in defining else state


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


def read_chunks(
    data: bytes,
    cuts: list[Cut],
    strings: dict[str, str],
    cache: Cache,
    *,
    jobs: int = 1,
    tell: Tell = untold,
) -> list[Found]:
    """Return what the chunks of a text say: what the cache knows, or else what is read now.

    ``strings`` are the abbreviations that are known before; what chunks define is added. Many new
    chunks are read in as many processes as are worth it.
    """
    new = {cut.key for cut in cuts}.difference(cache.stored.rows) if jobs > 1 else ()
    if (worth := min(jobs, len(new) // MIN_RUN)) > 1:
        tell("reading entries")
        ahead = [cut for cut in cuts if cut.defines or cut.key in new]
        _read_ahead(data, ahead, strings, cache, worth)
    shared, rows = Shared(), []
    for number, cut in enumerate(cuts):
        known = cache.get(cut.key)
        if known is None:
            tell("reading entries", number, len(cuts))
            chunk, long = read_chunk(data[cut.start : cut.end], strings, shared)
            known = cache.put(cut.key, tuple(chunk), long)
        if cut.defines:
            strings.update(Chunk._make(known[0]).strings)
        rows.append(known)
    return rows


def _read_ahead(
    data: bytes, cuts: list[Cut], strings: Mapping[str, str], cache: Cache, jobs: int
) -> None:
    """Read chunks in several processes; what these could not read stays unread."""
    import multiprocessing  # noqa: PLC0415 - it takes time, and few files have so many chunks

    if "fork" not in multiprocessing.get_all_start_methods():
        return
    fork = multiprocessing.get_context("fork")
    size, running = -(-len(cuts) // jobs), []
    for at in range(0, len(cuts), size):
        # Each reads anew what is defined before its part: that is little.
        part = [*(cut for cut in cuts[:at] if cut.defines), *cuts[at : at + size]]
        receiver, sender = fork.Pipe(duplex=False)
        process = fork.Process(target=_send, args=(sender, data, part, dict(strings)))
        process.start()
        sender.close()
        running.append((process, receiver))
    for process, receiver in running:
        with contextlib.suppress(EOFError, OSError), receiver:  # it may have been killed
            for row in receiver.recv():
                cache.put(*row)
        process.join()


def _send(sender: Any, data: bytes, cuts: list[Cut], strings: dict[str, str]) -> None:
    shared, rows = Shared(), []
    with sender:
        for cut in cuts:
            chunk, long = read_chunk(data[cut.start : cut.end], strings, shared)
            strings.update(chunk.strings)
            rows.append((cut.key, tuple(chunk), long))
        sender.send(rows)
