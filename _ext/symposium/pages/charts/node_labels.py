"""Labels of nodes: how wide a text is, and where it is broken or cut."""

from __future__ import annotations

from bisect import bisect_right
from functools import cache
from itertools import accumulate
from unicodedata import combining, east_asian_width

SIZE = 12
"""The size of the letters, in pixels."""
NARROW = frozenset(" .,'’`:;|!()[]{}-ijlftrI1")
WIDE = frozenset("mwMWQGOD@%&—…")
CUT = "…"


def width(text: str) -> int:
    """Return about how wide text is in the sans serif of any system: rather too wide.

    >>> width("Jane Doe"), width("王 小明"), width("")
    (59, 43, 0)
    """
    return sum(map(_width, text))


@cache
def _width(char: str) -> int:
    if char in NARROW:
        return 4
    if combining(char):
        return 0
    if east_asian_width(char) in "WF":
        return 13
    if char in WIDE:
        return 11
    return 9 if char.isupper() or not char.isascii() else 7


def lines(text: str, room: int) -> tuple[str, ...]:
    """Return text in one line or two, none wider than ``room``; what does not fit is left out.

    >>> lines("Jane Doe", 90), lines("Jane Alexandra Doe", 90)
    (('Jane Doe',), ('Jane', 'Alexandra Doe'))
    >>> lines("Wolfeschlegelsteinhausen", 90), lines("The Very Large Collaboration of All", 90)
    (('Wolfeschlege…',), ('The Very', 'Large Collab…'))
    """
    words = text.split()
    text = " ".join(words)
    whole, space = width(text), width(" ")
    if whole <= room:
        return (text,)
    # How wide the first words are, of each number of them.
    wide = list(accumulate(map(width, words), lambda before, word: before + space + word))
    fits = bisect_right(wide, room)
    # Where all fits, the lines are about equally long: a name looks better so.
    for count, first in enumerate(wide[:fits], 1):
        rest = whole - first - space
        if rest <= room and (first >= rest or count == fits):
            return (" ".join(words[:count]), " ".join(words[count:]))
    if not fits:
        return (cut(text, room),)
    return (" ".join(words[:fits]), cut(" ".join(words[fits:]), room))


def cut(text: str, room: int) -> str:
    """Return the beginning of text that fits, with a sign where something is left out.

    >>> cut("Doe", 50), cut("Wolfeschlegelsteinhausen", 50), cut("Doe", 0)
    ('Doe', 'Wolfe…', '…')
    """
    if width(text) <= room:
        return text
    end, used = 0, width(CUT)
    for position, char in enumerate(text):
        used += width(char)
        if used > room:
            break
        end = position + 1
    while end and end < len(text) and combining(text[end]):
        end -= 1  # an accent stays with its letter
    return text[:end].rstrip() + CUT
