"""Reading bibliographies: chunk by chunk, only new ones, then all together."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from symposium.kinds.paper import Paper
from symposium.model.encodings import decode_file
from symposium.model.problems import Code, Problem
from symposium.model.progress import Tell, untold
from symposium.reading.bibtex_reader import MAX_EXPANDED
from symposium.reading.cache import Cache, Found
from symposium.reading.chunks import (
    ChunkReader,
    Cutter,
    OddTextError,
    Strings,
    read_parallel,
    read_run,
)
from symposium.reading.entries_to_papers import Assembly

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
    cutter = Cutter(data, cache, reader, strings)
    cuts = list(cutter.cuts())
    before = [cache.get(cut.key) for cut in cuts]
    if unread := [cut for cut, one in zip(cuts, before, strict=True) if one is None]:
        read_parallel(cutter, unread, jobs, tell)
        read_run(cutter, unread, reader, tell)
    if reader.expanded <= MAX_EXPANDED:
        found = [one or cache.known(cut.key) for cut, one in zip(cuts, before, strict=True)]
        if sum([row[3] for row, _, _ in found]) <= MAX_EXPANDED:
            return found, cutter.strings
    whole = Cutter(data, cache, reader, strings)
    cut = whole.cut(0, len(data))
    chunk = whole.chunk(cut)
    return [cache.known(cut.key)], [*strings, *chunk.strings]
