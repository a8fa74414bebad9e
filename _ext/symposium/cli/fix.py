"""``symposium check --fix``: apply the fixes that are safe, and show them."""

from __future__ import annotations

import gc
import os
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from symposium.cli.files import content_of, differences, write_all
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
        root = checked.subject.root
        files, refused = _round(checked)
        if not files or any((path, _digest(new)) in states for path, new in files.items()):
            # What is mended to and fro is left as it is.
            break
        show(differences(root, files))
        states |= {(path, _digest(content_of(root / path) or b"")) for path in files}
        changed.update(files)
        if not write:
            break
        write_all(root, files)
        # A large project is not held in memory twice.
        del checked, files
        gc.collect()
    else:
        checked = look()
    return Fixed(checked, frozenset(changed), tuple(refused))


def _digest(content: bytes) -> bytes:
    return blake2b(content, digest_size=16).digest()


def _round(checked: Checked) -> tuple[dict[str, bytes], list[Refusal]]:
    """Return what files become by changes that go together, and what cannot be mended."""
    subject = checked.subject
    mending = FixSession(lambda path: _opened(path, subject.root, subject.bibfiles))
    for problem in checked.problems:
        mending.take(problem)
    files = {path: source.changed(made) for path, source, made in mending.changes()}
    return files or dict(_rewritten(checked)), mending.refused


def _rewritten(checked: Checked) -> Iterator[tuple[str, bytes]]:
    """Yield the files that the program keeps, where they change."""
    root = checked.subject.root
    for path, text in permalinks_mended(checked.subject).items():
        if not checked.fixes(Code.PERMALINK_NEW, path):
            continue
        there = os.path.lexists(root / path)
        source = _opened(path, root, (path,)) if there else SourceText(b"", "", "")
        if isinstance(source, str):
            raise WrongUseError(f"{path} cannot be repaired: {source}")
        if source.text != text:
            yield path, source.mark + source.with_ends(text, 0).encode()


def _opened(path: str, root: Path, kept: Collection[str]) -> SourceText | str:
    """Return the source of a file, or why it is not changed; ``kept`` may have any suffix."""
    try:
        real = (root / path).resolve()
        if not real.is_relative_to(root.resolve()):
            return "the file is not in the project"
        if real.suffix == ".py" or not (path in kept or real.suffix in SUFFIXES):
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
