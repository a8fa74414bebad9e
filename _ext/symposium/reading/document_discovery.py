"""Finding the files that Sphinx would make pages of."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from symposium.model.problems import Problem
from symposium.reading.disk import Disk
from symposium.reading.path_patterns import matcher

EXCLUDED = (
    "_build",
    "_readthedocs",
    "_ext",
    ".*",
    "**/.*",
    "node_modules",
    "**/node_modules",
    "venv",
    "tests",
    "bench",
    "examples",
    "files",
    "README*",
    "CHANGELOG*",
    "CONTRIBUTING*",
    "CODE_OF_CONDUCT*",
    "SECURITY*",
    "LICENSE*",
    "AUTHORS*",
    "AGENTS*",
    "CLAUDE*",
)
"""What stands beside the sources of a project with conf.py at its top."""

ALWAYS = ("**/_sources", ".#*", "**/.#*", "*.lproj/**")
"""What Sphinx leaves out of every project."""

SUFFIXES = (".md", ".rst")
BUILT = ".buildinfo"
"""What Sphinx leaves in the folder of a site that it built: no document of ours is in there."""


def documents_in(root: Path, exclude: Iterable[str] = ()) -> tuple[dict[str, str], list[Problem]]:
    """Return the name of each document of a project with its path, both relative to ``root``.

    What ``exclude`` matches, as Sphinx's ``exclude_patterns``, is none; nor is what the project's
    walk leaves out, and reports.
    """
    disk = Disk(root, (*exclude, *EXCLUDED, *ALWAYS))
    found: dict[str, str] = {}
    for path in disk.walk(SUFFIXES, without=BUILT):
        found.setdefault(path.rpartition(".")[0], path)
    return found, disk.problems


def assets_of(root: Path, paths: Iterable[str]) -> Disk:
    """Return the walk through folders of a project that are published as they are."""
    disk = Disk(root, ())
    for path in paths:
        if not path.startswith("/") and os.path.isdir(root / path):  # noqa: PTH112 - `Path.is_dir` may raise
            for _ in disk.walk(("",), start=path.strip("/")):
                pass
    return disk


def sites_in(root: Path) -> list[str]:
    """Return the folders in a project, at its top or one below, that hold a site that was built."""
    excluded = matcher(EXCLUDED, below=True)
    found = [*root.glob(f"*/{BUILT}"), *root.glob(f"*/*/{BUILT}")]
    folders = sorted(path.parent.relative_to(root).as_posix() for path in found)
    return [one for one in folders if not excluded(one.partition("/")[0])]
