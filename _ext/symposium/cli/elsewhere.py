"""``symposium elsewhere``: ask other knowledge bases for the works that a project may cite."""

from __future__ import annotations

import argparse
from pathlib import Path

from symposium.cli.files import write_file
from symposium.cli.paths import add_directory
from symposium.cli.published import papers_of
from symposium.cli.wrong_use import WrongUseError
from symposium.knowledge.elsewhere import SETTING, addresses_in, path_of, written
from symposium.reading.conf_settings import settings_in


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_directory(command)


def run(arguments: argparse.Namespace) -> bool:
    """Write a file for each knowledge base that ``conf.py`` names.

    Raises:
        WrongUseError: if it names none, or one cannot be asked.
    """
    root: Path = arguments.directory
    try:
        addresses = addresses_in(settings_in(root).get(SETTING, {}))
    except ValueError as error:
        raise WrongUseError(f"{root / 'conf.py'}: {error}") from error
    if not addresses:
        raise WrongUseError(
            f"{root / 'conf.py'} names no other knowledge base: write {SETTING} = "
            '{"dept": "https://example.org/"}'
        )
    for name, address in addresses.items():
        papers = papers_of(address)
        path = path_of(root, name)
        try:
            write_file(path, written(papers))
        except (KeyError, TypeError) as error:
            raise WrongUseError(f"{address}: a paper of it is not as expected: {error}") from error
        print(f"{path}: {len(papers):,} papers of {address}")
    return False
