"""The works that are related to a work, and the reasons in plain words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from symposium.kinds.keywords import RE_WORD, keyword_of
from symposium.kinds.paper import Paper
from symposium.knowledge.related_works.comparison import (
    MAX_WORKS,
    Comparison,
    Row,
    Ties,
    row_of,
    weights_of,
    words_of,
)
from symposium.knowledge.relation_table import Ids, Relations
from symposium.locale import _, plural

WORDS = 3
"""The most words that a reason names."""
TOPICS = 2


class RelatedWork(NamedTuple):
    """A work that is related to another one."""

    id: str
    reasons: tuple[str, ...]
    """In plain words."""


class RelatedWorks:
    """Finds works that are related to a work; all works are compared when first needed."""

    def __init__(
        self, works: Mapping[str, Paper], relations: Relations, titles: Mapping[str, str]
    ) -> None:
        """Take all works, and the titles of topics by id."""
        self.works = works
        self.relations = relations
        self.titles = titles

    @cached_property
    def ties(self) -> Ties:
        """The topics and citations that works share."""
        return Ties(self.works, self.relations)

    @cached_property
    def weights(self) -> Row:
        """The stems that works share, with their weights."""
        return weights_of(self.works)

    @cached_property
    def lists(self) -> Mapping[str, Ids]:
        """Each work with the ids of the works most similar to it, the most similar first.

        Works of one score are in the order of their ids. Posters of a paper, the paper of a poster,
        and works chosen by hand are left out.
        """
        return dict(Comparison(self.ties, self.weights).lists())

    def positions(self) -> Iterator[int]:
        """Yield the positions of the works in `lists`, `MAX_WORKS` for each work; -1 for none."""
        position = {paper_id: number for number, paper_id in enumerate(self.works)}
        for ids in self.lists.values():
            yield from map(position.__getitem__, ids)
            yield from (-1,) * (MAX_WORKS - len(ids))

    def take(self, positions: Sequence[int]) -> bool:
        """Take `lists` from the `positions` of an earlier build; tell whether they fit."""
        ids, columns = tuple(self.works), [positions[n::MAX_WORKS] for n in range(MAX_WORKS)]
        if {*map(len, columns)} != {len(ids)}:
            return False
        lists = dict[str, Ids]()
        for paper_id, *places in zip(ids, *columns, strict=True):
            lists[paper_id] = tuple([ids[place] for place in places if place >= 0])
        self.lists = lists
        return True

    def of(self, paper_id: str) -> list[RelatedWork]:
        """Return the works that are related to a work."""
        if not (ids := self.lists[paper_id]):
            return []
        reasons = Reasons(self, paper_id)
        return [RelatedWork(other, reasons.of(other)) for other in ids]

    def reasons(self, paper_id: str, other: str) -> tuple[str, ...]:
        """Return the reasons why a work is related to another one, for its page."""
        return Reasons(self, paper_id).of(other)


class Reasons:
    """The reasons why other works are related to one work."""

    def __init__(self, related: RelatedWorks, paper_id: str) -> None:
        self.works, self.relations = related.works, related.relations
        self.id = paper_id
        self.work = self.works[paper_id]
        self.lower = self.work.title.lower()
        weights = related.weights
        self.row = {s: -n * w for s, n in row_of(self.work).items() if (w := weights.get(s))}
        self.authors = set(self.relations.authors_of_paper[paper_id])
        topics = related.ties.topics(paper_id)
        self.topics = {t: (-related.ties.weights[t], related.titles[t]) for t in topics}
        self.printed: dict[str, str] = {}
        """Stem to word, as the one work prints it; a cache."""

    def of(self, other: str) -> tuple[str, ...]:
        """Return the reasons for another work."""
        work = self.works[other]
        reasons = [_("same title")] if work.title.lower() == self.lower else []
        if self.relations.cites:
            reasons += self._citations(other)
        if count := len(self.authors.intersection(self.relations.authors_of_paper[other])):
            reasons.append(plural(count, "{count} shared author", "{count} shared authors"))
        if self.topics and work.topics:
            topic_of, topics = self.relations.topic_of_text, self.topics
            both = topics.keys() & [topic_of[text] for text in work.topics]
            if titles := [title for _weight, title in sorted(map(topics.__getitem__, both))]:
                shared = _("topics: {titles}") if len(titles) > 1 else _("topic: {titles}")
                reasons.append(shared.format(titles=", ".join(titles[:TOPICS])))
        weights = self.row
        if stems := sorted([(weights[s], s) for s in weights.keys() & words_of(work).split()]):
            shown = ", ".join([self._word_of(stem) for _weight, stem in stems[:WORDS]])
            reasons.append(_("similar words: {words}").format(words=shown))
        return tuple(reasons)

    def _word_of(self, stem: str) -> str:
        """Return a word of the one work by its stem, as its title or its abstract prints it."""
        word = self.printed.get(stem)
        if word is None:
            in_title = printed_word(stem, self.work.title, self.lower)
            word = self.printed[stem] = in_title or printed_word(stem, *self._texts) or stem
        return word

    @cached_property
    def _texts(self) -> tuple[str, str]:
        """The abstract, which is slow to fetch, with the topics; and the same in lower case."""
        text = f"{self.work.abstract or ''} {' '.join(self.work.topics)}"
        return text, text.lower()

    def _citations(self, other: str) -> list[str]:
        citing, cited, both, by = citations(self.relations, self.id, other)
        reasons = [_("cites this work")] if citing else []
        if cited:
            reasons.append(_("cited by this work"))
        if both:
            reasons.append(plural(both, "both cite the same work", "both cite {count} of the same"))
        if by:
            reasons.append(plural(by, "cited together", "cited together by {count}"))
        return reasons


def citations(relations: Relations, paper_id: str, other: str) -> tuple[bool, bool, int, int]:
    """Return whether another work cites a work, the reverse, how many both cite, and cite both."""
    cites, cited_by = relations.cites, relations.cited_by
    mine, theirs = cites.get(paper_id, ()), cites.get(other, ())
    by = set(cited_by.get(paper_id, ())).intersection(cited_by.get(other, ()))
    return paper_id in theirs, other in mine, len(set(mine).intersection(theirs)), len(by)


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
