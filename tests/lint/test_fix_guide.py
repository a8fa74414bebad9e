"""What ``--fix`` makes of the examples of the guide: each slip that can be mended is gone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from support.guide_blocks import example, part_of, write_block
from symposium.cli import main
from symposium.cli.check import subject_of
from symposium.lint.rules import lint
from symposium.model.problems import Code, Problem
from symposium.project import read as load


def found(root: Path) -> tuple[Any, list[Problem]]:
    project = load(root)
    subject = subject_of(project)
    return project.kb, [*lint(subject), *project.problems]


def mendable(problems: list[Problem]) -> list[Problem]:
    return [problem for problem in problems if problem.edits]


@pytest.mark.parametrize("code", Code, ids=lambda code: code.code)
def test_what_the_guide_calls_wrong_is_mended_once(code, tmp_path, capsys):
    for block in example(part_of(code), "Wrong"):
        if not block.remark:
            write_block(block, tmp_path)
    (tmp_path / "conf.py").touch()
    before, problems = found(tmp_path)
    wrong_ones = mendable(problems)
    main(["check", "--fix", str(tmp_path)])
    if wrong_ones:
        after, left = found(tmp_path)
        assert mendable(left) == []
        assert [str(one) for one in wrong_ones if one in left] == []
        assert set(before.works) == set(after.works)
        for kind, table in before.entities.items():
            assert set(table) <= set(after.entities[kind])
    capsys.readouterr()
    main(["check", "--fix", str(tmp_path)])
    assert "@@" not in capsys.readouterr().out
