"""What works share: authors, topics, references, words. The rarer it is, the more it says.

How rare something is, is told in steps: what twice as many works have says one step less. So a
new work changes what others share only where a number of works reaches the next power of two, and
few pages must be made again. What half of all works have says nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from math import isqrt
from operator import mul

from symposium.kinds.keywords import OFTENEST, keywords
from symposium.kinds.paper import Paper
from symposium.knowledge.relation_table import Ids, Relations
from symposium.model.memory import uncollected

STEPS = 7
"""What so many works have as the bits of this number count says nothing, but for words: from 64 on.
"""
WHOLE = 1000
"""Length of the vector of a work's words."""
LED = 32
"""Works that a word leads to, however many have it: the ones of which it says most."""
READ = 150
"""Works that the leading words of a work lead to, together: what a work is compared with does not
grow with the site."""
FEWEST = 3
"""Works of one title without a common author: that title says nothing."""

Vector = tuple[tuple[str, ...], tuple[int, ...]]
"""Words of a work that others have too, and the share of each. First come those that say much and
that few works have."""
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
        self.postings: dict[str, tuple[list[int], list[int]]] = {}
        """Word to the positions of works that it leads to, and its share in the vector of each."""

        self.silent: set[str] = set()
        """Works whose titles do not say what they are about: front matter, letters to editors."""
        with uncollected():
            self._read(works)

    def worth(self, count: int) -> int:
        """Return how many steps a person, a topic or a citation is worth that so many works have.

        It is 0 if that says nothing: half of all works have it, or too many.
        """
        return max(0, min(self.bits, STEPS) - count.bit_length())

    def _read(self, works: Mapping[str, Paper]) -> None:
        texts = [
            keywords(paper.title, paper.abstract, paper.topics)
            if paper.words is None
            else paper.words
            for paper in works.values()
        ]
        self.silent = self._silent(texts)
        counts = Counter(chain.from_iterable(map(str.split, texts)))
        # Each of two vectors has the root: what a word adds goes up by as much for every step.
        roots = {n: isqrt(10_000 * (self.bits - n.bit_length())) for n in set(counts.values())}
        weights = [
            {word: often * roots[n] for word, n in counts.items()}
            for often in range(OFTENEST, 0, -1)
        ]
        # Each word and number is one object, however many works have it.
        shared = {word: word for word, n in counts.items() if n > 1 and roots[n]}
        shares = list(range(WHOLE + 1))
        for paper_id, text in zip(works, texts, strict=True):
            words, numbers = list[str](), list[int]()
            for weight, line in zip(weights, text.split("\n")):  # noqa: B905 - one weight is left
                if line:
                    some = line.split()
                    words += some
                    numbers += map(weight.__getitem__, some)
            mine = [(shared[w], n) for w, n in zip(words, numbers) if w in shared]  # noqa: B905
            if mine and paper_id not in self.silent:
                length = isqrt(sum(map(mul, numbers, numbers)))
                rows = [(counts[w] / (n * n), w, shares[n * WHOLE // length]) for w, n in mine]
                rows.sort()
                self.vectors[paper_id] = (
                    tuple([w for _, w, _ in rows]),
                    tuple([n for *_, n in rows]),
                )
        self.postings = self._postings(shared)

    def _postings(self, words: Iterable[str]) -> dict[str, tuple[list[int], list[int]]]:
        """Return for words the places of the works that they lead to, with their shares."""
        found: dict[str, tuple[list[int], list[int]]] = {word: ([], []) for word in words}
        nothing = NOTHING
        for position, paper_id in enumerate(self.ids):
            for word, share in zip(*self.vectors.get(paper_id, nothing)):  # noqa: B905
                places, shares = found[word]
                places.append(position)
                shares.append(share)
        for word, (places, shares) in found.items():
            if len(places) > LED:
                names = map(self.ids.__getitem__, places)
                rows = sorted(zip(map(int.__neg__, shares), names, places))[:LED]  # noqa: B905
                found[word] = [place for *_, place in rows], [-share for share, *_ in rows]
        return found

    def _silent(self, texts: Iterable[str]) -> set[str]:
        """Return the works without words, and those of a title that strangers use again."""
        authors_of = self.relations.authors_of_paper
        titles = Counter([work.title for work in self.works.values()])
        found = {one for one, text in zip(self.works, texts, strict=True) if not text}
        if again := {title for title, n in titles.items() if n >= FEWEST}:
            alike: dict[str, list[str]] = {title: [] for title in again}
            for work in self.works.values():
                if work.title in again:
                    alike[work.title].append(work.id)
            for ids in alike.values():
                if not set(authors_of[ids[0]]).intersection(*[authors_of[one] for one in ids]):
                    found.update(ids)
        return found

    def leading(self, paper_id: str) -> Iterator[tuple[str, int]]:
        """Yield the words by which a work is compared with others, with their shares."""
        read, postings = 0, self.postings
        for word, share in zip(*self.vectors.get(paper_id, NOTHING)):  # noqa: B905
            read += len(postings[word][0])
            if read > READ:
                break
            yield word, share

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
