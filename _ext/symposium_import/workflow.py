"""The workflow that looks for new works of a project's people every week."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from symposium.cli.files import write_file
from symposium.cli.paths import check_conf
from symposium.cli.writing_files import content_of
from symposium.cli.wrong_use import WrongUseError

PATH = ".github/workflows/new-works.yml"


def write(root: Path) -> str:
    """Write the workflow into a project; return what was done.

    Raises:
        WrongUseError: if another one is there, or there is no project.
    """
    path = root / PATH
    check_conf(root)
    made = (files("symposium_import") / "new-works.yml").read_bytes()
    if content_of(path) not in {None, made}:
        raise WrongUseError(f"{path} is there and says something else: remove it first")
    write_file(path, made)
    return f"{path.as_posix()} is written: it needs the permission to open pull requests"
