"""The README: its commands run, its examples build, its pictures and links are there."""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import shutil
import struct
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest
from support.guide_blocks import blocks
from support.paths import GUIDE, ROOT
from symposium.cli import main

README = ROOT / "README.md"
TEXT = README.read_text(encoding="utf-8")
PICTURES = ROOT / "files/pictures"
BLOCKS = blocks(README)
COMMANDS = [c for block in BLOCKS if block.language == "console" for c, _ in block.commands()]

OURS = ".venv/bin/symposium "
RUN_ELSEWHERE = {
    "make html": "builds what `real_site` is",
    "make test": "runs this test; .ci/run runs it",
}
RE_IMAGE = re.compile(r"!\[([^\]]*)\]\(([^)]+)\)")
MOST, MOST_OF_ALL = 150_000, 700_000
"""Bytes of a picture, and of all."""


def images(text: str) -> list[tuple[str, str]]:
    """Path and text of each picture."""
    return [(path, said) for said, path in RE_IMAGE.findall(text)]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A folder as the commands need it: the environment, and a small part of the bibliography."""
    programs = tmp_path / "checkout" / ".venv" / "bin"
    programs.mkdir(parents=True)
    (programs / "python").write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n', "utf-8")
    (programs / "python").chmod(0o755)
    entries = (ROOT / "refs.bib").read_text("utf-8").split("\n@")
    (tmp_path / "checkout" / "refs.bib").write_text("\n@".join(entries[:4]), "utf-8")
    return tmp_path / "checkout"


def run(command: str, folder: Path) -> tuple[int, str]:
    """Run a command; our own one in this process, which is quicker. Return status and output."""
    if command.startswith(OURS):
        said = io.StringIO()
        with contextlib.chdir(folder), redirect_stdout(said), redirect_stderr(said):
            return main(shlex.split(command)[1:]), said.getvalue()
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("MAKE", "SPHINX"))}
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", command],
        cwd=folder, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr


def test_the_commands_of_the_readme_work(checkout):
    if shutil.which("make") is None:
        pytest.skip("there is no make")
    for command in COMMANDS:
        if command in RUN_ELSEWHERE:
            continue
        status, said = run(command, checkout)
        assert status == 0, f"{command}\n{said[-4000:]}"
    built = checkout.parent / "my-site" / "_build" / "html"
    for path in ("index.html", "search/root.bin", "people/julia-bazinska.html"):
        assert (built / path).is_file()


def test_every_picture_of_the_readme_and_the_guide_is_there_with_a_text():
    assert len(images(TEXT)) == 1
    texts = [TEXT, *(path.read_text("utf-8") for path in GUIDE.glob("*.md"))]
    found = [one for text in texts for one in images(text) if one[0].startswith("files/pictures/")]
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
        assert width == 1120, path
        assert f'"{path.stem}"' in tool
