"""Stems of words: the same at build and in the browser.

The build stems by the library of Snowball, and puts the script that Sphinx brings for the same
language into the scripts that search, so that what is typed is stemmed as the index was. In a
language for which one of the two is missing, words stay as they are, on both sides.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

import snowballstemmer

SHORTEST = 4
"""Letters of the shortest word that has an ending to lose."""

NAMES = {
    "ar": "arabic", "ca": "catalan", "da": "danish", "de": "german", "el": "greek",
    "en": "english", "es": "spanish", "et": "estonian", "eu": "basque", "fi": "finnish",
    "fr": "french", "ga": "irish", "hu": "hungarian", "hy": "armenian", "id": "indonesian",
    "it": "italian", "lt": "lithuanian", "nb": "norwegian", "no": "norwegian",
    "pt": "portuguese", "ro": "romanian", "ru": "russian", "sv": "swedish", "tr": "turkish",
}  # fmt: skip
"""What Snowball calls a language."""

Stem = Callable[[str], str]


def stem_of(language: str) -> Stem:
    """Return what gives the stem of a word in a language; the word is folded.

    >>> stem_of("en")("relations"), stem_of("en")("zqx1"), stem_of("xx")("relations")
    ('relat', 'zqx1', 'relations')
    """
    name = _name(language)
    if not name:
        return lambda word: word
    stem_word = snowballstemmer.stemmer(name).stemWord

    @lru_cache(maxsize=1 << 18)
    def stem(word: str) -> str:
        return stem_word(word) if len(word) >= SHORTEST and word.isalpha() else word

    return stem


def script(language: str) -> str:
    """Return a module whose ``stem`` does the same in a browser; nothing without stems."""
    name = _name(language)
    if not name:
        return ""
    base, own = ((_scripts() / f"{one}-stemmer.js").read_text("utf-8") for one in ("base", name))
    return (
        f"let BaseStemmer;\n{base}\n{own}\nconst stemmer = new {name.capitalize()}Stemmer();\n"
        f"const whole = (word) => word.length >= {SHORTEST} && /^\\p{{L}}+$/u.test(word);\n"
        "export const stem = (word) => (whole(word) ? stemmer.stemWord(word) : word);\n"
    )


def _name(language: str) -> str:
    """Return what Snowball calls a language that both sides know, else nothing."""
    name = NAMES.get(language.partition("_")[0].partition("-")[0], "")
    there = all((_scripts() / f"{one}-stemmer.js").is_file() for one in ("base", name))
    return name if name and there else ""


def _scripts() -> Path:
    """Return the folder of Sphinx's scripts; Sphinx itself is not imported."""
    found = find_spec("sphinx")
    return Path(str(found and found.origin)).parent / "search" / "minified-js"
