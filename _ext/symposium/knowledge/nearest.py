"""The nearest known name, for "did you mean"."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from itertools import chain
from string import ascii_letters, digits

from symposium.model import spelling
from symposium.model.ids import LONGEST

FEW = 200
"""How many names are all compared with a text."""
NEIGHBOURS = 25
"""How many names on either side of a text are compared with it, in each of two orders."""
LETTERS = f"{ascii_letters}{digits}-_.:/+"
"""Letters of ids and of most cite keys, which a misspelling may have dropped or replaced."""


class Spellings:
    """Known names, to find the one that a misspelt name means.

    A comparison of two texts is slow, so among many names only some are compared: those that
    are one letter away, those that begin most like the text, and those that end most like it.
    The two orders are made when the first slip is looked up: most projects have none.
    """

    __slots__ = ("_all", "_by_begin", "_by_end", "_names")

    def __init__(self, *names: Collection[str]) -> None:
        """Keep the collections; what is added to them before the first look-up counts too."""
        self._names = names
        self._all: Collection[str] = ()
        self._by_begin: Sequence[str] = ()
        self._by_end: Sequence[str] = ()
        """In the order of the texts read backwards, and written so."""

    def nearest(self, text: str, cutoff: float = 0.6) -> str | None:
        """Return the name that ``text`` may mean, if any is as like it as ``cutoff`` (0 to 1) asks.

        >>> Spellings(["rosa-badia", "tal-ben-nun"]).nearest("rosa-badja")
        'rosa-badia'
        """
        return spelling.nearest(text, self._candidates(text), cutoff)

    def hint(self, text: str, otherwise: str, cutoff: float = 0.6) -> str:
        """Return the question after the nearest name, or ``otherwise`` where none is near."""
        near = self.nearest(text, cutoff)
        return f"did you mean {near}?" if near else otherwise

    def _candidates(self, text: str) -> Collection[str]:
        """Return all names, or of many the ones that begin or end most like ``text``."""
        if not self._by_begin:
            self._all = set(chain(*self._names))
            self._by_begin = sorted(self._all)
            self._by_end = sorted(name[::-1] for name in self._by_begin)
        if len(self._by_begin) <= FEW:
            return self._by_begin
        begins = _around(self._by_begin, text)
        ends = (name[::-1] for name in _around(self._by_end, text[::-1]))
        return {*begins, *ends, *filter(self._all.__contains__, _one_letter_away(text))}


def _around(names: Sequence[str], text: str) -> Sequence[str]:
    """Return the neighbours of the place where ``text`` belongs among sorted names."""
    place = bisect_left(names, text)
    return names[max(0, place - NEIGHBOURS) : place + NEIGHBOURS]


def _one_letter_away(text: str) -> Iterator[str]:
    """Yield the texts that become ``text`` by one letter dropped, added, replaced or moved on."""
    if len(text) > LONGEST:
        return
    for at in range(len(text) + 1):
        head, tail = text[:at], text[at:]
        yield from (f"{head}{letter}{tail}" for letter in LETTERS)
        yield from (f"{head}{letter}{tail[1:]}" for letter in LETTERS if tail)
        yield f"{head}{tail[1:]}"
        yield f"{head}{tail[1:2]}{tail[:1]}{tail[2:]}"
