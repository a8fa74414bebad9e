"""Write failures: a build stops where Sphinx would go on without a page.

It warns of a page that could not be written because the disk is full, and goes on; and when a
process that reads or writes documents ends before its time, it may forget what was asked of it.
Either way a site would be published that lacks pages, or keeps old ones. Here such builds end.
"""

from __future__ import annotations

import atexit
import logging
from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet
from functools import partial
from pathlib import Path
from typing import Any

from sphinx import builders
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.environment import BuildEnvironment
from sphinx.util.parallel import ParallelTasks

from symposium.sphinxext.stopping import LostWorkerError, being_read, is_of_system, unread

LOGGERS = ("html", "text", "xml")
"""Builders that only warn of a file that they cannot write."""


def setup(app: Sphinx) -> None:
    """Watch over what is written, and over what other processes read and write."""
    builders.ParallelTasks = Tasks  # type: ignore[attr-defined]
    app.connect("builder-inited", watch_writing)
    app.connect("env-before-read-docs", note_reading, priority=1_000)
    app.connect("env-updated", check_reading, priority=1)


class Tasks(ParallelTasks):
    """Sphinx's tasks of several processes, with the error of one that fails early.

    Sphinx drops the error of a process that fails while other tasks are still being added, and
    then misses what that process should have done.
    """

    _failed: Exception | None = None

    def __init__(self, nproc: int) -> None:
        super().__init__(nproc)
        # A process that waits for the end of a build to read what it sends would wait for ever
        # once that build has stopped. It is no daemon, which could have no processes of its own:
        # an extension may start some while it reads a document.
        atexit.register(self.terminate)

    def join(self) -> None:
        """Wait for all tasks; raises as `add_task` does."""
        try:
            super().join()
        finally:
            atexit.unregister(self.terminate)

    def _join_one(self) -> bool:
        try:
            return super()._join_one()
        except Exception as error:
            self._failed = error
            raise

    def add_task(self, *args: Any, **options: Any) -> None:
        """Begin a task.

        Raises:
            SphinxParallelError: if an earlier task has failed.
        """
        super().add_task(*args, **options)
        if self._failed:
            raise self._failed


def watch_writing(app: Sphinx) -> None:
    """Have the builder stop where it would only warn, and count the pages that are written."""
    folders = (Path(app.outdir), Path(app.doctreedir))
    for name in LOGGERS:
        # Sphinx puts all loggers of its modules, and of others, below one.
        logger = logging.getLogger(f"sphinx.sphinx.builders.{name}")
        for known in [one for one in logger.filters if isinstance(one, Unwritten)]:
            logger.removeFilter(known)
        logger.addFilter(Unwritten(folders))
    if isinstance(app.builder, StandaloneHTMLBuilder) and app.parallel > 1:
        app.builder.write_documents = partial(  # type: ignore[method-assign]
            write_all, app.builder, app.builder.write_documents
        )


class Unwritten(logging.Filter):
    """Raises the error of the system that a warning is about."""

    def __init__(self, folders: tuple[Path, ...]) -> None:
        super().__init__()
        self._folders = folders

    def filter(self, record: logging.LogRecord) -> bool:
        """Let a record pass, unless it says that a file cannot be written.

        Raises:
            OSError: what the system said.
        """
        for arg in record.args if isinstance(record.args, tuple) else ():
            if isinstance(arg, OSError) and is_of_system(arg, self._folders):
                raise arg
        return True


def note_reading(app: Sphinx, env: BuildEnvironment, docnames: Iterable[str]) -> None:
    """Remember which documents are to be read."""
    del env
    being_read[app] = list(docnames)


def check_reading(app: Sphinx, env: BuildEnvironment) -> None:
    """Stop unless all documents were read.

    Raises:
        LostWorkerError: if a process that should have read some is gone.
    """
    del env
    lost = unread(app)
    being_read.pop(app, None)
    if lost:
        raise LostWorkerError(f"{lost[0]} was not read")


def write_all(
    builder: StandaloneHTMLBuilder,
    write: Callable[[AbstractSet[str]], None],
    docnames: AbstractSet[str],
) -> None:
    """Write documents by several processes, and stop unless all were written.

    Raises:
        LostWorkerError: if a process that should have written some is gone.
    """
    before = {name: _state(builder.get_output_path(name)) for name in docnames}
    write(docnames)
    for name, state in sorted(before.items()):
        if state == _state(builder.get_output_path(name)):
            raise LostWorkerError(f"{name} was not written")


def _state(path: Path) -> tuple[int, ...]:
    """Return what changes when a file is written again, even with the same content."""
    try:
        found = path.stat()
    except OSError:
        return ()
    return (found.st_ino, found.st_mtime_ns)
