"""``symposium lsp``: start the language server."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from symposium.cli.paths import add_plugins
from symposium.cli.wrong_use import WrongUseError
from symposium.model import optional_packages


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    command.add_argument(
        "directory", nargs="?", type=Path, metavar="DIR",
        help="the project: the folder of conf.py (default: what the editor has open)",
    )  # fmt: skip
    add_plugins(command)
    # Many editors add it without being asked; there is nothing else to choose.
    command.add_argument("--stdio", action="store_true", help=argparse.SUPPRESS)


def run(arguments: argparse.Namespace) -> bool:
    """Answer the editor until it ends the conversation.

    Raises:
        WrongUseError: if the library that speaks with editors is not installed.
    """
    if not optional_packages.has("lsp"):
        raise WrongUseError(optional_packages.missing("lsp", "the language server"))
    # `symposium lsp --help` does not wait for the library to be imported (0.3 s).
    from symposium.cli.language_server import make_server  # noqa: PLC0415

    # The library closes what it writes to; standard output stays open for whoever is next.
    with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as out:
        make_server(arguments.directory, arguments.plugin).start_io(stdout=out)
    return False
