"""Update the catalogues of texts in scripts: ``python tools/script_texts.py``.

``symposium-web.pot`` has all texts of the scripts; new ones are added to the catalogue of each
language. ``python tools/script_texts.py LANGUAGE`` starts the catalogue of another language.
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
    catalogue = Catalog(charset="utf-8")
    for _, _, message, _, context in extract_from_dir(
        STATIC, [("**.js", "javascript")], keywords=KEYWORDS
    ):
        catalogue.add(message, context=context)
    for message in style_texts().values():
        catalogue.add(message)
    return catalogue


def texts(catalogue: Catalog, *, header: bool) -> bytes:
    """Return the file of a catalogue, sorted and without locations, so that diffs are small."""
    file = BytesIO()
    write_po(
        file, catalogue, width=100, no_location=True, omit_header=not header, sort_output=True,
        ignore_obsolete=True,
    )  # fmt: skip
    return file.getvalue()


def update(path: Path, language: str, template: Catalog) -> None:
    """Add new texts to a catalogue, and remove obsolete ones."""
    catalogue = Catalog(locale=language, project="Symposium", charset="utf-8", fuzzy=False)
    if path.is_file():
        catalogue = read_po(path.open("rb"), locale=language)
    catalogue.update(template, no_fuzzy_matching=True, update_creation_date=False)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(texts(catalogue, header=True))


def main(begun: list[str]) -> None:
    """Write the template and all catalogues; ``begun`` are new languages."""
    template = extract()
    LOCALE.mkdir(exist_ok=True)
    (LOCALE / f"{DOMAIN}.pot").write_bytes(texts(template, header=False))
    languages = {path.parents[1].name for path in LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.po")}
    for language in sorted({*languages, *begun}):
        update(LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.po", language, template)


if __name__ == "__main__":
    main(sys.argv[1:])
