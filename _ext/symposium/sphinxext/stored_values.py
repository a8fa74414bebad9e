"""Values that a build stores for the next one, and digests of what they were made from."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import astuple
from functools import cache
from pathlib import Path

import symposium
from symposium.export.file_writing import store, stored
from symposium.model.problems import Code, Place, Problem, Severity


def digest(content: bytes) -> str:
    """Return a digest of some bytes: 24 hexadecimal digits."""
    return hashlib.blake2b(content, digest_size=12).hexdigest()


# The digest of the sources and their problems, stored for the next build.

CODES = {code.code: code for code in Code}


@cache
def own_code() -> str:
    """Return a digest of the code, templates and scripts of this package, which make every page."""
    suffixes = (".py", ".html", ".js", ".typ", ".po")
    rows = [
        (name, digest(Path(folder, name).read_bytes()))
        for folder, _, names in os.walk(Path(symposium.__file__).parent)
        for name in names
        if name.endswith(suffixes)
    ]
    return digest(repr(sorted(rows)).encode())


def recall(path: Path, sources: str) -> tuple[Problem, ...] | None:
    """Return the stored problems of sources; ``None`` if the sources had another digest."""
    remembered = stored(path)
    if not remembered or remembered["sources"] != sources:
        return None
    return tuple(
        Problem(
            CODES[code], message, Place(path, line, column), hint, level=level and Severity(level)
        )
        for code, message, path, line, column, hint, level in remembered["problems"]
    )


def remember(path: Path, sources: str, problems: Iterable[Problem]) -> None:
    """Store the problems of sources; if this fails, the next build reads the sources again."""
    rows = [
        (problem.code.code, problem.message, *astuple(problem.place), problem.hint,
         problem.level and int(problem.level))
        for problem in problems
    ]  # fmt: skip
    with suppress(OSError):
        store(path, {"sources": sources, "problems": rows})
