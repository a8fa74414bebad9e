"""Bring the catalogues of messages up to date with the code: ``make texts``.

``symposium.pot`` holds all texts of readers; each language that has a catalogue gets those that are
new. ``python tools/texts.py LANGUAGE`` begins the catalogue of another language.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from babel.messages.frontend import CommandLineInterface

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "_ext" / "symposium"
LOCALE = PACKAGE / "locale"
TEMPLATE = LOCALE / "symposium.pot"
LAYOUT = ("--width=100", "--no-location", "--sort-output")


def extract(target: Path) -> None:
    """Write all messages of the code and the templates into a file."""
    keywords = ("-k", "plural:2,3", "-k", "Kind:4")
    os.chdir(ROOT)
    _babel("extract", "-F", "babel.cfg", *keywords, "--omit-header", *LAYOUT, "-o", target, PACKAGE)


def update() -> None:
    """Add new messages to every catalogue, and take out those that are no more."""
    _babel(
        "update", "-D", "symposium", "-i", TEMPLATE, "-d", LOCALE, "--width=100",
        "--no-fuzzy-matching", "--ignore-obsolete", "--ignore-pot-creation-date",
    )  # fmt: skip


def _babel(command: str, *arguments: str | Path) -> None:
    CommandLineInterface().run(["pybabel", "--quiet", command, *map(str, arguments)])


if __name__ == "__main__":
    extract(TEMPLATE)
    for language in sys.argv[1:]:
        _babel("init", "-D", "symposium", "-i", TEMPLATE, "-d", LOCALE, "-l", language)
    update()
