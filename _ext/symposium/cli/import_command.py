"""``symposium import``: run an importer of a plugin."""

from __future__ import annotations

import argparse
from importlib import import_module
from pathlib import Path
from typing import Any

from symposium.plugin.collection import blamed
from symposium.plugin.loading import load_plugins


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add a subcommand for each importer of the shipped and the installed plugins."""
    subparsers = command.add_subparsers(title="what to import", required=True, metavar="WHAT")
    plugins, _ = load_plugins(Path())
    for importer in (importer for plugin in plugins.loaded for importer in plugin.importers):
        name, about = importer.name, importer.help
        parser = subparsers.add_parser(name, help=about, description=f"Import {about}.")
        with blamed(f"the importer {name}"):
            module: Any = import_module(importer.module)
            module.add_arguments(parser)
        parser.set_defaults(importer=(name, module))


def run(arguments: argparse.Namespace) -> bool:
    """Run the importer; return whether its user must decide something."""
    name, module = arguments.importer
    with blamed(f"the importer {name}"):
        undecided: bool = module.run(arguments)
    return undecided
