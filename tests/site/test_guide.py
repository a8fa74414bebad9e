"""The guide: its examples make up one project, which is built; its tables come from the code."""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest
from support.guide_blocks import Block, blocks
from support.guide_project import BLOCKS, example_files, write
from support.paths import GUIDE, ROOT
from support.project import CONF, Project
from symposium.cli import main

SESSIONS = [block for block in BLOCKS if block.language == "console"]

sys.path.insert(0, str(ROOT / "tools"))
import field_pages  # noqa: E402 - from the folder of tools
import guide_tables  # noqa: E402 - from the folder of tools

NOT_RUN = {
    "uv venv": "sets up an environment, which needs the network",
    "source .venv/bin/activate": "the same",
    "uv pip install './symposium[all]'": "the same",
    "python3 -m venv .venv": "the same",
    "pip install './symposium[all]'": "the same",
    "sphinx-build -b linkcheck . _build/linkcheck": "needs the network",
    "symposium export --format bibtex --cited-in thesis.aux -o thesis.bib": "needs a thesis",
    "make serve": "does not end by itself",
    "symposium add doi:10.1371/journal.pone.0033693 arxiv:1605.08386": "needs the network",
    "symposium add --person mira-sol": "the same",
    "symposium add dblp:12/3456 --person mira-sol": "the same",
    "curl -s https://example.org/schedule.json | symposium import schedule -": "needs the network",
}
"""Commands that the tests do not run, and why."""


def environment() -> dict[str, str]:
    """The environment of a reader who has installed Symposium."""
    found = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    return {name: value for name, value in found.items() if not name.startswith("SPHINX")}


RE_BUILD = re.compile(r"make(?: -C (\S+))? html|python3 -m sphinx -b (\w+) \. _build/\2")
"""Commands that build; `test_readme` and `test_publishing` run them in processes of their own."""


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command as typed in a folder; what is ours in this process, which is quicker."""
    if command.startswith("symposium "):
        return run_here(command, folder)
    if found := RE_BUILD.fullmatch(command):
        built = Project(folder / (found[1] or "")).build(found[2] or "html")
        return subprocess.CompletedProcess(command, built.statuscode, "", built.warnings)
    return subprocess.run(
        ["bash", "-euo", "pipefail", "-c", command],
        cwd=folder, env=environment(), capture_output=True, text=True, check=False,
    )  # fmt: skip


def run_here(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.chdir(folder), redirect_stdout(out), redirect_stderr(err):
        status = main(shlex.split(command)[1:])
    return subprocess.CompletedProcess(command, status, out.getvalue(), err.getvalue())


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Path:
    """The example as the first page makes it, with every file and piece of the guide, built."""
    folder = tmp_path_factory.mktemp("guide")
    first = next(b for b in BLOCKS if b.page == "getting-started.md" and b.name == "refs.bib")
    (folder / "refs.bib").write_text(first.text, encoding="utf-8")
    made = run("symposium new my-site --bib refs.bib", folder)
    assert made.returncode == 0, made.stderr
    project = write(folder / "my-site", example_files(pieces=True))
    built = run("make html", project)
    assert built.returncode == 0, built.stderr
    assert not built.stderr
    published = run("symposium check --fix", project)
    assert published.returncode == 0, published.stderr
    return project


@pytest.mark.parametrize("block", SESSIONS, ids=lambda block: f"{block.page}:{block.line}")
def test_the_commands_of_the_guide_work(block: Block, site, tmp_path):
    new = block.text.startswith("$ symposium new")
    folder = site
    bib = {"refs.bib": example_files()["refs.bib"]}
    if new:
        folder = write(tmp_path, bib)
    elif "python3 -m sphinx" in block.text:  # a small project shows what other builders make
        folder = write(tmp_path, {"conf.py": CONF, "index.md": "# Home\n", **bib})
    elif block.caption:
        folder = write(tmp_path, example_files(block.caption.split()[-1]))
    for command, output in block.commands():
        if command in NOT_RUN:
            continue
        done = run(command, folder)
        expected = 1 if output and "check" in command else 0
        assert done.returncode == expected, f"{command}\n{done.stdout}{done.stderr}"
        assert output in done.stdout
        assert "WARNING" not in done.stderr
        assert "ERROR" not in done.stderr


def test_every_command_that_is_not_run_is_in_the_guide():
    commands = {command for block in SESSIONS for command, _ in block.commands()}
    assert set(NOT_RUN) <= commands


def test_the_example_has_no_problem(site, capsys):
    assert main(["check", "--strict", str(site)]) == 0, capsys.readouterr().out


def test_the_example_shows_what_the_guide_says(site):
    def page(name: str) -> str:
        return (site / "_build/html" / name).read_text(encoding="utf-8")

    assert "Start with" in page("papers/sol2025tides.html"), "cited on, with the sentence"
    assert "yang-liu-oslo.html" in page("papers/liu2023ice.html")
    assert page("venues/ocean-data.html").count("Small Harbours") >= 2
    assert "Listenning" in page("events/ocean-data-2025/listening-to-the-sea.html")
    assert "Small Nets" in page("sources/harbour-watch.html")
    days = page("events/harbour-days-2026/index.html")
    assert 'datetime="2026-10-25T01:30+00:00"' in days, "the second of two"
    assert "Come to Harbour Days" in days, "the page that shows it"
    shown = page("notes/harbour-days.html")
    assert "Night boat" in shown
    assert "What the Nets Held" not in shown


@pytest.mark.parametrize("variant", sorted({b.variant for b in BLOCKS if b.variant} - {"before"}))
def test_other_forms_of_a_file_say_the_same(variant, tmp_path, capsys):
    facts = {}
    for form in ("", variant):
        folder = write(tmp_path / (form or "usual"), example_files(form))
        assert main(["check", "--strict", str(folder)]) == 0, capsys.readouterr().out
        out = tmp_path / f"facts-{form}"
        assert main(["export", str(folder), "--format", "json", "-o", str(out)]) == 0
        papers = (out / "api/v1/papers.json").read_text(encoding="utf-8")
        facts[form] = re.sub(r'"line":\d+', "", papers)
    assert facts[""] == facts[variant]


def test_the_program_of_the_guide_reads_the_facts(site):
    assert main(["export", str(site), "--format", "json", "-o", str(site / "facts")]) == 0
    done = run("python read_people.py", site)
    assert done.returncode == 0, done.stderr
    assert "Mira Sol 4\n" in done.stdout


def test_the_lists_of_fields_are_those_of_the_schemas():
    made = field_pages.pages()
    there = [GUIDE / "fields.md", *(GUIDE / "fields").iterdir()]
    found = {path.relative_to(GUIDE).as_posix(): path.read_text("utf-8") for path in there}
    assert found == made, "run python tools/guide_tables.py"


@pytest.mark.parametrize("page", guide_tables.TABLES)
def test_a_table_of_the_guide_is_made_of_the_code(page):
    text = (GUIDE / page).read_text(encoding="utf-8")
    assert text == guide_tables.with_tables(page, text), "run python tools/guide_tables.py"


def test_a_message_in_the_guide_is_what_the_program_prints(tmp_path, capsys, monkeypatch):
    text = (GUIDE / "checks.md").read_text(encoding="utf-8")
    shown = next(b.text for b in blocks(GUIDE / "checks.md") if b.language == "text").strip()
    assert shown in text
    write(tmp_path, {"people/mira-sol.md": "---\nname: Mira Sol\nafiliations: Harbour\n---\n"})
    monkeypatch.chdir(tmp_path)
    assert main(["check"]) == 1
    assert shown in capsys.readouterr().out


def test_the_paths_of_the_guide_hold_each_page_once():
    text = (GUIDE / "index.md").read_text(encoding="utf-8")
    paths = [one.splitlines() for one in re.findall(r":caption: .+\n\n([^`]+)\n```", text)]
    pages = [page.rpartition("<")[2].removesuffix(">") for one in paths for page in one]
    assert len(paths) == 5
    assert all(len(one) <= 6 for one in paths)
    assert sorted(pages) == sorted({path.stem for path in GUIDE.glob("*.md")} - {"index"})
