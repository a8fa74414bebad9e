"""Postings: which records have which term.

The two tiers are made apart, and of the second each text is forgotten once it has been taken apart.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Sequence

from symposium.export.search_fields import LEVELS, Fields
from symposium.export.search_records import SearchRecord
from symposium.export.search_terms import STOP, words

Lists = dict[str, "array[int]"]
"""Term to the numbers of records, ascending: four bytes each."""

Postings = tuple[Lists, ...]
"""By level."""


def _numbers() -> array[int]:
    return array("I")


def first_tier(fields: Fields, entries: Sequence[SearchRecord]) -> Postings:
    """Return what records are found by: titles, names, ids and the like."""
    levels: tuple[defaultdict[str, array[int]], ...] = tuple(defaultdict(_numbers) for _ in LEVELS)
    for number, entry in enumerate(entries):
        for level, terms in fields.of(entry).items():
            lists = levels[level]
            for term in terms:
                lists[term].append(number)
    return tuple(dict(lists) for lists in levels)


def second_tier(fields: Fields, entries: Sequence[SearchRecord]) -> Postings:
    """Return which records have a word in their long text.

    Each text is asked for once, in the order of the records, and not kept.
    """
    lists: defaultdict[str, array[int]] = defaultdict(_numbers)
    for number, entry in enumerate(entries):
        if text := fields.text(entry):
            for term in set(words(text)) - STOP:
                lists[term].append(number)
    return (dict(lists),)
