"""Update the catalogues of messages: ``make texts``.

``symposium.pot`` has all texts for readers; new ones are added to the catalogue of each language.
``python tools/texts.py LANGUAGE`` starts the catalogue of another language.
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

WORDS = (
    # pages, and what is counted at a glance and in listings
    "Index", "posters", "years", "entries", "works",
    # what works and programmes are made of
    "Retracted", "Withdrawn", "Superseded", "Corrected", "Break", "Coffee break", "Coffee", "Lunch",
    "Lunch break", "Dinner", "Reception", "Registration", "Poster session", "Panel", "Discussion",
    "Tutorial", "Workshop", "Opening", "Closing", "Welcome", "Social", "Social event", "Banquet",
    "Breakfast", "Tea", "Announcement", "Ceremony", "Logistics", "Demo", "Track",
    # links
    "Notice", "Project page", "Web", "Program", "Photos", "Repository",
    # fields that records are grouped by, and whose values were inferred or corrected
    "title", "author", "authors", "speaker", "speakers", "type", "role", "affiliation",
    "affiliations", "place", "award", "publisher", "institution", "status", "date", "name",
    "location", "country", "start", "end", "room", "track", "kind", "abstract", "timezone", "slots",
    "month", "day", "advisor", "committee",
    # roles of people, and kinds of documents
    "Developer", "Organizer", "Reviewer", "Chair", "Phd", "Master", "Bachelor", "Postdoc", "Intern",
    "Other", "Document", "document", "website", "Advisor",
)  # fmt: skip
"""Words that templates derive from names of roles and fields, besides those of kinds. Other words
are not translated."""


def extract(target: Path) -> None:
    """Write all messages of the code, the templates and the kinds to a file."""
    os.chdir(ROOT)
    _babel(
        "extract", "-F", "pyproject.toml", "-k", "plural:2,3", "-k", "plural_forms:1,2",
        "-o", target, PACKAGE,
    )  # fmt: skip
    with target.open("rb") as file:
        catalogue = read_po(file)
    for message in messages_of_kinds():
        catalogue.add(message)
    with target.open("wb") as file:
        write_po(file, catalogue, width=100, no_location=True, omit_header=True, sort_output=True)


def messages_of_kinds() -> Iterator[str | tuple[str, str]]:
    """Yield the names of kinds and fields on pages, and other words derived from names."""
    yield from WORDS
    for kind in KINDS:
        yield from (kind.title, kind.name.capitalize(), *kind.called, kind.counted)
        for field in kind.fields.values():
            yield from filter(None, (field.label, field.heading))


def update() -> None:
    """Add new messages to every catalogue, and remove obsolete ones."""
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
