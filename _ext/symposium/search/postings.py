"""Postings: which records have which term, and where.

Names are found as they are written, all else by the stems of its words; a short title by both. A
long text is read once, and not kept.
"""

from __future__ import annotations

import json
import re
import zlib
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from heapq import nlargest, nsmallest
from itertools import repeat
from operator import sub
from typing import Any

from symposium.search.fields import IDS, LEVELS, NAME, PEOPLE, TITLE, WHOLE, Fields
from symposium.search.records import SearchRecord
from symposium.search.terms import ID, STOP, Stem, words

Lists = dict[str, list[int]]
"""Term to the numbers of records, ascending; all lists share the number of a record."""

TIER = len(LEVELS)
"""The first level of long texts."""

SAYS = (1.6 * 1.7, 1.6 * 1.2, 1.6 * 0.7)
"""What a word of a long text is worth, by how much it says there."""
MUCH, SOME = 1.45, 0.95
"""From where on a word says much, or some, by how often it is there in a text of some length."""
TYPICAL = 140
"""Words of a long text of the usual length."""
OFTEN = 8
"""A word that is there more often says no more."""
MOST = 2_000
"""Records of whose long texts a word is listed: those of which it says the most."""

COMMON = 250
"""So many terms are told to be common."""


class _Stems(dict[str, str]):
    """The stems of words, each made once."""

    def __init__(self, stem: Stem) -> None:
        super().__init__()
        self._stem = stem

    def __missing__(self, word: str) -> str:
        self[word] = found = self._stem(word)
        return found


class Postings:
    """Which records have which term: `levels` are those of the fields, then those of long texts."""

    def __init__(self, fields: Fields, stem: Stem) -> None:
        self._fields = fields
        self._stems = _Stems(stem)
        self._made = [defaultdict[str, list[int]](list) for _ in range(TIER + len(SAYS))]
        self._texts = self._made[TIER:]
        self.levels: Sequence[Lists] = self._made
        self.long: dict[str, int] = {}
        """Of terms of which only the best records are listed, how many have it in a long text."""
        self._words: set[str] = set()

    def add(self, number: int, entry: SearchRecord) -> str:
        """Add a record; return its long text, which is not kept."""
        stemmed = self._stems.__getitem__
        for level, terms in self._fields.of(entry).items():
            keys = terms
            if level != IDS:
                self._words.update(terms)
                if level != PEOPLE and (level != NAME or entry.kind != "person"):
                    keys = set(map(stemmed, terms))
                    if level in {WHOLE, NAME}:
                        keys |= terms
            _add(self._made[max(level, WHOLE)], keys, number)
        if text := self._fields.text(entry):
            self._add_text(Counter(map(stemmed, words(text))), number)
        return text

    def _add_text(self, counts: Counter[str], number: int) -> None:
        """Add a record to the lists of the words of its long text, by how much each says there."""
        says = level_of(counts.total())
        _add(self._texts[says[0]], [term for term, count in counts.items() if count == 1], number)
        for term, count in counts.items():
            if count > 1 and term not in STOP:
                self._texts[says[min(count, OFTEN) - 1]][term].append(number)

    def close(self) -> None:
        """Cut the lists of long texts: of a word that very many have, to those with most of it."""
        self.levels = [dict(lists) for lists in self._made]
        texts = self.levels[TIER:]
        counts: Counter[str] = Counter()
        for lists in texts:
            for word in STOP & lists.keys():
                del lists[word]
            counts.update({term: len(numbers) for term, numbers in lists.items()})
        self.long = {term: count for term, count in counts.items() if count > MOST}
        for term in self.long:
            left = MOST
            for lists in texts:
                numbers = lists.pop(term, [])
                if kept := numbers[max(0, len(numbers) - left) :]:
                    lists[term] = kept
                left -= len(kept)

    def written(self) -> dict[str, int]:
        """Return the words of the fields as they are written, with how many records have each.

        They count with other endings too, but for names.
        """
        written = [self.levels[level] for level in (WHOLE, NAME, PEOPLE)]
        stems = self._stems  # what is in names alone has none
        counts: Counter[str] = Counter()
        for level in {*LEVELS} - {WHOLE, NAME, PEOPLE}:
            counts.update({term: len(numbers) for term, numbers in self.levels[level].items()})
        return {
            word: sum([len(lists.get(word, ())) for lists in written], counts[stems.get(word, "")])
            for word in self._words
        }

    def rows(self) -> dict[str, list[Any]]:
        """Return the row of each term: the term, its lists by level, and its number if some lack.

        How many levels in a row have none stands in their place, and nothing at the end.
        """
        first, *others = self.levels
        rows: dict[str, list[Any]] = {term: [term, numbers] for term, numbers in first.items()}
        long = {term: [count] for term, count in self.long.items()}
        for level, lists in enumerate([*others, long], 1):
            for term, numbers in lists.items():
                row = rows.get(term)
                if row is None:
                    rows[term] = [term, level, numbers]
                    continue
                before = sum(1 if type(part) is list else part for part in row[1:])
                row += [level - before, numbers] if level > before else [numbers]
        return rows


def _add(lists: defaultdict[str, list[int]], terms: Iterable[str], number: int) -> None:
    """Add a record to the lists of terms: without a step of Python for each."""
    deque(map(list.append, map(lists.__getitem__, terms), repeat(number)), 0)


def common(levels: Sequence[Lists]) -> list[str]:
    """Return the terms that the most records have: of very many words these can be left out."""
    counts: Counter[str] = Counter()
    for lists in levels[TITLE:TIER]:
        counts.update({term: len(numbers) for term, numbers in lists.items() if len(numbers) > 1})
    # Of terms that are as common, the first by alphabet: sets have another order in each process.
    return sorted(nsmallest(COMMON, counts, key=lambda term: (-counts[term], term)))


@cache
def level_of(length: int) -> tuple[int, ...]:
    """Return the level of a word that is in a text of some length once, twice, … or more often."""
    usual = 1.2 * (0.25 + 0.75 * length / TYPICAL)
    said = [times * 2.2 / (times + usual) for times in range(1, OFTEN + 1)]
    return tuple(0 if one >= MUCH else 1 if one >= SOME else 2 for one in said)


# Shards: postings as files that a browser can ask for one by one.
#
# A shard is a gzip'd JSON list of ``[term, numbers of level 0, numbers of level 1, …]``, sorted by
# term; numbers are written as differences to the one before. How many levels in a row have none
# stands in their place, and nothing at the end. It is compressed here, because not every server
# does so, and a file's name says nothing about it, so that no server takes the compression for its
# own.

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
