"""The works that are most similar to a work, and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from symposium.kinds.paper import Paper
from symposium.knowledge.related_works.features import NOTHING, WHOLE, Shared
from symposium.knowledge.related_works.reasons import Reasons
from symposium.knowledge.relation_table import Relations

MOST = 5
"""Works that a page names."""
FIRST = 10
"""Works that are looked at closely: the likest by all that few works have."""
ONE = WHOLE * WHOLE
"""What the words of two works add where they are the same, and the measure of all below."""
ENOUGH = ONE // 10
"""What a work must reach to be named."""
PERSON = ONE // 40
"""What a shared author adds for each step that this is worth."""
TOPIC = ONE // 100
CITATION = ONE // 50
"""For each step of what both cite, or are cited by."""
CITES = ONE // 6
"""What it adds that one cites the other."""


@dataclass(frozen=True, slots=True)
class RelatedWork:
    """A work that belongs with another one."""

    id: str
    score: int
    reasons: tuple[str, ...]
    """In plain words."""


class RelatedWorks:
    """Finds works that are related to a work. What all share is found out when first needed."""

    def __init__(
        self, works: Mapping[str, Paper], relations: Relations, titles: Mapping[str, str]
    ) -> None:
        """Take all works, and the titles of topics by id."""
        self.works = works
        self.relations = relations
        self.titles = titles

    @cached_property
    def shared(self) -> Shared:
        """What works share."""
        return Shared(self.works, self.relations)

    def __getstate__(self) -> dict[str, object]:
        """Return what other processes need; the rest they find out themselves."""
        return {name: value for name, value in self.__dict__.items() if name != "shared"}

    def of(self, paper_id: str, leave_out: Iterable[str] = ()) -> list[RelatedWork]:
        """Return the works most like a work, the likest first; equally like ones by id.

        Posters of a paper, and the paper of a poster, are never among them.
        """
        scores, place = self.scores(paper_id), self.relations.position
        for one in (*self.relations.posters_of_paper.get(paper_id, ()), *leave_out):
            scores.pop(place[one], None)
        if not scores:
            return []
        least, ids = max(sorted(scores.values())[-FIRST:][0], ENOUGH // 4), self.shared.ids
        first = [(-score, ids[one]) for one, score in scores.items() if score >= least]
        first = sorted(first)[:FIRST]
        about = Reasons(self.shared, paper_id, self.titles)
        near, telling = [], self.shared.postings
        for score, one in first:
            words = about.words_with(one)
            common = sum([added for added, word in words if word not in telling])
            # One word alone says too little.
            if score + common <= -ENOUGH and (len(words) != 1 or score < words[0][0]):
                near.append((score + common, one, words))
        near.sort()
        found: dict[str, RelatedWork] = {}
        for score, one, words in near:
            # Of a paper and its poster one is enough.
            if found.keys().isdisjoint(self.relations.posters_of_paper.get(one, ())):
                found[one] = RelatedWork(one, -score, about.of(one, words))
            if len(found) == MOST:
                break
        return list(found.values())

    def reasons(self, paper_id: str, other: str) -> tuple[str, ...]:
        """Return what the page of a work says of another one."""
        return Reasons(self.shared, paper_id, self.titles).of(other)

    def scores(self, paper_id: str) -> dict[int, int]:
        """Return how like a work the others are with which it shares what few works have.

        The others are named by their positions.
        """
        shared, relations = self.shared, self.relations
        scores: dict[int, int] = {}
        get, postings = scores.get, shared.postings
        for word, mine in zip(*shared.vectors.get(paper_id, NOTHING), strict=True):
            if word in postings:
                places, shares = postings[word]
                added = dict(zip(places, map(mine.__mul__, shares)))  # noqa: B905 - of one length
                for other in scores.keys() & added.keys():
                    added[other] += scores[other]
                scores.update(added)
        place = relations.position
        for worth, works in self._ties(paper_id):
            for one in works:
                other = place[one]
                scores[other] = get(other, 0) + worth
        scores.pop(place[paper_id], None)
        return scores

    def _ties(self, paper_id: str) -> Iterator[tuple[int, Iterable[str]]]:
        """Yield what each thing adds that a work has besides words, and the works that have it."""
        shared, relations = self.shared, self.relations
        for person in dict.fromkeys(relations.authors_of_paper[paper_id]):
            written = shared.works_of(person)
            if len(written) > 1 and (worth := shared.worth(len(written))):
                yield PERSON * worth, written
        for _, worth, works in shared.topics(paper_id):
            if worth:
                yield TOPIC * worth, works
        if relations.cites:
            for _, worth, works in shared.citations(paper_id):
                if worth:
                    yield CITATION * worth, works
            for table in (relations.cites, relations.cited_by):
                yield CITES, table.get(paper_id, ())
