"""``symposium check --fix``: apply the fixes that are safe, and show them."""

from __future__ import annotations

import gc
import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from symposium.cli.files import content_of, difference, write_file
from symposium.cli.wrong_use import WrongUseError
from symposium.lint.fixes import FixSession, Refusal
from symposium.lint.permalinks import permalinks_mended
from symposium.lint.source_texts import SourceText
from symposium.lint.subject import Subject
from symposium.model.gate import read_file
from symposium.model.problems import AnyCode, Code, Problem

MAX_ROUNDS = 20
"""How often the project is checked again: an edit may uncover a problem that another one mends."""

SUFFIXES = (".md", ".bib")
"""What may be changed, beside the bibliographies of a project and what fixers write."""


@dataclass(frozen=True)
class Checked:
    """What a check has found."""

    subject: Subject
    problems: Sequence[Problem]
    """The selected ones, in order."""
    fixes: Callable[[AnyCode, str], bool]
    """Whether a problem of this code in this file is to be mended."""


class Change(NamedTuple):
    """What a file becomes."""

    path: str
    before: bytes | None
    after: bytes


class Fixed(NamedTuple):
    """What came of it."""

    checked: Checked
    """What is found now."""
    files: frozenset[str]
    """The files that were changed, or would be."""
    refused: tuple[Refusal, ...]


def fix(look: Callable[[], Checked], show: Callable[[str], object], *, write: bool) -> Fixed:
    """Mend what ``look`` finds and show how, until nothing is left that can be mended.

    Without ``write``, what would be done first is shown and nothing is changed.

    Raises:
        WrongUseError: if a file cannot be written.
    """
    states: set[tuple[str, bytes]] = set()
    changed: set[str] = set()
    for _ in range(MAX_ROUNDS):
        checked = look()
        changes, refused = _round(checked)
        again = [one for one in changes if (one.path, _digest(one.after)) in states]
        if again or not changes:
            # What is mended to and fro is left as it is.
            break
        for one in changes:
            path = os.path.normpath(checked.subject.root / one.path)
            show(difference(path, one.before, one.after))
            if write:
                _write(checked.subject.root, one)
            states.add((one.path, _digest(one.before or b"")))
            changed.add(one.path)
        if not write:
            break
        # A large project is not held in memory twice.
        del checked, changes, again, one
        gc.collect()
    else:
        checked = look()
    return Fixed(checked, frozenset(changed), tuple(refused))


def _digest(content: bytes) -> bytes:
    return blake2b(content, digest_size=16).digest()


def _round(checked: Checked) -> tuple[list[Change], list[Refusal]]:
    """Return the changes that go together, and what cannot be mended."""
    files = _Files(checked.subject)
    mending = FixSession(files.open)
    for problem in checked.problems:
        mending.take(problem)
    changes = []
    for path, source, made in mending.changes():
        changes.append(Change(path, files.contents[path], source.changed(made)))
    if not changes:
        changes = list(_rewritten(checked, files))
    return changes, mending.refused


def _rewritten(checked: Checked, files: _Files) -> Iterator[Change]:
    """Yield the changes of the files that the program keeps."""
    for path, text in permalinks_mended(checked.subject).items():
        if not checked.fixes(Code.PERMALINK_NEW, path):
            continue
        files.kept.add(path)
        there = os.path.lexists(checked.subject.root / path)
        source = files.open(path) if there else None
        if isinstance(source, str):
            raise WrongUseError(f"{path} cannot be repaired: {source}")
        if source is None or source.text != text:
            new = source.with_ends(text, 0) if source else text
            mark = source.mark if source else b""
            yield Change(path, files.contents.get(path), mark + new.encode())


class _Files:
    """The files of a project that may be changed."""

    def __init__(self, subject: Subject) -> None:
        self.root = subject.root
        self.kept = set(subject.bibfiles)
        self.contents: dict[str, bytes] = {}

    def open(self, path: str) -> SourceText | str:
        """Return the source of a file, or why it is not changed."""
        full = self.root / path
        try:
            real = full.resolve()
            if not real.is_relative_to(self.root.resolve()):
                return "the file is not in the project"
            if real.suffix == ".py" or not (path in self.kept or real.suffix in SUFFIXES):
                return "such a file is never changed"
            if not real.stat().st_mode & 0o222 or not os.access(real, os.W_OK):
                return "the file is read-only"
            data = read_file(real)
        except (OSError, RuntimeError, ValueError) as error:
            return f"the file cannot be read: {getattr(error, 'strerror', '') or error}"
        source = SourceText.of(data)
        if source is None:
            return "the file is not UTF-8: save it as UTF-8 first"
        self.contents[path] = data
        return source


def _write(root: Path, change: Change) -> None:
    """Write a file where it really is, so that a symbolic link to it stays one."""
    real = (root / change.path).resolve()
    if content_of(real) != change.before:
        raise WrongUseError(f"{real} was changed meanwhile: run the command again")
    write_file(real, change.after)


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
