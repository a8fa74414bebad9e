"""What Sphinx warns of when it reads the pages of a project, as problems of ours."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from symposium.cli.paths import check_conf
from symposium.lint.wanted_problems import CODES
from symposium.model.problems import Code, Place, Problem

RE_WARNING = re.compile(
    r"(?:(?P<path>[^\n:]+?)(?::(?P<line>\d+)|:docstring of [^:]*(?::\d+)?)?: )?"
    r"(?:WARNING|ERROR|CRITICAL|SEVERE): (?P<message>.*)"
)
RE_CODE = re.compile(r" \[symposium\.([A-Z]+\d+)\]$")
RE_TYPE = re.compile(r" \[[\w.-]+\]$")
"""What a message is called in ``suppress_warnings``."""
RE_CAUSE = re.compile(r"^\s*(?:\w+\.)*(\w*(?:Error|Exception|Exit)\w*: .+)$", re.MULTILINE)
"""The last line of a traceback."""
CONF = "conf.py"
"""The file of a warning that names none: it is about the project."""


def warnings_of_build(root: Path, known: Iterable[Problem]) -> list[Problem]:
    """Return what Sphinx warns of in a project, but for problems that are ``known``.

    Raises:
        WrongUseError: if there is no ``conf.py``.
    """
    check_conf(root)
    root = root.resolve()
    with TemporaryDirectory() as folder:
        written = Path(folder, "warnings")
        command = [
            sys.executable,
            "-m",
            "sphinx",
            "-nWq",
            "-b",
            "dummy",
            "-j",
            "auto",
            "--no-color",
        ]
        folders = ["-d", f"{folder}/doctrees", "-w", str(written), str(root), f"{folder}/out"]
        done = subprocess.run(  # noqa: S603 - ours
            [*command, *folders], capture_output=True, text=True, errors="replace", check=False
        )
        text = written.read_text("utf-8", "replace") if written.exists() else ""
    warnings = list(_problems_in(text, root))
    if done.returncode and not warnings:
        causes = RE_CAUSE.findall(done.stderr) or done.stderr.split("\n")[-2:-1]
        message = f"Sphinx cannot read the project: {''.join(causes[-1:])}"
        warnings = [Problem(Code.PAGE_WARNED, message, Place(CONF), "mend that first")]
    told = {(problem.place.path, _key(problem.text)) for problem in known}
    return [one for one in warnings if (one.place.path, _key(one.text)) not in told]


def _key(text: str) -> str:
    """Return what says that two messages are one, whatever hint a build puts behind it."""
    return RE_TYPE.sub("", text.partition(": ")[0])


def _problems_in(text: str, root: Path) -> Iterator[Problem]:
    """Yield the warnings in what Sphinx has written, each with the lines below it behind."""
    problem: Problem | None = None
    for line in text.splitlines():
        found = RE_WARNING.fullmatch(line)
        if found is None:
            if problem and line.strip():
                problem = replace(problem, message=f"{problem.message} {line.strip()}")
            continue
        if problem:
            yield problem
        problem = _problem(found, root)
    if problem:
        yield problem


def _problem(found: re.Match[str], root: Path) -> Problem:
    path, message = found["path"] or CONF, found["message"]
    if Path(path).is_relative_to(root):
        path = Path(path).relative_to(root).as_posix()
    ours = RE_CODE.search(message)
    code = CODES.get(ours[1]) if ours else None
    if ours and code:
        message = message[: ours.start()]
    return Problem(code or Code.PAGE_WARNED, message, Place(path, int(found["line"] or 1)))
