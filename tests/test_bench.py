"""The benchmark's bibliographies look like real ones, and its figures are what they say."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

from generate import bibliography
from measure import run, size_of_folder
from symposium.model.names import fold_name
from symposium.reading.folder import read_project


def test_a_size_and_a_seed_always_give_the_same_bibliography() -> None:
    assert list(bibliography(20)) == list(bibliography(20))
    assert list(bibliography(20)) != list(bibliography(20, seed=2))


def test_generated_bibliographies_are_read_whole_and_look_real(tmp_path: Path) -> None:
    (tmp_path / "refs.bib").write_text("\n".join(bibliography(400)), encoding="utf-8")
    records, problems = read_project(tmp_path)
    assert problems == []
    assert len(records.papers) == 400
    names = [author.name.text for paper in records.papers for author in paper.authors]
    works = Counter(fold_name(name) for name in names)
    assert 3 < len(names) / 400 < 6
    assert 0.25 < len(works) / len(names) < 0.6
    assert max(works.values()) > 10
    assert any(not name.isascii() for name in names)
    assert sum(bool(paper.abstract) for paper in records.papers) > 300


def test_the_cost_of_a_command_counts_its_children(tmp_path: Path) -> None:
    child = "x = bytearray(60_000_000); sum(range(6_000_000)); import time; time.sleep(0.6)"
    code = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {child!r}], check=True)"
    cost = run([sys.executable, "-c", code], tmp_path)
    assert cost.code == 0, cost.output
    assert cost.wall > 0.6
    assert cost.cpu > 0.05
    if Path("/proc/self/smaps_rollup").exists():
        assert cost.memory > 60_000_000


def test_files_and_bytes_are_counted(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "b").write_bytes(b"12345")
    (tmp_path / "c").write_bytes(b"678")
    assert size_of_folder(tmp_path) == (2, 8)
