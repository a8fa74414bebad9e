"""Running the tasks of a build: in this process, in forked ones, or by an executor.

A file whose content has not changed is not written again.
"""

from __future__ import annotations

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

MIN_TASKS = 200
"""The fewest tasks for which other processes are started; fewer are done here sooner."""
CHUNKS_PER_PROCESS = 8
"""How many runs of neighbouring tasks each process gets, one after another. Neighbours share cached
values, so runs are long; but not so long that processes wait for each other at the end."""
MIN_CHUNK = 100


class TaskResult(NamedTuple):
    """The result of one task."""

    task: str
    paths: list[str]
    """The files that the task made, relative to the root of the site."""
    covered: bool
    """Whether the task's number depends on everything that the files were made from."""


Results = list[TaskResult]
Begun = tuple[str, Sequence[str], Future[Results] | None]
"""Name of an output, names of tasks, and their future results if an executor has them."""


@dataclass(frozen=True, slots=True)
class Order:
    """Where a process finds the work; small, as it is sent along with every chunk of tasks."""

    outdir: str
    stored: str = ""
    """The file with the pickled work, for processes that are not forked from this one."""
    digest: str = ""
    """The BLAKE2 digest of that file."""


_work: dict[Order, BuildWork] = {}
"""The work of this process: inherited by forked processes, loaded once by others."""


def do_tasks(order: Order, output: str, names: Sequence[str]) -> Results:
    """Do tasks of an output, and return their results."""
    work = _work.get(order) or _load(order)
    use(work.texts)
    make = BY_NAME[output].make
    results: Results = []
    for name in names:
        paths: list[str] = []
        for path, content in make(work, name):
            if path not in work.brought:
                write_if_changed(f"{order.outdir}/{path}", content)
                paths.append(path)
        covered = output != PAGES.name or not work.pages.beyond_reach(name)
        results.append(TaskResult(name, paths, covered))
    return results


def _load(order: Order) -> BuildWork:
    """Return the work that the build has stored for other processes.

    Raises:
        ValueError: if the file has another digest than the stored one.
    """
    data = read_file(order.stored, sys.maxsize)
    if blake2b(data).hexdigest() != order.digest:
        raise ValueError(f"{order.stored} is not what this build has stored")
    work: BuildWork = pickle.loads(data)  # noqa: S301 - just written by this build, as its digest shows
    for earlier in [key for key in _work if key.stored]:
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
) -> Iterator[tuple[str, Results]]:
    """Do tasks, given as names by output, and yield their results, by output.

    ``jobs`` processes are forked if there is enough to do. The executor of ``make_executor`` gets
    the work through a file in ``folder``, which all its processes must be able to read. ``tell`` is
    called in this process with the progress of all.
    """
    begun, shared = list[Begun](), list[tuple[str, list[str]]]()
    for output, names in tasks:
        if BY_NAME[output].threaded:
            begun.append((output, names, None))
        elif names:
            shared.append((output, names))
    count = sum(len(names) for _, names in shared)
    sent = order = Order(str(outdir))
    _work[order] = work
    with ExitStack() as stack:
        stack.callback(_work.pop, order)
        forks = jobs > 1 and "fork" in multiprocessing.get_all_start_methods()
        if make_executor is None and (count < MIN_TASKS or not forks):
            alone = [(output, names, None) for output, names in shared]
            yield from _results(order, [*alone, *begun], tell)
            return
        if make_executor is None:
            work.pages.prepare(
                page for name, pages in shared if name == PAGES.name for page in pages
            )
            context = multiprocessing.get_context("fork")
            executor: Executor = stack.enter_context(ProcessPoolExecutor(jobs, context))
        else:
            sent = stack.enter_context(_stored(work, outdir, folder))
            executor = stack.enter_context(make_executor())
        length = max(MIN_CHUNK, count // (CHUNKS_PER_PROCESS * jobs))
        # Long tasks that cannot be divided begin first, or the others would wait for them.
        for output, names in sorted(shared, key=lambda row: not BY_NAME[row[0]].long):
            for at in range(0, len(names), length):
                future, chunk = None, names[at : at + length]
                with suppress(BrokenExecutor):
                    future = executor.submit(do_tasks, sent, output, chunk)
                    stack.callback(future.cancel)
                begun.append((output, chunk, future))
        try:
            yield from _results(order, begun, tell)
        except KeyboardInterrupt:  # stop the build at once, without waiting for running tasks
            for process in multiprocessing.active_children():
                process.terminate()
            raise


def _results(order: Order, begun: Sequence[Begun], tell: Tell) -> Iterator[tuple[str, Results]]:
    """Yield the results of tasks, and report the progress of each sort.

    Tasks without a future are done here; so are those of a process that was killed, for instance
    by the system when memory ran out.
    """
    total, ended = Counter[str](), Counter[str]()
    for output, names, _ in begun:
        total[BY_NAME[output].doing] += len(names)
    for output, names, future in begun:
        doing = BY_NAME[output].doing
        tell(doing, ended[doing], total[doing])
        results: Results | None = None
        if future is not None:
            with suppress(BrokenExecutor):
                results = future.result()
        if results is None:
            results = []
            for count, name in enumerate(names):
                tell(doing, ended[doing] + count, total[doing])
                results += do_tasks(order, output, [name])
        ended[doing] += len(names)
        yield output, results


@contextmanager
def _stored(work: BuildWork, outdir: Path, folder: Path) -> Iterator[Order]:
    """Keep the work in a file while a foreign executor needs it."""
    data = pickle.dumps(work, protocol=pickle.HIGHEST_PROTOCOL)
    stored = folder / "symposium-work.pickle"
    stored.write_bytes(data)
    try:
        yield Order(str(outdir.resolve()), str(stored.resolve()), blake2b(data).hexdigest())
    finally:
        stored.unlink(missing_ok=True)
