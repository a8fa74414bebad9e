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
"""Words that are named."""
TOPICS = 2
TELLING = 20_000
"""What the words of two works must add to be named."""


class Reasons:
    """Says of other works what they have in common with one."""

    def __init__(self, shared: Shared, paper_id: str, titles: Mapping[str, str]) -> None:
        """Take what works share, the one work, and the titles of topics by id."""
        self.shared = shared
        self.id = paper_id
        self.title = shared.works[paper_id].title
        self.lower = self.title.lower()
        self.printed: dict[str, str] = {}
        """Stem to a word of the one work, as it prints it; those that were asked for."""
        self.authors = set(shared.relations.authors_of_paper[paper_id])
        self.topics = {
            topic: (-worth, titles[topic])
            for topic, worth, _unused in shared.topics(paper_id)
            if worth
        }  # fmt: skip
        self.words = dict(zip(*shared.vectors.get(paper_id, NOTHING), strict=True))

    def words_with(self, other: str) -> tuple[list[str], int]:
        """Return the words that another work has too, the most telling first, and what they add."""
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
        """Return what the page of the one work says of another; ``words`` if they are known."""
        works, relations = self.shared.works, self.shared.relations
        title = works[other].title
        found = [_("same title")] if title.lower() == self.lower else []
        if relations.cites:
            found += self._citations(other, relations.cites, relations.cited_by)
        if count := self._people(other):
            found.append(plural(count, "{count} shared author", "{count} shared authors"))
        if self.topics and works[other].topics:
            topic_of = relations.topic_of_text
            theirs = {topic_of[text] for text in works[other].topics}
            if rows := sorted([row for topic, row in self.topics.items() if topic in theirs]):
                topics = [text for _unused, text in rows[:TOPICS]]
                shared = _("topics: {titles}") if len(topics) > 1 else _("topic: {titles}")
                found.append(shared.format(titles=", ".join(topics)))
        if both := self.words_with(other)[0] if words is None else words:
            shown = ", ".join([self._word(word) for word in both[:WORDS]])
            found.append(_("similar words: {words}").format(words=shown))
        return tuple(found)

    def only_people(self, other: str) -> tuple[str, ...]:
        """Return what the page says of a work that has no more in common than authors."""
        count = self._people(other)
        return (
            plural(
                count, "{count} shared author, nothing else", "{count} shared authors, nothing else"
            ),
        )

    @cached_property
    def _texts(self) -> tuple[str, str]:
        """The abstract, which is long to fetch, with the topics; and the same in lower case."""
        work = self.shared.works[self.id]
        text = f"{work.abstract or ''} {' '.join(work.topics)}"
        return text, text.lower()

    def _word(self, stem: str) -> str:
        """Return a word of the one work by its stem, as its title or its abstract prints it."""
        found = self.printed.get(stem)
        if found is None:
            found = printed(stem, self.title, self.lower) or printed(stem, *self._texts) or stem
            self.printed[stem] = found
        return found

    def _people(self, other: str) -> int:
        return len(self.authors.intersection(self.shared.relations.authors_of_paper[other]))

    def _citations(
        self, other: str, cites: Mapping[str, Ids], cited_by: Mapping[str, Ids]
    ) -> list[str]:
        mine, theirs = cites.get(self.id, ()), cites.get(other, ())
        found = [_("cites this work")] if self.id in theirs else []
        if other in mine:
            found.append(_("cited by this work"))
        if both := len(set(mine).intersection(theirs)):
            found.append(plural(both, "both cite the same work", "both cite {count} of the same"))
        if by := len(set(cited_by.get(self.id, ())).intersection(cited_by.get(other, ()))):
            found.append(plural(by, "cited together", "cited together by {count}"))
        return found


def printed(stem: str, text: str, lower: str) -> str:
    """Return the first word of a stem as a text prints it, or nothing; capitals of names stay.

    ``lower`` is the text in lower case.

    >>> texts = ("Faster GPUs", "On a Query", "Parts", "Coding")
    >>> stems = ("gpu", "queri", "art", "code")
    >>> [printed(stem, text, text.lower()) for stem, text in zip(stems, texts, strict=True)]
    ['GPUs', 'query', '', 'coding']
    """
    start = stem[:-1] if stem[-1] in "ei" else stem
    at = lower.find(start)
    while at >= 0:
        word = RE_WORD.match(lower, at)
        if word and not (at and lower[at - 1].isalnum()) and keyword_of(word[0]) == stem:
            found = text[at : word.end()] if len(text) == len(lower) else word[0]
            return found.lower() if found[1:].islower() else found
        at = lower.find(start, at + 1)
    return ""


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
        for _unused, other, one in first[:FIRST]:
            words, alike = about.words_with(other)
            subject = alike + ties.get(one, 0) if ties else alike
            if subject >= ENOUGH:
                near.append((-alike - besides.get(one, 0), other, subject, words))
        near.sort()
        found: dict[str, RelatedWork] = {}
        for _unused, other, subject, words in near:
            told = len(words) > 1 or subject >= ALONE or place[other] in ties
            if told and self._is_new(other, found):
                found[other] = RelatedWork(other, subject, about.of(other, words))
                if len(found) == MOST:
                    break
        if len(found) >= FEW:
            return list(found.values())
        rest = [(-worth, ids[one]) for one, worth in people.items() if one in scores]
        for _unused, other in sorted(rest):
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
        found, postings = dict[int, int](), self.shared.postings
        get = found.get
        for word, mine in self.shared.leading(paper_id):
            for other, share in zip(*postings[word]):  # noqa: B905 - of one length
                found[other] = get(other, 0) + mine * share
        return found

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
        rows = [(TOPIC * worth, works) for _unused, worth, works in shared.topics(paper_id)]
        if relations.cites:
            rows += [
                (CITATION * worth, works) for _unused, worth, works in shared.citations(paper_id)
            ]
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
