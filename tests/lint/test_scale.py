"""A bibliography twice as large takes twice the work to check and to mend."""

from __future__ import annotations

import cProfile
import pstats
from pathlib import Path

import pytest
from symposium.cli.check import subject_of
from symposium.cli.project import load
from symposium.knowledge.checks import sorted_problems
from symposium.lint.fixes import FixSession, with_quick_fixes
from symposium.lint.rules import lint
from symposium.lint.source_texts import SourceText

LETTERS = "abcdefghijklmnopqrst"


def entry(number: int) -> str:
    """An entry with its own authors, and faults of many kinds."""
    word = "".join(LETTERS[int(digit)] for digit in str(number)).capitalize()
    return (
        f"@inproceedings{{key{number}, author = {{{word}son, Ada and {word}man, B. et al.}},\n"
        f"  title = {{On {word} and DNA of <i>{word}</i>}}, booktitle = {{Workshop on {word}}},\n"
        f"  year = 2021, year = 2021, doi = {{https://doi.org/10.1234/{number}}}}}\n"
    )


def calls(root: Path, count: int) -> int:
    root.mkdir()
    (root / "refs.bib").write_text("".join(map(entry, range(count))), encoding="utf-8")
    project = load(root)
    subject = subject_of(project)
    profile = cProfile.Profile()
    profile.enable()
    problems = sorted_problems((*lint(subject), *with_quick_fixes(project.problems, subject.texts)))
    mending = FixSession(lambda path: SourceText.of((root / path).read_bytes()) or "")
    for problem in problems:
        mending.take(problem)
    for _, source, changes in mending.changes():
        source.changed(changes)
    profile.disable()
    assert mending.made > count
    return int(pstats.Stats(profile).total_calls)  # type: ignore[attr-defined]


@pytest.mark.parametrize("count", [300])
def test_twice_the_entries_are_about_twice_the_work(count, tmp_path):
    calls(tmp_path / "warm", 20)
    one, two = calls(tmp_path / "one", count), calls(tmp_path / "two", 2 * count)
    assert two < 2.5 * one, f"{two / one:.2f} times the calls"
