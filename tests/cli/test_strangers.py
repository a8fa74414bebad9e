"""Commands on a stranger's folder: they read it, and nothing in it runs."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from support import watched_commands
from support.project import MakeProject
from support.sites import SITE
from symposium.cli.commands import commands

MARK = "from pathlib import Path\nPath(__file__).with_name('ran').touch()\n"
REFERENCES = ("venv.__main__:PLUGIN", "antigravity:PLUGIN", "evil:PLUGIN", "evil.deep:PLUGIN")
"""Modules that do something when they are imported: of the standard library, and of the folder."""
HOSTILE = {
    **SITE,
    "conf.py": f"{MARK}symposium_site = True\nsymposium_plugins = {list(REFERENCES)!r}\n",
    "more.bib": "@misc{other2021, author = {Doe, Jane}, title = {Other Books}, year = 2021}\n",
    "evil.py": MARK,
    "sitecustomize.py": MARK,
    "yaml.py": MARK,
    "_config.yml": "title: Mine\nplugins: [evil]\n",
    "_plugins/evil.rb": "File.write('ran', '')\n",
}


def test_nothing_of_a_strangers_folder_runs(project: MakeProject, tmp_path: Path) -> None:
    made = project({})
    made.write(HOSTILE)
    (made.root / "check/bin").mkdir(parents=True)
    script = tmp_path / "evil.sh"
    script.write_text(f"#!/bin/sh\ntouch {made.root}/ran\n", encoding="utf-8")
    script.chmod(0o755)
    (made.root / "check/bin/python").symlink_to(script)  # what ``venv`` would start
    done = subprocess.run(
        [sys.executable, "-P", watched_commands.__file__, str(made.root), str(tmp_path)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    run = {name: events for name, events in json.loads(done.stdout).items() if events}
    assert run == {}
    assert not (made.root / "ran").exists()


def test_every_command_that_reads_a_folder_is_watched() -> None:
    named = {name.partition(" ")[0] for name in watched_commands.commands(Path(), Path())}
    builds = {"new", "serve", "schema", "import", "why"}
    assert named == {*commands()} - builds
