"""The score of records for a question, for programs; pages have the same in the browser.

Of each word the best of its alternatives counts, by how rare it is and where it stands: the word as
it is written, its stem, joined with its neighbour, a name that it is short for, and, if it is
nowhere, a word that it begins or that is one slip away. In all that is the sum, times the share of
what is asked for that a record holds. ``symposium-index-score.js`` does the same: change both or
neither.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import log, sqrt

from symposium.kinds import BY_NAME
from symposium.knowledge import KnowledgeBase
from symposium.locale import current
from symposium.search.fields import ABOUT, LONG, NAME, PEOPLE, SHORT, WORTH, Fields
from symposium.search.nicknames import NICKNAMES
from symposium.search.postings import SAYS, TIER, Postings
from symposium.search.records import SearchRecord, ordered
from symposium.search.stems import stem_of
from symposium.search.terms import ASKED, QUESTION, STOP, id_term, words

ID = 16.0
BEGUN, JOINED, NICKNAME, SLIP, LATER = 0.6, 0.9, 0.9, 0.7, 0.03
"""Shares of what a word is worth: one that only begins so, one with its neighbour, a name in full,
one with a slip, and how much less each is worth that is less likely."""
FULL = (1.3, 2.0)
"""What a record counts that holds all, and that does so in names, titles and the like."""
NEARLY = 1.4
"""And one that lacks a single word in these."""
LEAST = 0.25
"""Of what is asked for, that others must hold."""
MANY = 6
"""From so many words on those that are nowhere count, too."""
PARTIAL = 100
"""So many of them at most."""
FEW_WORDS = 3
"""Words of a query of which those that make it a question count too,"""
HOW = "how"
"""but for what asks for instructions."""
SLIPS = 3
COMMON = 20
"""Records that a word has at least that another is taken for: the likelier, not the rarer."""
FEW = 10
"""And one of so many of a small site."""
RARE = 3
"""Of so few records the long texts may have a slip of their own."""
ALL_WORTH = (*WORTH, *SAYS)
NAMES = frozenset({NAME, PEOPLE})
EVERY = frozenset(range(TIER + len(SAYS)))
TITLES = frozenset(range(LONG + 1))

RE_PART = re.compile(r'(-?)(title:\s*)?(?:"([^"]+)"|(\S+))', re.IGNORECASE)
RE_YEAR = re.compile(r"(?:19|20)\d\d$")
RE_UMLAUT = re.compile("([aou])e")

Found = list[tuple[str, str]]
"""Kind and id of records, the best first."""


@dataclass
class Wanted:
    """A word that is asked for, and what each record that has it gets for it."""

    word: str
    levels: frozenset[int] = EVERY
    needed: bool = False
    free: bool = False
    """Whether a record may as well not have it: an initial beside other words."""
    scores: dict[int, tuple[float, int]] = field(default_factory=dict)
    weight: float = 0.0
    written: int = 0

    def raise_to(self, number: int, score: float, level: int) -> None:
        """Count a record, if that is better than what it has."""
        if number not in self.scores or self.scores[number][0] < score:
            self.scores[number] = (score, level)


class Search:
    """The words of all records of a knowledge base."""

    def __init__(self, kb: KnowledgeBase) -> None:
        self._kb = kb
        self._stem = stem_of(current().language)

    def find(self, text: str, kind: str = "", limit: int = 10) -> Found:
        """Return the records that fit a text best: that of this id, then the best first."""
        asked, out = self._parsed(text)
        ids = self._postings.levels[0].get(id_term(text.strip()), ())
        ranked = self._ranked([*self._looked_for(asked), *self._beside(asked, text)], text)
        hits = dict.fromkeys((*ids, *ranked))
        gone = {number for one in out for number in self._having(one)}
        rows = (self._named(self._entries[one]) for one in hits if one not in gone)
        return [one for one in rows if kind in {"", one[0]}][:limit]

    def _parsed(self, text: str) -> tuple[list[Wanted], list[list[str]]]:
        """Return what is wanted, and the words of each thing that is not."""
        asked, out = [], []
        for sign, titled, quoted, plain in RE_PART.findall(text):
            terms = words(quoted or plain)
            if sign and terms and not plain[:1].isdigit():
                out.append(terms)
                continue
            levels = TITLES if titled else EVERY
            asked += [Wanted(one, levels, needed=bool(titled or quoted)) for one in terms]
        said = _question(one.word for one in asked)
        useful = [one for one in asked if one.word not in STOP | said] or asked
        for one in useful:
            one.free = len(useful) > 1 and len(one.word) == 1 and one.word.isalpha()
        return useful, out

    def _beside(self, asked: Sequence[Wanted], text: str) -> Iterator[Wanted]:
        """Yield the words of a short question that a title may have besides."""
        useful = {one.word for one in asked}
        given = dict.fromkeys(words(text))
        for word in given if len(useful) <= FEW_WORDS else ():
            if word in _question(given) - {HOW} and word not in useful:
                one = Wanted(word, TITLES, free=True)
                for term in {word, self._stem(word)}:
                    self._add(one, term)
                yield one

    def _looked_for(self, asked: Sequence[Wanted]) -> Sequence[Wanted]:
        for place, one in enumerate(asked):
            self._add(one, one.word)
            self._add(one, self._stem(one.word))
            for name in NICKNAMES.get(one.word, ()):
                self._add(one, name, NICKNAME, NAMES)
            for before, after in ((place - 1, place), (place, place + 1)):
                if before >= 0 and after < len(asked):
                    joined = asked[before].word + asked[after].word
                    for term in {joined, self._stem(joined)}:
                        self._add(one, term, JOINED)
        for one in asked:
            if not one.scores or (len(one.scores) <= RARE and not one.written and not one.free):
                self._mend(one)
        return asked

    def _add(
        self, one: Wanted, term: str, share: float = 1.0, levels: frozenset[int] = EVERY,
        least: int = 0,
    ) -> None:  # fmt: skip
        """Count the records that have a term."""
        rows = list(self._rows(term))
        named = sum(len(numbers) for level, numbers in rows if level < TIER)
        said = sum(len(numbers) for level, numbers in rows if level >= TIER)
        records = max(named, self._postings.long.get(term, said))
        if not records:
            return
        if term == one.word:
            one.written = records
        says = self._rarity(max(records, min(least, len(self._entries) / FEW)))
        one.weight = max(one.weight, says)
        for level, numbers in rows:
            if level in levels and level in one.levels:
                # A year is worth as much where it is that of a record as in a short title.
                worth = ALL_WORTH[SHORT if level == ABOUT and RE_YEAR.match(term) else level]
                for number in numbers:
                    one.raise_to(number, worth * says * share, level)

    def _mend(self, one: Wanted) -> None:
        """Count records that have what a word that is nowhere may have meant."""
        start = bisect_left(self._written, one.word)
        begun = self._written[start : start + RARE] if len(one.word) >= RARE else []
        for other in begun:
            if other.startswith(one.word):
                self._add(one, self._stem(other), BEGUN, least=COMMON)
                self._add(one, other, BEGUN, least=COMMON)
        near = sorted(set(_slips(one.word)) & self._counts.keys(), key=lambda other: (
            other[0] != one.word[0], -self._counts[other], other))  # fmt: skip
        for place, other in enumerate(near[:SLIPS]):
            same = RE_UMLAUT.sub(r"\1", other) == RE_UMLAUT.sub(r"\1", one.word)
            share = JOINED if same else SLIP - place * LATER
            for term in {other, self._stem(other)}:
                self._add(one, term, share, least=COMMON)

    def _ranked(self, asked: Sequence[Wanted], text: str) -> list[int]:
        needed = [one.scores for one in asked if one.needed]
        counted = [one for one in asked if not one.free]
        known = [one for one in counted if one.scores]
        total = sum(one.weight or self._rarity(0) for one in
                    (known if len(counted) < MANY else counted))  # fmt: skip
        most = sum(one.weight for one in known)
        full: dict[int, float] = {}
        partial: dict[int, float] = {}
        for number in set().union(*(one.scores for one in asked)):
            if not all(number in scores for scores in needed):
                continue
            # Several words say more than where one of them stands.
            score = sum(sqrt(one.scores[number][0] * one.weight) for one in asked
                        if number in one.scores)  # fmt: skip
            having = [one for one in known if number in one.scores]
            named = sum(one.scores[number][1] < TIER for one in having)
            held = sum(one.weight for one in having)
            if len(having) == len(known) and most >= total * LEAST:
                full[number] = score * FULL[named == len(known)]
            elif held >= total * LEAST:
                nearly = len(known) > 2 and named == len(known) - 1
                partial[number] = score * held / most * (NEARLY if nearly else 1)
        best = sorted(partial, key=lambda one: (-partial[one], -one))[:PARTIAL]
        scores = {**full, **{one: partial[one] for one in best}}
        title = words(text)

        def order(number: int) -> tuple[bool, float, int]:
            return words(self._title(number)) != title, -scores[number], -number

        return sorted(scores, key=order)

    def _having(self, terms: Sequence[str]) -> set[int]:
        found = [
            {number for term in {one, self._stem(one)} for _, row in self._rows(term)
             for number in row}
            for one in terms
        ]  # fmt: skip
        return set.intersection(*found)

    def _rows(self, term: str) -> Iterator[tuple[int, Sequence[int]]]:
        """Yield the levels that have a term, with the records that have it there."""
        for level, lists in enumerate(self._postings.levels):
            if numbers := lists.get(term):
                yield level, numbers

    def _rarity(self, records: float) -> float:
        # A record that has a word in several levels is counted in each: there can be more than all.
        without = max(len(self._entries) - records, 0)
        return log(1 + (without + 0.5) / (records + 0.5))

    @cached_property
    def _entries(self) -> list[SearchRecord]:
        known = {*BY_NAME, "poster"}
        return [one for one in ordered(self._kb) if one.kind in known]

    @cached_property
    def _postings(self) -> Postings:
        made = Postings(Fields(self._kb), self._stem)
        for number, entry in enumerate(self._entries):
            made.add(number, entry)
        made.close()
        return made

    @cached_property
    def _counts(self) -> Mapping[str, int]:
        return self._postings.written()

    @cached_property
    def _written(self) -> list[str]:
        return sorted(self._counts)

    def _title(self, number: int) -> str:
        return self._kb.title_of(*self._named(self._entries[number]))

    @staticmethod
    def _named(entry: SearchRecord) -> tuple[str, str]:
        return "paper" if entry.kind == "poster" else entry.kind, entry.id


def _question(given: Iterable[str]) -> frozenset[str]:
    """Return the words that make a question of others, and in one those that belong to it."""
    return QUESTION if QUESTION.isdisjoint(given) else QUESTION | ASKED


def _slips(word: str) -> Iterator[str]:
    """Yield words one slip away: a letter too many, too few, another, or two in each other's place.

    >>> {"slip", "silp", "slips", "clip", "lip"} <= {"slip", *_slips("slip")}
    True
    """
    if len(word) < RARE or not word.isalpha():
        return
    letters = sorted({*"abcdefghijklmnopqrstuvwxyz", *word})
    for at in range(len(word) + 1):
        before, after = word[:at], word[at:]
        yield from (before + letter + after for letter in letters)
        if after:
            yield before + after[1:]
            yield from (before + letter + after[1:] for letter in letters)
        if len(after) > 1:
            yield before + after[1] + after[0] + after[2:]
