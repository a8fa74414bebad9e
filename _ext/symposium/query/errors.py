"""Mistakes in the options of a listing, each with its place."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace

CONTEXT = 60
"""Characters of a long line that are shown on either side of a fault."""


@dataclass(frozen=True, slots=True)
class QueryError:
    """A mistake in one option of a listing."""

    option: str
    """``where``, ``sort``, ``group``, ``limit`` or ``what``."""
    message: str
    hint: str
    start: int
    stop: int
    """Where it stands in the text of the option: from 0, ``stop`` excluded."""


REPORTED = 25
"""Mistakes in one expression that are reported: the others can wait."""
NEAR = 2_000
"""Characters between a letter of an option and the next one, at most."""
LINE = 40
"""Characters before a colon in which the line begins, where one stands that is no text."""
RE_BLANK = re.compile(r".*\n[ \t]*", re.DOTALL)
LONGEST = 240
"""Characters of a message or a hint; of a longer one the middle is left out."""


def brief(fault: QueryError) -> QueryError:
    """Return a fault that does not say a long text over in full."""
    texts = [
        f"{one[: LONGEST // 2]}…{one[-LONGEST // 2 :]}" if len(one) > LONGEST else one
        for one in (fault.message, fault.hint)
    ]
    return replace(fault, message=texts[0], hint=texts[1])


def followed(content: str, at: int, text: str, start: int) -> int:
    r"""Return where a place in the text of an option stands in its file; -1 if that is not clear.

    An option may go on for several lines, each of them indented, or begun with a colon: so the
    text is followed through the file letter by letter, whatever blanks are between.

    >>> followed(":where: year = 1\n:  and x", 7, "year = 1 and x", 13)
    24
    """
    while content[at : at + 1] in {" ", "\t"}:
        at += 1
    found = at
    for char in "".join(text[: start + 1].split()):
        found = _next(content, at, char)
        if found < 0:
            return -1
        at = found + 1
    return at if start >= len(text) else found


def _next(content: str, at: int, char: str) -> int:
    """Return where a character stands next; -1 where it does not."""
    for place in range(at, min(len(content), at + NEAR)):
        here = content[place]
        # The colon before a line that goes on is none of the text.
        if here == char and not (here == ":" and RE_BLANK.fullmatch(content[:place][-LINE:])):
            return place
    return -1


def caret(text: str, fault: QueryError) -> str:
    """Return two lines: the line of an option that is at fault, and the mark below the place.

    Of a long line only what is around the place is shown. Wide characters get a wide mark.

    >>> print(caret("title < 3", QueryError("where", "", "", 6, 7)))
    title < 3
          ^
    """
    start = max(0, min(fault.start, len(text)))
    first = max(text.rfind(char, 0, start) for char in "\r\n") + 1
    line = text[first:].splitlines()[0] if text[first:].splitlines() else ""
    start = min(start - first, len(line))
    stop = max(start + 1, min(fault.stop - first, len(line)))
    cut = max(0, start - CONTEXT)
    end = max(cut, min(len(line), start + CONTEXT))
    shown = "".join(char if char.isprintable() else " " for char in line[cut:end])
    before = "…" if cut else ""
    after = "…" if end < len(line) else ""
    marked = shown[start - cut : min(stop, end) - cut]
    spaces = " " * (len(before) + width(shown[: start - cut]))
    return f"{before}{shown}{after}\n{spaces}{'^' * max(1, width(marked))}"


def width(text: str) -> int:
    """Return how many columns a text takes where every letter is as wide as the others.

    >>> width("ab"), width("候"), width("e\u0301")
    (2, 2, 1)
    """
    return sum(
        0
        if unicodedata.combining(char) or unicodedata.category(char) == "Cf"
        else 1 + (unicodedata.east_asian_width(char) in "WF")
        for char in text
    )
