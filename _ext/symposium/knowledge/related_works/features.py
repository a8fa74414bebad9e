"""What works share: authors, topics, references, words. The rarer it is, the more it says.

How rare something is, is told in steps: what twice as many works have says one step less. So a
new work changes what others share only where a number of works reaches the next power of two, and
few pages must be made again. What very many works have says nothing.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from math import isqrt
from operator import mul

from symposium.kinds.paper import Paper
from symposium.knowledge.relation_table import Ids, Relations
from symposium.model.garbage import uncollected
from symposium.model.keywords import keywords

STEPS = 7
"""What so many works have as the bits of this number count says nothing: from 64 on."""
COMMON = 6
"""A word leads from no work to another if the works that have it count more bits than these: what
each work is compared with does not grow with the site."""
WHOLE = 1000
"""Length of the vector of a work's words."""
STRONG, WEAK = 3, 2
"""How often a word counts that is strong in a work, and any other one."""

Vector = tuple[tuple[str, ...], tuple[int, ...]]
"""Words of a work that others have too, and the share of each."""
NOTHING: Vector = ((), ())


class Shared:
    """What all works of a site have, and how much it says that another has it too."""

    def __init__(self, works: Mapping[str, Paper], relations: Relations) -> None:
        self.works = works
        self.relations = relations
        self.bits = len(works).bit_length()
        self.vectors: dict[str, Vector] = {}
        self.ids = tuple(works)
        """Works in the order of their positions."""
        self.postings: dict[str, tuple[array[int], array[int]]] = {}
        """Telling word to the positions of the works that have it, and its share in the vector of
        each: numbers side by side, which are read several times faster than objects here and there.
        """
        with uncollected():
            self._read(works)

    def worth(self, count: int) -> int:
        """Return how many steps a person, a topic or a citation is worth that so many works have.

        It is 0 if that says nothing: half of all works have it, or too many.
        """
        return max(0, min(self.bits, STEPS) - count.bit_length())

    def _read(self, works: Mapping[str, Paper]) -> None:
        texts = [
            paper.words if paper.words is not None else keywords(paper.title, paper.abstract)
            for paper in works.values()
        ]
        counts = Counter(chain.from_iterable(map(str.split, texts)))
        # What half of all works have is worth nothing, also to the length of a vector.
        steps = {n: self.bits - n.bit_length() for n in set(counts.values())}
        strong = {word: STRONG * steps[n] for word, n in counts.items()}
        weak = {word: WEAK * steps[n] for word, n in counts.items()}
        least = WEAK * self.bits // 3
        # Each word and number is one object, however many works have it.
        shared = {word: word for word, n in counts.items() if n > 1 and weak[word] > least}
        common = 2**COMMON - 1
        self.postings = {
            word: (array("I"), array("H")) for word in shared if counts[word] <= common
        }
        shares, postings = list(range(WHOLE + 1)), self.postings
        for position, (paper_id, text) in enumerate(zip(works, texts, strict=True)):
            first, _, second = text.partition("\n")
            words, others = first.split(), second.split()
            weights = [*map(strong.__getitem__, words), *map(weak.__getitem__, others)]
            words += others
            mine = [(shared[w], n) for w, n in zip(words, weights) if w in shared]  # noqa: B905
            if not mine:
                continue
            length = isqrt(sum(map(mul, weights, weights)))
            vector = tuple([shares[n * WHOLE // length] for _, n in mine])
            self.vectors[paper_id] = (tuple([word for word, _ in mine]), vector)
            for (word, _), share in zip(mine, vector):  # noqa: B905
                if word in postings:
                    places, ones = postings[word]
                    places.append(position)
                    ones.append(share)

    def works_of(self, person: str) -> Ids:
        """Return the papers and posters of a person."""
        relations = self.relations
        works: Ids = relations.papers_of_person.get(person, ())
        if person in relations.posters_of_person:
            works += relations.posters_of_person[person]
        return works

    def topics(self, paper_id: str) -> Iterator[tuple[str, int, Iterable[str]]]:
        """Yield (topic, worth, works) for the topics of a work, with all that have it."""
        relations = self.relations
        topic_of, works_of = relations.topic_of_text, relations.papers_of_topic
        for topic in dict.fromkeys([topic_of[text] for text in self.works[paper_id].topics]):
            works = works_of[topic]
            yield topic, self.worth(len(works)), works

    def citations(self, paper_id: str) -> Iterator[tuple[str, int, Iterable[str]]]:
        """Yield (work, worth, works) for what a work cites or is cited by, with who does too."""
        cites, cited_by = self.relations.cites, self.relations.cited_by
        for table, back in ((cites, cited_by), (cited_by, cites)):
            for other in table.get(paper_id, ()):
                works = back[other]
                yield other, self.worth(len(works)), works
