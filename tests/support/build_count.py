"""Counts the builds that a run of tests makes, in its processes and in those that they start.

Each build is a line in one file, which all processes append to: the file of the test, and the
builder. A short line that is appended at once is never mixed with another.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sphinx.application import Sphinx

VARIABLE = "SYMPOSIUM_TESTS_BUILDS"
"""Names the file; what a test starts inherits it."""


def begin() -> None:
    """Name the file, in the process that starts the others."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        number, path = tempfile.mkstemp(prefix="builds-")
        os.close(number)
        os.environ[VARIABLE] = path


def note(builder: str) -> None:
    """Count a build for the test that runs."""
    test = os.environ.get("PYTEST_CURRENT_TEST", "-").partition("::")[0]
    line = f"{test.removeprefix('tests/')} {builder}\n"
    descriptor = os.open(os.environ[VARIABLE], os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    os.write(descriptor, line.encode())
    os.close(descriptor)


@contextmanager
def counting() -> Iterator[None]:
    """Count the builds of this process and of the commands that it starts."""
    make = Sphinx.__init__

    def counted(self: Sphinx, *arguments: Any, **options: Any) -> None:
        note(str(arguments[4] if len(arguments) > 4 else options["buildername"]))
        make(self, *arguments, **options)

    start = subprocess.Popen.__init__

    def heard(self: subprocess.Popen[Any], command: Any, *arguments: Any, **options: Any) -> None:
        if _builds(command):
            note("command")
        start(self, command, *arguments, **options)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Sphinx, "__init__", counted)
        patch.setattr(subprocess.Popen, "__init__", heard)
        yield


def _builds(command: str | Sequence[str | os.PathLike[str]]) -> bool:
    """Tell whether a command builds a site."""
    text = command if isinstance(command, str) else " ".join(map(str, command))
    return any(part in text for part in ("-m sphinx ", "sphinx-build", "make html"))


def table() -> list[str]:
    """Return the lines of the table, the files with the most builds first, and remove the file."""
    path = Path(os.environ[VARIABLE])
    builds = Counter(tuple(line.rsplit(" ", 1)) for line in path.read_text("utf-8").splitlines())
    path.unlink()
    files: Counter[str] = Counter()
    for (test, _), number in builds.items():
        files[test] += number
    lines = [f"{builds.total()} builds"]
    for test, number in files.most_common():
        parts = sorted((kind, many) for (name, kind), many in builds.items() if name == test)
        lines.append(f"{number:4} {test}: {', '.join(f'{kind} {many}' for kind, many in parts)}")
    return lines
