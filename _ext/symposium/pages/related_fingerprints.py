"""What the related papers of a page are found from, as one number.

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
from symposium.pages.related_papers import chosen


class RelatedFingerprints:
    """Numbers of what related papers are found from."""

    def __init__(
        self, kb: KnowledgeBase, owns: Mapping[str, int], topics: Mapping[str, int]
    ) -> None:
        """Take the numbers of what each entry says, and those of topics."""
        self._kb = kb
        self._relations = kb.relations
        self._shared = kb.kinship.shared
        self._owns = owns
        self._topics = topics
        self._sets: dict[tuple[str, str], int] = {}
        self._topics_of: dict[tuple[str, ...], int] = {}
        self._people = _People(self)

    def of(self, paper_id: str) -> int:
        """Return the number of what the related papers of a work are found from."""
        shared, known, paper = self._shared, self._words, self._kb.works[paper_id]
        words, vector = shared.vectors.get(paper_id, NOTHING)
        found = [shared.bits, hash(vector), *[known[word] for word in words if word in known]]
        found += map(self._people.__getitem__, self._relations.authors_of_paper[paper_id])
        if paper.topics:
            found.append(self._of_topics(paper_id, paper.topics))
        if self._relations.cites:
            for other, worth, works in shared.citations(paper_id):
                found += (self._works[other], self._set("work", other, worth, works))
        if paper.related:
            found += [self._works[one] for one in chosen(self._kb, paper_id)]
        return hash(tuple(found))

    def _of_topics(self, paper_id: str, texts: tuple[str, ...]) -> int:
        """Return the number of the topics of a work: of works with the same topics once."""
        known = self._topics_of.get(texts)
        if known is None:
            known = self._topics_of[texts] = hash(
                tuple(
                    [
                        number
                        for topic, worth, works in self._shared.topics(paper_id)
                        for number in (self._topics[topic], self._set("topic", topic, worth, works))
                    ]
                )
            )
        return known

    @cached_property
    def _works(self) -> dict[str, int]:
        """Numbers of what works bring into the comparison: their entries and their vectors."""
        vectors = self._shared.vectors
        return {
            one: hash((own, vectors[one][1])) if one in vectors else own
            for one, own in self._owns.items()
        }

    @cached_property
    def _words(self) -> dict[str, int]:
        """Numbers of telling words: the works that have them."""
        works = self._works.__getitem__
        return {
            word: hash(tuple(map(works, ids))) for word, (ids, _) in self._shared.postings.items()
        }

    def number(self, worth: int, works: Iterable[str]) -> int:
        """Return the number of works that have something; of very many only which they are."""
        if worth:
            return hash(tuple(map(self._works.__getitem__, works)))
        return crc32("\n".join(works).encode())

    def person(self, one: str) -> int:
        """Return the number of the works of a person."""
        works = self._shared.works_of(one)
        return self.number(self._shared.worth(len(works)), works)

    def _set(self, kind: str, name: str, worth: int, works: Iterable[str]) -> int:
        key = (kind, name)
        found = self._sets.get(key)
        if found is None:
            found = self.number(worth, works)
            self._sets[key] = found
        return found


class _People(dict[str, int]):
    """Numbers of the works of people, each found out once."""

    def __init__(self, numbers: RelatedFingerprints) -> None:
        self.numbers = numbers

    def __missing__(self, person: str) -> int:
        found = self[person] = self.numbers.person(person)
        return found
