"""A process that builds and checks the project in its folder at every order, and keeps the rest.

It has imported all code already, and holds what one build can take over from another. An order is
an empty line at its standard input. It answers in lines of JSON: ``null`` when the pages of what
has changed are there, then the status of the build and the problems that a check prints. It ends
with its input.
"""

from __future__ import annotations

import gc
import io
import json
import os
import sys
from contextlib import redirect_stderr, redirect_stdout, suppress
from typing import TextIO

from symposium.cli.commands import main
from symposium.locale import ENGLISH, use

OUT, WARNINGS = "_build/html", "_build/serve/warnings.txt"
"""The folder of the site, and the log of the last build."""
BUILD = ("-b", "html", "-d", "_build/doctrees", "-w", WARNINGS, ".", OUT)
CHECK = ("check", "--format", "json", "--severity", "warning", ".")


def obey(orders: TextIO, answers: TextIO) -> None:
    """Build and check the project at each order, and answer."""
    from symposium.sphinxext.resident_build import build  # noqa: PLC0415 - others need no Sphinx

    jobs = "auto"
    for _ in orders:
        status = build(("-j", jobs, *BUILD), lambda: print("null", file=answers, flush=True))
        print(json.dumps((status, _checked())), file=answers, flush=True)
        gc.unfreeze()
        gc.collect()  # the last build, except what the next one needs
        gc.freeze()
        jobs = "1"  # to start others takes longer than to read and write a few documents


def _checked() -> str:
    """Return what `CHECK` prints."""
    use(ENGLISH)  # the language of messages
    printed = io.StringIO()
    with suppress(Exception), redirect_stdout(printed), redirect_stderr(io.StringIO()):
        main(CHECK)  # should it fail, the site is there all the same
    return printed.getvalue()


if __name__ == "__main__":
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # where messages of builds are shown
    with suppress(KeyboardInterrupt, BrokenPipeError):
        obey(sys.stdin, answers)
