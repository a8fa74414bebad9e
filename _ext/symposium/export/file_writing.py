"""Atomic writing of files: into a temporary file in the same folder, which is then renamed.

So readers see the old file or the new one, never a part of it, even if a build is killed.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from secrets import token_hex

from symposium.model.gate import read_file

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
    return f"{path.rpartition('/')[0]}/.{token_hex(8)}.tmp"


def is_left_over(name: str) -> bool:
    """Tell whether a file has the name of a temporary file that `beside` has made.

    >>> is_left_over(beside("papers/index.html").rpartition("/")[2]), is_left_over(".a.tmp")
    (True, False)
    """
    return RE_BESIDE.fullmatch(name) is not None


def _write(path: str, content: bytes) -> None:
    with open(path, "wb") as file:  # noqa: PTH123
        file.write(content)
