"""Catalogues of messages, read from ``.po`` files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from babel import Locale, UnknownLocaleError
from babel.messages.pofile import PoFileError, read_po

from symposium.locale import DOMAIN, ENGLISH_LANGUAGE, RULE, SEPARATOR, Texts


def read_texts(language: str, folders: Iterable[Path], domain: str = DOMAIN) -> Texts:
    """Return the texts of a language: of later folders before earlier, ``pt_BR`` before ``pt``.

    Raises:
        ValueError: if a catalogue cannot be read; it says which, and why.
    """
    messages: dict[str, tuple[str, ...]] = {}
    rule = RULE
    for path in _paths(language, folders, domain):
        try:
            with path.open("rb") as file:
                catalogue: Any = read_po(file, abort_invalid=True)
        except (PoFileError, UnicodeDecodeError) as exc:
            raise ValueError(f"{path}: {exc}: this is no catalogue of messages (.po)") from exc
        rule = catalogue.plural_expr if catalogue.num_plurals > 1 else "0"
        for one in catalogue:
            forms = one.string if isinstance(one.string, tuple) else (one.string,)
            if one.id and all(forms) and not one.fuzzy:
                first = one.id[0] if isinstance(one.id, tuple) else one.id
                messages[f"{one.context}{SEPARATOR}{first}" if one.context else first] = forms
    try:
        known = Locale.parse(language.replace("-", "_"))
    except (UnknownLocaleError, ValueError):
        known = None
    shown = known is not None and bool(messages) and known.language != ENGLISH_LANGUAGE
    return Texts(
        language,
        messages,
        rule,
        str(known) if shown else "",
        known.text_direction if known else "ltr",
    )


def _paths(language: str, folders: Iterable[Path], domain: str) -> Iterator[Path]:
    """Yield the catalogues that there are, the one that is asked first at the end."""
    general = language.replace("-", "_").partition("_")[0]
    for folder in folders:
        for name in dict.fromkeys((general, language)):
            path = folder / name / "LC_MESSAGES" / f"{domain}.po"
            if path.is_file():
                yield path
