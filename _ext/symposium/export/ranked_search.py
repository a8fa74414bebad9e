"""A ranked search over the knowledge base, for programs; pages search in the browser.

What a record is found by, and how much each level says, is as in the index of the site
(`symposium.export.search_fields`). All that others need is `RankedSearch.find`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property
from math import log

from symposium.export.search_fields import ABOUT, NAME, PEOPLE, TITLE, WHOLE, Fields
from symposium.export.search_records import SearchRecord, ordered
from symposium.export.search_terms import STOP, id_term, words
from symposium.kinds import BY_NAME
from symposium.knowledge import KnowledgeBase

WEIGHTS = {WHOLE: 8.0, NAME: 6.0, TITLE: 4.0, PEOPLE: 3.0, ABOUT: 2.0}
TEXT = 1.0
"""What a word of an abstract or a biography counts."""
BEGINNING = 0.5
"""What a word counts that only begins like the one that is looked for."""
MOST_BEGINNINGS = 200

Found = list[tuple[str, str]]
"""Kind and id of records, the best first."""


class RankedSearch:
    """The words of all records of a knowledge base."""

    def __init__(self, kb: KnowledgeBase) -> None:
        self._kb = kb

    def find(self, text: str, kind: str = "", limit: int = 10) -> Found:
        """Return the records that fit a text best; each has all of its words but the commonest."""
        found: dict[int, float] = {}
        whole = self._postings.get(id_term(text.strip()), {})
        wanted = words(text)
        wanted = [one for one in wanted if one not in STOP] or wanted
        for place, term in enumerate(dict.fromkeys(wanted)):
            scores = self._scores(term)
            if place:
                found = {one: found[one] + scores[one] for one in found if one in scores}
            else:
                found = scores
        for one, weight in whole.items():
            found[one] = found.get(one, 0.0) + 10 * weight
        best = sorted(found, key=lambda one: (-found[one], -one))
        rows = (self._named(self._entries[one]) for one in best)
        return [one for one in rows if kind in {"", one[0]}][:limit]

    def _scores(self, term: str) -> dict[int, float]:
        scores: dict[int, float] = {}
        for other, share in self._like(term):
            rows = self._postings[other]
            rare = share * log(1 + len(self._entries) / len(rows))
            for one, weight in rows.items():
                scores[one] = max(scores.get(one, 0.0), weight * rare)
        return scores

    def _like(self, term: str) -> Iterator[tuple[str, float]]:
        """Yield terms that are one or begin with it, each with what it counts."""
        start = bisect_left(self._terms, term)
        for other in self._terms[start : start + MOST_BEGINNINGS]:
            if not other.startswith(term):
                break
            yield other, 1.0 if other == term else BEGINNING

    @cached_property
    def _entries(self) -> list[SearchRecord]:
        known = {*BY_NAME, "poster"}
        return [one for one in ordered(self._kb) if one.kind in known]

    @cached_property
    def _postings(self) -> dict[str, dict[int, float]]:
        """Each term with the records that have it, and what it says about them."""
        found: dict[str, dict[int, float]] = defaultdict(dict)
        fields = Fields(self._kb)
        for number, entry in enumerate(self._entries):
            weights = dict.fromkeys(words(fields.text(entry)), TEXT)
            for level, terms in sorted(fields.of(entry).items(), reverse=True):
                weights.update(dict.fromkeys(terms, WEIGHTS[level]))
            for term, weight in weights.items():
                found[term][number] = weight
        return dict(found)

    @cached_property
    def _terms(self) -> list[str]:
        return sorted(self._postings)

    @staticmethod
    def _named(entry: SearchRecord) -> tuple[str, str]:
        return "paper" if entry.kind == "poster" else entry.kind, entry.id
