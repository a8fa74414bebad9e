"""Postings: which records have which term.

`first_tier` and `second_tier` work on a range of records and depend on nothing else, so that
ranges can be done by several processes; `merge` puts the parts of consecutive ranges together.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterable, Sequence

from symposium.export.search_fields import LEVELS, Fields
from symposium.export.search_records import Entry
from symposium.export.search_terms import STOP, words

Lists = dict[str, "array[int]"]
"""Term to the numbers of records, ascending: four bytes each."""

Postings = tuple[Lists, ...]
"""By level."""


def _numbers() -> array[int]:
    return array("I")


def first_tier(fields: Fields, entries: Sequence[Entry], start: int, stop: int) -> Postings:
    """Return what records ``start`` to ``stop`` are found by: titles, names, ids and the like."""
    levels: tuple[defaultdict[str, array[int]], ...] = tuple(defaultdict(_numbers) for _ in LEVELS)
    for number in range(start, stop):
        for level, terms in fields.of(entries[number]).items():
            lists = levels[level]
            for term in terms:
                lists[term].append(number)
    return tuple(dict(lists) for lists in levels)


def second_tier(fields: Fields, entries: Sequence[Entry], start: int, stop: int) -> Postings:
    """Return which of the records ``start`` to ``stop`` have a word in their long text.

    Each text is asked for once, in the order of the records, and not kept.
    """
    lists: defaultdict[str, array[int]] = defaultdict(_numbers)
    for number in range(start, stop):
        text = fields.text(entries[number])
        if text:
            for term in set(words(text)) - STOP:
                lists[term].append(number)
    return (dict(lists),)


def merge(parts: Iterable[Postings]) -> Postings:
    """Return the postings of consecutive ranges as one; the first part is taken over."""
    whole: Postings = ()
    for part in parts:
        if not whole:
            whole = part
            continue
        for lists, more in zip(whole, part, strict=True):
            for term, numbers in more.items():
                if term in lists:
                    lists[term].extend(numbers)
                else:
                    lists[term] = numbers
    return whole
