"""Braces of BibTeX values: finding those without a partner."""

from __future__ import annotations

import re

RE_BRACE = re.compile(r"[{}]")


def balanced(value: str) -> str:
    """Return ``value`` without the braces that have no partner.

    >>> balanced("a{b}c}{d")
    'a{b}cd'
    """
    depth = 0
    for sign in RE_BRACE.findall(value):
        depth += 1 if sign == "{" else -1
        if depth < 0:
            break
    if not depth:
        return value
    opened: list[int] = []
    single: set[int] = set()
    for brace in RE_BRACE.finditer(value):
        if brace[0] == "{":
            opened.append(brace.start())
        elif opened:
            opened.pop()
        else:
            single.add(brace.start())
    single.update(opened)
    return "".join(char for index, char in enumerate(value) if index not in single)
