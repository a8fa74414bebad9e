"""Catalogues of messages, read from ``.po`` files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from babel import Locale, UnknownLocaleError
from babel.messages.pofile import PoFileError, read_po

from symposium.locale import ENGLISH_LANGUAGE, RULE, SEPARATOR, Texts


def read_texts(language: str, folders: Iterable[Path], domain: str) -> Texts:
    """Return the texts of a language: later folders override earlier ones, ``pt_BR`` ``pt``.

    Raises:
        ValueError: if a catalogue cannot be read, with its path and the reason.
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
        for message in catalogue:
            forms = message.string if isinstance(message.string, tuple) else (message.string,)
            if message.id and all(forms) and not message.fuzzy:
                first = message.id[0] if isinstance(message.id, tuple) else message.id
                prefix = f"{message.context}{SEPARATOR}" if message.context else ""
                messages[prefix + first] = forms
    try:
        locale = Locale.parse(language.replace("-", "_"))
    except (UnknownLocaleError, ValueError):
        locale = None
    shown = locale is not None and bool(messages) and locale.language != ENGLISH_LANGUAGE
    return Texts(
        language,
        messages,
        rule,
        str(locale) if shown else "",
        locale.text_direction if locale else "ltr",
    )


def _paths(language: str, folders: Iterable[Path], domain: str) -> Iterator[Path]:
    """Yield the existing catalogues, in ascending priority."""
    general = language.replace("-", "_").partition("_")[0]
    for folder in folders:
        for name in dict.fromkeys((general, language)):
            path = folder / name / "LC_MESSAGES" / f"{domain}.po"
            if path.is_file():
                yield path
