"""The lock of a folder: one build at a time.

It belongs to the open folder itself, so that it leaves no file behind and ends with the process
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
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

if sys.platform != "win32":  # which has no such locks, nor folders that can be opened
    import fcntl

WAIT = 900.0
"""Seconds that a build waits for another one."""
OFTEN = 0.1
"""Seconds between two looks."""

BUSY = frozenset({errno.EWOULDBLOCK, errno.EACCES, errno.EAGAIN})

_held: dict[Path, tuple[int, int]] = {}
"""Open folders that this process has locked, each with how many builds of it are there."""

_forking = 0


def lock(folder: Path, when_busy: Callable[[], object], wait: float | None = None) -> bool:
    """Lock a folder; wait for another process that has locked it, up to some seconds.

    ``when_busy`` is called once before waiting. A file system that knows no locks has none.
    """
    if sys.platform == "win32":
        return True
    folder = folder.resolve()
    if folder in _held:
        number, count = _held[folder]
        _held[folder] = number, count + 1
        return True
    number = os.open(folder, os.O_RDONLY)
    end = time.monotonic() + (WAIT if wait is None else wait)
    told = False
    while not _try(number):
        if not told:
            when_busy()
            told = True
        if time.monotonic() > end:
            os.close(number)
            return False
        time.sleep(OFTEN)
    _held[folder] = number, 1
    return True


def unlock(folder: Path) -> None:
    """Give a folder free that was locked."""
    folder = folder.resolve()
    if folder not in _held:
        return
    number, count = _held.pop(folder)
    if count > 1:
        _held[folder] = number, count - 1
    else:
        os.close(number)


def _try(number: int) -> bool:
    """Tell whether a lock is ours now; one that there cannot be counts as ours."""
    if sys.platform == "win32":
        return True
    try:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno not in BUSY
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
