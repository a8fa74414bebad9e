"""``symposium schema``: print the JSON Schemas of front matter and of the API."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from symposium.cli.files import write_file
from symposium.export.api_schema import schema as api_schema
from symposium.kinds import BY_NAME
from symposium.reading.json_schema import json_schema

MAKERS: Mapping[str, Callable[[], dict[str, Any]]] = {
    **{kind: partial(json_schema, kind) for kind in BY_NAME},
    "api": api_schema,
}
"""What can be asked for, and what makes it."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    command.add_argument(
        "kind", nargs="?", choices=MAKERS, metavar="KIND",
        help=f"{', '.join(MAKERS)} (default: all, in one object)",
    )  # fmt: skip
    command.add_argument(
        "-o", "--output", type=Path, metavar="DIR", help="write DIR/KIND.json instead"
    )


def run(arguments: argparse.Namespace) -> bool:
    """Print or write one schema or all of them; nothing can be wrong with them."""
    kinds = [arguments.kind] if arguments.kind else list(MAKERS)
    made = {kind: MAKERS[kind]() for kind in kinds}
    if arguments.output:
        for kind, one in made.items():
            write_file(arguments.output / f"{kind}.json", _dump(one).encode())
    else:
        sys.stdout.write(_dump(made[arguments.kind] if arguments.kind else made))
    return False


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"
