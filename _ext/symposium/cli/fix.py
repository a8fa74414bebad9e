"""``symposium check --fix``: apply the safe fixes, and show them."""

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
"""The most rounds of checking and fixing: an edit may reveal another problem with a fix."""


@dataclass(frozen=True)
class Checked:
    """The result of a check."""

    subject: Subject
    problems: Sequence[Problem]
    """The selected problems, in order."""
    fixes: Callable[[AnyCode, str], bool]
    """Tells whether problems of a code in a file are to be fixed."""


class Refusal(NamedTuple):
    """A problem whose edits cannot be made, and the reason."""

    problem: Problem
    reason: str


def fix(
    look: Callable[[], Checked], show: Callable[[str], object], *, write: bool
) -> tuple[Checked, set[str], list[Refusal]]:
    """Fix the problems that ``look`` returns and show the diffs, until no more can be fixed.

    Return the last result of ``look``, the paths of changed files, and the refusals. Without
    ``write``, only show the diffs of the first round, and change nothing.

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
        # Free the memory of a large project before it is read again.
        del checked, files
        gc.collect()
    else:
        checked = look()
    return checked, changed, refused


def changed_files(
    problems: Iterable[Problem], open_file: Callable[[str], SourceText | str]
) -> tuple[dict[str, bytes], list[Refusal]]:
    """Return files after the edits of problems, and the problems whose edits cannot be made.

    ``open_file`` returns the source of a file, or the reason why it must not be changed. Either all
    edits of a problem are made, or none. If two edits touch the same characters, only the first is
    made; the next check offers the other again if it is still needed.
    """
    opened = cache(open_file)
    chosen: dict[str, list[Change]] = defaultdict(list)
    refused = []
    for problem in problems:
        pending: list[tuple[list[Change], Change]] = []
        for edit in problem.edits:
            source = opened(edit.place.path)
            change = None if isinstance(source, str) else source.change(edit)
            if change is None:
                stale = "what would be changed is not where it should be"
                refused.append(Refusal(problem, source if isinstance(source, str) else stale))
                break
            changes = chosen[edit.place.path]
            at = bisect_left(changes, change)
            if edit.old == edit.new or changes[at : at + 1] == [change]:
                continue  # another problem has the same fix
            # Two insertions at the same place also touch each other.
            start, end, _ = change
            neighbours = changes[max(at - 1, 0) : at + 1]
            if any((a < end and start < b) or start == a for a, b, _ in neighbours):
                break
            pending.append((changes, change))
        else:
            for changes, change in pending:
                insort(changes, change)
    sources = ((path, opened(path), changes) for path, changes in sorted(chosen.items()) if changes)
    files = {
        path: text.changed(changes) for path, text, changes in sources if not isinstance(text, str)
    }
    return files, refused


def _rewritten(checked: Checked) -> dict[str, bytes]:
    """Return ``permalinks.txt`` with its new content, if it changes."""
    root, text = checked.subject.root, permalinks_mended(checked.subject)
    if text is None or not checked.fixes(Code.PERMALINK_NEW, NAME):
        return {}
    exists = os.path.lexists(root / NAME)
    source = _opened(root, (NAME,), NAME) if exists else SourceText(b"", "", "")
    if isinstance(source, str):
        raise WrongUseError(f"{NAME} cannot be repaired: {source}")
    content = source.mark + source.with_ends(text, 0).encode()
    return {NAME: content} if source.text != text else {}


def _opened(root: Path, kept: Collection[str], path: str) -> SourceText | str:
    """Return the source of a file, or the reason why it must not be changed.

    Only ``.md``, ``.bib`` and the files in ``kept`` may be changed.
    """
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
    """Return one line for each file and reason for which problems cannot be repaired."""
    lines: dict[tuple[str, str], list[Refusal]] = defaultdict(list)
    for refusal in refused:
        lines[refusal.problem.place.path, refusal.reason].append(refusal)
    return "".join(
        f"{first.problem.place}: {first.problem.code.code} cannot be repaired: {reason}"
        f"{f' (and {len(others):,} more)' if others else ''}\n"
        for (_, reason), (first, *others) in lines.items()
    )
