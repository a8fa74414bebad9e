"""The commands, their arguments, and their exit status.

A command's module is only imported when it is used: ``symposium --help`` imports none.
"""

from __future__ import annotations

import argparse
import atexit
import gc
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
"""Exit status of a command: all is well, problems were found, it was used wrongly."""


class Command(NamedTuple):
    """A command: its module, with ``add_arguments`` and ``run``, and its help text."""

    module: str
    help: str
    extra: Extra | None = None
    """The extra of the distribution with a library that its module imports."""


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
    "why": Command(
        "symposium.cli.why",
        "tell what a page is made from, and what of it has changed since the last build",
    ),
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
"""The built-in commands by name."""


def commands(asked: str = "") -> Mapping[str, Command]:
    """Return all commands, with those of installed plugins unless a built-in one is asked for."""
    if asked in COMMANDS:
        return COMMANDS
    from symposium.plugin.loading import load_plugins  # noqa: PLC0415 - slow, and seldom needed

    plugins, _ = load_plugins(Path())
    added_commands = (command for plugin in plugins.loaded for command in plugin.commands)
    added = {command.name: Command(command.module, command.help) for command in added_commands}
    return {**added, **COMMANDS}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command in ``argv`` (default: that of the process), and return its exit status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # Show an escape for a character that the terminal's encoding lacks, and do not fail.
            stream.reconfigure(errors="backslashreplace")
    words = sys.argv[1:] if argv is None else argv
    atexit.register(gc.freeze)  # to free all objects one by one at the end would take a tenth
    try:
        arguments = parser(words).parse_args(words)
        has_problems: bool = arguments.run(arguments)
        sys.stdout.flush()
    except LocatedError as error:
        print(f"symposium: {error}", file=sys.stderr)
        return WRONG
    except BrokenPipeError:
        # The reader, such as head, has closed the pipe; Python must not flush into it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FOUND
    return FOUND if has_problems else FINE


def parser(words: Sequence[str]) -> argparse.ArgumentParser:
    """Return the parser of a command line; only the command in ``words`` gets its arguments.

    Raises:
        WrongUseError: if the extra of that command is not installed.
    """
    top = argparse.ArgumentParser(
        prog="symposium",
        description="People, papers and events as plain text, published as a site.",
        epilog="exit status: 0 all is well, 1 problems were found, 2 wrong use",
    )
    top.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    listed = top.add_subparsers(title="commands", required=True, metavar="COMMAND")
    asked = next((word for word in words if not word.startswith("-")), "")
    available = COMMANDS if "--version" in words else commands(asked)
    for name, (module, text, extra) in available.items():
        command = listed.add_parser(name, help=text, description=text)
        if name == asked:
            from symposium.model.memory import uncollected  # noqa: PLC0415 - as above
            from symposium.model.optional_packages import has, missing  # noqa: PLC0415 - as above

            if extra and not has(extra):
                raise WrongUseError(missing(extra, f"symposium {name}"))
            with uncollected():  # imports make no garbage
                imported = import_module(module)
            imported.add_arguments(command)
            command.set_defaults(run=imported.run)
    return top
