"""Shards: postings as files that a browser can ask for one by one.

A shard is a gzip'd JSON list of ``[term, numbers of level 0, numbers of level 1, …]``, sorted by
term; numbers are written as differences to the one before. How many levels in a row have none
stands in their place, and nothing at the end. It is compressed here, because not every server does
so, and a file's name says nothing about it, so that no server takes the compression for its own.
"""

from __future__ import annotations

import json
import re
import zlib
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from heapq import nlargest
from operator import sub
from typing import Any

from symposium.search.postings import Lists
from symposium.search.terms import ID

SIZE = 6_000
"""About so many bytes a shard is meant to have: a query needs one or two for each word."""

BROAD = 8
"""The beginning of a word that leads to more shards than these is not followed into all."""

HEADS = 60
"""So many records are kept for the beginning of a word that is too short for the shards."""

ONE = 1.25
"""About so many bytes the list of one record takes."""

LAST = "\uffff"
"""Sorts behind all that can follow the beginning of a word."""

RE_LATE = re.compile("[\ue000-\U0010ffff]")
"""Characters that UTF-16 has in another order than Unicode."""

ENCODER = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":"))
"""No list here is within itself, and to look for one takes a sixth of the time."""


Rows = Mapping[str, list[Any]]
"""The rows of terms."""


def in_order(terms: Iterable[str]) -> list[str]:
    """Return terms in the order in which a browser compares them: by UTF-16.

    >>> in_order(["\U00020000", "b", "\uf900", "a"]) == ["a", "b", "\U00020000", "\uf900"]
    True
    """
    plain = sorted(terms)
    return sorted(plain, key=utf16) if RE_LATE.search("".join(plain)) else plain


def utf16(term: str) -> bytes:
    """Return what puts terms in the order in which a browser compares them."""
    return term.encode("utf-16-be", "surrogatepass")


def cuts(terms: Sequence[str], rows: Rows, size: int = SIZE) -> list[slice]:
    """Return which terms go into which shard, by an estimate of its compressed size."""
    found: list[slice] = []
    start, weight = 0, 0.0
    for index, term in enumerate(terms):
        own = 2.0 + len(term) / 2
        for part in rows[term]:
            if type(part) is list:
                own += _estimate(part) if len(part) > 1 else ONE
        if weight + own > size and index > start:
            found.append(slice(start, index))
            start, weight = index, 0.0
        weight += own
    return [*found, slice(start, len(terms))] if terms else []


def _estimate(numbers: Sequence[int]) -> float:
    """Return about how many bytes a list takes: each number the logarithm of the usual gap."""
    gap = (numbers[-1] - numbers[0]) // len(numbers)
    return 1 + len(numbers) * (gap.bit_length() + 2) / 8


def shard(terms: Sequence[str], rows: Rows, cut: slice) -> bytes:
    """Return the bytes of a shard."""
    return packed([list(map(_gaps, rows[term])) for term in terms[cut]])


def _gaps(part: Any) -> Any:
    """Return the first number of a list, and of each other the difference to the one before."""
    if type(part) is list and len(part) > 1:
        return [part[0], *map(sub, part[1:], part)]
    return part


def firsts(terms: Sequence[str], found: Sequence[slice]) -> list[str]:
    """Return, for each shard, the shortest text between its first term and the one before."""
    return [between(terms[cut.start - 1], terms[cut.start]) if cut.start else "" for cut in found]


def between(before: str, first: str) -> str:
    """Return the shortest beginning of ``first`` that sorts behind ``before``.

    >>> between("apple", "apply"), between("app", "apple"), between("a", "b")
    ('apply', 'appl', 'b')
    """
    same = next(
        (i for i, (a, b) in enumerate(zip(before, first, strict=False)) if a != b), len(before)
    )
    return first[: same + 1]


def heads(
    terms: Sequence[str], levels: Sequence[Lists], found: Sequence[slice]
) -> dict[str, list[int]]:
    """Return the best records for each beginning that leads to more than `BROAD` shards.

    Records whose name has such a word come first, then higher numbers.
    """
    # What leads to many shards begins the first terms of most of them.
    first_terms = [terms[cut.start] for cut in found]
    starts = {term[:length] for term in first_terms for length in range(1, len(term) + 1)}
    made: dict[str, list[int]] = {}
    for start in sorted(starts):
        if not start.startswith(ID) and len(_beginning(first_terms, start)) >= BROAD:
            made[start] = _best(_beginning(terms, start), levels)
    return made


def _beginning(terms: Sequence[str], start: str) -> Sequence[str]:
    """Return those of sorted terms that begin with ``start``."""
    low = bisect_left(terms, utf16(start), key=utf16)
    return terms[low : bisect_right(terms, utf16(start + LAST), key=utf16)]


def _best(terms: Sequence[str], levels: Sequence[Lists]) -> list[int]:
    best: dict[int, None] = {}
    for lists in levels:
        numbers = {number for term in terms for number in lists.get(term, ())[-HEADS:]}
        best |= dict.fromkeys(nlargest(HEADS, numbers))
        if len(best) >= HEADS:
            break
    return list(best)[:HEADS]


def packed(value: Any) -> bytes:
    """Return a value as gzip'd JSON, the same for the same value."""
    text = ENCODER.encode(value)
    # Level 4 takes a third of the time of 6 and gives 2 % more; 31: a header of gzip, no date.
    squeeze = zlib.compressobj(4, zlib.DEFLATED, 31)
    # Half a surrogate pair, which an escape in YAML can make, has no place in UTF-8.
    return squeeze.compress(text.encode("utf-8", "replace")) + squeeze.flush()
