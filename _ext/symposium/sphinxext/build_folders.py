"""The folders of a build: made, locked, and freed of half-written files.

A lock belongs to the open folder itself, so that it leaves no file behind and ends with the process
that holds it, however that ends. Processes that were forked from it hold it too, so that the next
build begins when the last of them has written its page; they watch whether it is still there.
"""

from __future__ import annotations

import errno
import os
import signal
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

from sphinx.application import ENV_PICKLE_FILENAME, Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.config import Config
from sphinx.util import logging

from symposium.export.file_writing import is_left_over
from symposium.sphinxext.stopping import cannot_write, stop

if sys.platform != "win32":  # which has no such locks, nor folders that can be opened
    import fcntl

logger = logging.getLogger(__name__)

UNFINISHED = ".unfinished"
"""Suffix of the mark of a build that is under way: one that stands is of one that was killed."""


def setup(app: Sphinx) -> None:
    """Take hold of the folders before Sphinx reads what it has stored in them."""
    app.connect("config-inited", take, priority=1)
    app.connect("build-finished", give_back, priority=1_000)
    app.connect("builder-inited", take_digest_out, priority=1)


def folders_of(app: Sphinx) -> list[Path]:
    """Return the folders that a build writes into, in the order in which builds lock them."""
    return sorted({Path(app.doctreedir).resolve(), Path(app.outdir).resolve()})


def take(app: Sphinx, config: Config) -> None:
    """Lock the folders of a build; wait for another one."""
    del config
    folders = folders_of(app)
    for folder in folders:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            free = lock(folder)
        except OSError as error:
            stop(cannot_write(error, folder))
        if not free:
            stop(f"{folder}: another build of this folder is still under way: end it and try again")
    if any(Path(app.doctreedir).glob(f"*{UNFINISHED}")):
        # Documents that were read and what Sphinx knows of them may be of different builds.
        Path(app.doctreedir, ENV_PICKLE_FILENAME).unlink(missing_ok=True)


def give_back(app: Sphinx, exception: Exception | None) -> None:
    """Leave the folders to the next build."""
    del exception
    # The first one last: whoever waits for it then finds the others free, and waits once.
    for folder in reversed(folders_of(app)):
        unlock(folder)


def remove_left_over(root: Path) -> None:
    """Remove the files that were to be moved to their places, by a build that is no more."""
    for folder, _, names in os.walk(root):
        for name in names:
            if is_left_over(name):
                with suppress(OSError):
                    Path(folder, name).unlink()


def take_digest_out(app: Sphinx) -> None:
    """Leave the configuration out of ``.buildinfo``, whose bytes would depend on our folders.

    What is written again when it changes is decided by `symposium.sphinxext.outdated`.
    """
    if isinstance(app.builder, StandaloneHTMLBuilder):
        app.builder.build_info.config_hash = ""


WAIT = 900.0
"""Seconds that a build waits for another one."""
OFTEN = 0.1
"""Seconds between two looks."""

_held: dict[Path, int] = {}
"""Open folders that this process has locked."""

_forking = 0


def lock(folder: Path, wait: float | None = None) -> bool:
    """Lock a folder; wait for another build that has locked it, up to some seconds.

    A file system that knows no locks has none.
    """
    folder = folder.resolve()
    if sys.platform == "win32" or folder in _held:
        return True
    number = os.open(folder, os.O_RDONLY)
    if not _try(number):
        logger.info("%s: another build of this folder is under way: waiting for its end", folder)
    end = time.monotonic() + (WAIT if wait is None else wait)
    while not _try(number):
        if time.monotonic() > end:
            os.close(number)
            return False
        time.sleep(OFTEN)
    _held[folder] = number
    return True


def unlock(folder: Path) -> None:
    """Give a folder free that was locked."""
    number = _held.pop(folder.resolve(), None)
    if number is not None:
        os.close(number)


def _try(number: int) -> bool:
    """Tell whether a lock is ours now; one that there cannot be counts as ours."""
    if sys.platform == "win32":
        return True
    try:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno not in {errno.EWOULDBLOCK, errno.EACCES, errno.EAGAIN}
    return True


def _note_parent() -> None:
    """Remember which process forks: the other one may find it gone when it asks for its parent."""
    global _forking  # noqa: PLW0603 - of the process, as its id is
    _forking = os.getpid()


def _watch_parent() -> None:
    """Have a process that was forked by a build end with it, and be quiet when it is interrupted.

    One that goes on after the build was killed would write old pages over those of the next one,
    or wait for ever for work, with the lock in its hands.
    """
    if not _held:
        return
    with suppress(ValueError):  # only the main thread may do so
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    parent = _forking

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(OFTEN)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_note_parent, after_in_child=_watch_parent)
