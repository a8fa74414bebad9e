"""Bibliographies for a benchmark: existing files, or generated ones of any size."""

from __future__ import annotations

import lzma
import re
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from generate import bibliography


@dataclass(frozen=True, slots=True)
class Source:
    """A bibliography to measure."""

    name: str
    bib: Path
    size: int


def sources(sizes: Sequence[int], bibs: Sequence[Path], folder: Path) -> Iterator[Source]:
    """Yield the bibliographies in ``bibs``, or else generated ones of these sizes.

    Unpacked and generated files are written below ``folder``.
    """
    for bib in bibs:
        path = bib if bib.suffix != ".xz" else _unpacked(bib, folder)
        yield Source(path.name, path, len(read_entries(path)))
    for size in () if bibs else sizes:
        path = folder / f"generated-{size}.bib"
        path.write_text("\n".join(bibliography(size)), encoding="utf-8")
        yield Source("generated", path, size)


def _unpacked(bib: Path, folder: Path) -> Path:
    path = folder / bib.stem
    with lzma.open(bib) as packed, path.open("wb") as target:
        shutil.copyfileobj(packed, target)
    return path


def read_entries(bib: Path) -> list[bytes]:
    """Return the beginnings of the entries of a bibliography."""
    return re.findall(rb"(?mi)^\s*@(?!comment|string|preamble)\w+\s*[{(]", bib.read_bytes())


def size_of(text: str) -> int:
    """Return a size as a number.

    >>> size_of("1k"), size_of("10_000"), size_of("100K")
    (1000, 10000, 100000)
    """
    number = text.strip().lower()
    return int(number[:-1]) * 1000 if number.endswith("k") else int(number)
