"""Atomic writing of files: into a temporary file in the same folder, which is then renamed.

So readers see the old file or the new one, never a part of it, even if a build is killed.
"""

from __future__ import annotations

import marshal
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any

from symposium.model.gate import read_file
from symposium.model.user_cache import forget_others

RE_BESIDE = re.compile(r"\.[0-9a-f]{16}\.tmp")


def write_if_changed(path: str, content: bytes) -> bool:
    """Write a file unless it has this content already; tell whether it was written."""
    with suppress(OSError):
        if read_file(path, len(content)) == content:
            return False
    temporary = beside(path)
    try:
        try:
            _write(temporary, content)
        except FileNotFoundError:
            os.makedirs(path.rpartition("/")[0], exist_ok=True)  # noqa: PTH103
            _write(temporary, content)
        os.replace(temporary, path)  # noqa: PTH105
    except OSError as error:
        with suppress(OSError):
            os.unlink(temporary)  # noqa: PTH108
        raise OSError(error.errno, error.strerror, path) from error
    return True


def beside(path: str) -> str:
    """Return a unique path for a temporary file in the folder of ``path``."""
    # Its name is not derived from that of the file, which may be as long as a name can be.
    return f"{path.rpartition('/')[0]}/.{os.urandom(8).hex()}.tmp"


def is_left_over(name: str) -> bool:
    """Tell whether a file has the name of a temporary file that `beside` has made.

    >>> is_left_over(beside("papers/index.html").rpartition("/")[2]), is_left_over(".a.tmp")
    (True, False)
    """
    return RE_BESIDE.fullmatch(name) is not None


def _write(path: str, content: bytes) -> None:
    with open(path, "wb", 0) as file:  # noqa: PTH123 - a buffer takes three further system calls
        while content:
            content = content[file.write(content) :]


# Files of plain values, which begin with a digest of the rest, to detect damage.

SIZE = 16
"""Bytes of the digest."""


def store(path: Path, value: Any) -> None:
    """Store a plain value, unless the file holds it already."""
    content = marshal.dumps(value, 2)  # all versions of Python read this version
    write_if_changed(str(path), blake2b(content, digest_size=SIZE).digest() + content)


def stored(path: Path) -> Any:
    """Return the value stored in a file; ``None`` if it is missing, damaged, or of another form."""
    with suppress(OSError, ValueError, EOFError, TypeError):
        data = memoryview(read_file(path))
        if blake2b(data[SIZE:], digest_size=SIZE).digest() == data[:SIZE]:
            return marshal.loads(data[SIZE:])  # noqa: S302 - stored by ourselves
    return None


def keep(path: Path, value: Any) -> None:
    """Store a value in a cache; where this fails, the next build makes it again."""
    with suppress(OSError):
        store(path, value)
        forget_others(path.parent)


@contextmanager
def kept_values(folder: Path | None, name: str) -> Iterator[dict[Any, Any]]:
    """Give the plain values that a file keeps by their keys, to be changed, and keep them."""
    values: dict[Any, Any] = (folder and stored(folder / name)) or {}
    yield values
    if folder:
        keep(folder / name, values)
