"""Features that works share: authors, topics, references, words. Rarer ones weigh more.

Weights have steps: a feature of twice as many works weighs one step less. So a new work changes the
weights of others only where a number of works reaches the next power of two, and few pages must be
made again. A feature that half of all works have weighs nothing.
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
"""Features of 64 works or more, a number with so many bits, weigh nothing, except words."""
WHOLE = 1000
"""Length of the vector of a work's words."""
LED = 32
"""The most works that a word leads to: those in which its share is largest."""
READ = 150
"""The most works that the leading words of a work lead to together, so that the number of
comparisons does not grow with the site."""
FEWEST = 3
"""If so many works without a common author have one title, the title says nothing about them."""

Vector = tuple[tuple[str, ...], tuple[int, ...]]
"""Words that a work has in common with others, and the share of each. Heavy words that few works
have come first."""
NOTHING: Vector = ((), ())


class Shared:
    """The features of all works of a site, and their weights."""

    def __init__(self, works: Mapping[str, Paper], relations: Relations) -> None:
        self.works = works
        self.relations = relations
        self.bits = len(works).bit_length()
        self.vectors: dict[str, Vector] = {}
        self.ids = tuple(works)
        """Works in the order of their positions."""
        self.postings: dict[str, tuple[list[int], list[int]]] = {}
        """Word to the positions of works that it leads to, and to its share in their vectors."""

        self.silent: set[str] = set()
        """Works whose titles do not tell their subject: front matter, letters to editors."""
        with uncollected():
            self._read(works)

    def worth(self, count: int) -> int:
        """Return the weight, in steps, of a person, topic or citation that so many works have.

        It is 0 if half of all works have it, or too many.
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
        # Both vectors have the root of the weight, so that their product grows evenly by steps.
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
                    line_words = line.split()
                    words += line_words
                    numbers += map(weight.__getitem__, line_words)
            pairs = [(shared[w], n) for w, n in zip(words, numbers) if w in shared]  # noqa: B905
            if pairs and paper_id not in self.silent:
                length = isqrt(sum(map(mul, numbers, numbers)))
                rows = [(counts[w] / (n * n), w, shares[n * WHOLE // length]) for w, n in pairs]
                rows.sort()
                self.vectors[paper_id] = (
                    tuple([w for _, w, _ in rows]),
                    tuple([n for *_, n in rows]),
                )
        self.postings = self._postings(shared)

    def _postings(self, words: Iterable[str]) -> dict[str, tuple[list[int], list[int]]]:
        """Map words to the positions of works that they lead to, and to their shares there."""
        postings: dict[str, tuple[list[int], list[int]]] = {word: ([], []) for word in words}
        nothing = NOTHING
        for position, paper_id in enumerate(self.ids):
            for word, share in zip(*self.vectors.get(paper_id, nothing)):  # noqa: B905
                places, shares = postings[word]
                places.append(position)
                shares.append(share)
        for word, (places, shares) in postings.items():
            if len(places) > LED:
                names = map(self.ids.__getitem__, places)
                rows = sorted(zip(map(int.__neg__, shares), names, places))[:LED]  # noqa: B905
                postings[word] = [place for *_, place in rows], [-share for share, *_ in rows]
        return postings

    def _silent(self, texts: Iterable[str]) -> set[str]:
        """Return works without words, and works with a title that unrelated authors use, too."""
        authors_of = self.relations.authors_of_paper
        titles = Counter([work.title for work in self.works.values()])
        silent = {paper_id for paper_id, text in zip(self.works, texts, strict=True) if not text}
        if again := {title for title, n in titles.items() if n >= FEWEST}:
            alike: dict[str, list[str]] = {title: [] for title in again}
            for work in self.works.values():
                if work.title in again:
                    alike[work.title].append(work.id)
            for ids in alike.values():
                if not set(authors_of[ids[0]]).intersection(*[authors_of[id_] for id_ in ids]):
                    silent.update(ids)
        return silent

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
        """Yield (work, worth, works) for citations of and by a work, with works that share them."""
        cites, cited_by = self.relations.cites, self.relations.cited_by
        for table, back in ((cites, cited_by), (cited_by, cites)):
            for other in table.get(paper_id, ()):
                works = back[other]
                yield other, self.worth(len(works)), works
