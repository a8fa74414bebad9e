"""The works that are most similar to a work, and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import compress
from typing import NamedTuple

from symposium.kinds.keywords import RE_WORD, keyword_of
from symposium.kinds.paper import Paper
from symposium.knowledge.related_works.features import NOTHING, WHOLE, Shared
from symposium.knowledge.relation_table import Ids, Relations
from symposium.locale import _, plural

WORDS = 3
"""The most words that a reason names."""
TOPICS = 2
TELLING = 20_000
"""The score that the words of two works must reach to be a reason."""


class Reasons:
    """The reasons why other works are related to one work."""

    def __init__(self, shared: Shared, paper_id: str, titles: Mapping[str, str]) -> None:
        """Take the features of works, the id of the one work, and the titles of topics by id."""
        self.shared = shared
        self.id = paper_id
        self.title = shared.works[paper_id].title
        self.lower = self.title.lower()
        self.printed: dict[str, str] = {}
        """Stem to word, as the one work prints it; a cache."""
        self.authors = set(shared.relations.authors_of_paper[paper_id])
        self.topics = {
            topic: (-worth, titles[topic])
            for topic, worth, _unused in shared.topics(paper_id)
            if worth
        }  # fmt: skip
        self.words = dict(zip(*shared.vectors.get(paper_id, NOTHING), strict=True))

    def words_with(self, other: str) -> tuple[list[str], int]:
        """Return the words that another work has, too, the heaviest first, and their score."""
        mine, added = self.words, 0
        both = []
        words, shares = self.shared.vectors.get(other, NOTHING)
        for word, share in compress(zip(words, shares), map(mine.__contains__, words)):  # noqa: B905
            worth = mine[word] * share
            added += worth
            both.append((-worth, word))
        if added < TELLING:
            return [], added
        both.sort()
        return [word for _unused, word in both], added

    def of(self, other: str, words: list[str] | None = None) -> tuple[str, ...]:
        """Return the reasons for another work; ``words`` are the shared ones, if known."""
        works, relations = self.shared.works, self.shared.relations
        title = works[other].title
        reasons = [_("same title")] if title.lower() == self.lower else []
        if relations.cites:
            reasons += self._citations(other, relations.cites, relations.cited_by)
        if count := self._shared_authors(other):
            reasons.append(plural(count, "{count} shared author", "{count} shared authors"))
        if self.topics and works[other].topics:
            topic_of = relations.topic_of_text
            other_topics = {topic_of[text] for text in works[other].topics}
            if rows := sorted([row for topic, row in self.topics.items() if topic in other_topics]):
                topics = [text for _unused, text in rows[:TOPICS]]
                shared = _("topics: {titles}") if len(topics) > 1 else _("topic: {titles}")
                reasons.append(shared.format(titles=", ".join(topics)))
        if both := self.words_with(other)[0] if words is None else words:
            shown = ", ".join([self._word_of(word) for word in both[:WORDS]])
            reasons.append(_("similar words: {words}").format(words=shown))
        return tuple(reasons)

    def only_people(self, other: str) -> tuple[str, ...]:
        """Return the reason for a work that shares nothing but authors."""
        count = self._shared_authors(other)
        return (
            plural(
                count, "{count} shared author, nothing else", "{count} shared authors, nothing else"
            ),
        )

    @cached_property
    def _texts(self) -> tuple[str, str]:
        """The abstract, which is slow to fetch, with the topics; and the same in lower case."""
        work = self.shared.works[self.id]
        text = f"{work.abstract or ''} {' '.join(work.topics)}"
        return text, text.lower()

    def _word_of(self, stem: str) -> str:
        """Return a word of the one work by its stem, as its title or its abstract prints it."""
        word = self.printed.get(stem)
        if word is None:
            in_title = printed_word(stem, self.title, self.lower)
            word = self.printed[stem] = in_title or printed_word(stem, *self._texts) or stem
        return word

    def _shared_authors(self, other: str) -> int:
        return len(self.authors.intersection(self.shared.relations.authors_of_paper[other]))

    def _citations(
        self, other: str, cites: Mapping[str, Ids], cited_by: Mapping[str, Ids]
    ) -> list[str]:
        mine, theirs = cites.get(self.id, ()), cites.get(other, ())
        reasons = [_("cites this work")] if self.id in theirs else []
        if other in mine:
            reasons.append(_("cited by this work"))
        if both := len(set(mine).intersection(theirs)):
            reasons.append(plural(both, "both cite the same work", "both cite {count} of the same"))
        if by := len(set(cited_by.get(self.id, ())).intersection(cited_by.get(other, ()))):
            reasons.append(plural(by, "cited together", "cited together by {count}"))
        return reasons


def printed_word(stem: str, text: str, lower: str) -> str:
    """Return the first word with a stem as a text prints it, or an empty text.

    A word is in lower case, unless it has capitals after its first letter.

    ``lower`` is the text in lower case.

    >>> texts = ("Faster GPUs", "On a Query", "Parts", "Coding")
    >>> stems = ("gpu", "queri", "art", "code")
    >>> [printed_word(stem, text, text.lower()) for stem, text in zip(stems, texts, strict=True)]
    ['GPUs', 'query', '', 'coding']
    """
    start = stem[:-1] if stem[-1] in "ei" else stem
    at = lower.find(start)
    while at >= 0:
        match = RE_WORD.match(lower, at)
        if match and not (at and lower[at - 1].isalnum()) and keyword_of(match[0]) == stem:
            word = text[at : match.end()] if len(text) == len(lower) else match[0]
            return word.lower() if word[1:].islower() else word
        at = lower.find(start, at + 1)
    return ""


MAX_WORKS = 5
"""The most related works that a page names."""
MIN_WORKS = 3
"""If fewer works share the subject, works of the same authors fill up to this number."""
FIRST = 10
"""Works that are compared closely: those with the highest preliminary scores."""
ONE = WHOLE * WHOLE
"""The score of the words of two works that are the same; the unit of all scores below."""
ENOUGH = ONE // 10
"""The score that a work must reach to be named for its subject."""
ALONE = ONE // 4
"""The score that it must reach if it shares one word only."""
PERSON = ONE // 400
"""The score of a shared author for each step of weight: it decides between similar works."""
TOPIC = ONE // 40
CITATION = ONE // 50
"""For each step of weight of a shared citation."""
CITES = ONE // 6
"""The score if one work cites the other."""


class RelatedWork(NamedTuple):
    """A work that is related to another one."""

    id: str
    score: int
    """The score of the subject, in units of 1/`ONE`; 0 if only authors are shared."""
    reasons: tuple[str, ...]
    """In plain words."""


class RelatedWorks:
    """Finds works that are related to a work; features are computed when first needed."""

    def __init__(
        self, works: Mapping[str, Paper], relations: Relations, titles: Mapping[str, str]
    ) -> None:
        """Take all works, and the titles of topics by id."""
        self.works = works
        self.relations = relations
        self.titles = titles

    @cached_property
    def shared(self) -> Shared:
        """The features of all works."""
        return Shared(self.works, self.relations)

    def __getstate__(self) -> dict[str, object]:
        """Leave out the features, which other processes compute themselves."""
        return {name: value for name, value in self.__dict__.items() if name != "shared"}

    def of(self, paper_id: str, leave_out: Iterable[str] = ()) -> list[RelatedWork]:
        """Return the works most similar to a work, the most similar first, then by id.

        Works that share no more than authors come after all that share a subject. Posters of a
        paper, and the paper of a poster, are never among them.
        """
        shared, relations = self.shared, self.relations
        if paper_id in shared.silent:
            return []
        ties, people = self.ties(paper_id), self.people(paper_id)
        besides = people
        if ties:
            besides = {at: people.get(at, 0) + ties.get(at, 0) for at in people.keys() | ties}
        scores = self.scores(paper_id)
        get = scores.get
        for position, worth in besides.items():
            scores[position] = get(position, 0) + worth
        place = relations.position
        for other in (paper_id, *relations.posters_of_paper.get(paper_id, ()), *leave_out):
            scores.pop(place[other], None)
        if not scores:
            return []
        about, ids = Reasons(shared, paper_id, self.titles), shared.ids
        least = sorted(scores.values())[-FIRST:][0]
        first = [(-score, ids[at], at) for at, score in scores.items() if score >= least]
        first.sort()
        near = []
        for _unused, other, position in first[:FIRST]:
            words, alike = about.words_with(other)
            subject = alike + ties.get(position, 0) if ties else alike
            if subject >= ENOUGH:
                near.append((-alike - besides.get(position, 0), other, subject, words))
        near.sort()
        related: dict[str, RelatedWork] = {}
        for _unused, other, subject, words in near:
            is_telling = len(words) > 1 or subject >= ALONE or place[other] in ties
            if is_telling and self._is_new(other, related):
                related[other] = RelatedWork(other, subject, about.of(other, words))
                if len(related) == MAX_WORKS:
                    break
        if len(related) >= MIN_WORKS:
            return list(related.values())
        rest = [(-worth, ids[at]) for at, worth in people.items() if at in scores]
        for _unused, other in sorted(rest):
            if len(related) == MIN_WORKS:
                break
            if other not in related and other not in shared.silent and self._is_new(other, related):
                why = about.of(other) if place[other] in ties else about.only_people(other)
                related[other] = RelatedWork(other, 0, why)
        return list(related.values())

    def _is_new(self, paper_id: str, related: Mapping[str, object]) -> bool:
        """Tell whether a work may be added: neither its poster nor its paper is there yet."""
        twins = self.relations.posters_of_paper.get(paper_id)
        return not twins or related.keys().isdisjoint(twins)

    def reasons(self, paper_id: str, other: str) -> tuple[str, ...]:
        """Return the reasons why a work is related to another one, for its page."""
        return Reasons(self.shared, paper_id, self.titles).of(other)

    def scores(self, paper_id: str) -> dict[int, int]:
        """Return the scores of works by the leading words of a work, with its own.

        The keys are positions of works.
        """
        scores, postings = dict[int, int](), self.shared.postings
        get = scores.get
        for word, mine in self.shared.leading(paper_id):
            for other, share in zip(*postings[word]):  # noqa: B905 - of one length
                scores[other] = get(other, 0) + mine * share
        return scores

    def people(self, paper_id: str) -> dict[int, int]:
        """Return the scores by shared authors, by the positions of works."""
        shared, relations = self.shared, self.relations
        rows = []
        for person in dict.fromkeys(relations.authors_of_paper[paper_id]):
            works = shared.works_of(person)
            if len(works) > 1:
                rows.append((PERSON * shared.worth(len(works)), works))
        return self._summed(rows)

    def ties(self, paper_id: str) -> dict[int, int]:
        """Return the scores by topics and citations, by the positions of works."""
        shared, relations = self.shared, self.relations
        rows = [(TOPIC * worth, works) for _unused, worth, works in shared.topics(paper_id)]
        if relations.cites:
            rows += [
                (CITATION * worth, works) for _unused, worth, works in shared.citations(paper_id)
            ]
            rows += [
                (CITES, table.get(paper_id, ())) for table in (relations.cites, relations.cited_by)
            ]
        return self._summed(rows)

    def _summed(self, rows: Iterable[tuple[int, Iterable[str]]]) -> dict[int, int]:
        """Sum up scores, given as pairs of score and works, by the positions of works."""
        sums, place = dict[int, int](), self.relations.position
        get = sums.get
        for worth, works in rows:
            for position in map(place.__getitem__, works if worth else ()):
                sums[position] = get(position, 0) + worth
        return sums
