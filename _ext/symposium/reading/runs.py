"""Reading many pieces: here, or in processes that each read a run of them."""

from __future__ import annotations

import contextlib
import multiprocessing
from itertools import accumulate

from symposium.reading.bibtex import MAX_EXPANDED, PREDEFINED
from symposium.reading.cache import Cache
from symposium.reading.cuts import Cut, Cutter
from symposium.reading.pieces import OddTextError, PieceReader

MIN_RUN = 2_000
"""Pieces that make it worth to start a process."""


def read_run(cutter: Cutter, cuts: list[Cut], reader: PieceReader) -> None:
    """Read pieces of a text into the cache of ``reader``."""
    strings = dict(PREDEFINED)
    defined = 0
    for cut in cuts:
        strings.update(cutter.strings[defined : cut.strings])
        defined = cut.strings
        if reader.expanded > MAX_EXPANDED:
            return  # the file will be read as a whole, within that limit
        if reader.cache.get(cut.key) is None:
            reader.read(cutter.data[cut.start : cut.end], cut.key, strings)


def read_parallel(cutter: Cutter, cuts: list[Cut], jobs: int) -> None:
    """Read pieces in as many processes as are worth it; what these could not read stays unread.

    Each writes a pack, from which this process loads what it read.
    """
    jobs = min(jobs, len(cuts) // MIN_RUN)
    can_fork = "fork" in multiprocessing.get_all_start_methods()
    if jobs < 2 or cutter.cache.folder is None or not can_fork:
        return
    fork = multiprocessing.get_context("fork")
    processes = [fork.Process(target=_work, args=(cutter, run)) for run in _runs(cuts, jobs)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    cutter.cache.load()


def _work(cutter: Cutter, cuts: list[Cut]) -> None:
    """Read pieces into a pack of their own, in a process of its own."""
    cache = Cache(cutter.cache.folder, load=False)
    # What is wrong with an odd text is found out by the process that reads the rest.
    with contextlib.suppress(OddTextError):
        read_run(cutter, cuts, PieceReader(cache))
        cache.save()


def _runs(cuts: list[Cut], count: int) -> list[list[Cut]]:
    """Return the pieces in runs of about as many bytes."""
    sizes = list(accumulate(cut.end - cut.start for cut in cuts))
    runs: list[list[Cut]] = [[] for _ in range(count)]
    for cut, size in zip(cuts, sizes, strict=True):
        runs[(size - 1) * count // sizes[-1] if size else 0].append(cut)
    return runs
