"""``symposium mcp``: let a model ask a knowledge base (Model Context Protocol)."""

from __future__ import annotations

import argparse

from symposium.cli.paths import add_plugins
from symposium.cli.wrong_use import WrongUseError
from symposium.model import optional_packages


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    command.add_argument(
        "source", nargs="?", default=".", metavar="SOURCE",
        help="the folder of a project or of a built site, or the address of a site (default: here)",
    )  # fmt: skip
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

    make_server(tools_of(arguments.source, arguments.plugin)).run("stdio")
    return False
