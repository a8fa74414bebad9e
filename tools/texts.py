"""Bring the catalogues of messages up to date with the code: ``make texts``.

``symposium.pot`` holds all texts of readers; each language that has a catalogue gets those that are
new. ``python tools/texts.py LANGUAGE`` begins the catalogue of another language.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.frontend import CommandLineInterface
from babel.messages.pofile import read_po, write_po
from symposium.kinds import KINDS

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "_ext" / "symposium"
LOCALE = PACKAGE / "locale"
TEMPLATE = LOCALE / "symposium.pot"


def extract(target: Path) -> None:
    """Write all messages of the code, the templates and the kinds into a file."""
    os.chdir(ROOT)
    _babel(
        "extract", "-F", "pyproject.toml", "-k", "plural:2,3", "-k", "plural_forms:1,2",
        "-o", target, PACKAGE,
    )  # fmt: skip
    with target.open("rb") as file:
        found = read_po(file)
    for message in messages_of_kinds():
        found.add(message)
    with target.open("wb") as file:
        write_po(file, found, width=100, no_location=True, omit_header=True, sort_output=True)


def messages_of_kinds() -> Iterator[str | tuple[str, str]]:
    """Yield what kinds and their fields are called on pages."""
    for kind in KINDS:
        yield from (kind.title, kind.name.capitalize(), *kind.called, kind.counted)
        for field in kind.fields.values():
            yield from filter(None, (field.label, field.heading))


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
