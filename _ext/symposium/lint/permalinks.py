"""The file ``permalinks.txt``: every address that a site has published, a line for each.

A line is the path of a page, two spaces, its kind and its id. Lines are sorted as ``LC_ALL=C sort``
sorts them, so that what two branches add to them seldom meets. The path alone says the rest.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from symposium.knowledge import KnowledgeBase
from symposium.model.gate import read_file
from symposium.model.problems import Code, Place, Problem
from symposium.pages.subjects import subject_of, subjects
from symposium.pages.urls import docname

NAME = "permalinks.txt"
HEAD = """\
# Every page that this site has published: its address, its kind and its id.
# Addresses are for ever. New ones are added by: symposium check --fix
"""
ENDING = ".html"
MARKERS = ("<<<<<<<", "|||||||", "=======", ">>>>>>>")
"""What a merge leaves where two branches met."""
UNREAD = "# not a page: "
"""Stands before a line that says nothing, once the file has been put in order."""


def read_permalinks(root: Path) -> tuple[bytes | None, list[Problem]]:
    """Return what is in the file of a project, and why it cannot be read; none promises nothing."""
    try:
        return read_file(root / NAME, within=root), []
    except FileNotFoundError:
        return None, []
    except OSError as error:
        message = f"The file cannot be read: {error.strerror or error}"
        return None, [Problem(Code.PERMALINK_FILE, message, Place(NAME), "put a file in its place")]


class PermalinkLine(NamedTuple):
    """A line that names a page."""

    number: int
    page: str
    """The docname."""


def line_of(page: str) -> str:
    """Return the line of a page.

    >>> line_of("papers/doe2020fast"), line_of("guide/start")
    ('papers/doe2020fast.html  paper doe2020fast', 'guide/start.html  page guide/start')
    """
    kind, name = subject_of(page) or ("page", page)
    return f"{page}{ENDING}  {kind} {name}"


def lines_made(kb: KnowledgeBase, documents: Iterable[str]) -> set[str]:
    """Return the lines of all pages that a site has now; parts of split pages are none."""
    lines = {f"{docname(kind, name)}{ENDING}  {kind} {name}" for kind, name in subjects(kb)}
    lines.update(map(line_of, documents))
    return lines


def pages_of(line: str) -> str:
    """Return the docname in a line, or nothing where none can be told."""
    path = line.strip().split("  ")[0].split("\t")[0]
    if not path.endswith(ENDING):
        path = path.partition(" ")[0]
    return path.removesuffix(ENDING).strip("/") if path.endswith(ENDING) else ""


def missing(text: str, made: Collection[str]) -> Iterator[PermalinkLine]:
    """Yield the lines of a file whose pages are not made, in order."""
    for number, line in enumerate(text.split("\n"), 1):
        if line in made or not line.strip() or line.startswith(("#", *MARKERS)):
            continue
        page = pages_of(line)
        if page and line_of(page) not in made:
            yield PermalinkLine(number, page)


def damages(text: str, made: Container[str] = ()) -> Iterator[Problem]:
    """Yield what is wrong with the form of a file; ``made`` are lines known to be right."""
    lines = text.split("\n")
    content = [line for line in lines if line and not line.startswith("#")]
    if content != sorted(content) or len(set(content)) < len(content):
        yield from _wrong_places(lines)
    for number, line in enumerate(lines, 1):
        if line in made:
            continue
        page, _, rest = line.partition(f"{ENDING}  ")
        if rest and line == line_of(page):
            continue
        if line.startswith(MARKERS):
            yield _damage(number, "A merge was not finished here")
        elif line.strip() and not line.startswith("#"):
            found = pages_of(line)
            hint = f"write {line_of(found)}" if found else "write the path of a page, or remove it"
            message = "This line is not a path, two spaces, a kind and an id"
            yield Problem(Code.PERMALINK_FILE, message, Place(NAME, number), hint)


def _wrong_places(lines: Iterable[str]) -> Iterator[Problem]:
    seen: dict[str, int] = {}
    last = ""
    for number, line in enumerate(lines, 1):
        if not line or line.startswith(("#", *MARKERS)):
            continue
        if line in seen:
            yield _damage(number, f"Line {seen[line]} says the same")
            continue
        if line < last:
            yield _damage(number, "This line is not in its place: lines are sorted")
        seen[line], last = number, line


def _damage(number: int, message: str) -> Problem:
    hint = "run symposium check --fix, which loses no line"
    return Problem(Code.PERMALINK_FILE, message, Place(NAME, number), hint)


def updated(text: str, made: Iterable[str]) -> str:
    r"""Return a file with the lines of all pages that are made now, in order; none is lost.

    >>> print(updated("# Ours.\nb.html  page b\n", {"a.html  page a"}), end="")
    # Ours.
    a.html  page a
    b.html  page b
    """
    remarks: dict[str, None] = {}
    content = set(made)
    for line in text.split("\n"):
        if line in content or not line.strip() or line.startswith(MARKERS):
            continue
        if line.startswith("#"):
            remarks[line] = None
        elif page := pages_of(line):
            content.add(line_of(page))
        else:
            remarks[f"{UNREAD}{line.strip()}"] = None
    head = "".join(f"{line}\n" for line in remarks) or HEAD
    return head + "".join(f"{line}\n" for line in sorted(content))
