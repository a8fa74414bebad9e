"""The commands, their arguments, and how they end."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence

from symposium import __version__
from symposium.cli import check, export, lsp, new, schema
from symposium.cli.importing import command as importing
from symposium.cli.project import WrongUseError

FINE, FOUND, WRONG = 0, 1, 2
"""How a command ends: all is well, problems were found, it was used wrongly."""

COMMANDS = {
    "new": new, "check": check, "export": export, "import": importing, "schema": schema, "lsp": lsp,
}  # fmt: skip
"""The commands by name."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command that ``argv`` (by default that of the process) names; return its status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A terminal that has no such letter shows its number; it is no reason to stop.
            stream.reconfigure(errors="backslashreplace")
    arguments = parser().parse_args(argv)
    try:
        found: bool = arguments.run(arguments)
        sys.stdout.flush()
    except WrongUseError as error:
        print(f"symposium: {error}", file=sys.stderr)
        return WRONG
    except BrokenPipeError:
        # Whoever read our output has seen enough; Python must not try to flush it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FOUND
    return FOUND if found else FINE


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    top = argparse.ArgumentParser(
        prog="symposium",
        description="People, papers and events as plain text, published as a site.",
        epilog="exit status: 0 all is well, 1 problems were found, 2 wrong use",
    )
    top.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    commands = top.add_subparsers(title="commands", required=True, metavar="COMMAND")
    for name, module in COMMANDS.items():
        command = commands.add_parser(name, help=module.HELP, description=module.HELP)
        module.add_arguments(command)
        command.set_defaults(run=module.run)
    return top
