"""Building a project again at each change, and collecting its problems."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

from symposium.cli.files import write_file

RE_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
RE_MESSAGE = re.compile(
    r"(?:(?P<path>[^\s:][^:]*?)(?::(?P<line>\d+))?: )?(?:WARNING|ERROR|CRITICAL): (?P<message>.+)"
)
"""A line of Sphinx that names a problem."""

RE_RULE = re.compile(r"^=+\n", re.MULTILINE)
"""A line below a heading in a report of Sphinx."""

STOPPED = 2
"""How Sphinx ends where it could not go on; problems in pages end it with less."""

LAST = 12
"""So many lines are shown of what Sphinx said when it could not go on."""


class Found(TypedDict):
    """A problem as the page shows it."""

    path: str
    line: int
    message: str


@dataclass(frozen=True, slots=True)
class Rebuild:
    """Builds and checks a project. It may be sent to another process."""

    root: Path
    """The project, resolved."""

    @property
    def out(self) -> Path:
        """The folder of the site."""
        return self.root / "_build" / "html"

    @property
    def problems(self) -> Path:
        """The file that says what is wrong, since the last build."""
        return self.root / "_build" / "serve" / "problems.json"

    def __call__(self, changed_paths: Sequence[Path]) -> None:
        """Build and check the project, and write what is wrong."""
        if changed_paths:
            names = sorted({os.path.relpath(path, self.root) for path in changed_paths})
            print(f"changed: {', '.join(names[:5])}{' …' * (len(names) > 5)}", flush=True)
        ours = "symposium", "check", "--format", "json", "--severity", "warning", "."
        checking = self._start(*ours, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        sphinx = "sphinx", "-b", "html", "-j", "auto", "-d", "_build/doctrees", ".", "_build/html"
        building = self._start(*sphinx, stderr=subprocess.PIPE)
        said = [_repeated(line) for line in building.stderr or ()]
        stopped = building.wait() >= STOPPED
        checked = checking.communicate()[0]
        found = [*told_by_check(checked), *told_by_sphinx(said, self.root, stopped=stopped)]
        write_file(self.problems, json.dumps(without_repetition(found)).encode())

    def _start(
        self, *command: str, stderr: int, stdout: int | None = None
    ) -> subprocess.Popen[str]:
        return subprocess.Popen(  # noqa: S603 - our own arguments
            [sys.executable, "-m", *command],
            cwd=self.root, stdout=stdout, stderr=stderr, encoding="utf-8", errors="replace",
        )  # fmt: skip


def _repeated(line: str) -> str:
    """Show a line of another process, and return it without colours."""
    sys.stderr.write(line)
    sys.stderr.flush()
    return RE_COLOUR.sub("", line).rstrip()


def told_by_check(output: str) -> Iterator[Found]:
    """Yield the problems that `symposium check` has printed as JSON."""
    try:
        rows = json.loads(output)
    except ValueError:
        return  # it could not read the project, which the build says too
    for row in rows:
        message = f"{row['code']} {row['message']}{': ' * bool(row['hint'])}{row['hint'] or ''}"
        yield {"path": row["path"], "line": row["line"], "message": message}


def told_by_sphinx(lines: Sequence[str], root: Path, *, stopped: bool) -> Iterator[Found]:
    """Yield what a build has complained of, and how it ended if it ``stopped``."""
    if stopped:
        reason = "\n".join(filter(None, lines)).partition("\nThe full traceback")[0]
        last = RE_RULE.split(reason)[-1].split("\n")[-LAST:]
        yield {"path": "", "line": 0, "message": "\n".join(last)}
        return
    for line in lines:
        if found := RE_MESSAGE.fullmatch(line):
            path = found["path"] or ""
            name = os.path.relpath(path, root) if os.path.isabs(path) else path  # noqa: PTH117
            yield {"path": name, "line": int(found["line"] or 0), "message": found["message"]}


def without_repetition(found: Sequence[Found]) -> list[Found]:
    """Return problems without those of Sphinx in files about which the check says more.

    Sphinx speaks of a page only when it reads the page again; the check always speaks of all.
    """
    checked = {one["path"] for one in found if re.match(r"[A-Z]\d{3} ", one["message"])}
    return [
        one
        for one in found
        if one["path"] not in checked or re.match(r"[A-Z]\d{3} ", one["message"])
    ]
