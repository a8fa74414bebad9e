"""Values stored for the next build, and the digest of what it was made from."""

from __future__ import annotations

import hashlib
import json
import shutil
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


# The digest of the sources and their problems, kept for the next build.

NAME = "symposium-sources.json"
READ_FROM = "symposium-read-from.txt"
CODES = {code.code: code for code in Code}


@cache
def own_code() -> str:
    """Return a digest of our own code and templates: they make what is on every page."""
    folder = Path(symposium.__file__).parent
    suffixes = {".py", ".html", ".typ", ".po"}
    paths = sorted(path for path in folder.rglob("*") if path.suffix in suffixes)
    return digest("".join(f"{path.name} {digest(path.read_bytes())}" for path in paths).encode())


def recall(folder: Path, sources: str, name: str = NAME) -> tuple[Problem, ...] | None:
    """Return the problems of sources with this digest, or ``None`` if they are not remembered."""
    known = stored(folder / name)
    if not isinstance(known, dict) or known.get("sources") != sources:
        return None
    return tuple(
        Problem(
            CODES[code], message, Place(path, line, column), hint, level=level and Severity(level)
        )
        for code, message, path, line, column, hint, level in known["problems"]
    )


def remember(folder: Path, sources: str, problems: Iterable[Problem], name: str = NAME) -> None:
    """Keep the problems of sources; where that cannot be, the next build reads them again."""
    rows = [
        (one.code.code, one.message, *astuple(one.place), one.hint, one.level) for one in problems
    ]
    with suppress(OSError):
        store(folder / name, {"sources": sources, "problems": rows})


def read_from(folder: Path) -> str:
    """Return the digest of the sources that the stored environment was made from."""
    try:
        return read_file(folder / READ_FROM).decode("ascii")
    except (OSError, ValueError):
        return ""


def note_read_from(folder: Path, sources: str) -> None:
    """Keep the digest of the sources that the stored environment was made from."""
    keep(folder / READ_FROM, sources.encode("ascii"))
