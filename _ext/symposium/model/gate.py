"""The gate to the file system: what is opened is a regular file of bounded size.

Whoever opens a pipe waits for ever, and a device need not end. A test proves that no file of a
project is opened in another way.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

MAX_BYTES = 1_000_000_000
"""The longest file that is read."""
FLAGS = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_CLOEXEC", 0)
"""A pipe that nobody writes into is not waited for."""


class RefusedError(OSError):
    """A file that is not opened; ``strerror`` says why."""


def read_file(path: str | Path, limit: int = MAX_BYTES, within: Path | None = None) -> bytes:
    """Return what is in a file.

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
    """Return the number of a file that is opened to be read; raises as `read_file` does."""
    number = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0) | FLAGS)
    mode = os.fstat(number).st_mode
    if not stat.S_ISREG(mode):
        os.close(number)
        kind = "a folder" if stat.S_ISDIR(mode) else "a pipe or a device"
        raise RefusedError(0, f"it is {kind}", str(path))
    return number


def is_within(real_folder: str, path: str | Path) -> bool:
    """Tell whether a path, its symbolic links followed, lies in a folder that is no link itself."""
    try:
        real = os.path.realpath(path)
    except (OSError, ValueError):
        return False
    return real == real_folder or real.startswith(real_folder.rstrip(os.sep) + os.sep)
