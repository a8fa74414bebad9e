r"""Decoding LaTeX in bibliographies to Unicode text.

The result is text with maths: a formula stays as typed between single dollar signs (``$O(n)$``;
``\(…\)``, ``\[…\]``, ``$$…$$`` and ``\ensuremath`` are brought into this form), and any other
dollar sign becomes ``\$``. `segments` splits such text into prose and formulas, and `plain` makes
one string of it. A pair of dollar signs is maths if the content touches both of them, as in
Markdown (``$5 to $10`` is money), or if the content looks like a formula.

Input that is no LaTeX at all, as in pasted abstracts, loses nothing: ``% & _ # <`` are
themselves, a tilde before a digit at the start of a word is a tilde, an unknown command stays as
typed. The decoder walks once over the tokens with an explicit stack: it takes linear time, never
recurses and never raises.
"""

from __future__ import annotations

import re
from functools import lru_cache

from symposium.reading.latex_walk import Walk

SPECIAL = ("\\", "{", "}", "$", "~", "\n", "--", "``", "''", "  ", "\t", "\r", "\f", "\v")
"""Signs without which a text equals its decoded form; looked for one by one, which is far quicker
in a long text than one pattern."""

RE_SPACES = re.compile(r"[ \n\u00a0]{2,}")
RE_SEGMENT = re.compile(r"(?<!\\)\$((?:[^$\\]|\\.)+)\$", re.DOTALL)


def decode(text: str) -> str:
    r"""Return ``text`` as Unicode, with maths and dollar signs as the module describes.

    >>> decode(r"Garc{\'\i}a {\v S}imek, na\"{\i}ve {GPU}s -- 5\% of $O(n\log n)$ for \$5")
    'García Šimek, naïve GPUs – 5% of $O(n\\log n)$ for \\$5'
    """
    return examine(text)[0]


def examine(text: str) -> tuple[str, tuple[str, ...]]:
    r"""Return ``text`` decoded, and the unknown commands in it.

    >>> examine(r"a \foo{b} \emph{c}")
    ('a \\foo{b} c', ('\\foo',))
    """
    for sign in SPECIAL:
        if sign in text:
            break
    else:
        return text.strip(" "), ()
    # Longer texts (abstracts) are not remembered: they are rarely repeated.
    return _memo(text) if len(text) <= 300 else _decode(text)


def unknown_commands(text: str) -> tuple[str, ...]:
    r"""Return the unknown commands in ``text``, in order, each once.

    >>> unknown_commands(r"a \foo{b} \emph{c}")
    ('\\foo',)
    """
    return tuple(dict.fromkeys(examine(text)[1])) if "\\" in text else ()


def segments(text: str) -> list[tuple[bool, str]]:
    r"""Split decoded text: ``(True, formula)`` without its dollar signs, ``(False, text)``.

    >>> segments(r"for \$5 in $O(n)$")
    [(False, 'for $5 in '), (True, 'O(n)')]
    """
    pieces = RE_SEGMENT.split(text)
    return [
        (bool(index % 2), piece if index % 2 else piece.replace("\\$", "$"))
        for index, piece in enumerate(pieces)
        if piece
    ]


def plain(text: str) -> str:
    r"""Return decoded text as one string for a place that knows no maths.

    >>> plain(r"for \$5 in $O(n)$")
    'for $5 in O(n)'
    """
    return "".join(piece for _, piece in segments(text)) if "$" in text else text


def _decode(text: str) -> tuple[str, tuple[str, ...]]:
    walk = Walk(text)
    walk.run()
    decoded = "".join(walk.out)
    if "  " in decoded or "\n" in decoded or "\u00a0" in decoded:
        decoded = RE_SPACES.sub(_fold, decoded)
    return decoded.strip(" \n"), tuple(walk.unknown)


_memo = lru_cache(maxsize=1 << 16)(_decode)


def _fold(match: re.Match[str]) -> str:
    """Return a paragraph break or one space for several; a no-break space among them wins."""
    token = match[0]
    if token.count("\n") > 1:
        return "\n\n"
    return "\u00a0" if "\u00a0" in token else " "
