"""Errors that stop a build, in one line.

Sphinx shows every exception with a traceback, also those that are nobody's mistake: a disk is full,
a folder belongs to somebody else, the system ended a process for want of memory.
"""

from __future__ import annotations

import errno
import re
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor
from functools import partial
from pathlib import Path
from typing import Any, NoReturn
from weakref import WeakKeyDictionary

from sphinx.application import Sphinx
from sphinx.errors import SphinxError, SphinxParallelError
from sphinx.util import logging

from symposium.model.problems import LocatedError
from symposium.sphinxext.build_progress import progress

logger = logging.getLogger(__name__)

STATUS = 2
"""How a build ends that was stopped, as Sphinx has it."""

FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
FORBIDDEN = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})
HINTS = {
    **dict.fromkeys(FULL, "make room there and build again"),
    **dict.fromkeys(FORBIDDEN, "let the build write there, or name another folder"),
    errno.EIO: "look after the disk",
    errno.ENOTDIR: "remove what is in the way, or name another folder",
    errno.EEXIST: "remove what is in the way, or name another folder",
    errno.EISDIR: "remove the folder that is in the way, or name another one",
    errno.EMFILE: "let the build open more files (ulimit -n)",
    errno.ENFILE: "let the system open more files",
    errno.ENOMEM: "give the build more memory, or fewer processes (symposium_jobs)",
}

RE_ERROR = re.compile(r"\[Errno (\d+)\] ([^:\n]+)(?:: '([^'\n]*)'(?: -> '([^'\n]*)')?)?")


being_read: WeakKeyDictionary[Sphinx, list[str]] = WeakKeyDictionary()
"""The documents that a build reads, as long as it does."""


class LostWorkerError(Exception):
    """A process did not do what was asked of it, and nobody has told why."""


def setup(app: Sphinx) -> None:
    """Explain what stops a build where Sphinx would show where in its code it happened."""
    app.build = partial(explained, app, app.build)  # type: ignore[method-assign]


def explained(app: Sphinx, build: Callable[..., None], *args: Any, **options: Any) -> None:
    """Build; stop without a traceback if what goes wrong lies outside of the program.

    There is no event for that: what Sphinx does when a build fails may fail as well.
    """
    try:
        build(*args, **options)
    except Exception as error:
        progress(app).finish()
        if type(error) is SphinxError and app.parallel > 1 and unread(app):
            # It misses the first page of the site, which another process should have read.
            error = LostWorkerError()
        reason = explain(error, (Path(app.outdir), Path(app.doctreedir)))
        if not reason or app.pdb or app.verbosity:
            raise
        stop(reason)


def unread(app: Sphinx) -> list[str]:
    """Return the documents that should have been read, and were not."""
    return [name for name in being_read.get(app, ()) if name not in app.env.all_docs]


def stop(reason: str) -> NoReturn:
    """End the build: one line, and a status that is not zero.

    Raises:
        SystemExit: which Sphinx lets pass without a traceback.
    """
    logger.error("%s", reason, type="symposium", subtype="stopped")
    raise SystemExit(STATUS)


def cannot_write(error: OSError, folder: Path) -> str:
    """Return what is wrong with a file that cannot be written, and what to do."""
    path = error.filename2 or error.filename or folder  # of a copy, the second one is written
    reason = error.strerror or str(error)
    return f"{path} cannot be written: {reason}: {HINTS.get(error.errno or 0, 'build again')}"


def explain(exception: BaseException, folders: tuple[Path, ...]) -> str:
    """Return what stopped a build, and what to do; nothing if that is not known here."""
    for error in _causes(exception):
        if isinstance(error, SphinxParallelError):
            error = _of_other_process(error)  # noqa: PLW2901 - it is the same one
        if isinstance(error, OSError) and is_of_system(error, folders):
            return cannot_write(error, folders[0])
        if isinstance(error, LocatedError):
            return str(error)
        if isinstance(error, (LostWorkerError, BrokenExecutor, EOFError, ConnectionError)):
            return (
                "a process of this build was ended from outside, perhaps for want of memory: "
                "build again, with fewer processes (sphinx-build -j, symposium_jobs)"
            )
        if isinstance(error, MemoryError):
            return f"the memory is exhausted: {HINTS[errno.ENOMEM]}"
    return ""


def _causes(exception: BaseException | None) -> Iterator[BaseException]:
    while exception is not None:
        yield exception
        exception = (
            getattr(exception, "orig_exc", None) or exception.__cause__ or exception.__context__
        )


def _of_other_process(error: SphinxParallelError) -> BaseException:
    """Return the error of the system that another process met, of which only the text is left."""
    found = RE_ERROR.search(error.message)
    return OSError(int(found[1]), found[2], found[4] or found[3]) if found else error


def is_of_system(error: OSError, folders: tuple[Path, ...]) -> bool:
    """Tell whether an error is one of the system, not of the program."""
    if error.errno in FULL or error.errno in {errno.EIO, errno.EMFILE, errno.ENFILE, errno.ENOMEM}:
        return True
    if error.errno not in HINTS or not isinstance(error.filename, (str, Path)):
        return False
    return any(Path(error.filename).is_relative_to(folder) for folder in folders)
