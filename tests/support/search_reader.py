"""A reader of the search index, as plain as can be: what the browser finds, without its economy."""

from __future__ import annotations

import json
import zlib
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from itertools import accumulate
from typing import Any

from symposium.search.postings import TEXT_WORTH, TIER
from symposium.search.terms import ID, stem_of, words

LAST = "\uffff"
STEM = stem_of("en")


def unpacked(content: bytes) -> Any:
    return json.loads(zlib.decompress(content, 31))


class Reader:
    """The files of an index, below ``search/``; ``asked`` are those that the last search needed."""

    def __init__(self, files: Iterable[tuple[str, bytes]]) -> None:
        self.files: Mapping[str, bytes] = dict(files)
        self.asked: set[str] = set()
        self.root = self.get("root.bin")

    def get(self, path: str) -> Any:
        self.asked.add(path)
        return unpacked(self.files[f"search/{path}"])

    @property
    def size(self) -> int:
        """Bytes of the files that were asked for."""
        return sum(len(self.files[f"search/{path}"]) for path in self.asked)

    def shards(self, start: str, stop: str) -> list[list[Any]]:
        keys = [one.encode("utf-16-be", "surrogatepass") for one in self.root["words"]]
        low, high = (
            max(0, bisect_right(keys, one.encode("utf-16-be", "surrogatepass")) - 1)
            for one in (start, stop)
        )
        if not keys:
            return []
        return [row for n in range(low, high + 1) for row in self.get(f"words/{n}.bin")]

    def word(self, word: str, *, prefix: bool = False, text: bool = False) -> set[int]:
        """Return the numbers of the records that have a word, or one that begins with it.

        With ``text`` in their long texts, else in all other fields.
        """
        found: set[int] = set()
        if (stem := STEM(word)) != word:
            found |= self.word(stem, text=text)
        for term, *parts in self.shards(word, word + LAST if prefix else word):
            if term == word or (prefix and term.startswith(word)):
                level = 0
                for part in parts:
                    if isinstance(part, int):
                        level += part
                        continue
                    if (level >= TIER) is text and level < TIER + len(TEXT_WORTH):
                        found.update(accumulate(part))
                    level += 1
        return found

    def search(self, query: str, *, text: bool = False) -> set[int]:
        """Return the numbers of the records that have every word; the last may be a beginning."""
        self.asked = {"root.bin"}
        terms = words(query)
        found = [self.word(one, prefix=one is terms[-1], text=text) for one in terms]
        return set.intersection(*found) if found else set()

    def id(self, text: str) -> set[int]:
        return self.word(ID + text.lower())

    def row(self, number: int) -> list[str]:
        size = self.root["blocks"][self.kind(number)[0] in self.root["lists"]]
        row: list[str] = self.get(f"records/{size}/{number // size}.bin")[number % size]
        return row

    def titles(self, numbers: Iterable[int]) -> list[str]:
        return [self.row(number)[0] for number in sorted(numbers, reverse=True)]

    def kind(self, number: int) -> tuple[str, int]:
        for kind, year, count in self.root["segments"]:
            if number < count:
                return kind, year
            number -= count
        raise IndexError(number)
