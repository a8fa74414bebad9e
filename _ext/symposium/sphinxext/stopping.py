"""Errors that stop a build, reported in one line.

Sphinx shows every exception with a traceback, even if the program is not at fault: a full disk, a
folder without write permission, a process that the system killed when memory ran out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from concurrent.futures import BrokenExecutor
from pathlib import Path
from typing import NoReturn
from weakref import WeakKeyDictionary

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.errors import SphinxError, SphinxParallelError
from sphinx.util import logging

from symposium.model.errors import LocatedError
from symposium.sphinxext.build_site import WHOLE_SITE
from symposium.sphinxext.config import is_site
from symposium.sphinxext.reports import progress

logger = logging.getLogger(__name__)

RE_ERROR = re.compile(r"\[Errno (\d+)\] ([^:\n]+)(?:: '([^'\n]*)'(?: -> '([^'\n]*)')?)?")

FIRST, LAST = 1, 2_000
"""Priorities before and after all other handlers."""

_read: WeakKeyDictionary[Sphinx, list[str]] = WeakKeyDictionary()
"""The documents that a build has to read."""


class LostWorkerError(Exception):
    """A process has not done its work, and has not reported why."""


LOST = (LostWorkerError, BrokenExecutor, EOFError, ConnectionError, MemoryError)


def setup(app: Sphinx) -> None:
    """Explain why a build ends; in a site, end it where Sphinx would continue without a page."""
    app.connect("build-finished", explain_end, priority=LAST)
    if is_site(app):
        app.connect("env-before-read-docs", note_reading, priority=LAST)
        app.connect("env-updated", check_reading, priority=FIRST)
        app.connect("build-finished", check_pages, priority=FIRST)


def explain_end(app: Sphinx, exception: Exception | None) -> None:
    """Stop without a traceback if the cause of a build's end is outside the program."""
    if exception is None:
        return
    progress(app).finish()
    if type(exception) is SphinxError and app.parallel > 1 and _unread(app):
        # Sphinx misses the root document, which another process should have read.
        exception = LostWorkerError()
    reason = explain(exception, (Path(app.outdir), Path(app.doctreedir)))
    if reason and not app.pdb and not app.verbosity:
        stop(reason)


def note_reading(app: Sphinx, _env: BuildEnvironment, docnames: Iterable[str]) -> None:
    """Remember the documents that are about to be read."""
    _read[app] = sorted(docnames)


def check_reading(app: Sphinx, _env: BuildEnvironment) -> None:
    """Check that all documents were read, as Sphinx may drop the error of a failed process.

    Raises:
        LostWorkerError: if a document was not read.
    """
    for name in _unread(app):
        raise LostWorkerError(f"{name} was not read")


def _unread(app: Sphinx) -> list[str]:
    """Return the documents that should have been read but were not."""
    return [name for name in _read.get(app, ()) if name not in app.env.all_docs]


def check_pages(app: Sphinx, exception: Exception | None) -> None:
    """Check that all documents that were read have been written too.

    Raises:
        LostWorkerError: if a page is older than its doctree.
    """
    if exception is not None or app.builder.name not in WHOLE_SITE:
        return
    for name in _read.get(app, ()):
        page = Path(app.builder.get_output_path(name))  # type: ignore[attr-defined]
        document = Path(app.doctreedir, f"{name}.doctree")
        if not page.exists() or page.stat().st_mtime_ns < document.stat().st_mtime_ns:
            raise LostWorkerError(page)


def stop(reason: str) -> NoReturn:
    """End the build with one line and exit status 2.

    Raises:
        SystemExit: always; Sphinx shows no traceback for it.
    """
    logger.error("%s", reason, type="symposium", subtype="stopped")
    raise SystemExit(2)  # the status of Sphinx's own errors


def cannot_write(error: OSError, folder: Path) -> str:
    """Return the message about a file that cannot be written, with a remedy."""
    path = error.filename2 or error.filename or folder  # the second file is the target of a copy
    reason = error.strerror or str(error)
    return f"{path} cannot be written: {reason}: mend that, or name another folder"


def explain(exception: BaseException | None, folders: tuple[Path, ...]) -> str:
    """Return the message about a cause that stopped a build, or an empty text if it is unknown."""
    if exception is None:
        return ""
    error = exception
    if isinstance(error, SphinxParallelError) and (text := RE_ERROR.search(error.message)):
        # A system error in another process, of which only the text is left.
        error = OSError(int(text[1]), text[2], text[4] or text[3])
    if isinstance(error, LocatedError):
        return str(error)
    if isinstance(error, LOST):
        return (
            "a process of this build failed or was ended from outside, perhaps for want of "
            f"memory, or of room in {folders[0].parent}: see the warnings above, and build "
            "again, with fewer processes (sphinx-build -j, symposium_jobs)"
        )
    if isinstance(error, OSError) and is_of_system(error, folders):
        return cannot_write(error, folders[0])
    cause = getattr(exception, "orig_exc", None) or exception.__cause__ or exception.__context__
    return explain(cause, folders)


def is_of_system(error: OSError, folders: tuple[Path, ...]) -> bool:
    """Tell whether an error comes from the system, not from the program."""
    path = error.filename2 or error.filename
    if not isinstance(path, (str, Path)):
        return error.errno is not None
    return any(Path(path).is_relative_to(folder) for folder in folders)
