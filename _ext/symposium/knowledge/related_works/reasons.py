"""Why two works belong together, in plain words."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from itertools import compress

from symposium.kinds.keywords import RE_WORD, keyword_of
from symposium.knowledge.related_works.features import NOTHING, Shared
from symposium.knowledge.relation_table import Ids
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
            return as_printed(text[at : word.end()] if len(text) == len(lower) else word[0])
        at = lower.find(start, at + 1)
    return ""


def as_printed(word: str) -> str:
    """Return a word in lower case, unless it is written in capitals.

    >>> as_printed("Words"), as_printed("GPUs")
    ('words', 'GPUs')
    """
    return word.lower() if word[1:].islower() else word
