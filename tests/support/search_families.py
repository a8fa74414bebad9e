"""Queries made from all people and papers of a knowledge base, the same each time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random

from symposium.knowledge import KnowledgeBase
from symposium.model.names import fold_text
from symposium.search.terms import STOP, words

LEAST = 4
"""Letters of a word in which a typo is looked for."""
LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class Case:
    """A query, and the addresses of which one has to be among the first three."""

    query: str
    wanted: frozenset[str]


class Families:
    """Queries by family. Who has the same name and what has the same title count as found."""

    def __init__(self, kb: KnowledgeBase) -> None:
        self.kb = kb
        self.people: dict[str, set[str]] = defaultdict(set)
        self.surnames: dict[str, set[str]] = defaultdict(set)
        for one, name in kb.identity.names.items():
            self.people[_plain(name.text)].add(one)
            self.surnames[_plain(name.family or name.text)].add(one)
        self.titles: dict[str, set[str]] = defaultdict(set)
        for one in kb.works.values():
            self.titles[_plain(one.title)].add(one.id)
        for talk in kb.talks:
            self.titles[_plain(kb.title_of("talk", talk))].add(talk)

    def all(self) -> Mapping[str, list[Case]]:
        """Return the queries of each family."""
        return {name: list(make(self)) for name, make in FAMILIES.items()}

    def names_plain(self) -> Iterator[Case]:
        for text in self.people:
            yield self._person(fold_text(text), text)

    def names_turned(self) -> Iterator[Case]:
        for name in self.kb.identity.names.values():
            if name.family and name.given:
                yield self._person(f"{name.family}, {name.given}", name.text)

    def names_with_initials(self) -> Iterator[Case]:
        """An initial may stand for several: whoever it fits counts."""
        for name in self.kb.identity.names.values():
            if name.family and name.given:
                initial = _plain(name.given)[0]
                fitting = {
                    one
                    for one in self.surnames[_plain(name.family)]
                    if _plain(self.kb.identity.names[one].text).startswith(initial)
                }
                yield Case(f"{name.given[0]}. {name.family}", _addresses("people", fitting))

    def names_mistyped(self) -> Iterator[Case]:
        for text in self.people:
            for query in _typos(text):
                yield self._person(query, text)

    def titles_plain(self) -> Iterator[Case]:
        for paper in self.kb.works.values():
            yield self._paper(fold_text(paper.title), paper.title)

    def titles_half_mistyped(self) -> Iterator[Case]:
        for paper in self.kb.works.values():
            for query in _typos(_half(paper.title)):
                yield self._paper(query, paper.title)

    def _person(self, query: str, text: str) -> Case:
        return Case(query, _addresses("people", self.people[_plain(text)]))

    def _paper(self, query: str, title: str) -> Case:
        """What begins as the query does is as good an answer."""
        asked = _plain(_half(title))
        found = {one for text, ids in self.titles.items() if text.startswith(asked) for one in ids}
        papers = {one for one in found if one in self.kb.works}
        return Case(query, _addresses("papers", papers) | _addresses("events", found - papers))


FAMILIES: Mapping[str, Callable[[Families], Iterator[Case]]] = {
    "names, accents dropped": Families.names_plain,
    "names, surname first": Families.names_turned,
    "names, given names as an initial": Families.names_with_initials,
    "names, one typo": Families.names_mistyped,
    "titles, accents dropped": Families.titles_plain,
    "first half of a title, one typo": Families.titles_half_mistyped,
}


def _plain(text: str) -> str:
    return " ".join(words(text))


def _half(title: str) -> str:
    """Return the first half of a title, at least two words that say something."""
    given = title.split()
    count = max(2, (len(given) + 1) // 2)
    while count < len(given) and len(set(words(" ".join(given[:count]))) - STOP) < 2:
        count += 1
    return " ".join(given[:count])


def _addresses(folder: str, ids: set[str]) -> frozenset[str]:
    """Return addresses of records; an id of a talk names its folder itself."""
    return frozenset(f"{folder}/{one}" for one in ids) | {one for one in ids if "/" in one}


def _typos(text: str) -> Iterator[str]:
    """Yield a text with one typo of any kind, in a word of some letters."""
    random = Random(text)  # noqa: S311 - not for secrets
    given = text.split()
    long = [at for at, word in enumerate(given) if sum(map(str.isalpha, word)) >= LEAST]
    if not long:
        return
    at = random.choice(long)
    spoil = random.choice((_another_first, _another, _left_out, _twice, _turned))
    spoiled = spoil(fold_text(given[at]), random)
    if spoiled != fold_text(given[at]):
        yield " ".join([*given[:at], spoiled, *given[at + 1 :]])


def _another_first(word: str, random: Random) -> str:
    return random.choice(LETTERS) + word[1:]


def _another(word: str, random: Random) -> str:
    at = _letter(word, random)
    return word[:at] + random.choice(LETTERS) + word[at + 1 :]


def _left_out(word: str, random: Random) -> str:
    at = _letter(word, random)
    return word[:at] + word[at + 1 :]


def _twice(word: str, random: Random) -> str:
    at = _letter(word, random)
    return word[: at + 1] + word[at:]


def _turned(word: str, random: Random) -> str:
    """The letter and its neighbour have changed places."""
    at = max(1, _letter(word, random))
    return word[: at - 1] + word[at] + word[at - 1] + word[at + 1 :]


def _letter(word: str, random: Random) -> int:
    """Return the place of a letter, not of the first one: that is asked for by itself."""
    return random.choice([at for at, one in enumerate(word) if at and one.isalpha()])
