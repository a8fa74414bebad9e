"""The folders of a build: made, locked, and freed of half-written files.

The lock is on the open folder itself, so it leaves no file behind and ends with its process,
however that ends. Forked processes hold it too, so the next build begins after the last of them
has written its page; they end when their parent is gone.
"""

from __future__ import annotations

import errno
import os
import signal
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from sphinx.application import ENV_PICKLE_FILENAME, Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.config import Config
from sphinx.util import logging

from symposium.export.file_writing import is_left_over, store, stored, write_if_changed
from symposium.sphinxext.stopping import cannot_write, stop
from symposium.sphinxext.stored_values import digest

if sys.platform != "win32":  # Windows has neither these locks nor folders that can be opened
    import fcntl

logger = logging.getLogger(__name__)

UNFINISHED = ".unfinished"
"""Suffix of the file that marks a running build; a killed build leaves it behind."""
STATE = "symposium-documents.bin"
"""The file that tells whether doctrees and environment are as the last build has left them."""


def setup(app: Sphinx) -> None:
    """Lock the folders before Sphinx reads its environment from them."""
    app.connect("config-inited", lock_folders, priority=1)
    app.connect("build-finished", unlock_folders, priority=1_000)
    app.connect("builder-inited", omit_config_digest, priority=1)


def folders_of(app: Sphinx) -> list[Path]:
    """Return the folders that a build writes into, in the order in which builds lock them."""
    return sorted({Path(app.doctreedir).resolve(), Path(app.outdir).resolve()})


def lock_folders(app: Sphinx, config: Config) -> None:
    """Lock the folders of a build, waiting for another build of them."""
    del config
    folders = folders_of(app)
    kept = folder = Path(app.doctreedir)
    try:
        for folder in folders:
            folder.mkdir(parents=True, exist_ok=True)
            if not lock(folder):
                still = "another build of this folder is still under way"
                stop(f"{folder}: {still}: end it and try again")
        if any(kept.glob(f"*{UNFINISHED}")) or stored(kept / STATE) != _state_of(kept):
            # The doctrees and the environment may be of different builds, or damaged.
            Path(kept, ENV_PICKLE_FILENAME).unlink(missing_ok=True)
    except OSError as error:
        stop(cannot_write(error, folder))


def unlock_folders(app: Sphinx, exception: Exception | None) -> None:
    """Unlock the folders for the next build."""
    del exception
    with suppress(OSError):
        store(Path(app.doctreedir, STATE), _state_of(Path(app.doctreedir)))
    # The first one last: a build that waits for it then finds the others free.
    for folder in reversed(folders_of(app)):
        unlock(folder)


def _state_of(folder: Path) -> str:
    """Return a digest of the sizes and times of what Sphinx keeps of documents."""
    rows = []
    for parent, _, names in os.walk(folder):
        for name in names:
            if name.endswith((".doctree", ".pickle")):
                status = os.stat(os.path.join(parent, name))  # noqa: PTH116, PTH118 - there are many
                place = parent.removeprefix(str(folder))
                rows.append(f"{place}/{name} {status.st_size} {status.st_mtime_ns}")
    return digest("\n".join(sorted(rows)).encode("utf-8", "surrogateescape"))


def publish(app: Sphinx, name: str, files: Mapping[str, bytes]) -> None:
    """Publish files in ``_static``, from a folder ``name`` beside the environment.

    Files that belong together go to one folder, so that a killed build cannot leave one of two old.
    """
    folder = Path(app.doctreedir, name)
    try:
        for old in [*folder.rglob("*")]:
            if old.is_file() and old.relative_to(folder).as_posix() not in files:
                old.unlink()
        for path, content in files.items():
            write_if_changed(f"{folder}/{path}", content)
    except OSError as error:
        stop(cannot_write(error, folder))
    app.config.html_static_path = [*app.config.html_static_path, str(folder)]


def remove_left_over(root: Path) -> None:
    """Remove the temporary files of a build that was killed."""
    for folder, _, names in os.walk(root):
        for name in names:
            if is_left_over(name):
                with suppress(OSError):
                    Path(folder, name).unlink()


def omit_config_digest(app: Sphinx) -> None:
    """Leave the configuration out of ``.buildinfo``, which would depend on paths of the machine.

    `symposium.sphinxext.outdated` decides which pages to write again when it changes.
    """
    if isinstance(app.builder, StandaloneHTMLBuilder):
        app.builder.build_info.config_hash = ""


WAIT_SECONDS = 900.0
"""How many seconds a build waits for another one."""
POLL_SECONDS = 0.1
"""The seconds between two attempts."""

_held: dict[Path, int] = {}
"""File descriptors of the folders that this process has locked."""

_parent_pid = 0


def lock(folder: Path, wait: float | None = None) -> bool:
    """Lock a folder, waiting some seconds for another build; tell whether it is locked now.

    On a file system without locks, it counts as locked.
    """
    folder = folder.resolve()
    if sys.platform == "win32" or folder in _held:
        return True
    number = os.open(folder, os.O_RDONLY)
    if not _try_lock(number):
        logger.info("%s: another build of this folder is under way: waiting for its end", folder)
    end = time.monotonic() + (WAIT_SECONDS if wait is None else wait)
    while not _try_lock(number):
        if time.monotonic() > end:
            os.close(number)
            return False
        time.sleep(POLL_SECONDS)
    _held[folder] = number
    return True


def unlock(folder: Path) -> None:
    """Unlock a folder."""
    number = _held.pop(folder.resolve(), None)
    if number is not None:
        os.close(number)


def _try_lock(number: int) -> bool:
    """Try to get a lock, and tell whether this process has it, or the system has no locks."""
    if sys.platform == "win32":
        return True
    try:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno not in {errno.EWOULDBLOCK, errno.EACCES, errno.EAGAIN}
    return True


def _note_parent() -> None:
    """Remember the forking process, which may be gone before the child asks for its parent."""
    global _parent_pid  # noqa: PLW0603 - a property of the process
    _parent_pid = os.getpid()


def _watch_parent() -> None:
    """Make a forked process end with the build, and without a traceback when interrupted.

    If it outlived a killed build, it would overwrite pages of the next one, or wait forever for
    work while it holds the lock.
    """
    if not _held:
        return
    with suppress(ValueError):  # only the main thread may set handlers
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    parent = _parent_pid

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(POLL_SECONDS)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_note_parent, after_in_child=_watch_parent)
