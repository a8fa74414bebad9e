"""``symposium linkcheck``: ask for every external link whether it still answers."""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

from symposium.cli.project import add_directory, check_conf


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_directory(command)


def run(arguments: argparse.Namespace) -> bool:
    """Check the links of a project; tell whether one is broken.

    Raises:
        WrongUseError: if there is no project.
    """
    root: Path = arguments.directory
    check_conf(root)
    out = root / "_build"
    folders = [str(root), str(out / "linkcheck")]
    command = [sys.executable, "-m", "sphinx", "-b", "linkcheck", "-d", str(out / "doctrees")]
    return bool(subprocess.run([*command, *folders], check=False).returncode)  # noqa: S603 - ours
