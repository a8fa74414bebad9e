"""Bibliographies to papers: each file piece by piece, only what is new, then all together."""

from __future__ import annotations

from collections.abc import Iterable

from symposium.model.problems import Code, Problem
from symposium.model.records import Paper
from symposium.reading.bibtex import MAX_EXPANDED
from symposium.reading.cache import Cache, Found
from symposium.reading.cuts import Cutter
from symposium.reading.encodings import decode_file
from symposium.reading.entries import Assembly
from symposium.reading.pieces import OddTextError, PieceReader
from symposium.reading.runs import read_parallel, read_run

BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def read_bibliographies(
    sources: Iterable[tuple[str, bytes]], cache: Cache, jobs: int = 1
) -> tuple[list[Paper], list[Problem]]:
    """Return the papers of all files, given by path and content, in order; and the problems."""
    assembly = Assembly(cache)
    for path, data in sources:
        pieces, problems = read_pieces(path, data, cache, jobs)
        del data  # the longest thing in memory, and of no use any more
        assembly.problems += problems
        assembly.add(path, pieces)
    return assembly.papers(), assembly.problems


def read_pieces(
    path: str, data: bytes, cache: Cache, jobs: int
) -> tuple[list[Found], list[Problem]]:
    """Return what the pieces of a file say, in order, and problems of the file as a whole."""
    problems: list[Problem] = []
    try:
        return _read(_clean(data.removeprefix(BYTE_ORDER_MARK)), cache, jobs), problems
    except OddTextError:
        text, problems = decode_file(data, path, Code.BIB_ENCODING)
        return _read(_clean(text.encode()), cache, jobs), problems


def _clean(data: bytes) -> bytes:
    data = data.removeprefix(BYTE_ORDER_MARK)
    return data.replace(b"\r\n", b"\n").replace(b"\r", b"\n") if b"\r" in data else data


def _read(data: bytes, cache: Cache, jobs: int) -> list[Found]:
    reader = PieceReader(cache)
    cutter = Cutter(data, cache, reader)
    cuts = list(cutter.cuts())
    if unread := [cut for cut in cuts if cache.get(cut.key) is None]:
        read_parallel(cutter, unread, jobs)
        read_run(cutter, unread, reader)
    if reader.expanded <= MAX_EXPANDED:
        found = [cache.known(cut.key) for cut in cuts]
        if sum(row[3] for row, _, _ in found) <= MAX_EXPANDED:
            return found
    whole = Cutter(data, cache, reader)
    cut = whole.cut(0, len(data))
    whole.piece(cut)
    return [cache.known(cut.key)]
