"""The project that a command works on."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path

from symposium.cli.paths import add_directory, add_plugins
from symposium.cli.wrong_use import WrongUseError
from symposium.locale import Texts, texts_of
from symposium.model.progress import Tell, untold
from symposium.model.user_cache import user_cache
from symposium.project import NoProjectError, Project, bibfiles_in, read
from symposium.reading.conf_settings import settings_in, texts_in

__all__ = ["Project", "add_project", "add_sources", "bibfiles_in", "counted", "load"]


def add_project(command: argparse.ArgumentParser) -> None:
    """Add the arguments that name a project."""
    add_directory(command)
    add_sources(command)


def add_sources(command: argparse.ArgumentParser) -> None:
    """Add the arguments that name bibliographies and plugins."""
    add_plugins(command)
    command.add_argument(
        "--bib", action="append", metavar="FILE",
        help="a bibliography, relative to the project; may be repeated (default: as conf.py says)",
    )  # fmt: skip


def load(
    root: Path,
    bibfiles: Sequence[str] | None = None,
    tell: Tell = untold,
    trusted: Sequence[str] = (),
    cache: Path | None = None,
) -> Project:
    """Read a project and resolve what is in it; ``tell`` hears how far it is.

    Of plugins that lie in the folder, those are loaded that are ``trusted``. Entries that were
    read before are kept in ``cache``.

    Raises:
        WrongUseError: if there is no project in ``root``, or no such bibliography.
    """
    try:
        return read(root, bibfiles, tell, trusted, cache)
    except NoProjectError as error:
        raise WrongUseError(str(error)) from error


def cache_folder(root: Path) -> Path | None:
    """Return the folder of what is known of the project in ``root``; ``None`` to keep nothing."""
    name = blake2b(os.fsencode(root.resolve()), digest_size=16).hexdigest()
    return user_cache("checked-projects", name)


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


def counted(number: int, one: str, many: str) -> str:
    """Return a number with the word for what is counted.

    >>> counted(1, "person", "people"), counted(1200, "person", "people")
    ('1 person', '1,200 people')
    """
    return f"{number:,} {one if number == 1 else many}"
