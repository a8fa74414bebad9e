"""The README: its commands run, its examples build, its pictures and links are there."""

from __future__ import annotations

import os
import re
import shutil
import struct
import subprocess
from pathlib import Path

import pytest
from support.guide_blocks import blocks
from support.paths import ROOT
from support.real_site import Site
from symposium.cli import main

README = ROOT / "README.md"
TEXT = README.read_text(encoding="utf-8")
PICTURES = ROOT / "files/pictures"
BLOCKS = blocks(README)
COMMANDS = [c for block in BLOCKS if block.language == "console" for c, _ in block.commands()]

RUN_ELSEWHERE = {
    "make html": "builds what `real_site` is",
    "make test": "runs this test; .ci/run runs it",
}
RE_IMAGE = re.compile(r'!\[([^\]]*)\]\(([^)]+)\)|<img src="([^"]+)"[^>]*?alt="([^"]*)"')
RE_LINK = re.compile(r"(?<!!)\[[^\]]+\]\(([^)]+)\)")
MOST, MOST_OF_ALL = 150_000, 700_000
"""Bytes of a picture, and of all."""


def images() -> list[tuple[str, str]]:
    """Path and text of each picture."""
    return [(a or b, c or d) for c, a, b, d in RE_IMAGE.findall(TEXT)]


@pytest.fixture(scope="module")
def checkout(real_site: Site) -> Path:
    """The copy of the checkout in which the site of this repository was built."""
    if real_site.checkout is None:
        pytest.skip("there is no make, or this is not a git checkout")
    return real_site.checkout


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("MAKE", "SPHINX"))}
    return subprocess.run(
        ["bash", "-euo", "pipefail", "-c", command],
        cwd=folder, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_the_commands_of_the_readme_work(checkout):
    for command in COMMANDS:
        if command in RUN_ELSEWHERE:
            continue
        done = run(command, checkout)
        assert done.returncode == 0, f"{command}\n{done.stdout[-2000:]}{done.stderr[-4000:]}"
    for site in (checkout, checkout.parent / "my-site"):
        assert (site / "_build/html/index.html").is_file()
        assert (site / "_build/html/search/root.bin").is_file()
        assert (site / "_build/html/people/julia-bazinska.html").is_file()


def test_the_readme_begins_with_the_two_commands():
    assert COMMANDS[:2] == ["make html", "make test"]
    assert set(RUN_ELSEWHERE) <= set(COMMANDS)


def test_every_target_of_make_that_the_readme_names_exists():
    rules = set(
        re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    )
    named = set(re.findall(r"`make ([a-z]+)`|^\$ make ([a-z]+)", TEXT, re.MULTILINE))
    assert {a or b for a, b in named} <= rules


def test_the_examples_of_the_readme_are_right(tmp_path, capsys):
    examples = [block.text for block in BLOCKS if block.language == "yaml"]
    names = re.findall(r"in `([\w/-]+\.md)`", TEXT)
    names.append("events/our-day/opening-talk.md")
    assert len(names) == len(examples)
    for name, text in zip(names, examples, strict=True):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    shutil.copy(ROOT / "refs.bib", tmp_path)
    assert main(["check", "--strict", str(tmp_path)]) == 0, capsys.readouterr().out


def test_every_picture_of_the_readme_is_there_with_a_text():
    found = images()
    assert len(found) >= 6
    for path, text in found:
        assert (ROOT / path).is_file(), path
        assert len(text) > 20, path
    assert {ROOT / path for path, _ in found} == set(PICTURES.glob("*"))


def test_pictures_are_small_and_of_the_size_that_their_tool_takes():
    sizes = {path.stem: path.stat().st_size for path in PICTURES.glob("*.png")}
    assert max(sizes.values()) <= MOST
    assert sum(sizes.values()) <= MOST_OF_ALL
    tool = (ROOT / "tools/take_pictures.py").read_text(encoding="utf-8")
    for path in PICTURES.glob("*.png"):
        width, _height = struct.unpack(">II", path.read_bytes()[16:24])
        assert width in (1120, 390), path
        assert f'"{path.stem}"' in tool


def test_every_relative_link_of_the_readme_leads_to_a_file():
    for page in (README, ROOT / "CONTRIBUTING.md"):
        for target in RE_LINK.findall(page.read_text(encoding="utf-8")):
            if not target.startswith(("https://", "#")):
                assert (ROOT / target.partition("#")[0]).is_file(), f"{page.name}: {target}"


def test_the_readme_can_be_read_in_three_minutes():
    words = re.findall(r"\w+", re.sub(r"^```.*?^```", "", TEXT, flags=re.MULTILINE | re.DOTALL))
    assert len(words) < 750
