"""A check and a build say the same of files that cannot be read, and neither waits for them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from support.project import CONF, Project

ENTRY = "@misc{a, title = {T}, author = {Doe, Jane}, year = 2020}\n"
SOURCE = "---\ntitle: S\ntext: s.txt\n---\n"
SECONDS = 600
"""Whoever waits for a pipe never ends."""

NAMES = (
    "refs.bib", "people/x.md", "papers/a.md", "events/e/index.md", "events/e/talk.md",
    "sources/s.txt", "files/x.png", "notes.md", "_static/x.css", "permalinks.txt",
)  # fmt: skip


def make(root: Path) -> Project:
    made = Project(root)
    conf = f"{CONF}html_theme = 'basic'\nhtml_static_path = ['_static']\n"
    made.write({"conf.py": conf, "index.md": "# Home\n\n![x](files/x.png)\n"})
    made.write(
        {
            "refs.bib": ENTRY,
            "sources/s.md": SOURCE,
            "people/jane-doe.md": "---\nname: Jane Doe\n---\n",
        }
    )
    (root / "_static").mkdir()
    return made


COMMANDS = {"symposium": ("check", "."), "sphinx": ("-q", ".", "_build/html")}


def said_by(command: str, root: Path) -> str:
    """What a command prints."""
    done = subprocess.run(
        [sys.executable, "-m", command, *COMMANDS[command]], cwd=root, check=False,
        capture_output=True, timeout=SECONDS, encoding="utf-8", errors="replace",
    )  # fmt: skip
    assert done.returncode in {0, 1}, done.stderr
    return re.sub(r"\x1b\[[0-9;]*m", "", done.stdout + done.stderr)


def outcome(root: Path) -> tuple[set[str], set[str], str]:
    """What a check and a build say of files, and all that they print."""
    printed = [said_by(command, root) for command in COMMANDS]
    found = re.compile(
        r"^(.+?):1(?::1)?: (?:(?:ERROR|WARNING): )?(?:[FPC]\d+ )?(.*?)(?: \[.*)?$", re.MULTILINE
    )
    # Of other things, such as links to what is left out, a build speaks in Sphinx's words.
    ours = [
        {f"{path}: {text}" for path, text in found.findall(text) if RE_OURS.match(text)}
        for text in printed
    ]
    return ours[0], ours[1], "".join(printed)


RE_OURS = re.compile(
    r"It is neither|The (?:file|folder) (?:cannot|is within)|A symbolic link|The name|Windows|More than"
)


def agreed(root: Path) -> set[str]:
    checked, built, text = outcome(root)
    assert "Traceback" not in text, text
    assert "xception" not in text, text
    assert checked == built, text
    return {one.partition(": ")[0] for one in checked}


def test_pipes_devices_links_names_and_folders_are_reported_and_not_waited_for(tmp_path):
    made = make(tmp_path / "p")
    for number, name in enumerate(NAMES):
        path = made.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        if number % 2:
            path.symlink_to("/dev/zero")
        else:
            os.mkfifo(path)
    (tmp_path / "out").mkdir()
    for number in range(20):
        (tmp_path / "out" / f"{number}.md").write_text("# T\n")
    for link, target in (
        ("a", "."), ("b", "."), ("out", "../out"), ("people/up.md", ".."), ("files/up", ".."),
        ("_static/loop", "."), ("guide/x", "../more"), ("more/y", "../guide"),
    ):  # fmt: skip
        path = made.root / link
        path.parent.mkdir(exist_ok=True)
        path.symlink_to(target)
    names = (
        b"caf\xe9.md",
        b"x" * 250 + b".md",
        b"a\nb.md",
        "Ju\u0308rg.md".encode(),
        b"people/\xff.md",
    )
    for name in names:
        Path(os.fsdecode(os.fsencode(made.root) + b"/" + name)).write_text(
            "---\norphan: true\n---\n# T\n"
        )
    assert agreed(made.root) == {
        *NAMES, "a", "b", "out", "people/up.md", "files/up", "_static/loop", "guide/x", "more/y",
        r"caf\xe9.md", "x" * 250 + ".md", r"a\nb.md", "Ju\u0308rg.md", r"people/\xff.md",
    }  # fmt: skip
    assert not (made.root / "_build/html/_static/loop").exists()


def test_a_host_follows_its_own_links(tmp_path):
    made = Project(tmp_path / "p")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "page.rst").write_text("Title\n=====\n")
    made.write({"conf.py": "extensions = ['symposium']\nsymposium_root = 'kb'\n"})
    made.write({"index.rst": "Home\n====\n\n.. toctree::\n\n   out/page\n", "kb/refs.bib": ENTRY})
    (made.root / "out").symlink_to("../out")
    (made.root / "kb/loop").symlink_to(".")
    (made.root / "kb/people").mkdir()
    os.mkfifo(made.root / "kb/people/x.md")
    assert agreed(made.root) == {"kb/people/x.md"}
    assert (made.root / "_build/html/out/page.html").is_file()
