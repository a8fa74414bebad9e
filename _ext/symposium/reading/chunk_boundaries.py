"""Cutting a bibliography into chunks, and finding those that are still to be read.

The key of a chunk is the digest of its bytes and of the abbreviations defined before it. So a
chunk that defines one, or that holds a comment (which may swallow what follows), has to be read
before the next key is known; all others may be read in any order.
"""

from __future__ import annotations

import marshal
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from typing import NamedTuple

from symposium.reading.bibtex_reader import PREDEFINED
from symposium.reading.cache import Cache
from symposium.reading.chunks import Chunk, ChunkReader
from symposium.reading.paper_codec import digest

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

    def __init__(
        self, data: bytes, cache: Cache, reader: ChunkReader, strings: Strings = ()
    ) -> None:
        self.data = data
        self.cache = cache
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
