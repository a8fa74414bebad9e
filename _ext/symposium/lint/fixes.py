"""Fixes: which edits are made, those for problems that readers report, and the files after them.

The edits of a problem mend it together: all of them are made, or none. Of two that touch the same
characters the first is made; the other is offered again, if it is still needed, by a check of
what was made of the first.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from symposium.lint.permalinks import permalinks_mended
from symposium.lint.source_texts import Change, SourceText, Texts
from symposium.lint.subject import Subject
from symposium.model.problems import AnyCode, Code, Edit, Place, Problem
from symposium.reading.bibtex_reader import RE_FIELD, RE_HEAD, RE_KEY

Open = Callable[[str], SourceText | str]
"""Returns the source of a file by its path, or why that file is not changed."""


class Fixer(NamedTuple):
    """Mends a file that is kept by the program: says what its whole text has to be."""

    code: Code
    """Mended only where this code is selected."""
    texts: Callable[[Subject], Mapping[str, str]]
    """Paths, relative to the project, and texts of files, which are made if they are not there."""


FIXERS: tuple[Fixer, ...] = (Fixer(Code.PERMALINK_NEW, permalinks_mended),)
"""All fixers."""


class Refusal(NamedTuple):
    """A problem whose edits cannot be made, and why."""

    problem: Problem
    reason: str


STALE = "what would be changed is not where it should be"


class FixSession:
    """The changes of one round: as many as go together."""

    def __init__(self, open_file: Open) -> None:
        self._open = open_file
        self._opened: dict[str, SourceText | str] = {}
        self._changes: dict[str, list[Change]] = {}
        self.made = 0
        """How many problems are mended."""
        self.refused: list[Refusal] = []

    def take(self, problem: Problem) -> None:
        """Add the edits of a problem to the changes, if all of them can be made."""
        wanted: list[tuple[list[Change], Change]] = []
        for edit in problem.edits:
            source = self._source(edit.place.path)
            change = None if isinstance(source, str) else source.change(edit)
            if change is None:
                reason = source if isinstance(source, str) else STALE
                self.refused.append(Refusal(problem, reason))
                return
            if edit.old != edit.new:
                wanted.append((self._changes.setdefault(edit.place.path, []), change))
        added: list[tuple[list[Change], Change]] = []
        for changes, change in wanted:
            at = bisect_left(changes, change)
            if changes[at : at + 1] == [change]:
                continue  # another problem has the same fix
            # Two insertions in one place touch each other, too.
            start, end, _ = change
            neighbours = changes[max(at - 1, 0) : at + 1]
            if any(
                (first < end and start < last) or start == first for first, last, _ in neighbours
            ):
                for others, one in added:
                    others.remove(one)
                return
            changes.insert(at, change)
            added.append((changes, change))
        self.made += bool(wanted)

    def changes(self) -> Iterator[tuple[str, SourceText, list[Change]]]:
        """Yield what is changed: path, source, and the changes in order, free of overlaps."""
        for path, changes in sorted(self._changes.items()):
            source = self._source(path)
            if changes and isinstance(source, SourceText):
                yield path, source, changes

    def _source(self, path: str) -> SourceText | str:
        if path not in self._opened:
            self._opened[path] = self._open(path)
        return self._opened[path]


RE_WHOLE = re.compile(r":[ \t]+(?:[^\s\"'\[{|>&*!#][^#]*|\"[^\"]*\"|'[^']*'|\[[^\[\]]*\])[ \t]*$")
"""A field of front matter whose value is on its line."""
RE_GAP = re.compile(r"[ \t]*")


def with_quick_fixes(problems: Iterable[Problem], texts: Texts) -> Iterator[Problem]:
    """Yield the problems, with the edits that mend them where these are known."""
    for problem in problems:
        quick_fix = None if problem.edits else QUICK_FIXES.get(problem.code)
        edits = quick_fix(problem.place, texts) if quick_fix else ()
        yield replace(problem, edits=edits) if edits else problem


def repeated_field(place: Place, texts: Texts) -> tuple[Edit, ...]:
    """Return the edit that removes a field of an entry if an earlier one says the same."""
    text, offset = texts.text_of(place.path), texts.offset(place)
    if offset is None:
        return ()
    at = text.rfind("@", 0, offset)
    while at >= 0 and text[text.rfind("\n", 0, at) + 1 : at].strip():
        at = text.rfind("@", 0, at)  # a sign in a key or in a value
    head = RE_HEAD.match(text, at) if at >= 0 else None
    end = _repeated_fields(text, head.end()).get(offset) if head else None
    return _removal(place, text, offset, end) if end is not None else ()


@lru_cache(maxsize=1)
def _repeated_fields(text: str, position: int) -> Mapping[int, int]:
    """Return the begin and the end of each field, from the key of an entry, that repeats another.

    The end is behind its comma. Only fields up to one that is not well-formed are compared.
    """
    repeated: dict[int, int] = {}
    earlier: set[tuple[str, bool, str]] = set()
    key = RE_KEY.match(text, position)
    position = key.end() if key else -1
    while position >= 0 and (field := RE_FIELD.match(text, position)):
        kind = next(number for number in (2, 3, 4, 5) if field[number] is not None)
        says = field[1].lower(), kind == 5, " ".join(field[kind].split())
        if says in earlier:
            end = field.end(kind) + (kind in {2, 4})  # the brace or quotation mark
            repeated[field.start(1)] = field.end(6) if field[6] else end
        earlier.add(says)
        position = field.end() if field[6] and not field[7] else -1
    return repeated


def repeated_line(place: Place, texts: Texts) -> tuple[Edit, ...]:
    """Return the edits that remove a repeated line of front matter."""
    lines, number = texts.text_of(place.path).split("\n"), place.line - 1
    if not 0 < number < len(lines) - 1:
        return ()
    line = lines[number]
    indent = _indent(line)
    if place.column != indent + 1 or not RE_WHOLE.search(line):
        return ()
    for above in range(number - 1, 0, -1):
        if lines[above] == line:
            whole = all(_indent(lines[at + 1]) <= indent for at in (above, number))
            return (Edit(Place(place.path, place.line), f"{line}\n", ""),) if whole else ()
        if lines[above].strip() and _indent(lines[above]) < indent:
            break
    return ()


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _removal(place: Place, text: str, start: int, end: int) -> tuple[Edit, ...]:
    """Return what removes a stretch of a text, with its lines where nothing else is on them."""
    first = text.rfind("\n", 0, start) + 1
    gap = RE_GAP.match(text, end)
    after = gap.end() if gap else end
    if not text[first:start].strip() and text[after : after + 1] == "\n":
        return (Edit(Place(place.path, place.line), text[first : after + 1], ""),)
    return (Edit(place, text[start:end], ""),)


QuickFix = Callable[[Place, Texts], tuple[Edit, ...]]

QUICK_FIXES: Mapping[AnyCode, QuickFix] = {
    Code.BIB_DUPLICATE_FIELD: repeated_field,
    Code.YAML_DUPLICATE_KEY: repeated_line,
}
"""Quick fixes by code; each needs only the place of a problem."""


def item_moved(
    place: Place, indexes: tuple[int, int], texts: Texts, barrier: re.Pattern[str]
) -> tuple[Edit, ...]:
    """Return how the second of two items of a list moves before the first, with its comments.

    ``place`` is in the second. None moves where ``barrier`` is found in one of those that change
    their place, or where several items are on one line.
    """
    rows = texts.text_of(place.path).splitlines(keepends=True)
    starts = _items(rows, place.line - 1) if 0 < place.line <= len(rows) else []
    first, last = indexes
    if last + 1 >= len(starts) or not starts[last] < place.line <= starts[last + 1]:
        return ()
    begin, middle, end = starts[first], starts[last], starts[last + 1]
    stays, moves = "".join(rows[begin:middle]), "".join(rows[middle:end])
    if barrier.search(stays + moves) or not moves.endswith("\n"):
        return ()
    return (Edit(Place(place.path, begin + 1), stays + moves, moves + stays),)


def _items(rows: list[str], at: int) -> list[int]:
    """Return where the items of the list around a line begin, with their comments, and its end."""
    indents = [len(row) - len(row.lstrip()) for row in rows]
    key = indents[at] + rows[at].lstrip().startswith("- ")
    while at > 0 and not (rows[at].lstrip().startswith("- ") and indents[at] < key):
        at -= 1
    dash, first = indents[at], at
    inside = [
        not row.strip() or row.lstrip().startswith("#") or indent > dash
        or (indent == dash and row.lstrip().startswith("- "))
        for row, indent in zip(rows, indents, strict=True)
    ]  # fmt: skip
    while first > 0 and inside[first - 1]:
        first -= 1
    end = next((row for row in range(at, len(rows)) if not inside[row]), len(rows))
    while end > first and (not rows[end - 1].strip() or indents[end - 1] < dash):
        end -= 1
    starts = []
    for row in range(first, end):
        if indents[row] == dash and rows[row].lstrip().startswith("- "):
            while row > first and rows[row - 1].lstrip().startswith("#"):
                row -= 1  # noqa: PLW2901 - up to the first of its comments
            starts.append(row)
    return [*starts, end]
