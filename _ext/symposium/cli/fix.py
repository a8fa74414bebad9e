"""``symposium check --fix``: apply the fixes that are safe, and show them."""

from __future__ import annotations

import gc
import os
from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

from symposium.cli.files import differences, write_all
from symposium.cli.wrong_use import WrongUseError
from symposium.lint.permalinks import NAME, permalinks_mended
from symposium.lint.source_texts import Change, SourceText
from symposium.lint.subject import Subject
from symposium.model.gate import read_file
from symposium.model.problems import AnyCode, Code, Problem

MAX_ROUNDS = 20
"""How often the project is checked again: an edit may uncover a problem that another one mends."""


@dataclass(frozen=True)
class Checked:
    """What a check has found."""

    subject: Subject
    problems: Sequence[Problem]
    """The selected ones, in order."""
    fixes: Callable[[AnyCode, str], bool]
    """Whether a problem of this code in this file is to be mended."""


class Refusal(NamedTuple):
    """A problem whose edits cannot be made, and why."""

    problem: Problem
    reason: str


def fix(
    look: Callable[[], Checked], show: Callable[[str], object], *, write: bool
) -> tuple[Checked, set[str], list[Refusal]]:
    """Mend what ``look`` finds and show how, until nothing is left that can be mended.

    Return what is found then, the files that were changed, and what could not be mended. Without
    ``write``, what would be done first is shown and nothing is changed.

    Raises:
        WrongUseError: if a file cannot be written.
    """
    changed: set[str] = set()
    for _ in range(MAX_ROUNDS):
        checked = look()
        root, bibfiles = checked.subject.root, checked.subject.bibfiles
        files, refused = changed_files(checked.problems, partial(_opened, root, bibfiles))
        files = files or _rewritten(checked)
        if not files:
            break
        show(differences(root, files))
        changed.update(files)
        if not write:
            break
        write_all(root, files)
        # A large project is not held in memory twice.
        del checked, files
        gc.collect()
    else:
        checked = look()
    return checked, changed, refused


def changed_files(
    problems: Iterable[Problem], open_file: Callable[[str], SourceText | str]
) -> tuple[dict[str, bytes], list[Refusal]]:
    """Return files after the edits of problems, and the problems whose edits cannot be made.

    ``open_file`` returns the source of a file by its path, or why that file is not changed. The
    edits of a problem mend it together: all of them are made, or none. Of two that touch the same
    characters the first is made; the other is offered again, if it is still needed, by a check of
    what was made of the first.
    """
    opened = cache(open_file)
    made: dict[str, list[Change]] = defaultdict(list)
    refused = []
    for problem in problems:
        wanted: list[tuple[list[Change], Change]] = []
        for edit in problem.edits:
            source = opened(edit.place.path)
            change = None if isinstance(source, str) else source.change(edit)
            if change is None:
                stale = "what would be changed is not where it should be"
                refused.append(Refusal(problem, source if isinstance(source, str) else stale))
                break
            changes = made[edit.place.path]
            at = bisect_left(changes, change)
            if edit.old == edit.new or changes[at : at + 1] == [change]:
                continue  # another problem has the same fix
            # Two insertions in one place touch each other, too.
            start, end, _ = change
            neighbours = changes[max(at - 1, 0) : at + 1]
            if any((a < end and start < b) or start == a for a, b, _ in neighbours):
                break
            wanted.append((changes, change))
        else:
            for changes, change in wanted:
                insort(changes, change)
    sources = ((path, opened(path), changes) for path, changes in sorted(made.items()) if changes)
    files = {
        path: one.changed(changes) for path, one, changes in sources if not isinstance(one, str)
    }
    return files, refused


def _rewritten(checked: Checked) -> dict[str, bytes]:
    """Return the file that lists all pages, where it changes."""
    root, text = checked.subject.root, permalinks_mended(checked.subject)
    if text is None or not checked.fixes(Code.PERMALINK_NEW, NAME):
        return {}
    there = os.path.lexists(root / NAME)
    source = _opened(root, (NAME,), NAME) if there else SourceText(b"", "", "")
    if isinstance(source, str):
        raise WrongUseError(f"{NAME} cannot be repaired: {source}")
    made = source.mark + source.with_ends(text, 0).encode()
    return {NAME: made} if source.text != text else {}


def _opened(root: Path, kept: Collection[str], path: str) -> SourceText | str:
    """Return the source of a file, or why it is not changed; ``kept`` may have any suffix."""
    try:
        real = (root / path).resolve()
        if not real.is_relative_to(root.resolve()):
            return "the file is not in the project"
        if real.suffix == ".py" or not (path in kept or real.suffix in {".md", ".bib"}):
            return "such a file is never changed"
        if not real.stat().st_mode & 0o222 or not os.access(real, os.W_OK):
            return "the file is read-only"
        source = SourceText.of(read_file(real))
    except (OSError, RuntimeError, ValueError) as error:
        return f"the file cannot be read: {getattr(error, 'strerror', '') or error}"
    return source or "the file is not UTF-8: save it as UTF-8 first"


def refusals(refused: Iterable[Refusal]) -> str:
    """Return one line for each file and reason for which problems could not be mended."""
    lines: dict[tuple[str, str], list[Refusal]] = defaultdict(list)
    for one in refused:
        lines[one.problem.place.path, one.reason].append(one)
    return "".join(
        f"{first.problem.place}: {first.problem.code.code} cannot be repaired: {reason}"
        f"{f' (and {len(others):,} more)' if others else ''}\n"
        for (_, reason), (first, *others) in lines.items()
    )
