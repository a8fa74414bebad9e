"""What is written for those who work on the code: its pictures, tables and paths are true."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from project.test_layers import ARCHITECTURE, PACKAGE
from support.paths import ROOT

sys.path.insert(0, str(ROOT / "tools"))
import folder_table

CONTRIBUTING = ROOT / "docs" / "CONTRIBUTING.md"
DECISIONS = sorted((ROOT / "docs" / "decisions").glob("*.md"))
PAGES = (ARCHITECTURE, CONTRIBUTING, *DECISIONS, ROOT / "guide" / "how-it-is-built.md")

NO_FILES = {"api/v1", "_build/failures/", "_build/fuzz", "guide/checks/<letter>.md"}

RE_FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
RE_CODE = re.compile(r"`([^`\s]+)`")
RE_LINK = re.compile(r"\]\(([^)#]+)(#[^)]*)?\)")
RE_SCRIPT_NAME = r"^export (?:async )?(?:function|const|class) {}\b"


def paths(page: Path) -> Iterator[str]:
    """Yield what a page names as a path, with the name behind its colon."""
    for text in RE_CODE.findall(RE_FENCE.sub("", page.read_text(encoding="utf-8"))):
        path = text.partition(":")[0]
        is_path = "/" in path or path.endswith(".py")
        if is_path and text not in NO_FILES and not text.startswith(("{", "http")):
            yield text


def found(path: str) -> list[Path]:
    """Return the files or folders that a path means, seen from the package or the checkout."""
    return [
        one for folder in (PACKAGE, PACKAGE.parent, ROOT) for one in folder.glob(path.rstrip("/"))
    ]


@cache
def names(path: Path) -> set[str]:
    """Return the names that a module defines, those of methods behind that of their class."""
    known: set[str] = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign):
            known |= {one.id for one in node.targets if isinstance(one, ast.Name)}
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            known.add(node.target.id)
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            known.add(node.name)
        if isinstance(node, ast.ClassDef):
            known |= {f"{node.name}.{one.name}" for one in node.body if hasattr(one, "name")}
    return known


def is_there(text: str) -> bool:
    path, _, name = text.partition(":")
    files = found(path)
    if not name:
        return bool(files) and (not path.endswith("/") or files[0].is_dir())
    [file] = files
    if file.suffix == ".py":
        return name in names(file)
    return bool(
        re.search(RE_SCRIPT_NAME.format(name), file.read_text(encoding="utf-8"), re.MULTILINE)
    )


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_path_and_every_name_exists(page):
    assert [text for text in paths(page) if not is_there(text)] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_to_a_file(page):
    links = RE_LINK.findall(page.read_text(encoding="utf-8"))
    local = [path for path, _ in links if not path.startswith("https://")]
    assert [
        path for path in local if not any((at / path).exists() for at in (page.parent, ROOT))
    ] == []


def test_the_table_of_folders_is_that_of_the_package():
    text = CONTRIBUTING.read_text(encoding="utf-8")
    assert text == folder_table.with_table(text), "run python tools/folder_table.py"


def test_the_table_of_folders_has_all_and_describes_nothing_that_is_gone():
    table = folder_table.table()
    for path in folder_table.WITHOUT_CODE:
        assert (PACKAGE / path).is_dir() or (PACKAGE.parent / path).is_dir(), path
    for folder in {path.parent.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py")}:
        assert folder == Path() or f"| `{folder.as_posix()}/` |" in table


def test_every_decision_says_why_what_and_at_what_cost():
    index, *decisions = [
        path.read_text(encoding="utf-8")
        for path in sorted(DECISIONS, key=lambda one: one.name != "README.md")
    ]
    numbered = [path for path in DECISIONS if path.name != "README.md"]
    for number, (path, text) in enumerate(zip(numbered, decisions, strict=True), 1):
        assert path.name.startswith(f"{number:04}-")
        assert text.startswith(f"# {number}. ")
        places = [text.index(f"**{one}.**") for one in ("Context", "Decision", "What it costs")]
        assert places == sorted(places)
        assert f"({path.name})" in index
