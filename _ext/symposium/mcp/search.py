"""``symposium search``: print the records of a project that match some words best."""

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
    """Print a line for each record, best matches first; return whether there is none."""
    # Imported late, so that `symposium search --help` is fast.
    from symposium.mcp.tools import tools_of  # noqa: PLC0415

    results = tools_of(arguments.directory, arguments.plugin).search(arguments.query)["results"]
    if arguments.json:
        print(json.dumps(results, ensure_ascii=False, indent=2))
    else:
        for hit in results:
            parts = (hit["title"], ", ".join(hit.get("authors", ())), hit.get("year"), hit["url"])
            print("\t".join(str(part or "") for part in parts))
    return not results
