"""``symposium search``: the records of a project that fit some words best."""

from __future__ import annotations

import argparse
import json

from symposium.cli.project import add_directory, add_plugins


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    command.add_argument("query", metavar="QUERY", help="words, a name, an id, a cite key, …")
    add_directory(command)
    command.add_argument(
        "--json", action="store_true", help="print a list of objects, for programs"
    )
    add_plugins(command)


def run(arguments: argparse.Namespace) -> bool:
    """Print a line for each record, the best first; return whether there is none."""
    # `symposium search --help` does not wait for what reads projects.
    from symposium.mcp.tools import tools_of  # noqa: PLC0415

    found = tools_of(arguments.directory, arguments.plugin).search(arguments.query)["results"]
    if arguments.json:
        print(json.dumps(found, ensure_ascii=False, indent=2))
    else:
        for one in found:
            parts = (one["title"], ", ".join(one.get("authors", ())), one.get("year"), one["url"])
            print("\t".join(str(part or "") for part in parts))
    return not found
