"""The tasks of a build, run in this process, in forked ones, or by an executor.

A file that is there already as it should be is left alone.
"""

from __future__ import annotations

import gc
import multiprocessing
import pickle
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from symposium.export.build_work import BuildWork
from symposium.export.file_writing import write_if_changed
from symposium.export.outputs import BY_NAME, DerivedPages
from symposium.locale import use
from symposium.model.gate import read_file
from symposium.model.progress import OFTEN, Tell, untold

PAGES = DerivedPages.name
FEW = 200
"""Fewer tasks than these are done here: starting other processes takes longer."""
CHUNKS = 8
"""So many runs of tasks each process is given, one after another. Neighbours share much of what
they are made of, so a run is long; and no process waits long for the others at the end."""
SHORTEST = 100


class Made(NamedTuple):
    """What came of one task."""

    task: str
    paths: list[str]
    """The files that it made, relative to the root of the site."""
    covered: bool
    """Whether the number of the task covers all that it made them from."""


Done = list[Made]
Begun = tuple[str, Sequence[str], Future[Done] | None]
"""Name of an output, names of tasks, and what an executor makes of them if it took them."""


@dataclass(frozen=True, slots=True)
class Order:
    """Where a process finds the work. It is small, and goes along with every chunk of tasks."""

    outdir: str
    stored: str = ""
    """File with the work and its digest, for processes that were not forked from this one."""
    digest: str = ""


_work: dict[Order, BuildWork] = {}
"""The work of this process: inherited by forked ones, loaded once by others."""


def do_tasks(order: Order, output: str, names: Sequence[str]) -> Done:
    """Do some tasks of an output, and return what was made."""
    work = _work.get(order) or _load(order)
    use(work.texts)
    make = BY_NAME[output].make
    done: Done = []
    for name in names:
        paths: list[str] = []
        for path, content in make(work, name):
            write_if_changed(f"{order.outdir}/{path}", content)
            paths.append(path)
        covered = output != PAGES or not work.pages.beyond_reach(name)
        done.append(Made(name, paths, covered))
    return done


def _load(order: Order) -> BuildWork:
    """Return the work that was stored for other processes.

    Raises:
        ValueError: if the file is not the one that was stored.
    """
    data = read_file(order.stored, sys.maxsize)
    if blake2b(data).hexdigest() != order.digest:
        raise ValueError(f"{order.stored} is not what this build has stored")
    work: BuildWork = pickle.loads(data)  # noqa: S301 - just written by this build, as its digest shows
    _work.clear()
    _work[order] = work
    return work


MakeExecutor = Callable[[], Executor]


def do_all(
    work: BuildWork,
    outdir: Path,
    tasks: Iterable[tuple[str, list[str]]],
    *,
    jobs: int = 1,
    make_executor: MakeExecutor | None = None,
    folder: Path | None = None,
    tell: Tell = untold,
) -> Iterator[tuple[str, Done]]:
    """Do tasks, given as names by output, and yield what was done, by output.

    ``jobs`` processes are forked if there is enough to do. An executor of somebody else's gets the
    work through a file in ``folder``, which all its processes must see. ``tell`` hears in this
    process how far all of them are.
    """
    here: list[tuple[str, list[str]]] = []
    wanted: list[tuple[str, list[str]]] = []
    for output, names in tasks:
        if names:
            (here if BY_NAME[output].threaded else wanted).append((output, names))
    count = sum(len(names) for _, names in wanted)
    if make_executor is None and (jobs < 2 or count < FEW or not can_fork()):
        yield from _done_here(work, outdir, (*wanted, *here), tell)
        return
    length = max(SHORTEST, count // (CHUNKS * jobs))
    chunks = [
        (output, names[at : at + length])
        for output, names in wanted
        for at in range(0, len(names), length)
    ]
    # What takes long and cannot be divided begins first: at the end the others would wait for it.
    chunks.sort(key=lambda chunk: not BY_NAME[chunk[0]].long)
    if make_executor is None:
        work.pages.prepare(name for output, names in wanted if output == PAGES for name in names)
    with _executor(work, outdir, jobs, make_executor, folder) as (executor, order):
        begun: list[Begun] = [(*chunk, _begun(executor, order, *chunk)) for chunk in chunks]
        try:
            yield from _done_here(work, outdir, here, tell)
            for one in begun:
                _wait(one, begun, tell)
                yield one[0], _result(order, *one)
        except KeyboardInterrupt:  # whoever stops the build does not wait for what has begun
            for process in multiprocessing.active_children():
                process.terminate()
            raise
        finally:
            for *_, future in begun:
                if future is not None:
                    future.cancel()


def _done_here(
    work: BuildWork, outdir: Path, tasks: Sequence[tuple[str, list[str]]], tell: Tell
) -> Iterator[tuple[str, Done]]:
    order = Order(str(outdir))
    total: Counter[str] = Counter()
    for output, names in tasks:
        total[BY_NAME[output].doing] += len(names)
    ended: Counter[str] = Counter()
    for output, names in tasks:
        doing = BY_NAME[output].doing
        done: Done = []
        with _given(order, work):
            for name in names:
                tell(doing, ended[doing], total[doing])
                done += do_tasks(order, output, [name])
                ended[doing] += 1
        yield output, done


def _begun(
    executor: Executor, order: Order, output: str, names: Sequence[str]
) -> Future[Done] | None:
    """Have an executor do some tasks, unless it is at its end."""
    try:
        return executor.submit(do_tasks, order, output, names)
    except BrokenExecutor:
        return None


def _wait(one: Begun, begun: Sequence[Begun], tell: Tell) -> None:
    """Wait for some tasks, and meanwhile tell how many of their kind are done."""
    doing, future = BY_NAME[one[0]].doing, one[2]
    alike = [other for other in begun if BY_NAME[other[0]].doing == doing]
    total = sum(len(names) for _, names, _ in alike)
    while future is not None and not future.done():
        ended = (len(names) for _, names, other in alike if other is not None and other.done())
        tell(doing, sum(ended), total)
        wait([future], OFTEN)


def _result(order: Order, output: str, names: Sequence[str], future: Future[Done] | None) -> Done:
    """Return what came of some tasks.

    A process may be ended from outside, by the system for want of memory. What it leaves undone is
    done here.
    """
    if future is not None:
        with suppress(BrokenExecutor):
            return future.result()
    return do_tasks(order, output, names)


def can_fork() -> bool:
    """Tell whether processes can be forked here."""
    return "fork" in multiprocessing.get_all_start_methods()


@contextmanager
def _given(order: Order, work: BuildWork) -> Iterator[None]:
    """Keep the work for this process and for processes that are forked meanwhile."""
    known = order in _work
    _work[order] = work
    try:
        yield
    finally:
        if not known:
            del _work[order]


@contextmanager
def _executor(
    work: BuildWork,
    outdir: Path,
    jobs: int,
    make_executor: MakeExecutor | None,
    folder: Path | None,
) -> Iterator[tuple[Executor, Order]]:
    if make_executor is None:
        order = Order(str(outdir))
        # What is here now is shared with the forked processes as long as nobody writes to it: the
        # collector of garbage would.
        gc.freeze()
        try:
            with (
                _given(order, work),
                ProcessPoolExecutor(jobs, multiprocessing.get_context("fork")) as executor,
            ):
                yield executor, order
        finally:
            gc.unfreeze()
        return
    if folder is None:
        raise ValueError("an executor of somebody else's needs a folder for the work")
    data = pickle.dumps(work, protocol=pickle.HIGHEST_PROTOCOL)
    stored = folder / "symposium-work.pickle"
    stored.write_bytes(data)
    order = Order(str(outdir.resolve()), str(stored.resolve()), blake2b(data).hexdigest())
    try:
        with make_executor() as executor:
            yield executor, order
    finally:
        stored.unlink(missing_ok=True)
