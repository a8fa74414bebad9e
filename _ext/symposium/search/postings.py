"""Postings: the records of each term, by level.

Names are found as written, all else by the stems of its words; a short title by both. A long text
is read once, and not kept.
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
"""The ascending numbers of records by term; all lists share the integer of a record."""

TIER = len(LEVELS)
"""The first level of long texts."""

TEXT_WORTH = (1.6 * 1.7, 1.6 * 1.2, 1.6 * 0.7)
"""The worth of a word in each level of long texts."""
MUCH, SOME = 1.45, 0.95
"""The least weights of the first and the second of these levels."""
TYPICAL = 140
"""Words of a long text of the usual length."""
OFTEN = 8
"""The largest number of occurrences that counts."""
MAX_LISTED = 2_000
"""Records listed for a word of long texts: those in the first levels."""

COMMON = 250
"""The number of terms that are marked as common."""


class _Stems(dict[str, str]):
    """The stems of words, each made once."""

    def __init__(self, stem: Stem) -> None:
        super().__init__()
        self._stem = stem

    def __missing__(self, word: str) -> str:
        self[word] = stem = self._stem(word)
        return stem


class Postings:
    """The records of each term: `levels` are those of the fields, then those of long texts."""

    def __init__(self, fields: Fields, stem: Stem) -> None:
        self._fields = fields
        self._stems = _Stems(stem)
        self._lists = [defaultdict[str, list[int]](list) for _ in range(TIER + len(TEXT_WORTH))]
        self._texts = self._lists[TIER:]
        self.levels: Sequence[Lists] = self._lists
        self.long: dict[str, int] = {}
        """The number of long texts with a term, for terms of which not all records are listed."""
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
            _add(self._lists[max(level, WHOLE)], keys, number)
        if text := self._fields.text(entry):
            self._add_text(Counter(map(stemmed, words(text))), number)
        return text

    def _add_text(self, counts: Counter[str], number: int) -> None:
        """Add a record to the lists of the words of its long text, by their weight there."""
        levels = level_of(counts.total())
        _add(self._texts[levels[0]], [term for term, count in counts.items() if count == 1], number)
        for term, count in counts.items():
            if count > 1 and term not in STOP:
                self._texts[levels[min(count, OFTEN) - 1]][term].append(number)

    def close(self) -> None:
        """Cut the lists of long texts: a very common word keeps the records of its first levels."""
        self.levels = [dict(lists) for lists in self._lists]
        texts = self.levels[TIER:]
        counts: Counter[str] = Counter()
        for lists in texts:
            for word in STOP & lists.keys():
                del lists[word]
            counts.update({term: len(numbers) for term, numbers in lists.items()})
        self.long = {term: count for term, count in counts.items() if count > MAX_LISTED}
        for term in self.long:
            remaining = MAX_LISTED
            for lists in texts:
                numbers = lists.pop(term, [])
                if kept := numbers[max(0, len(numbers) - remaining) :]:
                    lists[term] = kept
                remaining -= len(kept)

    def word_counts(self) -> dict[str, int]:
        """Return the words of the fields as written, each with its number of records.

        Words with the same stem are counted together, except in names.
        """
        exact = [self.levels[level] for level in (WHOLE, NAME, PEOPLE)]
        stems = self._stems  # a word in names alone has no stem
        counts: Counter[str] = Counter()
        for level in {*LEVELS} - {WHOLE, NAME, PEOPLE}:
            counts.update({term: len(numbers) for term, numbers in self.levels[level].items()})
        return {
            word: sum([len(lists.get(word, ())) for lists in exact], counts[stems.get(word, "")])
            for word in self._words
        }

    def rows(self) -> dict[str, list[Any]]:
        """Return the row of each term: the term, its lists by level, and its number in `long`.

        A run of levels without a list is replaced by its length, at the end by nothing.
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
    """Add a record to the lists of terms, by a loop in C."""
    deque(map(list.append, map(lists.__getitem__, terms), repeat(number)), 0)


def common(levels: Sequence[Lists]) -> list[str]:
    """Return the terms with the most records: a query of very many words may do without them."""
    counts: Counter[str] = Counter()
    for lists in levels[TITLE:TIER]:
        counts.update({term: len(numbers) for term, numbers in lists.items() if len(numbers) > 1})
    # Equally common terms are sorted: the order of sets differs between processes.
    return sorted(nsmallest(COMMON, counts, key=lambda term: (-counts[term], term)))


@cache
def level_of(length: int) -> tuple[int, ...]:
    """Return the levels of words that occur once, twice, … in a text of ``length`` words."""
    usual = 1.2 * (0.25 + 0.75 * length / TYPICAL)
    weights = [times * 2.2 / (times + usual) for times in range(1, OFTEN + 1)]
    return tuple(0 if weight >= MUCH else 1 if weight >= SOME else 2 for weight in weights)


# Shards: postings as files that a browser can ask for one by one.
#
# A shard is a gzip'd JSON list of ``[term, numbers of level 0, numbers of level 1, …]``, sorted by
# term; numbers are written as differences to the one before. A run of levels without numbers is
# replaced by its length, at the end by nothing. It is compressed here, because not every server
# does so; the name of the file does not show it, so that no server declares it as a compression of
# the transfer.

SIZE = 6_000
"""The intended size of a shard in bytes: a query needs one or two for each word."""

BROAD = 8
"""The most shards that a browser reads for one beginning of a word."""

HEADS = 60
"""Records kept for a beginning of a word that leads to more shards."""

ONE_RECORD = 1.25
"""The estimated size in bytes of a list of one record."""

LAST = "\uffff"
"""A character that sorts after all others in UTF-16."""

RE_LATE = re.compile("[\ue000-\U0010ffff]")
"""Characters with another order in UTF-16 than in Unicode."""

ENCODER = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":"))
"""An encoder without the check for lists in themselves, which takes a sixth of the time."""


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
    """Return the sort key of a term by which a browser compares it."""
    return term.encode("utf-16-be", "surrogatepass")


def cuts(terms: Sequence[str], rows: Rows, size: int = SIZE) -> list[slice]:
    """Return the terms of each shard as slices, by an estimate of the compressed size."""
    slices: list[slice] = []
    start, weight = 0, 0.0
    for index, term in enumerate(terms):
        own = 2.0 + len(term) / 2
        for part in rows[term]:
            if type(part) is list:
                own += _estimate(part) if len(part) > 1 else ONE_RECORD
        if weight + own > size and index > start:
            slices.append(slice(start, index))
            start, weight = index, 0.0
        weight += own
    return [*slices, slice(start, len(terms))] if terms else []


def _estimate(numbers: Sequence[int]) -> float:
    """Return the estimated size of a list in bytes: the logarithm of the usual gap per number."""
    gap = (numbers[-1] - numbers[0]) // len(numbers)
    return 1 + len(numbers) * (gap.bit_length() + 2) / 8


def shard(terms: Sequence[str], rows: Rows, cut: slice) -> bytes:
    """Return the bytes of a shard."""
    return packed([list(map(_gaps, rows[term])) for term in terms[cut]])


def _gaps(part: Any) -> Any:
    """Return the first number of a list, and the differences of the others to the one before."""
    if type(part) is list and len(part) > 1:
        return [part[0], *map(sub, part[1:], part)]
    return part


def firsts(terms: Sequence[str], slices: Sequence[slice]) -> list[str]:
    """Return, for each shard, the shortest text between its first term and the one before."""
    return [between(terms[cut.start - 1], terms[cut.start]) if cut.start else "" for cut in slices]


def between(before: str, first: str) -> str:
    """Return the shortest beginning of ``first`` that sorts after ``before``.

    >>> between("apple", "apply"), between("app", "apple"), between("a", "b")
    ('apply', 'appl', 'b')
    """
    shared_length = next(
        (i for i, (a, b) in enumerate(zip(before, first, strict=False)) if a != b), len(before)
    )
    return first[: shared_length + 1]


def heads(
    terms: Sequence[str], levels: Sequence[Lists], slices: Sequence[slice]
) -> dict[str, list[int]]:
    """Return the best records for each beginning that leads to more than `BROAD` shards.

    Records whose name has such a word come first, then higher numbers.
    """
    # A beginning that leads to many shards is that of the first terms of most of them.
    first_terms = [terms[cut.start] for cut in slices]
    starts = {term[:length] for term in first_terms for length in range(1, len(term) + 1)}
    best: dict[str, list[int]] = {}
    for start in sorted(starts):
        if not start.startswith(ID) and len(_beginning(first_terms, start)) >= BROAD:
            best[start] = _best(_beginning(terms, start), levels)
    return best


def _beginning(terms: Sequence[str], start: str) -> Sequence[str]:
    """Return the terms that begin with ``start``; ``terms`` are in order."""
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
    """Return a value as gzip'd JSON; equal values give equal bytes."""
    text = ENCODER.encode(value)
    # Level 4 takes a third of the time of 6 for 2 % more bytes; 31: a header of gzip, no date.
    compressor = zlib.compressobj(4, zlib.DEFLATED, 31)
    # Half a surrogate pair, which an escape in YAML can make, is not allowed in UTF-8.
    return compressor.compress(text.encode("utf-8", "replace")) + compressor.flush()
