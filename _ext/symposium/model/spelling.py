"""Misspelt names: how many slips are in a text, and which known name it may mean."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Sequence
from difflib import get_close_matches
from itertools import chain
from string import ascii_letters, digits

from symposium.model.ids import LONGEST

RE_BETWEEN_WORDS = re.compile(r"[^0-9a-z]+")


def slips(word: str, other: str) -> int:
    """Return how many letters were left out, added, replaced or swapped between two words.

    >>> slips("ulr", "url"), slips("bootitle", "booktitle"), slips("pubisheer", "publisher")
    (1, 1, 2)
    """
    before: list[int] = []
    row = list(range(len(other) + 1))
    for at, char in enumerate(word, 1):
        above, row = row, [at]
        for place, letter in enumerate(other, 1):
            best = min(above[place] + 1, row[-1] + 1, above[place - 1] + (char != letter))
            swapped = at > 1 and place > 1 and word[at - 2] == letter and char == other[place - 2]
            if swapped:
                best = min(best, before[place - 2] + 1)
            row.append(best)
        before = above
    return row[-1]


def one_letter_apart(first: str, second: str) -> bool:
    """Tell whether two texts differ by one letter: added, dropped, replaced or swapped.

    >>> [one_letter_apart("hoefler", text) for text in ("hofler", "hoeffler", "hoelfer", "holer")]
    [True, True, True, False]
    """
    shorter, longer = sorted((first, second), key=len)
    pairs = enumerate(zip(shorter, longer, strict=False))
    at = next((at for at, (a, b) in pairs if a != b), len(shorter))
    moved = longer[at : at + 2][::-1] + longer[at + 2 :]
    return first != second and (
        shorter[at:] in {longer[at + 1 :], moved} or shorter[at + 1 :] == longer[at + 1 :]
    )


def is_near(text: str, name: str) -> bool:
    """Tell whether a text may mean a name: it has few slips, or lacks or adds words or an end.

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
    # With more than one slip for every four letters, it is another word.
    return slips(text, name) <= max(1, max(len(text), len(name)) // 4)


def nearest(text: str, names: Iterable[str], cutoff: float = 0.6) -> str | None:
    """Return the most similar name that ``text`` may mean, or ``None``; all hints use this.

    >>> nearest("titel", ["cites", "title"]), nearest("titel", ["cites", "links"])
    ('title', None)
    """
    likely = get_close_matches(text, list(names), n=3, cutoff=cutoff)
    return next((name for name in likely if is_near(text, name)), None)


COMPARED = 200
"""Up to so many names, all are compared with a text; of more, only the likely ones."""
NEIGHBOURS = 25
"""Names on either side of a text that are compared with it, in each of two orders."""
LETTERS = f"{ascii_letters}{digits}-_.:/+"
"""Letters of ids and of most cite keys, which a misspelling may have dropped or replaced."""


class Spellings:
    """Known names, to find the one that a misspelt name means.

    Comparing two texts is slow, so among many names only some are compared: those one letter
    away, and those that sort next to the text, read forwards or backwards. The two orders are
    made for the first misspelt name, as most projects have none.
    """

    __slots__ = ("_all", "_by_begin", "_by_end", "_names")

    def __init__(self, *names: Collection[str]) -> None:
        """Keep the collections; names added to them before the first look-up are found, too."""
        self._names = names
        self._all: Collection[str] = ()
        self._by_begin: Sequence[str] = ()
        self._by_end: Sequence[str] = ()
        """All names reversed, in sorted order."""

    def nearest(self, text: str, cutoff: float = 0.6) -> str | None:
        """Return the name that ``text`` may mean, if its similarity (0 to 1) reaches ``cutoff``.

        >>> Spellings(["rosa-badia", "tal-ben-nun"]).nearest("rosa-badja")
        'rosa-badia'
        """
        return nearest(text, self._candidates(text), cutoff)

    def hint(self, text: str, otherwise: str, cutoff: float = 0.6) -> str:
        """Return "did you mean …?" with the nearest name, or ``otherwise`` if none is near."""
        near = self.nearest(text, cutoff)
        return f"did you mean {near}?" if near else otherwise

    def _candidates(self, text: str) -> Collection[str]:
        """Return all names, or of many those that begin or end most like ``text``."""
        if not self._by_begin:
            self._all = set(chain(*self._names))
            self._by_begin = sorted(self._all)
            self._by_end = sorted(name[::-1] for name in self._by_begin)
        if len(self._by_begin) <= COMPARED:
            return self._by_begin
        begins = _around(self._by_begin, text)
        ends = (name[::-1] for name in _around(self._by_end, text[::-1]))
        return {*begins, *ends, *filter(self._all.__contains__, _one_letter_away(text))}


def _around(names: Sequence[str], text: str) -> Sequence[str]:
    """Return the sorted names around the place where ``text`` belongs."""
    place = bisect_left(names, text)
    return names[max(0, place - NEIGHBOURS) : place + NEIGHBOURS]


def _one_letter_away(text: str) -> Iterator[str]:
    """Yield the texts one letter away from ``text``: added, replaced, dropped or swapped."""
    if len(text) > LONGEST:
        return
    for at in range(len(text) + 1):
        head, tail = text[:at], text[at:]
        yield from (f"{head}{letter}{tail}" for letter in LETTERS)
        yield from (f"{head}{letter}{tail[1:]}" for letter in LETTERS if tail)
        yield f"{head}{tail[1:]}"
        yield f"{head}{tail[1:2]}{tail[:1]}{tail[2:]}"
