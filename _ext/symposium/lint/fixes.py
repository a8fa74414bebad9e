"""Fixes: which edits are made, and the files after them.

The edits of a problem mend it together: all of them are made, or none. Of two that touch the same
characters the first is made; the other is offered again, if it is still needed, by a check of
what was made of the first.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Callable, Iterator
from typing import NamedTuple

from symposium.lint.source_texts import Change, SourceText
from symposium.model.problems import Problem

Open = Callable[[str], SourceText | str]
"""Returns the source of a file by its path, or why that file is not changed."""


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
            changes = self._changes.setdefault(edit.place.path, [])
            at = bisect_left(changes, change)
            if edit.old == edit.new or changes[at : at + 1] == [change]:
                continue  # another problem has the same fix
            # Two insertions in one place touch each other, too.
            start, end, _ = change
            for first, last, _ in changes[max(at - 1, 0) : at + 1]:
                if (first < end and start < last) or start == first:
                    return
            wanted.append((changes, change))
        for changes, change in wanted:
            insort(changes, change)

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
