"""The public Python API: what it promises is documented, cheap to import, and true."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest
import symposium
import symposium.project

ROOT = next(one for one in Path(__file__).parents if (one / "_ext").is_dir())
PAGE = ROOT / "guide" / "python.md"


def test_the_examples_of_the_guide_are_true(monkeypatch):
    monkeypatch.chdir(ROOT / "docs")
    found = doctest.testfile(str(PAGE), module_relative=False)
    assert found.attempted > 8
    assert found.failed == 0


def test_the_guide_lists_what_is_public_and_nothing_else():
    table = PAGE.read_text(encoding="utf-8").partition("## What is public")[2]
    first = re.findall(r"^- (`.*?): ", table, re.MULTILINE)
    named = {name for cell in first for name in re.findall(r"`(\w+)", cell)}
    assert named == set(symposium.__all__)


def test_every_public_name_is_there_and_no_other():
    for name in symposium.__all__:
        assert getattr(symposium, name) is not None
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = symposium.nothing


def test_what_the_guide_promises_of_the_knowledge_base_is_there():
    row = PAGE.read_text("utf-8").partition("- `KnowledgeBase`: ")[2].partition("\n")[0]
    for name in re.findall(r"`(\w+)[`(]", row):
        assert hasattr(symposium.KnowledgeBase, name), name


def test_importing_the_package_imports_nothing_else_and_loading_no_sphinx():
    code = (
        "import sys, symposium\n"
        "own = {name for name in sys.modules if name.startswith('symposium')}\n"
        "assert own == {'symposium'}, own\n"
        "symposium.load('docs/conference')\n"
        "assert not {'sphinx', 'docutils', 'jinja2'} & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)


def test_a_folder_without_a_project_is_an_error_of_its_own(tmp_path):
    with pytest.raises(symposium.NoProjectError, match="holds no project"):
        symposium.load(tmp_path)
    with pytest.raises(symposium.NoProjectError, match="is not a folder"):
        symposium.load(tmp_path / "none")
    (tmp_path / "refs.bib").write_text("@misc{a, title={A}}", encoding="utf-8")
    with pytest.raises(symposium.NoProjectError, match="there is no bibliography"):
        symposium.load(tmp_path, bibliographies=["other.bib"])


def test_a_configuration_is_read_and_never_run(tmp_path):
    (tmp_path / "conf.py").write_text("raise SystemExit('run')\n", encoding="utf-8")
    (tmp_path / "refs.bib").write_text("@misc{a, title={A}, year={2020}}", encoding="utf-8")
    assert [paper.title for paper in symposium.load(tmp_path).papers] == ["A"]
