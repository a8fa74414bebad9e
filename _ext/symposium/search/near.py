"""The dictionary of the search index, for words with a slip.

Of a word with one slip, its first or its second half is as it should be. So the dictionary has all
words twice: sorted by their spelling, and by their spelling backwards, each cut into small files of
which a look for the words that begin (or end) in some way needs one or two. A file is one text:
each word is followed by a digit, the logarithm of how many records have it. Words with digits are
in neither: a year or a number that is not there was hardly meant to be another.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from symposium.search.shards import between, in_order

SHORTEST = 3
"""Letters of the shortest word that another can be taken for: one less than those forgiven."""

WORDS = 800
"""Words in one file."""


class Dictionary:
    """The words of the dictionary, in both directions."""

    def __init__(self, written: Mapping[str, int]) -> None:
        digits = _digits(written)
        reverse = {word[::-1]: digit for word, digit in digits.items()}
        self._sides = {
            "forward": (in_order(digits), digits),
            "backward": (in_order(reverse), reverse),
        }

    def files(self) -> Iterator[tuple[str, str]]:
        """Yield path and text of each file."""
        for side, (words, digits) in self._sides.items():
            for place, start in enumerate(range(0, len(words), WORDS)):
                part = words[start : start + WORDS]
                yield f"{side}/{place}.bin", "".join([word + digits[word] for word in part])

    def firsts(self) -> dict[str, list[str]]:
        """Return, for each side, the first words of the files, as short as they can be."""
        return {
            side: [
                "",
                *(between(words[at - 1], words[at]) for at in range(WORDS, len(words), WORDS)),
            ]
            for side, (words, _) in self._sides.items()
        }


def _digits(written: Mapping[str, int]) -> dict[str, str]:
    """Return each word of the dictionary with the digit that follows it."""
    return {
        word: str(min(9, count.bit_length() - 1))
        for word, count in written.items()
        if len(word) >= SHORTEST and word.isalpha()
    }
