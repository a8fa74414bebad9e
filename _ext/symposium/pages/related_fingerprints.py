"""Fingerprints of the related papers of a page.

Which works are related is found out when a page is made, by whichever process makes it. Its number
covers what that rests on: of each thing that a work has (its authors, topics, references, telling
words) which other works have it, and all that their entries say. So a changed entry concerns the
pages of those works that share something with it, and no others.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from zlib import crc32

from symposium.knowledge import KnowledgeBase
from symposium.knowledge.related_works import NOTHING
from symposium.knowledge.relation_table import Named
from symposium.pages.related_papers import chosen


class RelatedFingerprints:
    """Numbers of what related papers are found from."""

    def __init__(self, kb: KnowledgeBase, records: Mapping[str, Mapping[str, int]]) -> None:
        """Take the numbers of records, by kind and id."""
        self._kb = kb
        self._shared = kb.related_works.shared
        self._records = records
        self._sets: dict[Named, int] = {}

    def of(self, paper_id: str) -> int:
        """Return the number of what the related papers of a work are found from."""
        kb, shared, known = self._kb, self._shared, self._words
        words, vector = shared.vectors.get(paper_id, NOTHING)
        found = [shared.bits, hash(vector), *[known[word] for word in words if word in known]]
        found += [self._person(one) for one in kb.relations.authors_of_paper[paper_id]]
        for topic, _, works in shared.topics(paper_id):
            found += (self._records["topic"][topic], self._set("topic", topic, works))
        if kb.relations.cites:
            for other, _, works in shared.citations(paper_id):
                found += (self._works[other], self._number(works))
        found += [self._works[one] for one in chosen(kb, paper_id)]
        return hash(tuple(found))

    @cached_property
    def _works(self) -> dict[str, int]:
        """Numbers of what works bring into the comparison: their entries and their vectors."""
        vectors, papers = self._shared.vectors, self._records["paper"]
        return {one: hash((papers[one], vectors.get(one, NOTHING)[1])) for one in self._kb.works}

    @cached_property
    def _words(self) -> dict[str, int]:
        """Numbers of telling words: the works that have them."""
        work = tuple(self._works.values()).__getitem__
        return {
            word: hash(tuple(map(work, places)))
            for word, (places, _) in self._shared.postings.items()
        }

    def _person(self, one: str) -> int:
        found = self._sets.get(("person", one))
        return self._set("person", one, self._shared.works_of(one)) if found is None else found

    def _set(self, kind: str, name: str, works: Iterable[str]) -> int:
        """Return the number of the works that have a person or a topic."""
        found = self._sets.get((kind, name))
        if found is None:
            found = self._sets[kind, name] = self._number(works)
        return found

    def _number(self, works: Iterable[str]) -> int:
        """Return the number of works that have something; of very many only which they are."""
        ids = tuple(works)
        if self._shared.worth(len(ids)):
            return hash(tuple(map(self._works.__getitem__, ids)))
        return crc32("\n".join(ids).encode())
