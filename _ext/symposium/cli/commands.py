"""The commands, their arguments, and how they end.

A command is imported when it is asked for: ``symposium --help`` needs none of them.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from symposium import __version__
from symposium.cli.wrong_use import WrongUseError
from symposium.model.errors import LocatedError

if TYPE_CHECKING:
    from symposium.model.optional_packages import Extra

FINE, FOUND, WRONG = 0, 1, 2
"""How a command ends: all is well, problems were found, it was used wrongly."""


class Command(NamedTuple):
    """A command: the module with its ``add_arguments`` and ``run``, and what it does."""

    module: str
    help: str
    extra: Extra | None = None
    """The extra of the distribution that has the library which its module imports."""


COMMANDS: Mapping[str, Command] = {
    "check": Command("symposium.cli.check", "check a project: its files, names and references"),
    "serve": Command(
        "symposium.cli.serve", "show a project as a site, and rebuild it at every save", "serve"
    ),
    "search": Command("symposium.mcp.search", "search a project or a site for some words"),
    "export": Command(
        "symposium.cli.export",
        "export the facts of a project as JSON, BibTeX, calendars or curricula vitae",
    ),
    "import": Command("symposium.cli.import_command", "make files from what other systems export"),
    "schema": Command(
        "symposium.cli.schema_command",
        "print the JSON Schema of a kind's front matter, or of the site's api/v1",
    ),
    "mcp": Command(
        "symposium.mcp.command",
        "let a model query a project or a site (Model Context Protocol)",
        "mcp",
    ),
    "lsp": Command(
        "symposium.editor.lsp",
        "help an editor, which starts this itself (Language Server Protocol)",
        "lsp",
    ),
}
"""Name to command; a new one is an entry here."""


def commands(asked: str = "") -> Mapping[str, Command]:
    """Return all commands, those of installed plugins too; as few as do if one is asked for."""
    if asked in COMMANDS:
        return COMMANDS
    from symposium.plugin.loading import load_plugins  # noqa: PLC0415 - few commands wait for it

    plugins, _ = load_plugins(Path())
    ours = (command for plugin in plugins.loaded for command in plugin.commands)
    added = {command.name: Command(command.module, command.help) for command in ours}
    return {**added, **COMMANDS}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command that ``argv`` (by default that of the process) names; return its status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A terminal that has no such letter shows its number; it is no reason to stop.
            stream.reconfigure(errors="backslashreplace")
    words = sys.argv[1:] if argv is None else argv
    try:
        arguments = parser(words).parse_args(words)
        found: bool = arguments.run(arguments)
        sys.stdout.flush()
    except LocatedError as error:
        print(f"symposium: {error}", file=sys.stderr)
        return WRONG
    except BrokenPipeError:
        # Whoever read our output has seen enough; Python must not try to flush it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FOUND
    return FOUND if found else FINE


def parser(words: Sequence[str]) -> argparse.ArgumentParser:
    """Return the parser of a command line; only the command that it names has its arguments.

    Raises:
        WrongUseError: if the library of that command is not installed.
    """
    top = argparse.ArgumentParser(
        prog="symposium",
        description="People, papers and events as plain text, published as a site.",
        epilog="exit status: 0 all is well, 1 problems were found, 2 wrong use",
    )
    top.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    listed = top.add_subparsers(title="commands", required=True, metavar="COMMAND")
    asked = next((word for word in words if not word.startswith("-")), "")
    known = COMMANDS if "--version" in words else commands(asked)
    for name, (module, text, extra) in known.items():
        command = listed.add_parser(name, help=text, description=text)
        if name == asked:
            from symposium.model.memory import uncollected  # noqa: PLC0415 - as above
            from symposium.model.optional_packages import has, missing  # noqa: PLC0415 - as above

            if extra and not has(extra):
                raise WrongUseError(missing(extra, f"symposium {name}"))
            with uncollected():  # nothing that is imported is garbage
                imported = import_module(module)
            imported.add_arguments(command)
            command.set_defaults(run=imported.run)
    return top
