"""``symposium schema``: print the JSON Schemas of front matter and of the API."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from symposium.cli.files import write_file
from symposium.cli.paths import add_plugins
from symposium.cli.wrong_use import WrongUseError
from symposium.export.api_schema import schema as api_schema
from symposium.kinds import BUILT_IN, BY_NAME
from symposium.plugin.loading import load_plugins
from symposium.reading.json_schema import json_schema

API = "api"


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    command.add_argument(
        "kind", nargs="?", metavar="KIND",
        help=f"{', '.join(one.name for one in BUILT_IN)}, {API} or a kind of a plugin "
        "(default: all, in one object)",
    )  # fmt: skip
    add_plugins(command)
    command.add_argument(
        "-o", "--output", type=Path, metavar="DIR", help="write DIR/KIND.json instead"
    )


def run(arguments: argparse.Namespace) -> bool:
    """Print or write one schema or all of them; nothing can be wrong with them.

    Raises:
        WrongUseError: if there is no such kind, or a plugin cannot be used.
    """
    _, problems = load_plugins(Path(), trusted=arguments.plugin)
    if problems:
        raise WrongUseError(problems[0].text)
    known = [*BY_NAME, API]
    if arguments.kind and arguments.kind not in known:
        raise WrongUseError(f"there is no kind {arguments.kind}: there are {', '.join(known)}")
    made = {kind: _schema(kind) for kind in ([arguments.kind] if arguments.kind else known)}
    if arguments.output:
        for kind, one in made.items():
            write_file(arguments.output / f"{kind}.json", _dump(one).encode())
    else:
        sys.stdout.write(_dump(made[arguments.kind] if arguments.kind else made))
    return False


def _schema(kind: str) -> dict[str, Any]:
    return api_schema() if kind == API else json_schema(kind)


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"
