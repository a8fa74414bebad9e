"""Entries that a check has read are kept for the next one, outside of the project."""

from __future__ import annotations

import os
import shutil
import time
from pathlib import Path

import pytest
from symposium.cli import main
from symposium.cli.project import cache_folder
from symposium.model.user_cache import KEPT, VARIABLE, forget_others


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with a problem, and a cache of its own."""
    monkeypatch.setenv(VARIABLE, str(tmp_path / "cache"))
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "conf.py").write_text("symposium_site = True\n")
    (folder / "refs.bib").write_text("@misc{a, title = {A}, author = {Doe, Jane}, year = 2020}\n")
    (folder / "index.md").write_text("# Home\n\nSee {person}`nobody`.\n")
    monkeypatch.chdir(folder)
    return folder


def found(capsys: pytest.CaptureFixture[str]) -> list[str]:
    main(["check"])
    return capsys.readouterr().out.splitlines()


def test_without_a_cache_the_same_is_found(project, capsys, monkeypatch):
    kept = found(capsys)
    monkeypatch.setenv(VARIABLE, "")
    assert cache_folder(project) is None
    assert found(capsys) == kept


@pytest.mark.usefixtures("project")
def test_a_cache_that_is_damaged_or_cannot_be_written_changes_nothing(capsys, tmp_path):
    first = found(capsys)
    stored = list((tmp_path / "cache").rglob("*.pack"))
    assert stored
    for file in stored:
        file.write_bytes(file.read_bytes()[:-7])
    assert found(capsys) == first
    shutil.rmtree(tmp_path / "cache")
    (tmp_path / "cache").write_text("in the way")
    assert found(capsys) == first


def test_nothing_is_written_into_the_project(project, capsys):
    before = sorted(project.rglob("*"))
    found(capsys)
    assert sorted(project.rglob("*")) == before


def test_a_project_that_nobody_checks_is_forgotten(tmp_path, monkeypatch):
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    here, lately, long_ago = (cache_folder(tmp_path / name) for name in ("a", "b", "c"))
    for folder in (here, lately, long_ago):
        folder.mkdir(parents=True)
    for folder in (here, long_ago):
        os.utime(folder, (0, time.time() - KEPT - 1))
    forget_others(here)
    assert (here.exists(), lately.exists(), long_ago.exists()) == (True, True, False)
