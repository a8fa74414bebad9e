"""Chunks of a bibliography: parts of its bytes that can be read each on its own.

A chunk begins where a line begins with ``@word{``: the reader ends every entry there. So a chunk
can be read without the rest of the file, given the abbreviations defined before it, and its
content can be kept under the digest of its bytes. Only a comment in braces may span several such
places; they are then one chunk.
"""

from __future__ import annotations

import contextlib
import marshal
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
from symposium.reading.cache import Cache, CachedRow, Plain
from symposium.reading.entry_facts import SETTINGS, EntryFacts
from symposium.reading.paper_codec import Row, Shared, digest, long_part, problem_rows, row_of

PAPER, INHERITING, LENDER = range(3)
"""Kinds of entries: a paper, a paper with inherited fields, and one that is no paper."""


Chunk = tuple[tuple[Plain, ...], tuple[Plain, ...], tuple[tuple[str, str], ...], int]
"""The content of a chunk: the values of each `ChunkEntry`, its problems, the abbreviations defined
in it, and the number of its line feeds. Lines count from 0, at its own first line."""


class ChunkEntry(NamedTuple):
    """The short part of an entry; see `symposium.reading.paper_codec` for the long part."""

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
    """Return the content of a chunk, and the long parts of its entries."""
    reader = Reader(data.decode(), "", strings)
    reader.run()
    rows = [chunk_entry(entry, shared) for entry in reader.entries]
    entries, problems = tuple([tuple(row) for row, _ in rows]), problem_rows(reader.problems)
    chunk = entries, problems, tuple(reader.defined.items()), data.count(b"\n")
    return chunk, [long for _, long in rows]


def chunk_entry(entry: RawEntry, shared: Shared) -> tuple[ChunkEntry, bytes]:
    """Return the short part of an entry, and its long part."""
    line, column = entry.place.line, entry.place.column
    reader = EntryFacts(entry)
    kind, facts = PAPER, dict[str, Any]()
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
    entry_slug = slug(entry.key)
    row = ChunkEntry(
        line=line - 1,
        column=column,
        kind=kind,
        key=entry.key,
        slug=entry.key if entry_slug == entry.key else entry_slug,
        problems=problem_rows(reader.problems, line),
        digest=digest(data),
        row=row_of(facts, shared) if facts else {},
    )
    return row, data


RE_BEGIN = re.compile(
    rb"\n[ \t]*@[ \t]*[A-Za-z_][A-Za-z0-9_-]*[ \t\n\f]*"
    rb"(?:\{|\((?=[ \t\n\f]*[^\x00-\x20\x7f-\xff,()=@][^\x00-\x20\x7f-\xff,()=]*[ \t\n\f]*[,=]))"
)
"""The beginning of a chunk: `RE_START` of `bibtex_reader`, for ASCII alone."""

RE_SPECIAL = re.compile(rb"@[ \t]*(?:(string)|comment)", re.IGNORECASE)
"""An abbreviation, or a comment that may hold several chunks: both affect later chunks."""

RE_BRACE = re.compile(rb"[{}]")


class Cut(NamedTuple):
    """The key of a chunk and its range in the text, in bytes."""

    key: bytes
    start: int
    end: int
    defines: bool
    """Whether abbreviations may be defined in it."""


def cuts_of(data: bytes, state: bytes) -> Iterator[Cut]:
    """Yield the chunks of a text, in order.

    ``state`` is the key of the last chunk before it that defines abbreviations. The keys of later
    chunks depend on that key, and so on all abbreviations before them.
    """
    bounds = [0, *(match.start() + 1 for match in RE_BEGIN.finditer(data)), len(data)]
    specials = list(RE_SPECIAL.finditer(data))
    end, inside = 0, set[int]()
    for special in specials:
        if not special[1] and special.start() >= end:
            end = _close(data, special.end())
            inside.update(bounds[bisect_right(bounds, special.start()) : bisect_left(bounds, end)])
    if inside:
        bounds = [bound for bound in bounds if bound not in inside]
    defining = {bisect_right(bounds, special.start()) - 1 for special in specials if special[1]}
    for index, (start, end) in enumerate(pairwise(bounds)):
        key = blake2b(data[start:end], digest_size=16, key=state).digest()
        yield Cut(key, start, end, index in defining)
        state = key if index in defining else state


def _close(data: bytes, position: int) -> int:
    """Return the end of the next group in braces after a position."""
    depth = 0
    for brace in RE_BRACE.finditer(data, position):
        depth += 1 if brace[0] == b"{" else -1
        if depth <= 0:
            return brace.end()
    return len(data)


MIN_RUN = 2_000
"""The least number of chunks for which one more process is started."""


def read_chunks(
    data: bytes,
    cuts: list[Cut],
    strings: dict[str, str],
    cache: Cache,
    *,
    jobs: int = 1,
    tell: Tell = untold,
) -> list[CachedRow]:
    """Return the content of the chunks of a text, from the cache or read now.

    ``strings`` are the abbreviations defined before; those of the chunks are added. Many new
    chunks are read in up to ``jobs`` processes.
    """
    new = {cut.key for cut in cuts}.difference(cache.stored.rows) if jobs > 1 else ()
    if (worth := min(jobs, len(new) // MIN_RUN)) > 1:
        tell("reading entries")
        ahead = [cut for cut in cuts if cut.defines or cut.key in new]
        _read_ahead(data, ahead, strings, cache, worth)
    shared, rows = Shared(), []
    for number, cut in enumerate(cuts):
        stored = cache.get(cut.key)
        if stored is None:
            tell("reading entries", number, len(cuts))
            chunk, long = read_chunk(data[cut.start : cut.end], strings, shared)
            stored = cache.put(cut.key, chunk, long)
        if cut.defines:
            strings.update(stored[0][2])
        rows.append(stored)
    return rows


def _read_ahead(
    data: bytes, cuts: list[Cut], strings: Mapping[str, str], cache: Cache, jobs: int
) -> None:
    """Read chunks into the cache in several processes; chunks of a killed one stay unread."""
    import multiprocessing  # noqa: PLC0415 - it takes time, and few files have so many chunks

    if "fork" not in multiprocessing.get_all_start_methods():
        return
    fork = multiprocessing.get_context("fork")
    size, running = -(-len(cuts) // jobs), []
    for at in range(0, len(cuts), size):
        # Each process also reads the few chunks before its part that define abbreviations.
        part = [*(cut for cut in cuts[:at] if cut.defines), *cuts[at : at + size]]
        receiver, sender = fork.Pipe(duplex=False)
        process = fork.Process(target=_send, args=(sender, data, part, dict(strings)))
        process.start()
        sender.close()
        running.append((process, receiver))
    for process, receiver in running:
        with contextlib.suppress(EOFError, OSError), receiver:  # it may have been killed
            for row in marshal.loads(receiver.recv_bytes()):  # noqa: S302 - we sent it
                cache.put(*row)
        process.join()


def _send(sender: Any, data: bytes, cuts: list[Cut], strings: dict[str, str]) -> None:
    own = Cache(None)
    with sender:
        read_chunks(data, cuts, strings, own)
        texts = own.fresh.store.texts
        rows = [
            (key, chunk, [texts[offset] for offset in extents[::2]])
            for key, (chunk, extents) in own.fresh.rows.items()
        ]
        sender.send_bytes(marshal.dumps(rows))
