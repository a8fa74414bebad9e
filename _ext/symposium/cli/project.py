"""The project of a command: its arguments, its cache folder, and the progress of reading it."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from hashlib import blake2b
from pathlib import Path

from symposium.cli.wrong_use import WrongUseError
from symposium.model.problems import Edit, Place, Problem
from symposium.model.progress import Reporter, Tell, is_terminal
from symposium.model.user_cache import user_cache


def add_sources(command: argparse.ArgumentParser) -> None:
    """Add the arguments that name bibliographies and plugins."""
    add_plugins(command)
    command.add_argument(
        "--bib", action="append", metavar="FILE",
        help="a bibliography, relative to the project; may be repeated (default: as conf.py says)",
    )  # fmt: skip


def cache_folder(root: Path) -> Path | None:
    """Return the cache folder of the project in ``root``, or ``None`` if caching is off."""
    name = blake2b(os.fsencode(root.resolve()), digest_size=16).hexdigest()
    return user_cache("checked-projects", name)


def counted(number: int, singular: str, many: str) -> str:
    """Return a number with its noun in the singular or plural.

    >>> counted(1, "person", "people"), counted(1200, "person", "people")
    ('1 person', '1,200 people')
    """
    return f"{number:,} {singular if number == 1 else many}"


def selected(paths: Sequence[Path]) -> tuple[Path, frozenset[str]]:
    """Return the folder of the project, and the selected files in it; no files means all.

    Raises:
        WrongUseError: if there are several folders, or a path does not exist.
    """
    folders = [path for path in paths if path.is_dir()]
    if len(folders) > 1:
        raise WrongUseError(f"{folders[0]} and {folders[1]} are two projects: check one at a time")
    root = folders[0] if folders else Path()
    files = [path for path in paths if path not in folders]
    for path in files:
        if not path.is_file():
            raise WrongUseError(f"there is no file or folder {path}")
    names = (os.path.relpath(path, root).replace(os.sep, "/") for path in files)
    return root, frozenset(names)


def from_here(problems: Iterable[Problem], root: Path) -> Iterator[Problem]:
    """Yield problems with paths relative to the current folder."""

    @cache
    def reached(path: str) -> str:
        return os.path.normpath(root / path).replace(os.sep, "/")

    def moved(place: Place) -> Place:
        return Place(reached(place.path), max(place.line, 1), max(place.column, 1))

    for problem in problems:
        edits = tuple([Edit(moved(edit.place), edit.old, edit.new) for edit in problem.edits])
        yield replace(problem, place=moved(problem.place), edits=edits)


def add_directory(command: argparse.ArgumentParser) -> None:
    """Add the argument that names the folder of a project."""
    command.add_argument(
        "directory", nargs="?", type=Path, default=Path(), metavar="DIR",
        help="the project: the folder of conf.py (default: here)",
    )  # fmt: skip


def check_conf(root: Path) -> None:
    """Check that a folder is a project that can be built.

    Raises:
        WrongUseError: if there is no ``conf.py``.
    """
    if not (root / "conf.py").is_file():
        raise WrongUseError(f"{root} holds no project: there is no conf.py")


def add_plugins(command: argparse.ArgumentParser) -> None:
    """Add the argument that names plugins."""
    command.add_argument(
        "--plugin", action="append", default=[], metavar="MODULE:NAME",
        help="load this plugin, also from the folder of the project; may be repeated (default: of "
        "those that conf.py names, what is installed elsewhere)",
    )  # fmt: skip


@contextmanager
def progress() -> Iterator[Tell]:
    """Show the progress of slow steps within on stderr; a terminal is clean at the end."""
    reporter = Reporter(_write, is_terminal(sys.stderr))
    try:
        yield reporter
    finally:
        reporter.finish()


def _write(text: str) -> None:
    sys.stderr.write(text)
    sys.stderr.flush()
