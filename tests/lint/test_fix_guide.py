"""What ``--fix`` makes of the examples of the guide: each slip that can be mended is gone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from support.guide_blocks import blocks
from support.paths import ROOT
from symposium.cli import main
from symposium.cli.check import subject_of
from symposium.cli.project import load
from symposium.lint.fixes import with_quick_fixes
from symposium.lint.rules import lint
from symposium.model.problems import Problem


def found(root: Path) -> tuple[Any, list[Problem]]:
    project = load(root)
    subject = subject_of(project)
    return project.kb, [*lint(subject), *with_quick_fixes(project.problems, subject.texts)]


def mendable(problems: list[Problem]) -> list[Problem]:
    return [problem for problem in problems if problem.edits]


PAGES = [
    path
    for path in sorted((ROOT / "guide" / "checks").glob("*.md"))
    if any(block.caption and not block.remark for block in blocks(path))
]
"""Those whose examples have files that are no more than their text."""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_what_the_guide_calls_wrong_is_mended_once(page, tmp_path, capsys):
    wrong = page.read_text(encoding="utf-8").partition("\n## Right\n")[0]
    copy = tmp_path / "page.md"
    copy.write_text(wrong, encoding="utf-8")
    root = tmp_path / "project"
    root.mkdir()
    for block in blocks(copy):
        if block.caption and not block.remark:
            path = root / block.caption
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, encoding="utf-8")
    (root / "conf.py").touch()
    before, problems = found(root)
    wrong_ones = mendable(problems)
    main(["check", "--fix", str(root)])
    if wrong_ones:
        after, left = found(root)
        assert mendable(left) == []
        assert [str(one) for one in wrong_ones if one in left] == []
        assert set(before.works) == set(after.works)
        for kind, table in before.entities.items():
            assert set(table) <= set(after.entities[kind])
    capsys.readouterr()
    main(["check", "--fix", str(root)])
    assert "@@" not in capsys.readouterr().out
