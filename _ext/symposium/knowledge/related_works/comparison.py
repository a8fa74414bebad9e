"""The comparison of all works of a site with each other, by what they share.

A work is a row of weighted stems: of its title, its keywords, and words that its abstract repeats.
Works are alike if they share at least two stems that few works have. Topics and citations that few
works share are evidence, too, and authors decide between works.

Weights have steps: what twice as many works have weighs one step less. So a new work changes the
weights of others only where a number of works reaches the next power of two.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from math import sqrt

from symposium.kinds.keywords import keywords
from symposium.kinds.paper import Paper
from symposium.knowledge.relation_table import Ids, Relations

MAX_WORKS = 5
"""The most related works of a work."""
KEPT = 2 * MAX_WORKS
"""The most similar works of a work among which they are chosen."""
STEPS = 7
"""Topics and citations of 64 works or more, a number with so many bits, weigh nothing."""
FEWEST = 3
"""If so many works without a common author have one title, the title says nothing about them."""

ONE = 1000
"""The unit of scores."""
ENOUGH = 2 * ONE // 5
"""The score that two works must reach without their authors."""
AUTHOR = ENOUGH // 20
"""The score of a shared author."""
TOPIC = 2 * ENOUGH
"""The score of a shared topic with the full weight; half of it is enough by itself."""
CITATION = 3 * ENOUGH // 2
"""The score of a shared citation with the full weight."""
CITES = 2 * ENOUGH
"""The score if one work cites the other."""

HEAVIEST = 8
"""Two works are compared if they share two stems that are among so many heaviest ones of each."""
BITS = 10
EVIDENCE = (1 << BITS) - 1
"""No sum of the weights of a work's stems is higher."""

Row = dict[str, int]
"""Stem to 2 if a work has it in its title or very often, else to 1."""


def words_of(paper: Paper) -> str:
    """Return the stems of a work as text, as `keywords` does."""
    words = paper.words
    return keywords(paper.title, paper.abstract, paper.topics) if words is None else words


def row_of(paper: Paper) -> Row:
    """Return the stems of a work."""
    telling, _end, others = words_of(paper).partition("\n")
    return dict.fromkeys(telling.split(), 2) | dict.fromkeys(others.split(), 1)


def weights_of(works: Mapping[str, Paper]) -> Row:
    """Return the stems that works share, with their weights in steps, 0 if half have them."""
    counts = Counter(chain.from_iterable(map(str.split, map(words_of, works.values()))))
    bits = len(works).bit_length()
    return {stem: bits - n.bit_length() for stem, n in counts.items() if n > 1}


class Ties:
    """What relates works besides their words: topics and citations."""

    def __init__(self, works: Mapping[str, Paper], relations: Relations) -> None:
        self.works = works
        self.relations = relations
        self._steps = min(len(works).bit_length(), STEPS)
        topics = relations.papers_of_topic.items()
        self.weights = {topic: n for topic, ids in topics if (n := self._weight(ids))}
        """Topics that few works have, with their weights in steps."""

    def topics(self, paper_id: str) -> set[str]:
        """Return the topics of a work that few works have."""
        topic_of, weights = self.relations.topic_of_text, self.weights
        return {t for text in self.works[paper_id].topics if (t := topic_of[text]) in weights}

    def scores(self, paper_id: str) -> Mapping[int, int]:
        """Return the scores of other works by topics and citations, by their positions."""
        relations = self.relations
        rows: list[tuple[int, Ids]] = [
            (TOPIC * self.weights[topic] // self._steps, relations.papers_of_topic[topic])
            for topic in self.topics(paper_id)
        ]
        tables = (relations.cites, relations.cited_by)
        for table, back in (tables, tables[::-1]) if relations.cites else ():
            for other in table.get(paper_id, ()):
                shared = CITATION * self._weight(back[other]) // self._steps
                rows += [(CITES, (other,)), (shared, back[other])]
        scores = Counter[int]()
        for score, ids in rows:
            for position in map(relations.position.__getitem__, ids):
                scores[position] += score
        return scores

    def _weight(self, works: Ids) -> int:
        return max(0, self._steps - len(works).bit_length())


class Comparison:
    """A comparison of all works, which is needed only until their lists are made.

    Stems that many works have lead to no others. In larger sites, they may have more works, but not
    in proportion, so that the time grows little faster than the site.
    """

    def __init__(self, ties: Ties, weights: Row) -> None:
        self.ties = ties
        self.relations = ties.relations
        self.ids = tuple(ties.works)
        self.bits = bits = len(self.ids).bit_length()
        self.weights = weights
        few = bits // 2 + 2
        self.leading = {s: set[int]() for s, n in weights.items() if n and bits - n <= few}
        """Stem to the positions of works that it leads to: those that have been compared."""
        self.numbers = {stem: n for n, stem in enumerate(weights, 1)}
        self.rows: list[array[int]] = []
        """The numbers of the stems that each work shares; also negated if the stem counts 2."""
        self.norms: list[float] = []
        """The lengths of the rows as vectors; 0 for works that are related to nothing."""

    def lists(self) -> Iterator[tuple[str, Ids]]:
        """Yield each work with the ids of the works that are most similar to it, in their order."""
        ids, works = self.ids, self.ties.works
        silent = self._silent()
        nearest: list[list[tuple[float, str]]] = [[] for _ in ids]
        for position, paper_id in enumerate(ids):
            row = {} if paper_id in silent else row_of(works[paper_id])
            for score, other in self._similar(position, paper_id, row):
                nearest[position].append((-score, ids[other]))
                nearest[other].append((-score, paper_id))
                if len(nearest[other]) > 2 * KEPT:
                    nearest[other] = sorted(nearest[other])[:KEPT]
        for paper_id, near in zip(ids, nearest, strict=True):
            yield paper_id, self._first(paper_id, sorted(near)) if near else ()

    def _first(self, paper_id: str, near: Iterable[tuple[float, str]]) -> Ids:
        """Return the first of the similar works, without those that the page names anyway."""
        twins = self.relations.posters_of_paper
        taken = {*self.ties.works[paper_id].related, *twins.get(paper_id, ())}
        first: list[str] = []
        for _score, other in near:
            if other not in taken:
                first.append(other)
                taken.update(twins.get(other, ()))
        return tuple(first[:MAX_WORKS])

    def _similar(self, position: int, paper_id: str, row: Row) -> Iterator[tuple[float, int]]:
        """Add a work; yield scores and positions of works before it that are similar enough."""
        rows, norms, authors_of = self.rows, self.norms, self.relations.authors_of_paper
        product_of = self._add(row).get
        if not row:
            return
        near, ties = self._near(position, row), self.ties.scores(paper_id)
        near.update([at for at, n in ties.items() if n >= ENOUGH and at < position and norms[at]])
        norm, tie_of = norms[position], ties.get
        for other in near:
            shared = sum(filter(None, map(product_of, rows[other])))
            score = (shared >> BITS) * (shared & EVIDENCE) / (norm * norms[other])
            if ties:
                score += tie_of(other, 0)
            if score >= ENOUGH:
                authors = set(authors_of[paper_id]).intersection(authors_of[self.ids[other]])
                yield score + AUTHOR * len(authors), other

    def _add(self, row: Row) -> dict[int, int]:
        """Add a work; return, by the numbers of its stems, what they add to scores.

        The sums of these numbers have the evidence, the sum of the weights of shared stems, in
        their lower bits, and the product of two works above them.
        """
        weight_of, number_of, unknown = self.weights.get, self.numbers, self.bits
        products, stems, length = dict[int, int](), list[int](), 0
        for stem, count in row.items():
            weight = weight_of(stem, unknown)
            length += count * count * weight
            if 0 < weight < unknown:
                number, product = number_of[stem], weight * count << BITS
                products[number], products[-number] = product + weight, product
                stems.append(number)
                if count > 1:
                    stems.append(-number)
        self.rows.append(array("i", stems))
        self.norms.append(sqrt(max(1, length) * unknown / ONE) if row else 0)
        return products

    def _near(self, position: int, row: Row) -> set[int]:
        """Return works before one that share two of its heaviest stems."""
        weights, leading = self.weights, self.leading
        heaviest = sorted([(-weights[s] * n, s) for s, n in row.items() if s in weights])
        seen, near = set[int](), set[int]()
        for _weight, stem in heaviest[:HEAVIEST]:
            if places := leading.get(stem):
                near |= seen & places
                seen |= places
            if places is not None:
                places.add(position)
        return near

    def _silent(self) -> set[str]:
        """Return works with a title that unrelated authors use, too."""
        authors_of, works = self.relations.authors_of_paper, self.ties.works
        titles = Counter([work.title for work in works.values()])
        alike: dict[str, list[str]] = {title: [] for title, n in titles.items() if n >= FEWEST}
        for work in works.values() if alike else ():
            if work.title in alike:
                alike[work.title].append(work.id)
        silent = set[str]()
        for ids in alike.values():
            if not set(authors_of[ids[0]]).intersection(*[authors_of[id_] for id_ in ids]):
                silent.update(ids)
        return silent
