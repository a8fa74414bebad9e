"""A reader of the search index, as plain as can be: what the browser finds, without its economy."""

from __future__ import annotations

import json
import zlib
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from typing import Any

from symposium.export.search_terms import ID, words

LAST = "\uffff"


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

    def shards(self, tier: str, start: str, stop: str) -> list[list[Any]]:
        firsts = self.root["words"] if tier == "words" else self.get("text.bin")["text"]
        keys = [one.encode("utf-16-be", "surrogatepass") for one in firsts]
        low, high = (
            max(0, bisect_right(keys, one.encode("utf-16-be", "surrogatepass")) - 1)
            for one in (start, stop)
        )
        if not firsts:
            return []
        return [row for n in range(low, high + 1) for row in self.get(f"{tier}/{n}.bin")]

    def word(self, word: str, *, prefix: bool = False, tier: str = "words") -> set[int]:
        """Return the numbers of the records that have a word, or one that begins with it."""
        found: set[int] = set()
        for term, *levels in self.shards(tier, word, word + LAST if prefix else word):
            if term == word or (prefix and term.startswith(word)):
                for gaps in levels:
                    number = 0
                    for gap in gaps:
                        number += gap
                        found.add(number)
        return found

    def search(self, query: str, *, tier: str = "words") -> set[int]:
        """Return the numbers of the records that have every word; the last may be a beginning."""
        self.asked = {"root.bin"}
        terms = words(query)
        found = [self.word(one, prefix=one is terms[-1], tier=tier) for one in terms]
        return set.intersection(*found) if found else set()

    def id(self, text: str) -> set[int]:
        return self.word(ID + text.lower())

    def row(self, number: int) -> list[str]:
        block = self.root["block"]
        row: list[str] = self.get(f"records/{number // block}.bin")[number % block]
        return row

    def titles(self, numbers: Iterable[int]) -> list[str]:
        return [self.row(number)[0] for number in sorted(numbers, reverse=True)]

    def kind(self, number: int) -> tuple[str, int]:
        for kind, year, count in self.root["segments"]:
            if number < count:
                return kind, year
            number -= count
        raise IndexError(number)
