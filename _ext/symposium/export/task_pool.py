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
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from symposium.export.build_work import BuildWork
from symposium.export.file_writing import write_if_changed
from symposium.export.outputs import BY_NAME, PAGES
from symposium.locale import use
from symposium.model.gate import read_file
from symposium.model.progress import Tell, untold

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
            if path not in work.brought:
                write_if_changed(f"{order.outdir}/{path}", content)
                paths.append(path)
        covered = output != PAGES.name or not work.pages.beyond_reach(name)
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
    for earlier in [one for one in _work if one.stored]:
        del _work[earlier]
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
    folder: Path = Path(),
    tell: Tell = untold,
) -> Iterator[tuple[str, Done]]:
    """Do tasks, given as names by output, and yield what was done, by output.

    ``jobs`` processes are forked if there is enough to do. An executor of somebody else's gets the
    work through a file in ``folder``, which all its processes must see. ``tell`` hears in this
    process how far all of them are.
    """
    begun, shared = list[Begun](), list[tuple[str, list[str]]]()
    for output, names in tasks:
        if BY_NAME[output].threaded:
            begun.append((output, names, None))
        elif names:
            shared.append((output, names))
    count = sum(len(names) for _, names in shared)
    can_fork = "fork" in multiprocessing.get_all_start_methods()
    given = order = Order(str(outdir))
    _work[order] = work
    with ExitStack() as stack:
        stack.callback(_work.pop, order)
        if make_executor is None and (jobs < 2 or count < FEW or not can_fork):
            alone = [(output, names, None) for output, names in shared]
            yield from _results(order, [*alone, *begun], tell)
            return
        if make_executor is None:
            work.pages.prepare(
                page for name, pages in shared if name == PAGES.name for page in pages
            )
            # What is here now is shared with the forked processes as long as nobody writes to it:
            # the collector of garbage would.
            gc.freeze()
            stack.callback(gc.unfreeze)
            context = multiprocessing.get_context("fork")
            executor: Executor = stack.enter_context(ProcessPoolExecutor(jobs, context))
        else:
            given = stack.enter_context(_stored(work, outdir, folder))
            executor = stack.enter_context(make_executor())
        length = max(SHORTEST, count // (CHUNKS * jobs))
        # What takes long and cannot be divided begins first: the others would wait at the end.
        for output, names in sorted(shared, key=lambda row: not BY_NAME[row[0]].long):
            for at in range(0, len(names), length):
                future, some = None, names[at : at + length]
                with suppress(BrokenExecutor):
                    future = executor.submit(do_tasks, given, output, some)
                    stack.callback(future.cancel)
                begun.append((output, some, future))
        try:
            yield from _results(order, begun, tell)
        except KeyboardInterrupt:  # whoever stops the build does not wait for what has begun
            for process in multiprocessing.active_children():
                process.terminate()
            raise


def _results(order: Order, begun: Sequence[Begun], tell: Tell) -> Iterator[tuple[str, Done]]:
    """Yield what came of tasks, and tell how many of their sort are done.

    What nobody else does is done here; so is what a process leaves undone that is ended from
    outside, by the system for want of memory.
    """
    total, ended = Counter[str](), Counter[str]()
    for output, names, _ in begun:
        total[BY_NAME[output].doing] += len(names)
    for output, names, future in begun:
        doing = BY_NAME[output].doing
        tell(doing, ended[doing], total[doing])
        done: Done | None = None
        if future is not None:
            with suppress(BrokenExecutor):
                done = future.result()
        if done is None:
            done = []
            for count, name in enumerate(names):
                tell(doing, ended[doing] + count, total[doing])
                done += do_tasks(order, output, [name])
        ended[doing] += len(names)
        yield output, done


@contextmanager
def _stored(work: BuildWork, outdir: Path, folder: Path) -> Iterator[Order]:
    """Keep the work in a file as long as an executor of somebody else's needs it."""
    data = pickle.dumps(work, protocol=pickle.HIGHEST_PROTOCOL)
    stored = folder / "symposium-work.pickle"
    stored.write_bytes(data)
    try:
        yield Order(str(outdir.resolve()), str(stored.resolve()), blake2b(data).hexdigest())
    finally:
        stored.unlink(missing_ok=True)
