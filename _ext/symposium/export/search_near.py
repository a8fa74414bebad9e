"""The dictionary of the search index: the words near one that is not there.

Of a word with one slip, its first or its second half is as it should be. So the dictionary has all
words twice: sorted by their spelling, and by their spelling backwards, each cut into small files of
which a look for the words that begin (or end) in some way needs one or two. A file is one text:
each word is followed by a digit, the logarithm of how many records have it. Words with digits are
in neither: a year or a number that is not there was hardly meant to be another.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from symposium.export.search_postings import Postings
from symposium.export.search_shards import between, utf16

SHORTEST = 3
"""Letters of the shortest word that another can be taken for: one less than those forgiven."""

WORDS = 1_500
"""Words in one file."""

SIDES = ("forward", "backward")


def near_words(terms: Sequence[str], postings: Postings) -> dict[str, str]:
    """Return each word of the dictionary with the digit that follows it, in the order given."""
    words = [term for term in terms if len(term) >= SHORTEST and term.isalpha()]
    records = dict.fromkeys(words, 0)
    for lists in postings:
        for term in records.keys() & lists.keys():
            records[term] += len(lists[term])
    return {word: str(min(9, records[word].bit_length() - 1)) for word in words}


def near_files(found: dict[str, str]) -> Iterator[tuple[str, str | dict[str, list[str]]]]:
    """Yield path and value of the files of the dictionary, and last the list of them.

    The list has the first words of the files, as short as they can be, of each side.
    """
    reverse = {word[::-1]: digit for word, digit in found.items()}
    plain = sorted(word for word in reverse if word.isascii())
    others = [word for word in reverse if not word.isascii()]
    order = sorted(plain + others, key=utf16) if others else plain
    firsts = {}
    for side, words, digits in zip(SIDES, (list(found), order), (found, reverse), strict=True):
        starts = range(0, len(words), WORDS)
        for place, start in enumerate(starts):
            part = words[start : start + WORDS]
            yield f"{side}/{place}.bin", "".join([word + digits[word] for word in part])
        firsts[side] = ["", *(between(words[at - 1], words[at]) for _, at in pairwise(starts))]
    yield "near.bin", firsts
