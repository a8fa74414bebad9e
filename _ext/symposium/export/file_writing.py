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


# Files of caches. Each begins with a digest of the rest, to detect damage.

SIZE = 16
"""Bytes of the digest."""


def sealed(content: bytes) -> bytes:
    """Return bytes behind their digest, as `kept` reads them."""
    return blake2b(content, digest_size=SIZE).digest() + content


def keep(path: Path, content: bytes) -> None:
    """Keep bytes in a file of the cache; where this fails, the next build makes them again."""
    with suppress(OSError):
        write_if_changed(str(path), sealed(content))
        forget_others(path.parent)


def kept(path: Path) -> bytes | None:
    """Return the bytes that were `sealed` in a file; ``None`` if it is missing or damaged."""
    with suppress(OSError):
        data = read_file(path)
        if sealed(data[SIZE:]) == data:
            return data[SIZE:]
    return None


def store(path: Path, value: Any) -> None:
    """Store a plain value, unless the file holds it already."""
    write_if_changed(str(path), sealed(marshal.dumps(value, 2)))  # all versions of Python read 2


def stored(path: Path) -> Any:
    """Return the value stored in a file; ``None`` if it is missing, damaged, or of another form."""
    with suppress(ValueError, EOFError, TypeError):
        return marshal.loads(kept(path) or b"")  # noqa: S302 - stored by ourselves
    return None


@contextmanager
def kept_values(folder: Path | None, name: str) -> Iterator[dict[Any, Any]]:
    """Give the plain values that a file keeps by their keys, and keep them if they change."""
    values: dict[Any, Any] = (folder and stored(folder / name)) or {}
    before = values.copy()
    yield values
    if folder:
        with suppress(OSError):  # the next build makes them again
            if values != before:
                store(folder / name, values)
            forget_others(folder)
