"""What a check found out about a text is kept for the next one, and never believed of another."""

from __future__ import annotations

import os
import shutil
import time
from pathlib import Path

import pytest
from symposium.cli import main
from symposium.cli.check import cache_folder
from symposium.lint.kept_results import KeptResults
from symposium.model.user_cache import KEPT, VARIABLE, forget_others
from symposium.reading.markdown import reader

PAGE = """\
# Home

See {person}`nobody` and $\\unknowncommand{x}$.

```{code-block} json
{"a": nonsense}
```

```{list-table}
* - a
  - b
* - c
```

```{listing} papers
:yaer: 2020
```
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with a page in which every kind of text is wrong, and a cache of its own."""
    monkeypatch.setenv(VARIABLE, str(tmp_path / "cache"))
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "conf.py").write_text("symposium_site = True\n")
    (folder / "refs.bib").write_text("@misc{a, title = {A}, author = {Doe, Jane}, year = 2020}\n")
    (folder / "index.md").write_text(PAGE)
    monkeypatch.chdir(folder)
    return folder


def found(capsys: pytest.CaptureFixture[str]) -> list[str]:
    main(["check"])
    return capsys.readouterr().out.splitlines()


def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list of the texts that are read from now on."""
    texts: list[str] = []
    read = reader.elements_of
    monkeypatch.setattr(
        reader, "elements_of", lambda text, *more: texts.append(text) or read(text, *more)
    )
    return texts


@pytest.mark.usefixtures("project")
def test_a_second_check_finds_the_same_and_reads_no_page(capsys, monkeypatch):
    first = found(capsys)
    texts = counted(monkeypatch)
    assert len(first) >= 5
    assert found(capsys) == first
    assert texts == []


def test_a_page_that_changed_is_read_again_and_others_are_not(project, capsys, monkeypatch):
    (project / "other.md").write_text("---\norphan: true\n---\n# Other\n")
    before = found(capsys)
    texts = counted(monkeypatch)
    (project / "index.md").write_text(PAGE.replace("nonsense", "1"))
    after = found(capsys)
    assert len(texts) == 1
    assert len(after) == len(before) - 1


def test_without_a_cache_the_same_is_found(project, capsys, monkeypatch):
    kept = found(capsys)
    monkeypatch.setenv(VARIABLE, "")
    assert cache_folder(project) is None
    assert found(capsys) == kept


@pytest.mark.usefixtures("project")
def test_a_cache_that_is_damaged_or_cannot_be_written_changes_nothing(capsys, tmp_path):
    first = found(capsys)
    for file in (tmp_path / "cache").rglob("*.rows"):
        file.write_bytes(file.read_bytes()[:-7])
    assert found(capsys) == first
    shutil.rmtree(tmp_path / "cache")
    (tmp_path / "cache").write_text("in the way")
    assert found(capsys) == first


def test_nothing_is_written_into_the_project(project, capsys):
    before = sorted(project.rglob("*"))
    found(capsys)
    assert sorted(project.rglob("*")) == before


def test_results_are_told_apart_by_function_arguments_and_plugins(tmp_path):
    folder = tmp_path / "results"
    asked = []

    def double(text: str) -> str:
        asked.append(text)
        return 2 * text

    for plugins in ("", "", "other"):
        results = KeptResults(folder, plugins)
        assert [results.of(double, "a"), results.of(double, "b")] == ["aa", "bb"]
        assert results.of(len, "a") == 1
        results.close()
    assert asked == ["a", "b", "a", "b"]


def test_a_project_that_nobody_checks_is_forgotten(tmp_path, monkeypatch):
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    here, lately, long_ago = (cache_folder(tmp_path / name) for name in ("a", "b", "c"))
    for folder in (here, lately, long_ago):
        folder.mkdir(parents=True)
    for folder in (here, long_ago):
        os.utime(folder, (0, time.time() - KEPT - 1))
    forget_others(here)
    assert (here.exists(), lately.exists(), long_ago.exists()) == (True, True, False)
