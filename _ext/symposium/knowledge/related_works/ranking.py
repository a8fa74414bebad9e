"""The works that are most similar to a work, and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import NamedTuple

from symposium.kinds.paper import Paper
from symposium.knowledge.related_works.features import WHOLE, Shared
from symposium.knowledge.related_works.reasons import Reasons
from symposium.knowledge.relation_table import Relations

MOST = 5
"""Works that a page names."""
FEW = 3
"""Works that a page names where not so many share its subject: others of the same people."""
FIRST = 10
"""Works that are looked at closely: the likest by what they were found by."""
ONE = WHOLE * WHOLE
"""What the words of two works add where they are the same, and the measure of all below."""
ENOUGH = ONE // 10
"""What a work must reach to be named for its subject."""
ALONE = ONE // 4
"""What it must reach if one word is all that it shares."""
PERSON = ONE // 400
"""What a shared author adds for each step that this is worth: it decides between likes."""
TOPIC = ONE // 40
CITATION = ONE // 50
"""For each step of what both cite, or are cited by."""
CITES = ONE // 6
"""What it adds that one cites the other."""


class RelatedWork(NamedTuple):
    """A work that belongs with another one."""

    id: str
    score: int
    """What the subject adds, of `ONE`; 0 if no more than authors is shared."""
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

        Works that share no more than authors come after all that share a subject. Posters of a
        paper, and the paper of a poster, are never among them.
        """
        shared, relations = self.shared, self.relations
        if paper_id in shared.silent:
            return []
        ties, people = self.ties(paper_id), self.people(paper_id)
        besides = people
        if ties:
            besides = {one: people.get(one, 0) + ties.get(one, 0) for one in people.keys() | ties}
        scores = self.scores(paper_id)
        get = scores.get
        for one, worth in besides.items():
            scores[one] = get(one, 0) + worth
        place = relations.position
        for other in (paper_id, *relations.posters_of_paper.get(paper_id, ()), *leave_out):
            scores.pop(place[other], None)
        if not scores:
            return []
        about, ids = Reasons(shared, paper_id, self.titles), shared.ids
        least = sorted(scores.values())[-FIRST:][0]
        first = [(-score, ids[one], one) for one, score in scores.items() if score >= least]
        first.sort()
        near = []
        for _, other, one in first[:FIRST]:
            words, alike = about.words_with(other)
            subject = alike + ties.get(one, 0) if ties else alike
            if subject >= ENOUGH:
                near.append((-alike - besides.get(one, 0), other, subject, words))
        near.sort()
        found: dict[str, RelatedWork] = {}
        for _, other, subject, words in near:
            told = len(words) > 1 or subject >= ALONE or place[other] in ties
            if told and self._is_new(other, found):
                found[other] = RelatedWork(other, subject, about.of(other, words))
                if len(found) == MOST:
                    break
        if len(found) >= FEW:
            return list(found.values())
        rest = [(-worth, ids[one]) for one, worth in people.items() if one in scores]
        for _, other in sorted(rest):
            if len(found) == FEW:
                break
            if other not in found and other not in shared.silent and self._is_new(other, found):
                why = about.of(other) if place[other] in ties else about.only_people(other)
                found[other] = RelatedWork(other, 0, why)
        return list(found.values())

    def _is_new(self, paper_id: str, found: Mapping[str, object]) -> bool:
        """Tell whether a work may be named: of a paper and its poster one is enough."""
        twins = self.relations.posters_of_paper.get(paper_id)
        return not twins or found.keys().isdisjoint(twins)

    def reasons(self, paper_id: str, other: str) -> tuple[str, ...]:
        """Return what the page of a work says of another one."""
        return Reasons(self.shared, paper_id, self.titles).of(other)

    def scores(self, paper_id: str) -> dict[int, int]:
        """Return how like a work others are by its leading words, itself among them.

        They are named by their positions.
        """
        return _led(self.shared.postings, self.shared.leading(paper_id))

    def people(self, paper_id: str) -> dict[int, int]:
        """Return what shared authors add, by the positions of works."""
        shared, relations = self.shared, self.relations
        rows = []
        for person in dict.fromkeys(relations.authors_of_paper[paper_id]):
            written = shared.works_of(person)
            if len(written) > 1:
                rows.append((PERSON * shared.worth(len(written)), written))
        return self._added(rows)

    def ties(self, paper_id: str) -> dict[int, int]:
        """Return what topics and citations add, by the positions of works."""
        shared, relations = self.shared, self.relations
        rows = [(TOPIC * worth, works) for _, worth, works in shared.topics(paper_id)]
        if relations.cites:
            rows += [(CITATION * worth, works) for _, worth, works in shared.citations(paper_id)]
            rows += [
                (CITES, table.get(paper_id, ())) for table in (relations.cites, relations.cited_by)
            ]
        return self._added(rows)

    def _added(self, rows: Iterable[tuple[int, Iterable[str]]]) -> dict[int, int]:
        """Return what things add that works have, by their positions."""
        found, place = dict[int, int](), self.relations.position
        get = found.get
        for worth, works in rows:
            for position in map(place.__getitem__, works if worth else ()):
                found[position] = get(position, 0) + worth
        return found


def _led(
    postings: Mapping[str, tuple[list[int], list[int]]], words: Iterable[tuple[str, int]]
) -> dict[int, int]:
    """Return what words and their shares add, by the places of works that they lead to."""
    scores: dict[int, int] = {}
    get = scores.get
    for word, mine in words:
        for other, share in zip(*postings[word]):  # noqa: B905 - of one length
            scores[other] = get(other, 0) + mine * share
    return scores
