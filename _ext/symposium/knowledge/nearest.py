"""The nearest known name: what a "did you mean" offers."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Sequence
from difflib import get_close_matches
from itertools import chain

NEIGHBOURS = 50
"""How many names on either side of a text are compared with it, in each of two orders."""


class Spellings:
    """Known names, to find the one that a slip stands for.

    A comparison of two texts is slow, so among many names only some are compared: those that
    begin most like the text, and those that end most like it. A slip at one place leaves the
    letters before it and after it, and so finds its name whatever the number of names. The two
    orders are made when the first slip is looked up: most projects have none.
    """

    __slots__ = ("_by_begin", "_by_end", "_names")

    def __init__(self, *names: Collection[str]) -> None:
        """Keep the collections; what is added to them before the first look-up counts too."""
        self._names = names
        self._by_begin: Sequence[str] = ()
        self._by_end: Sequence[str] = ()
        """In the order of the texts read backwards, and written so."""

    def nearest(self, text: str, cutoff: float = 0.6) -> str | None:
        """Return the name most like ``text``, if any is as like as ``cutoff`` (0 to 1) asks.

        >>> Spellings(["rosa-badia", "tal-ben-nun"]).nearest("rosa-badja")
        'rosa-badia'
        """
        near = get_close_matches(text, self._candidates(text), n=1, cutoff=cutoff)
        return near[0] if near else None

    def hint(self, text: str, otherwise: str, cutoff: float = 0.6) -> str:
        """Return the question after the nearest name, or ``otherwise`` where none is near."""
        near = self.nearest(text, cutoff)
        return f"did you mean {near}?" if near else otherwise

    def _candidates(self, text: str) -> Collection[str]:
        """Return all names, or where there are many, those that begin or end most like ``text``."""
        if not self._by_begin:
            self._by_begin = sorted(set(chain(*self._names)))
            self._by_end = sorted(name[::-1] for name in self._by_begin)
        if len(self._by_begin) <= 4 * NEIGHBOURS:
            return self._by_begin
        ends = _around(self._by_end, text[::-1])
        return {*_around(self._by_begin, text), *(name[::-1] for name in ends)}


def _around(names: Sequence[str], text: str) -> Sequence[str]:
    """Return the neighbours of the place where ``text`` belongs among sorted names."""
    place = bisect_left(names, text)
    return names[max(0, place - NEIGHBOURS) : place + NEIGHBOURS]
