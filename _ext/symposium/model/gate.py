"""The gate to the file system: it opens regular files of bounded size only.

Opening a pipe may wait for ever, and a device may have no end. A test checks that every file of a
project is opened here.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

MAX_BYTES = 1_000_000_000
"""The longest file that is read."""
FLAGS = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_CLOEXEC", 0)
"""So that opening a pipe without a writer does not block."""


class RefusedError(OSError):
    """A file that is not opened; ``strerror`` gives the reason."""


def read_file(path: str | Path, limit: int = MAX_BYTES, within: Path | None = None) -> bytes:
    """Return the bytes of a file.

    Raises:
        OSError: if it cannot be read; `RefusedError` if it is no regular file, longer than
            ``limit`` bytes, or if a symbolic link leads to it out of the folder ``within``.
    """
    if within is not None and not is_within(os.path.realpath(within), path):
        raise RefusedError(0, "a symbolic link leads out of the project or nowhere", str(path))
    with open(open_file(path), "rb", 0) as file:
        if os.fstat(file.fileno()).st_size > limit:
            raise RefusedError(0, f"it is longer than {limit:,} bytes", str(path))
        return file.read()


def read_start(path: str | Path, size: int) -> bytes:
    """Return the first bytes of a file; raises as `read_file` does."""
    with open(open_file(path), "rb", 0) as file:
        return file.read(size)


def open_file(path: str | Path) -> int:
    """Open a regular file and return its descriptor; raises as `read_file` does."""
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0) | FLAGS)
    mode = os.fstat(descriptor).st_mode
    if not stat.S_ISREG(mode):
        os.close(descriptor)
        kind = "a folder" if stat.S_ISDIR(mode) else "a pipe or a device"
        raise RefusedError(0, f"it is {kind}", str(path))
    return descriptor


def is_within(real_folder: str, path: str | Path) -> bool:
    """Tell whether a path lies in a folder (a real path) once its symbolic links are followed."""
    try:
        real = os.path.realpath(path)
    except (OSError, ValueError):
        return False
    return real == real_folder or real.startswith(real_folder.rstrip(os.sep) + os.sep)
