"""Runs commands of ours on folders, each in a process of its own, and prints what they cost.

    python cost_of.py check FOLDER…

Each line is JSON: folder, seconds of the processor, megabytes, and how it ended. What is printed
stands in ``printed.txt`` of the folder. What every run needs, whatever is in its folder, is loaded
once, for all: modules and, for a build, the code of the theme's templates.
"""

from __future__ import annotations

import json
import os
import sys
import time
import traceback
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from compiled_once import installed_packages_known, templates_compiled_once
from sphinx.cmd.build import main as sphinx_build
from symposium.cli import main as symposium

SECONDS = 60
COMMANDS = {
    "check": lambda: symposium(["check", "."]),
    "build": lambda: sphinx_build(["-q", "-b", "html", ".", "_build/html"]),
}


def run(command: str, folder: str) -> int:
    """Run a command in this process, which ends with it."""
    os.chdir(folder)
    printed = os.open("printed.txt", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    for stream in (1, 2):
        os.dup2(printed, stream)
    try:
        return COMMANDS[command]() or 0
    except SystemExit as ended:
        return int(ended.code or 0)
    except BaseException:  # noqa: BLE001 - whatever it is, it is a fault
        traceback.print_exc()
        return 99
    finally:
        sys.stdout.flush()
        sys.stderr.flush()


def load(command: str) -> None:
    """Run the command on an empty project, in this process."""
    with TemporaryDirectory() as folder:
        conf = 'extensions = ["symposium"]\nsymposium_site = True\nsymposium_search = False\n'
        Path(folder, "conf.py").write_text(conf)
        Path(folder, "index.md").write_text("# Home\n")
        before, printed = Path.cwd(), [os.dup(stream) for stream in (1, 2)]
        if run(command, folder):
            sys.exit(Path(folder, "printed.txt").read_text(encoding="utf-8"))
        os.chdir(before)
        for stream, kept in zip((1, 2), printed, strict=True):
            os.dup2(kept, stream)
            os.close(kept)


def main(command: str, folders: list[str]) -> None:
    """Run the command in each folder."""
    with ExitStack() as once:
        once.enter_context(templates_compiled_once())
        once.enter_context(installed_packages_known())
        load(command)
        measure(command, folders)


def measure(command: str, folders: list[str]) -> None:
    """Run the command in each folder, and print what it has cost."""
    for folder in folders:
        pid = os.fork()
        if not pid:
            os._exit(run(command, folder))
        until = time.monotonic() + 10 * SECONDS
        while not (done := os.wait4(pid, os.WNOHANG))[0]:
            if time.monotonic() > until:
                os.kill(pid, 9)
            time.sleep(0.02)
        used = done[2]
        code = os.waitstatus_to_exitcode(done[1])
        row = [folder, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, code]
        sys.stdout.write(json.dumps(row) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1], [str(Path(one).resolve()) for one in sys.argv[2:]])
