"""What ``--fix`` makes of all that can be mended: in real bibliographies, and in the guide."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from guide_blocks import blocks
from symposium.cli import main
from symposium.cli.check import subject_of
from symposium.cli.project import load
from symposium.linting import lint
from symposium.linting.cures import cured
from symposium.model.problems import Code, Problem

ROOT = Path(__file__).resolve().parents[1]
CORPORA = ROOT.parent / "shared" / "corpora"
BIBS = sorted(path for path in CORPORA.rglob("*.bib") if path.stat().st_size < 600_000)

RAW = {"fields", "digest", "origin", "abstract"}
"""What a record knows of its entry as typed: that changes wherever something is mended."""
CHANGES = {Code.TITLE_MARKUP}
"""Codes of edits that change what a record says; all others change only how it is written."""


def found(root: Path) -> tuple[Any, list[Problem]]:
    project = load(root)
    subject = subject_of(project)
    return project.kb, [*lint(subject), *cured(project.problems, subject.texts)]


def mendable(problems: list[Problem]) -> list[Problem]:
    return [problem for problem in problems if problem.edits]


def says(work: Any) -> dict[str, Any]:
    return {one.name: getattr(work, one.name) for one in fields(work) if one.name not in RAW}


def counted(problems: list[Problem]) -> Counter[str]:
    return Counter(problem.code.code for problem in problems)


@pytest.mark.skipif(not BIBS, reason="the corpora are not beside us")
def test_real_bibliographies_are_mended_and_lose_nothing(tmp_path, capsys):
    mended: Counter[str] = Counter()
    for number, path in enumerate(BIBS):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "refs.bib").write_bytes(path.read_bytes())
        before, problems = found(folder)
        wrong = mendable(problems)
        if not wrong:
            continue
        main(["check", "--fix", str(folder)])
        once = (folder / "refs.bib").read_bytes()
        after, left = found(folder)
        assert mendable(left) == [], path
        assert counted(left) - counted(problems) == Counter(), path
        assert list(before.works) == list(after.works), path
        assert [w.key for w in before.works.values()] == [w.key for w in after.works.values()]
        changed = sum(
            says(one) != says(after.works[name]) for name, one in before.works.items()
        )  # fmt: skip
        assert changed <= sum(problem.code in CHANGES for problem in wrong), path
        main(["check", "--fix", str(folder)])
        assert (folder / "refs.bib").read_bytes() == once, path
        mended += counted(wrong)
    capsys.readouterr()
    assert mended["W008"] > 100
    assert len(mended) >= 5


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
    after, left = found(root)
    assert mendable(left) == []
    assert [str(one) for one in wrong_ones if one in left] == []
    assert set(before.works) == set(after.works)
    assert {k: len(t) for k, t in before.entities.items()} == {
        k: len(t) for k, t in after.entities.items()
    }
    capsys.readouterr()
    main(["check", "--fix", str(root)])
    assert "@@" not in capsys.readouterr().out
