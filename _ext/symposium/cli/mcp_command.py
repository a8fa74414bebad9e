"""``symposium mcp``: let a model ask a knowledge base (Model Context Protocol)."""

from __future__ import annotations

import argparse

from symposium.cli.paths import add_directory, add_plugins
from symposium.cli.wrong_use import WrongUseError
from symposium.model import optional_packages


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_directory(command)
    add_plugins(command)


def run(arguments: argparse.Namespace) -> bool:
    """Answer the client until it ends the conversation.

    Raises:
        WrongUseError: if the library of the protocol is not installed.
    """
    if not optional_packages.has("mcp"):
        raise WrongUseError(optional_packages.missing("mcp", "the server for models"))
    # `symposium mcp --help` does not wait for the library to be imported.
    from symposium.cli.knowledge_tools import tools_of  # noqa: PLC0415
    from symposium.cli.mcp_server import make_server  # noqa: PLC0415

    make_server(tools_of(arguments.directory, arguments.plugin)).run("stdio")
    return False
