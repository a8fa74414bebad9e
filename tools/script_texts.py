"""Bring the catalogues of the scripts' texts up to date: ``python tools/script_texts.py``.

``symposium-web.pot`` holds all texts of the scripts; each language that has a catalogue gets those
that are new. ``python tools/script_texts.py LANGUAGE`` begins the catalogue of another language.
"""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path

from babel.messages import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po
from symposium.locale import FOLDER as LOCALE
from symposium.sphinxext.languages import DOMAIN
from symposium.web import STATIC, style_texts

KEYWORDS = {"_": None, "plural": (2, 3), "pgettext": ((1, "c"), 2)}


def extract() -> Catalog:
    """Return all texts of the scripts and the style sheets."""
    found = Catalog(charset="utf-8")
    for _, _, message, _, context in extract_from_dir(
        STATIC, [("**.js", "javascript")], keywords=KEYWORDS
    ):
        found.add(message, context=context)
    for message in style_texts().values():
        found.add(message)
    return found


def texts(catalogue: Catalog, *, header: bool) -> bytes:
    """Return a catalogue as a file has it: in order, without places, so that diffs stay small."""
    made = BytesIO()
    write_po(
        made, catalogue, width=100, no_location=True, omit_header=not header, sort_output=True,
        ignore_obsolete=True,
    )  # fmt: skip
    return made.getvalue()


def update(path: Path, language: str, found: Catalog) -> None:
    """Add new texts to a catalogue, and take out those that are no more."""
    catalogue = Catalog(locale=language, project="Symposium", charset="utf-8", fuzzy=False)
    if path.is_file():
        catalogue = read_po(path.open("rb"), locale=language)
    catalogue.update(found, no_fuzzy_matching=True, update_creation_date=False)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(texts(catalogue, header=True))


def main(begun: list[str]) -> None:
    """Write the template, and every catalogue anew."""
    found = extract()
    LOCALE.mkdir(exist_ok=True)
    (LOCALE / f"{DOMAIN}.pot").write_bytes(texts(found, header=False))
    known = {path.parents[1].name: path for path in LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.po")}
    for language in sorted({*known, *begun}):
        update(LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.po", language, found)


if __name__ == "__main__":
    main(sys.argv[1:])
