"""Applying fixes: which edits are made, and the files after them.

The edits of a problem mend it together: all of them are made, or none. Of two that touch the same
characters the first is made; the other is offered again, if it is still needed, by a check of
what was made of the first.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum
from typing import NamedTuple

from symposium.lint.address_changes import permalinks_mended
from symposium.lint.source_texts import Change, SourceText
from symposium.lint.subject import Subject
from symposium.model.problems import Code, Edit, Problem

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


class _Outcome(Enum):
    """What becomes of the edits of a problem."""

    MADE = ""
    WAITS = "they overlap with those of another problem"
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
        edits = [edit for edit in problem.edits if edit.old != edit.new]
        sources: dict[str, SourceText] = {}
        for path in {edit.place.path: None for edit in edits}:
            found = self._source(path)
            if isinstance(found, str):
                self.refused.append(Refusal(problem, found))
                return
            sources[path] = found
        outcome = self._add(edits, sources)
        if outcome is _Outcome.STALE:
            self.refused.append(Refusal(problem, outcome.value))
        elif edits and outcome is _Outcome.MADE:
            self.made += 1

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

    def _add(self, edits: Iterable[Edit], sources: Mapping[str, SourceText]) -> _Outcome:
        taken: list[tuple[list[Change], Change]] = []
        outcome = _Outcome.MADE
        for edit in edits:
            change = sources[edit.place.path].change(edit)
            if change is None:
                outcome = _Outcome.STALE
                break
            changes = self._changes.setdefault(edit.place.path, [])
            at = bisect_left(changes, change)
            if changes[at : at + 1] == [change]:
                continue  # another problem has the same fix
            if _overlaps(change, changes[max(at - 1, 0) : at + 1]):
                outcome = _Outcome.WAITS
                break
            changes.insert(at, change)
            taken.append((changes, change))
        if outcome is not _Outcome.MADE:
            for changes, change in taken:
                changes.remove(change)
        return outcome


def _overlaps(change: Change, neighbours: Iterable[Change]) -> bool:
    """Tell whether a change touches what others change; two insertions in one place do."""
    start, end, _ = change
    return any((first < end and start < last) or start == first for first, last, _ in neighbours)
