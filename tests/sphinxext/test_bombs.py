"""Small projects that a careless reader takes for ever for: they end, soon and with a word."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import pytest
from support.bombs import BUILT, Files, bombs
from support.paths import ROOT
from support.project import CONF, MakeProject, Project
from symposium.knowledge import build
from symposium.pages.plain_markdown import prose
from symposium.reading.folder import read_project
from symposium.sphinxext import bibliography_directive

SECONDS, MEGABYTES = 15, 330
"""Three times what is promised: tests run on machines that do other things too. It is the time
of the processor that counts."""


@pytest.fixture(scope="module")
def all_bombs() -> Mapping[str, Files]:
    return bombs()


def run(command: str, given: Mapping[str, Files], folder: Path) -> None:
    """Run a command on bombs, and assert that it was cheap and had no fault."""
    for name, files in given.items():
        made = Project(folder / name)
        made.write({"conf.py": CONF, "index.md": "# Home\n"})
        made.write(files)
    script = str(ROOT / "tests" / "support" / "cost_of.py")
    command_line = [sys.executable, script, command, *(str(folder / name) for name in given)]
    done = subprocess.run(command_line, check=True, capture_output=True, text=True)
    faults = []
    for line in done.stdout.splitlines():
        path, seconds, memory, code = json.loads(line)
        text = (Path(path) / "printed.txt").read_text(encoding="utf-8")
        figures = f"{Path(path).name}: {command}: {seconds:.1f} s, {memory:.0f} MB"
        sys.stdout.write(f"{figures}\n")
        if (
            code not in {0, 1}
            or "Traceback" in text
            or "xception" in text
            or seconds > SECONDS
            or memory > MEGABYTES
        ):
            faults.append(f"{figures}, ended with {code}: {text[-500:]}")
    assert not faults, "\n".join(faults)


def test_a_check_ends(all_bombs: Mapping[str, Files], tmp_path: Path) -> None:
    run("check", all_bombs, tmp_path)


def test_a_build_ends(all_bombs: Mapping[str, Files], tmp_path: Path) -> None:
    run("build", {name: all_bombs[name] for name in BUILT}, tmp_path)


PROSE = {
    "stars": "*a " * 50_000,
    "nested": "*" * 20_000 + "x" + "*" * 20_000,
    "fences": "```a\n" * 50_000,
    "comments": "<!--" * 50_000,
    "links": "[a](b" * 50_000,
    "backticks": "`a``b" * 30_000,
    "lines": "__a" * 50_000 + " _a" * 50_000,
    "roles": "{a}`" * 50_000,
    "brackets": "[" * 100_000,
    "angles": "<a " * 50_000,
}


@pytest.mark.parametrize("name", PROSE)
def test_prose_ends(name: str, tmp_path: Path) -> None:
    kb = build(read_project(tmp_path)[0])[0]
    start = time.process_time()
    prose(kb, PROSE[name])
    assert time.process_time() - start < SECONDS


def test_prose_goes_on_after_a_comment(tmp_path: Path) -> None:
    kb = build(read_project(tmp_path)[0])[0]
    text = "% a comment\nOne\n\n<!-- a\n\nb -->Two\n\n```{note}\nno\n```\n\nThree\n\n```\nopen\n"
    found = ["".join(span.text for span in one) for one in prose(kb, text)]
    assert found[:3] == ["One", "Two", "Three"]
    assert "open" in found[-1]


def test_a_filter_that_takes_for_ever_is_reported(
    all_bombs: Mapping[str, Files], project: MakeProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bibliography_directive, "MAX_SECONDS", 0.2)
    made = project(all_bombs["filter"])
    start = time.process_time()
    built = made.build(html_theme="basic")
    assert time.process_time() - start < SECONDS
    assert "index.md:3: WARNING: the :filter: of a bibliography cannot be used" in built.warnings
    assert "it takes too long" in built.warnings


def test_what_is_left_out_is_reported(tmp_path: Path) -> None:
    names = " and ".join(f"A{number} B" for number in range(10_001))
    fields = ",".join(f"f{number} = {{x}}" for number in range(10_001))
    (tmp_path / "refs.bib").write_text(
        f"@misc{{a, title = {{T}}, author = {{{names}}}}}\n@misc{{b, title = {{T}}, {fields}}}\n"
        f"@misc{{c, title = {{T}}, year = 2020, keywords = {{{','.join(f'w{n}' for n in range(1_001))}}}}}\n",
        encoding="utf-8",
    )
    records, problems = read_project(tmp_path)
    assert [len(paper.authors) for paper in records.papers] == [10_000, 0, 0]
    assert records.papers[0].et_al
    assert [len(paper.topics) for paper in records.papers] == [0, 0, 1_000]
    texts = [str(problem) for problem in problems]
    assert any("only the first 10,000 names are read" in text for text in texts)
    assert any("more than 10,000 fields" in text for text in texts)
    assert any(text.startswith("refs.bib:3:") and "first 1,000 keywords" in text for text in texts)
