"""Misspelt names: how many slips are in a text, and which known name it may mean."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches

LETTERS_PER_SLIP = 4
"""A slip for this many letters is a misspelling; with more slips, it is another word."""
RE_BETWEEN_WORDS = re.compile(r"[^0-9a-z]+")


def slips(one: str, other: str) -> int:
    """Return how many letters were left out, added, replaced or swapped between two words.

    >>> slips("ulr", "url"), slips("bootitle", "booktitle"), slips("pubisheer", "publisher")
    (1, 1, 2)
    """
    before: list[int] = []
    row = list(range(len(other) + 1))
    for at, char in enumerate(one, 1):
        above, row = row, [at]
        for place, letter in enumerate(other, 1):
            best = min(above[place] + 1, row[-1] + 1, above[place - 1] + (char != letter))
            swapped = at > 1 and place > 1 and one[at - 2] == letter and char == other[place - 2]
            if swapped:
                best = min(best, before[place - 2] + 1)
            row.append(best)
        before = above
    return row[-1]


def is_near(text: str, name: str) -> bool:
    """Tell whether a text may mean a name: it has few slips, or lacks or adds an end or words.

    >>> is_near("titel", "title"), is_near("rosa-m-badia", "rosa-badia")
    (True, True)
    >>> is_near("titel", "cites"), is_near("sam-sample", "alex-example")
    (False, False)
    """
    text, name = text.casefold(), name.casefold()
    if text.startswith(name) or name.startswith(text):
        return True
    words, others = set(RE_BETWEEN_WORDS.split(text)), set(RE_BETWEEN_WORDS.split(name))
    if words <= others or others <= words:
        return True
    return slips(text, name) <= max(1, max(len(text), len(name)) // LETTERS_PER_SLIP)


def nearest(text: str, names: Iterable[str], cutoff: float = 0.6) -> str | None:
    """Return the name most like ``text`` that it may mean, or None; every hint asks here.

    >>> nearest("titel", ["cites", "title"]), nearest("titel", ["cites", "links"])
    ('title', None)
    """
    likely = get_close_matches(text, list(names), n=3, cutoff=cutoff)
    return next((name for name in likely if is_near(text, name)), None)
