"""Rules for persons who may be the same, names of several persons, and persons never mentioned."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator
from functools import cache
from itertools import chain

from symposium.kinds.person import Person
from symposium.knowledge import KnowledgeBase
from symposium.lint import likeness
from symposium.lint.subject import Subject
from symposium.model.problems import Code, Place, Problem

RE_ID = re.compile(r"[\w-]+")
"""A word that may be the id of a person in a role, in a link or in front matter."""

MAX_TEAM = 100
"""The largest number of authors who count as co-authors of each other."""


def shared_coauthors(kb: KnowledgeBase) -> Callable[[str, str], int]:
    """Return a function that counts shared co-authors of two persons; -1 if they are co-authors."""

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
    """Report persons who may be the same, at most three for each; none are merged by guess."""
    kb = subject.kb
    reported: Counter[str] = Counter()
    for people, shared in _groups_of_pairs(_likely_pairs(kb)):
        if max(reported[person] for person in people) < 3:
            reported.update(people)
            yield _similarity(kb, people, shared)


def _groups_of_pairs(likely: list[tuple[int, str, str]]) -> list[tuple[list[str], int]]:
    """Return groups of persons who may all be one, and how many co-authors the best pair shares."""
    pairs = {frozenset(pair) for _shared, *pair in likely}
    groups: list[tuple[list[str], int]] = []
    for shared, *pair in likely:
        for people, _most in groups:
            if all(
                person == member or frozenset((person, member)) in pairs
                for person in pair for member in people
            ):  # fmt: skip
                people += [person for person in pair if person not in people]
                break
        else:
            groups.append((list(pair), -shared))
    return groups


def _likely_pairs(kb: KnowledgeBase) -> list[tuple[int, str, str]]:
    """Return the pairs of persons who may be the same, those with most evidence first."""
    identity = kb.identity
    names = {id_: name for id_, name in identity.names.items() if id_ not in identity.candidates}
    # The number of co-authors that a pair must share to be reported.
    needed: dict[likeness.Pair, int] = {}
    for pair in likeness.mistyped(names):
        needed[pair] = 1 if min(len(works_of(kb, person)) for person in pair) == 1 else 2
    needed |= dict.fromkeys(likeness.turned(names), 0)
    alike = set(likeness.abbreviated(names))
    counts = Counter(chain.from_iterable(alike))
    for pair in alike:
        # "J. Wang" may be any of many: then co-authors must agree.
        shorter = min(
            pair, key=lambda person: (len("".join(likeness.given_names(names[person]))), person)
        )
        certain = counts[shorter] == 1 and likeness.is_shortened(*map(names.__getitem__, pair))
        needed[pair] = 0 if certain else 1
    share = shared_coauthors(kb)
    shared = {pair: share(*pair) for pair in needed}
    return sorted(
        (-shared[pair], *pair)
        for pair, least in needed.items()
        if shared[pair] >= least and not _told_apart(kb, *pair)
    )


def _told_apart(kb: KnowledgeBase, first: str, second: str) -> bool:
    """Tell whether two persons certainly differ, by ``different_from`` or two ORCID iDs."""
    person, other = kb.people[first], kb.people[second]
    stated = second in person.different_from or first in other.different_from
    return stated or bool(person.orcid and other.orcid)


def _similarity(kb: KnowledgeBase, people: list[str], shared: int) -> Problem:
    names = kb.identity.names
    number = "one of their co-authors is" if shared == 1 else f"{shared} of their co-authors are"
    evidence = f": {number} the same" if shared > 0 else ""
    *others, last = [f'"{names[person].text}" ({person})' for person in people]
    message = f"{', '.join(others)} and {last} may be one person"
    forms = "both" if len(people) == 2 else "all"
    hint = f"if so, write one file with {forms} forms under names:; if not, use different_from:"
    # The rarer form is likelier the odd one.
    rare = min(people, key=lambda person: (len(kb.naming(person)), len(names[person].text), person))
    place = place_of(kb, *(person for person in people if person != rare), rare)
    return Problem(Code.NAME_SIMILAR, message + evidence, place, hint)


def place_of(kb: KnowledgeBase, *people: str) -> Place:
    """Return the file of the first person with one, else the first record that names the last."""
    described = kb.identity.people.described
    for person in people:
        if person in described:
            return described[person].origin.place
    for kind, record_id in kb.naming(people[-1])[:1]:
        place: Place = kb.entities[kind][record_id].origin.at("author")
        return place
    return Place("people")


def shared_names(subject: Subject) -> Iterator[Problem]:
    """Report names that may be those of two persons."""
    kb = subject.kb
    for work, authors in kb.relations.authors_of_paper.items():
        for person, count in Counter(authors).items() if len(set(authors)) < len(authors) else ():
            if count > 1:
                paper, name = kb.works[work], kb.identity.names[person].text
                message = f'"{name}" is named {count} times among the authors of {paper.key}'
                last = max(index for index, author in enumerate(authors, 1) if author == person)
                hint = (
                    "remove one, or, if they are two people, tell them apart: "
                    f'author+an:person = {{{last}="{person}-2"}}'
                )
                yield Problem(Code.NAME_SHARED, message, paper.origin.at("author"), hint)
    for person, works in kb.relations.papers_of_person.items():
        years = sorted((year, work) for work in works if (year := kb.works[work].year))
        if years and years[-1][0] - years[0][0] > 60:  # longer than a career
            (first, _), (last_year, latest) = years[0], years[-1]
            name = kb.identity.names[person].text
            message = f'"{name}" ({person}) has works from {first} and from {last_year}'
            hint = "if they are two, tell them apart by author+an:person"
            place = kb.works[latest].origin.at("author")
            yield Problem(Code.NAME_SHARED, message, place, hint)


def unmentioned(subject: Subject) -> Iterator[Problem]:
    """Report persons with a file but without a role in the group who are never mentioned."""
    kb, relations = subject.kb, subject.kb.relations
    candidates = [
        person
        for person in kb.identity.people.described.values()
        if not (person.role or person.software or relations.talks_of_person.get(person.id))
        and all(record == ("person", person.id) for record in kb.naming(person.id))
        and not any(relations.naming.get(("person", person.id), {}).values())
    ]
    mentioned = _named_in_texts(subject, candidates) if candidates else set()
    for person in candidates:
        if person.id not in mentioned:
            message = f"nothing names {person.name.text}: no work, talk, event or page"
            hint = "add other printed forms under names:, or remove the file"
            yield Problem(Code.PERSON_UNMENTIONED, message, person.origin.place, hint)


def _named_in_texts(subject: Subject, people: Collection[Person]) -> set[str]:
    """Return the ids of persons named, by id or in plain words, in a page other than their own."""
    owners: dict[str, list[str]] = defaultdict(list)
    ids = {person.id for person in people}
    for person in people:
        for text in (person.id, person.name.text, *person.names):
            owners[text].append(person.id)
    names = likeness.NameInText(text for text in owners if text not in ids)
    documents, talks = subject.documents.values(), subject.kb.talks.values()
    pages = ((page.record, subject.texts.text_of(page.path)) for page in documents)
    people_of_talks = chain.from_iterable((*talk.speakers, *talk.authors) for talk in talks)
    bios = ((None, speaker.bio or "") for speaker in people_of_talks)
    naming: dict[str, set[tuple[str, str] | None]] = defaultdict(set)
    for record, text in chain(pages, bios):
        for name in {*ids.intersection(RE_ID.findall(text)), *(row[0] for row in names.find(text))}:
            naming[name].add(record)
    # Many persons may have one name, in many pages.
    rows = ((person, records) for name, records in naming.items() for person in owners[name])
    return {one for one, records in rows if len(records) > 1 or ("person", one) not in records}


RULES = (similar_names, shared_names, unmentioned)
