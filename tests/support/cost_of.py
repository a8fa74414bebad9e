"""Runs commands of ours on folders, each in a process of its own, and tells what they cost.

A process is forked from that of the tests, which has loaded what every run needs: modules, and the
code of templates. It ends by itself where it would run for ever.
"""

from __future__ import annotations

import os
import resource
import signal
import sys
import traceback
import warnings
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from sphinx.cmd.build import main as sphinx_build
from symposium.cli import main as symposium

from support.faults import in_process
from support.project import CONF, RE_COLOUR, Project

SECONDS = 60
"""Of the processor, after which a command is ended."""
PATIENCE = 600
"""Seconds after which a command is ended that waits for something."""
COMMANDS = {
    "check": lambda: symposium(["check", "."]),
    "build": lambda: sphinx_build(["-q", "-b", "html", ".", "_build/html"]),
}


class Cost(NamedTuple):
    """What a command has cost, and how it ended."""

    name: str
    """Of the folder."""
    seconds: float
    """Of the processor."""
    megabytes: float
    """Of memory that the command has asked for."""
    code: int
    text: str
    """All that was printed, without colours."""


def run(command: str, folder: Path) -> None:
    """Run a command in this process, which ends with it."""
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(PATIENCE)
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    warnings.simplefilter("ignore")
    os.chdir(folder)
    printed = os.open("printed.txt", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    for stream in (1, 2):
        os.dup2(printed, stream)
    sys.stdout = sys.stderr = os.fdopen(1, "w", encoding="utf-8", closefd=False)
    before = resident()
    try:
        code = COMMANDS[command]() or 0
    except SystemExit as ended:
        code = int(ended.code or 0)
    except BaseException:  # noqa: BLE001 - whatever it is, it is a fault
        traceback.print_exc()
        code = 99
    more = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024 - before
    Path("megabytes.txt").write_text(str(more), encoding="utf-8")
    sys.exit(code)


def resident() -> float:
    """Return the megabytes of memory that this process uses, its share of the tests' included."""
    pages = int(Path("/proc/self/statm").read_text(encoding="utf-8").split()[1])
    return pages * resource.getpagesize() / 1024**2


@cache
def load(command: str) -> None:
    """Do for an empty project what a command does, so that all it needs is loaded."""
    with TemporaryDirectory() as folder:
        made = Project(Path(folder))
        made.write({"conf.py": CONF, "index.md": "# Home\n"})
        if command == "build":
            made.build(html_theme="basic")
        else:
            symposium([command, folder])


def costs(command: str, folders: Iterable[Path], before: Callable[[], object] = int) -> list[Cost]:
    """Run a command in each folder, after something else; return what it has cost.

    Two files are left in the folder: what was printed, and how much memory was needed.
    """
    load(command)
    return [_cost(command, folder, before) for folder in folders]


def _cost(command: str, folder: Path, before: Callable[[], object]) -> Cost:
    number = in_process(lambda: (before(), run(command, folder)))
    _, status, used = os.wait4(number, 0)
    text = RE_COLOUR.sub("", (folder / "printed.txt").read_text("utf-8", "replace"))
    memory = folder / "megabytes.txt"
    more = float(memory.read_text("utf-8")) if memory.exists() else 0
    code = os.waitstatus_to_exitcode(status)
    return Cost(folder.name, used.ru_utime + used.ru_stime, more, code, text)
