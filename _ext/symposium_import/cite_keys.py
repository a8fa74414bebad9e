"""Cite keys for new works: their own, or ``surnameYEARword``."""

from __future__ import annotations

import re
from collections.abc import Container
from itertools import product
from string import ascii_lowercase

from symposium.model.ids import slug
from symposium.model.names import fold_text
from symposium.reading.latex import plain

from symposium_import.works import ImportedWork, paper_of, usable_key

RE_WORD = re.compile(r"[^\W_]+")
RE_OTHER = re.compile(r"[^a-z0-9]+")
EMPTY = frozenset({
    "a", "an", "and", "are", "as", "at", "by", "can", "das", "de", "der", "die", "do", "does",
    "ein", "eine", "for", "from", "how", "in", "into", "is", "it", "its", "la", "le", "les", "of",
    "on", "or", "our", "the", "their", "to", "towards", "toward", "un", "une", "using", "via",
    "we", "what", "when", "where", "which", "why", "with", "über", "und",
})  # fmt: skip
"""Words that say nothing about a work."""


def key_of(work: ImportedWork, taken: Container[str]) -> str:
    """Return a cite key whose id no other work has; ``taken`` are the ids of all others."""
    own = usable_key(work.key)
    if own and slug(own) not in taken:
        return own
    paper = paper_of(work, "x")
    people = (*paper.authors, *paper.editors) if paper else ()
    family = _ascii(people[0].name.family if people else "")
    year = str(paper.year) if paper and paper.year else ""
    title = RE_WORD.findall(plain(paper.title)) if paper else []
    words = [word for one in title if one.lower() not in EMPTY and (word := _ascii(one))]
    made = f"{family or 'anon'}{year}{next(iter(words), '')}"
    for letters in ("", *ascii_lowercase, *map("".join, product(ascii_lowercase, repeat=2))):
        if slug(f"{made}{letters}") not in taken:
            return f"{made}{letters}"
    return f"{made}-{len(work.fields)}"


def _ascii(text: str) -> str:
    return RE_OTHER.sub("", fold_text(text))
