"""Postings: the records of each term, by level.

Names are found as written, all else by the stems of its words; a short title by both.

They are made in two steps, whose results are kept for the next build. First each *run* of about
`RUN` records gets its postings, cut by *range* of terms; then each range joins those of all runs.
So an edited record changes one run, and the ranges of the terms that it has gained or lost.
"""

from __future__ import annotations

import json
import marshal
import re
import zlib
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from hashlib import blake2b
from heapq import nlargest
from itertools import chain, pairwise, repeat
from operator import sub
from string import ascii_lowercase
from typing import Any

from symposium.search.fields import ABOUT, IDS, LEVELS, NAME, PEOPLE, WHOLE, Fields
from symposium.search.records import SearchRecord
from symposium.search.terms import ID, STOP, UTF8, Stem, words

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


RUN, LONGEST_RUN = 128, 255
"""Records in a run on average, and at most: in a run, the number of a record is one byte."""
STARTS = ("", ID, *ascii_lowercase[::2], "{")
"""The beginnings of the ranges of a large index."""


class Stems(dict[str, str]):
    """The stems of words, each made once."""

    def __init__(self, stem: Stem) -> None:
        super().__init__()
        self._stem = stem

    def __missing__(self, word: str) -> str:
        self[word] = stem = self._stem(word)
        return stem


def runs(entries: Sequence[SearchRecord]) -> Iterator[tuple[int, int]]:
    """Yield the number of the first record of each run, and the one behind its last.

    The ids of records decide where a run begins, so a new record moves the bounds of few.
    """
    ids = (entry.id.encode(*UTF8) for entry in entries)
    begins = [number for number, id_ in enumerate(ids) if zlib.crc32(id_) % RUN == 0]
    for start, end in pairwise(sorted({0, *begins, len(entries)})):
        yield from ((at, min(at + LONGEST_RUN, end)) for at in range(start, end, LONGEST_RUN))


def digest_of(data: bytes) -> bytes:
    """Return a digest of 16 bytes."""
    return blake2b(data, digest_size=16).digest()


def _tables() -> list[defaultdict[str, list[int]]]:
    """Return empty lists for all levels, and for words of the fields as written."""
    return [defaultdict(list) for _ in range(TIER + len(TEXT_WORTH) + 1)]


class Run:
    """The postings of a run of records."""

    def __init__(
        self, fields: Fields, stems: Stems, entries: Iterable[SearchRecord], starts: Sequence[str]
    ) -> None:
        self._fields = fields
        self._stemmed = stems.__getitem__
        self._lists = _tables()
        self._texts = self._lists[TIER:-1]
        rows = [(entry, self._add(number, entry)) for number, entry in enumerate(entries)]
        self.made = digest_of(repr(rows).encode(*UTF8)), self._by_range(starts)
        """A digest of the records and their long texts, and the postings of each range."""

    def _add(self, number: int, entry: SearchRecord) -> str:
        """Add a record; return its long text, which is not kept."""
        fields = self._fields.of(entry)
        written = set().union(*(terms for level, terms in fields.items() if level != IDS))
        _add(self._lists[-1], written, repeat(number))
        for level, keys in fields.items():
            terms = keys
            if level not in {IDS, PEOPLE} and (level != NAME or entry.kind != "person"):
                terms = set(map(self._stemmed, keys))
                if level != ABOUT:
                    terms |= keys
            _add(self._lists[max(level, WHOLE)], terms, repeat(number))
        if text := self._fields.text(entry):
            self._add_text(Counter(map(self._stemmed, words(text))), number)
        return text

    def _add_text(self, counts: Counter[str], number: int) -> None:
        """Add a record to the lists of the words of its long text, by their weight there."""
        levels = level_of(counts.total())
        once = [term for term, count in counts.items() if count == 1]
        _add(self._texts[levels[0]], once, repeat(number))
        for term, count in counts.items():
            if count > 1 and term not in STOP:
                self._texts[levels[min(count, OFTEN) - 1]][term].append(number)

    def _by_range(self, starts: Sequence[str]) -> list[bytes]:
        """Return the postings of each range; equal postings give equal bytes.

        They are, for each level, its terms, the lengths of their lists, and the lists in a row.
        """
        ranges: list[list[Any]] = [[] for _ in starts]
        for table in self._lists:
            terms = sorted(table)
            bounds = [*map(partial(bisect_left, terms), starts), len(terms)]
            for levels, (start, end) in zip(ranges, pairwise(bounds), strict=True):
                lists = [*map(table.__getitem__, terms[start:end])]
                numbers = bytes(chain.from_iterable(lists))
                levels.append((terms[start:end], bytes(map(len, lists)), numbers))
        return [marshal.dumps(levels, 2) for levels in ranges]  # 2 does not tell who shares a text


class Postings:
    """The records of each term of a range: `levels` are those of the fields, then of long texts.

    ``runs`` are the first number of each run, and what `Run` made for the range.
    """

    def __init__(self, runs: Iterable[tuple[int, bytes]]) -> None:
        tables = _tables()
        for base, data in runs:
            levels = marshal.loads(data)  # noqa: S302 - our own
            for table, (terms, lengths, numbers) in zip(tables, levels, strict=True):
                repeated = chain.from_iterable(map(repeat, terms, lengths))
                _add(table, repeated, map(base.__add__, numbers))
        self.levels: Sequence[Lists] = [dict(table) for table in tables[:-1]]
        self.written = {word: len(numbers) for word, numbers in tables[-1].items()}
        """The number of records with a word as written in their fields."""
        self.long = self._cut(self.levels[TIER:])
        """The number of long texts with a term, for terms of which not all records are listed."""

    @staticmethod
    def _cut(texts: Sequence[Lists]) -> dict[str, int]:
        """Cut the lists of long texts: a very common word keeps the records of its first levels."""
        counts: Counter[str] = Counter()
        for lists in texts:
            for word in STOP & lists.keys():
                del lists[word]
            counts.update({term: len(numbers) for term, numbers in lists.items()})
        long = {term: count for term, count in counts.items() if count > MAX_LISTED}
        for term in long:
            remaining = MAX_LISTED
            for lists in texts:
                numbers = lists.pop(term, [])
                if kept := numbers[max(0, len(numbers) - remaining) :]:
                    lists[term] = kept
                remaining -= len(kept)
        return long

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


def _add(lists: defaultdict[str, list[int]], terms: Iterable[str], numbers: Iterable[int]) -> None:
    """Add each number to the list of its term, by a loop in C."""
    deque(map(list.append, map(lists.__getitem__, terms), numbers), 0)


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

BROAD = 5
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


def firsts(ends: Sequence[tuple[str, str]]) -> list[str]:
    """Return, for each shard, the shortest text between its first term and the one before.

    ``ends`` are the first and the last term of each shard.
    """
    behind = [between(last, first) for (_, last), (first, _) in pairwise(ends)]
    return ["", *behind][: len(ends)]


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
