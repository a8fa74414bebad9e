"""Finding the files that Sphinx would make pages of."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

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


def documents_in(root: Path, exclude: Iterable[str] = ()) -> dict[str, str]:
    """Return the name of each document of a project with its path, both relative to ``root``.

    What ``exclude`` matches, as Sphinx's ``exclude_patterns``, is none, nor are symbolic links
    that lead out of the project.
    """
    excluded = matcher((*exclude, *EXCLUDED, *ALWAYS))
    found: dict[str, str] = {}
    for path in _files(os.path.realpath(root), "", excluded, ()):
        if path.endswith(SUFFIXES):
            found.setdefault(path.rpartition(".")[0], path)
    return found


def sites_in(root: Path) -> list[str]:
    """Return the folders in a project, at its top or one below, that hold a site that was built."""
    excluded = matcher(EXCLUDED)
    found = [*root.glob(f"*/{BUILT}"), *root.glob(f"*/*/{BUILT}")]
    folders = sorted(path.parent.relative_to(root).as_posix() for path in found)
    return [one for one in folders if not excluded(one.partition("/")[0])]


def _files(
    root: str, folder: str, excluded: Callable[[str], bool], above: tuple[str, ...]
) -> Iterator[str]:
    """Yield the paths of the files below a folder, those of each folder in order."""
    real = os.path.realpath(f"{root}/{folder}")
    if real in above or not (real == root or real.startswith(root + os.sep)):
        return
    try:
        with os.scandir(real) as scan:
            entries = sorted((entry.name, entry) for entry in scan)
    except OSError:
        return
    if folder and any(name == BUILT for name, _ in entries):
        return
    folders = []
    for name, entry in entries:
        path = f"{folder}/{name}" if folder else name
        if excluded(path) or (entry.is_symlink() and not Path(entry.path).exists()):
            continue  # a link may lead nowhere, or to itself
        if entry.is_dir():
            folders.append(path)
        elif entry.is_file() and (not entry.is_symlink() or _leads_to_source(root, entry.path)):
            yield path
    for path in folders:
        yield from _files(root, path, excluded, (*above, real))


def _leads_to_source(root: str, path: str) -> bool:
    real = os.path.realpath(path)
    return real.startswith(root + os.sep) and real.endswith(SUFFIXES)
