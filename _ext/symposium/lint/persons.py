"""Rules for persons who may be one, names of several persons, and persons that nothing names."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator
from functools import cache
from itertools import chain

from symposium.kinds.person import Person
from symposium.knowledge import KnowledgeBase
from symposium.lint.likeness import (
    NameInText,
    Pair,
    abbreviated,
    given_names,
    is_shortened,
    mistyped,
    turned,
)
from symposium.lint.subject import Subject
from symposium.model.problems import Code, Place, Problem

RE_ID = re.compile(r"[\w-]+")
"""What may be the id of a person in a role, in a link or in front matter."""

MAX_TEAM = 100
"""Authors of a paper of whom not each knows each."""


def circles(kb: KnowledgeBase) -> Callable[[str, str], int]:
    """Return what tells how many co-authors two persons share; -1 if they have written together."""

    @cache
    def circle(person: str) -> frozenset[str]:
        teams = map(kb.authors_of, works_of(kb, person))
        return frozenset().union(*(team for team in teams if len(team) <= MAX_TEAM)) - {person}

    def shared(first: str, second: str) -> int:
        if second in circle(first) or first in circle(second):
            return -1
        return len(circle(first) & circle(second))

    return shared


def works_of(kb: KnowledgeBase, person: str) -> tuple[str, ...]:
    """Return the papers and posters of a person."""
    relations = kb.relations
    papers = relations.papers_of_person.get(person, ())
    return (*papers, *relations.posters_of_person.get(person, ()))


def similar_names(subject: Subject) -> Iterator[Problem]:
    """Report persons who may be one, three for each; they are never merged by guess."""
    kb = subject.kb
    reported: Counter[str] = Counter()
    for people, shared in _groups(_likely(kb)):
        if max(reported[one] for one in people) < 3:
            reported.update(people)
            yield _may_be_one(kb, people, shared)


def _groups(likely: list[tuple[int, str, str]]) -> list[tuple[list[str], int]]:
    """Return the groups of whom any two may be one, each with the most that two of it share."""
    pairs = {frozenset(pair) for _shared, *pair in likely}
    groups: list[tuple[list[str], int]] = []
    for shared, *pair in likely:
        for people, _most in groups:
            if all(
                one == other or frozenset((one, other)) in pairs
                for one in pair for other in people
            ):  # fmt: skip
                people += [one for one in pair if one not in people]
                break
        else:
            groups.append((list(pair), -shared))
    return groups


def _likely(kb: KnowledgeBase) -> list[tuple[int, str, str]]:
    """Return the pairs of persons who may be one, those with most evidence first."""
    identity = kb.identity
    names = {one: name for one, name in identity.names.items() if one not in identity.candidates}
    # Each pair with the number of co-authors that both must share.
    needed: dict[Pair, int] = {}
    for pair in mistyped(names):
        needed[pair] = 1 if min(len(works_of(kb, one)) for one in pair) == 1 else 2
    needed |= dict.fromkeys(turned(names), 0)
    alike = set(abbreviated(names))
    counts = Counter(chain.from_iterable(alike))
    for pair in alike:
        # "J. Wang" may be any of many; only co-authors tell then.
        shorter = min(pair, key=lambda one: (len("".join(given_names(names[one]))), one))
        alone = counts[shorter] == 1 and is_shortened(*map(names.__getitem__, pair))
        needed[pair] = 0 if alone else 1
    share = circles(kb)
    shared = {pair: share(*pair) for pair in needed}
    return sorted(
        (-shared[pair], *pair)
        for pair, least in needed.items()
        if shared[pair] >= least and not _told_apart(kb, *pair)
    )


def _told_apart(kb: KnowledgeBase, first: str, second: str) -> bool:
    """Tell whether two persons are known to be two: a file says so, or each has an ORCID iD."""
    one, other = kb.people[first], kb.people[second]
    said = second in one.different_from or first in other.different_from
    return said or bool(one.orcid and other.orcid)


def _may_be_one(kb: KnowledgeBase, people: list[str], shared: int) -> Problem:
    names = kb.identity.names
    number = "one of their co-authors is" if shared == 1 else f"{shared} of their co-authors are"
    evidence = f": {number} the same" if shared > 0 else ""
    *others, last = [f'"{names[one].text}" ({one})' for one in people]
    message = f"{', '.join(others)} and {last} may be one person"
    forms = "both" if len(people) == 2 else "all"
    hint = f"if so, write one file with {forms} forms under names:; if not, use different_from:"
    # The rarer form is likelier the odd one.
    rare = min(people, key=lambda one: (len(kb.naming(one)), len(names[one].text), one))
    place = place_of(kb, *(one for one in people if one != rare), rare)
    return Problem(Code.NAME_SIMILAR, message + evidence, place, hint)


def place_of(kb: KnowledgeBase, *people: str) -> Place:
    """Return the file of the first of these who has one, else where the last is printed first."""
    described = kb.identity.people.described
    for person in people:
        if person in described:
            return described[person].origin.place
    for kind, record_id in kb.naming(people[-1])[:1]:
        place: Place = kb.entities[kind][record_id].origin.at("author")
        return place
    return Place("people")


def shared_names(subject: Subject) -> Iterator[Problem]:
    """Report names under which two persons may stand."""
    kb = subject.kb
    for work, authors in kb.relations.authors_of_paper.items():
        for person, count in Counter(authors).items() if len(set(authors)) < len(authors) else ():
            if count > 1:
                paper, name = kb.works[work], kb.identity.names[person].text
                message = f'"{name}" is named {count} times among the authors of {paper.key}'
                last = max(index for index, one in enumerate(authors, 1) if one == person)
                hint = (
                    "remove one, or, if they are two people, tell them apart: "
                    f'author+an:person = {{{last}="{person}-2"}}'
                )
                yield Problem(Code.NAME_SHARED, message, paper.origin.at("author"), hint)
    for person, works in kb.relations.papers_of_person.items():
        years = sorted((year, work) for work in works if (year := kb.works[work].year))
        if years and years[-1][0] - years[0][0] > 60:  # longer than anybody works
            (first, _), (last_year, latest) = years[0], years[-1]
            name = kb.identity.names[person].text
            message = f'"{name}" ({person}) has works from {first} and from {last_year}'
            hint = "if they are two, tell them apart by author+an:person"
            place = kb.works[latest].origin.at("author")
            yield Problem(Code.NAME_SHARED, message, place, hint)


def unmentioned(subject: Subject) -> Iterator[Problem]:
    """Report persons with a file who are no members of the group, and whom nothing else names."""
    kb, relations = subject.kb, subject.kb.relations
    left = [
        one
        for one in kb.identity.people.described.values()
        if not (one.role or one.software or relations.talks_of_person.get(one.id))
        and all(record == ("person", one.id) for record in kb.naming(one.id))
        and not any(relations.naming.get(("person", one.id), {}).values())
    ]
    named = _named_in_texts(subject, left) if left else set()
    for person in left:
        if person.id not in named:
            message = f"nothing names {person.name.text}: no work, talk, event or page"
            hint = "add other printed forms under names:, or remove the file"
            yield Problem(Code.PERSON_UNMENTIONED, message, person.origin.place, hint)


def _named_in_texts(subject: Subject, people: Collection[Person]) -> set[str]:
    """Return which persons are named by id or in plain words in a page that is not their own."""
    owners: dict[str, list[str]] = defaultdict(list)
    ids = {person.id for person in people}
    for person in people:
        for text in (person.name.text, *person.names):
            owners[text].append(person.id)
    names, named = NameInText(owners), set[str]()
    pages = ((one.record, subject.texts.text_of(one.path)) for one in subject.documents.values())
    talks = subject.kb.talks.values()
    bios = ((None, one.bio or "") for talk in talks for one in (*talk.speakers, *talk.authors))
    for record, text in chain(pages, bios):
        found = ids.intersection(RE_ID.findall(text))
        found.update(one for name, _, _ in names.find(text) for one in owners[name])
        named.update(one for one in found if record != ("person", one))
    return named


RULES = (similar_names, shared_names, unmentioned)
