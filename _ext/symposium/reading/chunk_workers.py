"""Reading many chunks, here or in several processes."""

from __future__ import annotations

import contextlib
import mmap
from itertools import accumulate

from symposium.model.progress import OFTEN, Tell, untold
from symposium.reading.bibtex_reader import MAX_EXPANDED, PREDEFINED
from symposium.reading.cache import Cache
from symposium.reading.chunk_boundaries import ChunkBoundary, Cutter
from symposium.reading.chunks import ChunkReader, OddTextError

MIN_RUN = 2_000
"""Chunk that make it worth to start a process."""
DOING = "reading entries"
BYTES = 8
"""Of a number that processes share."""


def read_run(
    cutter: Cutter, cuts: list[ChunkBoundary], reader: ChunkReader, tell: Tell = untold
) -> None:
    """Read chunks of a text into the cache of ``reader``."""
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
    counts = [Count() for _ in range(jobs)]
    processes = [
        fork.Process(target=_work, args=(cutter, run, count.take))
        for run, count in zip(_runs(cuts, jobs), counts, strict=True)
    ]
    for process in processes:
        process.start()
    for process in processes:
        while process.is_alive():
            process.join(OFTEN)
            tell(DOING, sum(count.value for count in counts), len(cuts))
    cutter.cache.load()


class Count:
    """How much a forked process has done: it counts, and the process that forked it looks."""

    def __init__(self) -> None:
        self._shared = mmap.mmap(-1, BYTES)

    @property
    def value(self) -> int:
        """How much is done."""
        return int.from_bytes(self._shared[:], "little")

    def take(self, doing: str, done: int = 0, total: int = 0, /) -> None:
        """Take how much is done, as a `Tell`."""
        del doing, total
        self._shared[:] = done.to_bytes(BYTES, "little")


def _work(cutter: Cutter, cuts: list[ChunkBoundary], tell: Tell) -> None:
    """Read chunks into a pack of their own, in a process of its own."""
    cache = Cache(cutter.cache.folder, load=False)
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
