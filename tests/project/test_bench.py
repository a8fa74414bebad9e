"""The benchmark's bibliographies look like real ones, and its figures are what they say."""

from __future__ import annotations

import lzma
from collections import Counter
from pathlib import Path

import pytest
from generate import bibliography
from symposium.model.names import fold_name
from symposium.reading.folder import read_project
from symposium_site import CHANGES, Project, change_entry, change_template, make_project

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
