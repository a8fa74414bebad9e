"""Why two works belong together, in plain words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

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
        self.authors = set(shared.relations.authors_of_paper[paper_id])
        self.topics = {
            topic: (-worth, titles[topic])
            for topic, worth, _ in shared.topics(paper_id)
            if worth
        }  # fmt: skip
        self.words = dict(zip(*shared.vectors.get(paper_id, NOTHING), strict=True))

    def words_with(self, other: str) -> list[tuple[int, str]]:
        """Return the words that another work has too, each with what it adds, negative."""
        mine, theirs = self.words, self.shared.vectors.get(other, NOTHING)
        return [
            (-mine[word] * share, word)
            for word, share in zip(*theirs)  # noqa: B905 - of one length
            if word in mine
        ]

    def of(self, other: str, words: list[tuple[int, str]] | None = None) -> tuple[str, ...]:
        """Return what the page of the one work says of another; ``words`` if they are known."""
        works, relations = self.shared.works, self.shared.relations
        title = works[other].title
        lower = title.lower()
        found = [_("same title")] if lower == self.lower else []
        if relations.cites:
            found += self._citations(other, relations.cites, relations.cited_by)
        if count := len(self.authors.intersection(relations.authors_of_paper[other])):
            found.append(plural(count, "{count} shared author", "{count} shared authors"))
        if self.topics and works[other].topics:
            topic_of = relations.topic_of_text
            theirs = {topic_of[text] for text in works[other].topics}
            if rows := sorted([row for topic, row in self.topics.items() if topic in theirs]):
                topics = [text for _, text in rows[:TOPICS]]
                shared = _("topics: {titles}") if len(topics) > 1 else _("topic: {titles}")
                found.append(shared.format(titles=", ".join(topics)))
        both = self.words_with(other) if words is None else words
        if both and -sum([added for added, _ in both]) >= TELLING:
            titles = [(self.title, self.lower), (title, lower)]
            shown = [printed(word, titles) for _, word in sorted(both)[:WORDS]]
            found.append(_("similar words: {words}").format(words=", ".join(shown)))
        return tuple(found)

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


def printed(word: str, titles: Iterable[tuple[str, str]]) -> str:
    """Return a word as the first title that has it prints it, if that is in capitals.

    Each title comes with its form in lower case.

    >>> printed("gpu", [("Faster GPUs", "faster gpus")]), printed("gpu", [("A Gpu", "a gpu")])
    ('GPU', 'gpu')
    """
    for title, lower in titles:
        at = lower.find(word)
        if at >= 0 and title != lower:
            form = title[at : at + len(word)]
            return form if len(form) > 1 and not form[1:].islower() else word
    return word
