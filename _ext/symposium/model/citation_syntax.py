"""The syntax of citations: the text of ``{cite}`{see}key{p. 3}, other` ``."""

from __future__ import annotations

import re
from typing import NamedTuple

RE_TARGET = re.compile(
    r"\s*+(?:\{(?P<pre>[^{}]+)\})?\s*+(?P<key>[^{}\s,]+)\s*+(?:\{(?P<post>[^{}]+)\})?\s*+"
)
"""A key with pre and post text. The parser of sphinxcontrib-bibtex accepts the same, but recurses
for each key, and fails at the thousandth."""


class Cited(NamedTuple):
    """A cite key with the texts before and after it."""

    key: str
    pre: str = ""
    post: str = ""


def read_targets(text: str) -> list[Cited]:
    """Return the keys of a citation with their pre and post text; none if it is malformed.

    >>> read_targets("{see}a1, b2{p. 3}")
    [Cited(key='a1', pre='see', post=''), Cited(key='b2', pre='', post='p. 3')]
    """
    targets = []
    end = 0
    while match := RE_TARGET.match(text, end):
        targets.append(Cited(match["key"], match["pre"] or "", match["post"] or ""))
        end = match.end()
        if end == len(text):
            return targets
        if text[end] != ",":
            break
        end += 1
    return []
