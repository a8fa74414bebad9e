"""The digest of the sources and their problems, kept for the next build.

A build that finds the sources as they were reports the same problems without reading anything.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import astuple
from functools import cache
from pathlib import Path

import symposium
from symposium.model.gate import read_file
from symposium.model.problems import Code, Place, Problem, Severity
from symposium.sphinxext.stored_values import digest, keep, store, stored

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
