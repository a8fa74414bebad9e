"""``symposium why``: print what a page is made from, and what of that has changed."""

from __future__ import annotations

import argparse

from symposium.cli.project import add_directory, check_conf


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    command.add_argument("page", metavar="PAGE", help="a page or its file, an id or a cite key")
    add_directory(command)


def run(arguments: argparse.Namespace) -> bool:
    """Print what a page is made from and what has changed; return ``False``, as all is well.

    Raises:
        LocatedError: if there is no project, no build or no such page.
    """
    # `symposium why --help` does not wait for Sphinx.
    from symposium.sphinxext.reasons import last_build  # noqa: PLC0415

    check_conf(arguments.directory)
    with last_build(arguments.directory) as reasons:
        print("\n".join(reasons.answer(reasons.find(arguments.page))))
    return False
