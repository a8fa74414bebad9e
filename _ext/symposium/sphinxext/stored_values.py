"""Values stored for the next build: read back unchanged, or not at all."""

from __future__ import annotations

import hashlib
import json
import shutil
from contextlib import suppress
from pathlib import Path
from typing import Any

from symposium.export.file_writing import write_if_changed
from symposium.model.gate import read_file


def digest(content: bytes) -> str:
    """Return a short digest of ``content``."""
    return hashlib.blake2b(content, digest_size=12).hexdigest()


def store(path: Path, value: Any) -> str:
    """Store a value that JSON can hold, behind a line with its digest; return that."""
    text = json.dumps(value, separators=(",", ":"))
    check = digest(text.encode())
    keep(path, f"{check}\n{text}".encode())
    return check


def keep(path: Path, content: bytes) -> None:
    """Write a file for the next build, whatever is there in its place."""
    if path.is_dir():
        shutil.rmtree(path)
    write_if_changed(str(path), content)


def stored(path: Path, wanted: str = "") -> Any:
    """Return the value that is stored in a file, or ``None`` unless it is there and whole.

    ``wanted`` is its digest, if only one value will do.
    """
    with suppress(OSError, ValueError):
        check, _, text = read_file(path).decode().partition("\n")
        if check == digest(text.encode()) and wanted in {"", check}:
            return json.loads(text)
    return None
