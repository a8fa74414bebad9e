"""The benchmark's bibliographies look like real ones, and its figures are what they say."""

from __future__ import annotations

import lzma
import os
import shutil
import sys
from collections import Counter
from pathlib import Path

import pytest
from ask import Question
from browse import browse, executable
from generate import bibliography
from limits import limits
from measure import (
    changes,
    memory_of_session,
    run,
    size_of_folder,
    state_of_folder,
)
from questions import questions
from report import EVERYTHING, HUGO, SPHINX, SYMPOSIUM, Output, Result, Row
from search import measure_search
from support.search_site import need_node, write_index
from symposium.knowledge import build
from symposium.model.names import fold_name
from symposium.reading.folder import read_project
from symposium.sphinxext.theme import write_static
from symposium_site import (
    CHANGES,
    Project,
    change_entry,
    change_template,
    make_project,
)

from sources import sources


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


def test_the_cost_of_a_command_counts_its_children(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The child ends once its memory has been seen."""
    seen = tmp_path / "seen"

    def looked(session: int) -> int:
        found = memory_of_session(session)
        if found > 60_000_000 or not Path("/proc/self/smaps_rollup").exists():
            seen.touch()
        return found

    monkeypatch.setattr("measure.memory_of_session", looked)
    child = f"import os; x = bytearray(60_000_000)\nwhile not os.path.exists({str(seen)!r}): pass"
    child += "\nsum(range(3_000_000))"
    code = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {child!r}], check=True)"
    cost = run([sys.executable, "-c", code], tmp_path)
    assert cost.code == 0, cost.output
    assert cost.wall > 0.05
    assert cost.cpu > 0.05
    if Path("/proc/self/smaps_rollup").exists():
        assert cost.memory > 60_000_000


def test_files_that_were_written_made_or_removed_are_counted(tmp_path: Path) -> None:
    for name in ("same", "written", "replaced", "removed"):
        (tmp_path / name).write_text("old", encoding="utf-8")
    before = state_of_folder(tmp_path)
    os.utime(tmp_path / "written", ns=(1, 1))
    (tmp_path / "new").write_text("old", encoding="utf-8")
    (tmp_path / "new").replace(tmp_path / "replaced")
    (tmp_path / "removed").unlink()
    (tmp_path / "made").touch()
    assert changes(before, state_of_folder(tmp_path)) == 4
    assert changes(before, before) == 0


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A project as the benchmark makes it."""
    folder = tmp_path_factory.mktemp("bench")
    bib = folder / "some.bib"
    bib.write_text("\n".join(bibliography(60)), encoding="utf-8")
    return make_project(bib, folder)


def test_changes_of_a_project_are_taken_back(project: Project) -> None:
    before = {path: path.read_bytes() for path in project.root.rglob("*") if path.is_file()}
    project.write(project.root / "people" / "a.md", b"---\nname: A\n---\n")
    change_entry(project)
    change_template(project)
    assert (project.root / "refs.bib").read_bytes().count(b"Changed: ") == 1
    assert b"changed" in (project.root / "_templates" / "layout.html").read_bytes()
    project.restore()
    after = {path: path.read_bytes() for path in project.root.rglob("*") if path.is_file()}
    assert after == before
    assert [name for name, _ in CHANGES] == ["one front-matter line", "one entry", "one template"]


def row(size: int, tool: str, step: str, wall: float, number: int = 0) -> Row:
    return Row("generated", size, tool, step, number, wall, 2 * wall, 2**30, 10, 20, 30)


def test_ratios_are_medians_of_ratios_within_a_round() -> None:
    walls = [(1.0, 2.0), (9.0, 10.0), (3.0, 30.0)]
    rows = [
        row(1000, tool, "clean", wall, number)
        for number, pair in enumerate(walls)
        for tool, wall in zip((SYMPOSIUM, HUGO), pair, strict=True)
    ]
    result = Result(rows, [])
    assert result.ratio(1000, (SYMPOSIUM, HUGO)) == 0.5
    assert result.value(1000, SYMPOSIUM) == 3.0
    assert result.ratio(1000, (SPHINX, SYMPOSIUM)) is None
    assert [line.split()[0] for line in result.ratios()] == ["1,000"]


def test_limits_are_those_of_the_size_and_hold_or_not() -> None:
    rows = [
        row(1000, SYMPOSIUM, "clean", 1.0),
        row(1000, HUGO, "clean", 0.5),
        row(1000, SPHINX, "clean", 41.0),
        row(10_000, SYMPOSIUM, "clean", 4.0),
        row(10_000, SYMPOSIUM, "one entry", 0.9),
        row(100_000, SYMPOSIUM, "clean", 45.0),
        row(100_000, EVERYTHING, "clean", 90.0),
        row(100_000, SYMPOSIUM, "one entry", 1.9),
    ]
    outputs = [Output("generated", 1000, "largest page", 1, 300 * 1024)]
    found = {limit.name: limit for limit in limits(Result(rows, outputs))}
    assert {name: limit.holds for name, limit in found.items()} == {
        "clean, 1,000 entries, of Hugo's time": False,
        "plain Sphinx, 1,000 entries, of Symposium's time": True,
        "one entry, 10,000 entries": True,
        "clean, 100,000 entries, memory": True,
        "everything, 100,000 entries, memory": True,
        "everything, 100,000 entries": True,
        "one entry, 100,000 entries": True,
        "clean, 100,000 entries, of the time of 10,000": False,
        "largest page, 1,000 entries": False,
    }
    assert "≤ 1.5 ×  over" in found["clean, 1,000 entries, of Hugo's time"].line()


def test_given_bibliographies_are_measured_and_unpacked(tmp_path: Path) -> None:
    text = "\n".join(bibliography(3))
    (tmp_path / "a.bib").write_text(text, encoding="utf-8")
    (tmp_path / "b.bib.xz").write_bytes(lzma.compress(text.encode()))
    given = [tmp_path / "a.bib", tmp_path / "b.bib.xz"]
    found = list(sources([1000], given, tmp_path))
    assert [(one.name, one.size) for one in found] == [("a.bib", 3), ("b.bib", 3)]
    assert found[0].bib.read_bytes() == found[1].bib.read_bytes()
    made = list(sources([4, 7], [], tmp_path))
    assert [(one.name, one.size) for one in made] == [("generated", 4), ("generated", 7)]


def test_twenty_questions_are_derived_from_any_bibliography(tmp_path: Path) -> None:
    (tmp_path / "refs.bib").write_text("\n".join(bibliography(60)), encoding="utf-8")
    papers = read_project(tmp_path)[0].papers
    asked = list(questions(papers))
    assert asked == list(questions(papers))
    assert len(asked) == len({one.what for one in asked}) == 20
    assert all(one.question.query or one.question.filters for one in asked)
    kinds = Counter(one.kind for one in asked)
    assert kinds == {"name": 7, "typo": 3, "title": 4, "id": 2, "abstract": 2, "facet": 2}


@pytest.mark.faults
def test_a_search_is_weighed(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    need_node()
    monkeypatch.setattr("search.ROUNDS", 1)
    monkeypatch.setattr("search.browse", lambda *_, **__: None)
    index, found = measure_search(project.root, tmp_path / "site", "generated", 60)
    assert 0 < index.cpu < 10
    assert (index.files, index.bytes) == size_of_folder(tmp_path / "site", leave_out="_static")
    assert len(found) == 20
    for one in found:
        assert one.files > 0, one
        assert 0 < one.bytes <= index.bytes, one
        assert one.ms == one.node > 0, one
        assert one.total > 0 or one.kind == "typo", one
        assert one.query[:20] in one.line()


@pytest.mark.faults
@pytest.mark.browser
def test_a_browser_is_timed_where_there_is_one(tmp_path: Path) -> None:
    if executable() is None:
        pytest.skip("no Chromium")
    (tmp_path / "refs.bib").write_text("\n".join(bibliography(20)), encoding="utf-8")
    write_index(build(read_project(tmp_path)[0])[0], tmp_path / "site")
    shutil.copytree(write_static(tmp_path), tmp_path / "site" / "_static")
    times = browse(tmp_path / "site", [(Question("data"), False), (Question(""), True)], rounds=1)
    assert times is not None
    assert all(0 < one.cold < one.first < 60_000 for one in times)
