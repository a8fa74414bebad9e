"""Files that commands write."""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from pathlib import Path

from symposium.cli.wrong_use import WrongUseError


def write_file(path: Path, content: bytes) -> None:
    """Write a file, whole or not at all, and the folders that it needs.

    Who may read and write a file that was there before stays as it was.

    Raises:
        WrongUseError: if it cannot be written there.
    """
    partial = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and not path.is_file():
            # A device such as /dev/stdout, or a pipe: there is nothing to replace.
            path.write_bytes(content)
            return
        partial.write_bytes(content)
        if path.exists():
            shutil.copymode(path, partial)
        partial.replace(path)
    except OSError as error:
        with suppress(OSError):
            partial.unlink(missing_ok=True)
        raise WrongUseError(f"{path} cannot be written: {error.strerror or error}") from error
