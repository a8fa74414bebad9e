"""``symposium import``: what the importers of plugins offer."""

from __future__ import annotations

import argparse
from importlib import import_module
from pathlib import Path
from typing import Any

from symposium.plugin.collection import blamed
from symposium.plugin.loading import load_plugins


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add what can be imported: by what is shipped, and by plugins that are installed."""
    what = command.add_subparsers(title="what to import", required=True, metavar="WHAT")
    plugins, _ = load_plugins(Path())
    for one in (importer for plugin in plugins.loaded for importer in plugin.importers):
        importer = what.add_parser(one.name, help=one.help, description=f"Import {one.help}.")
        with blamed(f"the importer {one.name}"):
            module: Any = import_module(one.module)
            module.add_arguments(importer)
        importer.set_defaults(importer=(one.name, module))


def run(arguments: argparse.Namespace) -> bool:
    """Import; return whether somebody has to decide something."""
    name, module = arguments.importer
    with blamed(f"the importer {name}"):
        found: bool = module.run(arguments)
    return found
