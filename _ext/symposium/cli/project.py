"""The project that a command works on."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from symposium.cli.wrong_use import WrongUseError
from symposium.kinds import KINDS
from symposium.knowledge import KnowledgeBase, build
from symposium.knowledge.checks import sorted_problems
from symposium.locale import Texts, texts_of
from symposium.model.problems import Problem
from symposium.model.progress import Tell, untold
from symposium.reading.conf_settings import identity_in, settings_in, texts_in
from symposium.reading.folder import read_project
from symposium.reading.layout import base_of, layout_of

BIBFILES = ("refs.bib",)
"""The bibliography of a project whose ``conf.py`` names none."""


@dataclass(frozen=True, slots=True)
class Project:
    """What was read from a folder."""

    root: Path
    kb: KnowledgeBase
    problems: tuple[Problem, ...]
    """What reading and resolving it met, in order."""
    bibfiles: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    identity: str = ""
    """What tells its site from others."""
    base: str = ""
    """The folder below ``root`` that all records lie in, with a slash at its end."""
    hosted: bool = False
    """Whether it is somebody else's documentation, whose pages are not ours to judge."""


def add_project(command: argparse.ArgumentParser) -> None:
    """Add the arguments that name a project."""
    command.add_argument(
        "directory", nargs="?", type=Path, default=Path(), metavar="DIR",
        help="the project: the folder of conf.py (default: here)",
    )  # fmt: skip
    add_bibliographies(command)


def add_bibliographies(command: argparse.ArgumentParser) -> None:
    """Add the argument that names bibliographies."""
    command.add_argument(
        "--bib", action="append", metavar="FILE",
        help="a bibliography, relative to the project; may be repeated (default: as conf.py says)",
    )  # fmt: skip


def load(root: Path, bibfiles: Sequence[str] | None = None, tell: Tell = untold) -> Project:
    """Read a project and resolve what is in it; ``tell`` hears how far it is.

    Raises:
        WrongUseError: if there is no project in ``root``, or no such bibliography.
    """
    if not root.is_dir():
        raise WrongUseError(f"{root} is not a folder")
    for name in bibfiles or ():
        if not (root / name).is_file():
            raise WrongUseError(f"there is no bibliography {root / name}")
    settings = settings_in(root)
    names = tuple(bibfiles or bibfiles_in(settings))
    marks = ["conf.py", *names, *(kind.folder for kind in KINDS)]
    if not any((root / mark).exists() for mark in marks):
        raise WrongUseError(
            f"{root} holds no project: neither conf.py nor refs.bib nor people/ is there"
        )
    exclude = tuple(texts_in(settings.get("exclude_patterns")))
    hosted = is_hosted(root, settings)
    layout = layout_of(root, settings if hosted else {**settings, "symposium_site": True}, exclude)
    records, problems = read_project(root, names, exclude, layout, tell=tell)
    kb, found = build(records, tell)
    found = sorted_problems((*problems, *found))
    return Project(
        root, kb, tuple(found), names, exclude, identity_in(settings), layout.base, hosted
    )


def texts_of_project(root: Path) -> Texts:
    """Return the texts of the language in which a project is published.

    Raises:
        WrongUseError: if one of its catalogues cannot be read.
    """
    settings = settings_in(root)
    language = settings.get("language")
    folders = [root / name for name in texts_in(settings.get("locale_dirs", ["locales"]))]
    try:
        return texts_of(language if isinstance(language, str) else None, folders)
    except ValueError as error:
        raise WrongUseError(str(error)) from error


def is_hosted(root: Path, settings: Mapping[str, Any]) -> bool:
    """Tell whether a project is somebody else's documentation, in which ours is a guest."""
    return settings.get("symposium_site") is not True and (root / "conf.py").exists()


def bibfiles_in(settings: Mapping[str, Any]) -> Sequence[str]:
    """Return the bibliographies that the settings of a project name."""
    names = (texts_in(settings.get(name)) for name in ("bibtex_bibfiles", "symposium_bibfiles"))
    base = base_of(settings.get("symposium_root"))
    return next(filter(None, names), [f"{base}{name}" for name in BIBFILES])


def counted(number: int, one: str, many: str) -> str:
    """Return a number with the word for what is counted.

    >>> counted(1, "person", "people"), counted(1200, "person", "people")
    ('1 person', '1,200 people')
    """
    return f"{number:,} {one if number == 1 else many}"
