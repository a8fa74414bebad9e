"""Atomic writes: a file of Sphinx or its extensions is there whole, or as it was before.

They open a file in its place and write into it. Whoever looks at it meanwhile has a part of a page,
and so has everybody after a build that was killed. While a build is under way, a file below one of
its folders that is opened for writing is therefore written beside its place, and moved there when
it is closed; one that could not be finished leaves the old one where it is.

There is no smaller way to reach them all: pages, copies of static files, the environment and the
documents in it are written by as many functions, and a theme adds its own when all is done.
"""

from __future__ import annotations

import builtins
import io
import os
import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from typing import IO, Any

from symposium.export.file_writing import beside

_folders: dict[str, int] = {}
"""The folders, each with how many builds of this process are under way there."""
_open: Callable[..., IO[Any]] = builtins.open

NEW = frozenset({"w", "wb", "bw", "wt", "tw"})
"""Modes that begin a file anew, and do not read it."""


class AtomicFile(io.FileIO):
    """A file that takes its place when it is closed, if all went well."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._beside = beside(path)
        self.failed = False
        # Whoever writes a file while he handles an exception has not failed to write it.
        self._handled = sys.exc_info()[1]
        with _named(path):
            super().__init__(self._beside, "w")
        self.name = path

    def write(self, data: Any, /) -> int:
        """Write, and remember if that was not possible."""
        try:
            return super().write(data) or 0
        except OSError as error:
            self.failed = True
            raise OSError(error.errno, error.strerror, self._path) from error

    def close(self) -> None:
        """Close the file and move it to its place."""
        if self.closed:
            return
        super().close()
        if self.failed or sys.exc_info()[1] is not self._handled:
            _remove(self._beside)
            return
        with _named(self._path):
            try:
                os.replace(self._beside, self._path)  # noqa: PTH105 - for each file of the site
            except OSError:
                _remove(self._beside)
                raise


def _remove(path: str) -> None:
    with suppress(OSError):
        os.unlink(path)  # noqa: PTH108 - as above


@contextmanager
def _named(path: str) -> Iterator[None]:
    """Have errors name the file that is meant, not the one beside it."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, path) from error


def protect(folders: Collection[str]) -> None:
    """Have all files below some folders written as a whole from now on."""
    for folder in folders:
        _folders[folder] = _folders.get(folder, 0) + 1
    builtins.open = io.open = _open_whole  # type: ignore[assignment]


def release(folders: Collection[str]) -> None:
    """Leave the files below some folders alone again."""
    for folder in folders:
        _folders[folder] -= 1
        if not _folders[folder]:
            del _folders[folder]
    if not _folders:
        builtins.open = io.open = _open  # type: ignore[assignment]


def _open_whole(  # noqa: PLR0917 - those of `open`
    file: Any,
    mode: str = "r",
    buffering: int = -1,
    encoding: str | None = None,
    errors: str | None = None,
    newline: str | None = None,
    closefd: bool = True,
    opener: Any = None,
) -> IO[Any]:
    """Open a file; one that is to be written below a folder of a build, as a whole."""
    if mode not in NEW or opener or not _is_ours(file):
        return _open(file, mode, buffering, encoding, errors, newline, closefd, opener)
    raw = AtomicFile(os.path.abspath(os.fsdecode(file)))  # noqa: PTH100 - as above
    if buffering == 0:
        return raw
    try:
        buffered = io.BufferedWriter(raw)
        if "b" in mode:
            return buffered
        return io.TextIOWrapper(buffered, encoding, errors, newline, line_buffering=buffering == 1)
    except (LookupError, ValueError):  # there is no such encoding
        raw.failed = True
        raise


def _is_ours(file: Any) -> bool:
    """Tell whether something is the path of a file, now or soon, below one of the folders."""
    if not isinstance(file, (str, bytes, os.PathLike)):
        return False
    path = os.path.abspath(os.fsdecode(file))  # noqa: PTH100 - as above
    if not any(path.startswith(folder + os.sep) for folder in _folders):
        return False
    return not os.path.islink(path) and (os.path.isfile(path) or not os.path.exists(path))  # noqa: PTH110, PTH113, PTH114
