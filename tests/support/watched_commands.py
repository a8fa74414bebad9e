"""Runs our commands on a stranger's folder, and notes each process and each module that comes of it.

    python watched_commands.py FOLDER OUTPUT

It prints JSON: of each command, what it ran that it should not have run.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from symposium.cli import main
from symposium.mcp.tools import tools_of

STARTS = frozenset({"os.exec", "os.posix_spawn", "os.spawn", "os.system", "os.startfile"})
GIT = "git"
"""The one program that is asked: when a file was last changed is in the history."""


class Watch:
    """Notes what strangers have brought to run."""

    def __init__(self, folder: Path) -> None:
        self.folder = str(folder.resolve())
        self.seen: list[str] = []

    def __call__(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Hear an audit event of Python."""
        if event == "exec":
            name = getattr(arguments[0], "co_filename", "")
            if name[:1] != "<" and os.path.realpath(name).startswith(self.folder):
                self.seen.append(f"ran {name}")
        elif event == "subprocess.Popen":
            if Path(os.fsdecode(arguments[0] or arguments[1][0])).name != GIT:
                self.seen.append(f"started {arguments[1]}")
        elif event in STARTS:
            self.seen.append(f"{event} {arguments[0]}")


def check_in_editor(folder: Path) -> None:
    """Do what an editor asks for when somebody opens the folder."""
    from symposium.editor.lsp import make_server  # pygls takes long to import

    server = make_server(folder)
    server.show = lambda *_: None  # type: ignore[attr-defined]
    server.check_once()


def commands(folder: Path, out: Path) -> Mapping[str, Callable[[], object]]:
    """Return what is run, by the names of the commands."""

    def command(*words: str) -> Callable[[], object]:
        return lambda: main(list(words))

    return {
        "check": command("check", "."),
        "check --fix": command("check", ".", "--fix", "--diff"),
        "search": command("search", "reading", "."),
        "lsp": lambda: check_in_editor(folder),
        "mcp": lambda: tools_of(Path()),
        "export": command("export", ".", "--format", "json", "-o", str(out / "export")),
        "citations": command("citations", "--service", "http://symposium.invalid", "."),
        "add": command("add", "more.bib", "--project", ".", "--yes"),
        "adopt": command("adopt", ".", str(out / "adopted")),
    }


def watched(folder: Path, out: Path) -> dict[str, list[str]]:
    """Run the commands in the folder; return what each has run that it should not have run."""
    watch = Watch(folder)
    os.chdir(folder)
    sys.addaudithook(watch)
    found = {}
    for name, run in commands(folder, out).items():
        watch.seen = []
        with contextlib.suppress(SystemExit), contextlib.redirect_stdout(io.StringIO()):
            run()
        found[name] = watch.seen
    return found


if __name__ == "__main__":
    sys.stdout.write(json.dumps(watched(Path(sys.argv[1]), Path(sys.argv[2]))))
