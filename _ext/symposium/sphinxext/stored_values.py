"""Values stored for the next build, and the digest of what it was made from."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import astuple
from functools import cache
from pathlib import Path
from typing import Any

import symposium
from symposium.export.file_writing import write_if_changed
from symposium.model.gate import read_file
from symposium.model.problems import Code, Place, Problem, Severity
from symposium.model.user_cache import forget_others


def digest(content: bytes) -> str:
    """Return a short digest of ``content``."""
    return hashlib.blake2b(content, digest_size=12).hexdigest()


def store(path: Path, value: Any) -> None:
    """Store a value that JSON can hold."""
    write_if_changed(str(path), json.dumps(value, separators=(",", ":")).encode())


def stored(path: Path) -> Any:
    """Return the value that is stored in a file, or ``None`` if there is none."""
    with suppress(OSError, ValueError):
        return json.loads(read_file(path))
    return None


# Files in the user's cache, each after a digest by which a damaged one is known.

SIZE = 16
"""Bytes of the digest."""


def keep(path: Path, content: bytes) -> None:
    """Keep what a file is to hold; where that cannot be, it is made again the next time."""
    with suppress(OSError):
        begin = hashlib.blake2b(content, digest_size=SIZE).digest()
        write_if_changed(str(path), begin + content)
        forget_others(path.parent)


def kept(path: Path) -> bytes | None:
    """Return what is kept in a file, or ``None`` if it is not as it was written."""
    with suppress(OSError):
        data = read_file(path)
        if hashlib.blake2b(data[SIZE:], digest_size=SIZE).digest() == data[:SIZE]:
            return data[SIZE:]
    return None


# The digest of the sources and their problems, kept for the next build.

CODES = {code.code: code for code in Code}


@cache
def own_code() -> str:
    """Return a digest of our own code and templates: they make what is on every page."""
    folder = Path(symposium.__file__).parent
    suffixes = {".py", ".html", ".typ", ".po"}
    paths = sorted(path for path in folder.rglob("*") if path.suffix in suffixes)
    return digest("".join(f"{path.name} {digest(path.read_bytes())}" for path in paths).encode())


def recall(path: Path, sources: str) -> tuple[Problem, ...] | None:
    """Return the problems of sources with this digest, or ``None`` if they are not remembered."""
    known = stored(path)
    if not isinstance(known, dict) or known.get("sources") != sources:
        return None
    return tuple(
        Problem(
            CODES[code], message, Place(path, line, column), hint, level=level and Severity(level)
        )
        for code, message, path, line, column, hint, level in known["problems"]
    )


def remember(path: Path, sources: str, problems: Iterable[Problem]) -> None:
    """Keep the problems of sources; where that cannot be, the next build reads them again."""
    rows = [
        (one.code.code, one.message, *astuple(one.place), one.hint, one.level) for one in problems
    ]
    with suppress(OSError):
        store(path, {"sources": sources, "problems": rows})
