"""Organisations: who belongs to which, as files, programmes and entries print it."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from symposium.kinds.event import KIND as EVENTS
from symposium.kinds.event import Event
from symposium.kinds.organization import Organization
from symposium.kinds.paper import Contributor, Paper
from symposium.kinds.participants import Affiliation, Participant
from symposium.kinds.person import Person
from symposium.kinds.talk import Talk
from symposium.knowledge.base import KnowledgeBase
from symposium.knowledge.identity import Identity
from symposium.knowledge.printed_names import resolve_names
from symposium.knowledge.relation_table import Ids, Named
from symposium.knowledge.volumes import SERVERS
from symposium.model.dates import Date
from symposium.model.names import fold_name

THESES = frozenset({"bachelorsthesis", "mastersthesis", "phdthesis", "thesis"})
"""Types of entries whose authors belong to the institution."""
ISSUED = THESES | {"report", "techreport"}
"""Types of entries whose institution is where they were written; others have sponsors there."""
RE_ARTICLE = re.compile(r"^the\s+", re.IGNORECASE)
RE_REPORT = re.compile(r"[A-Z]{1,6}-\d")
"""How the number of a report begins, which some entries have as their institution."""
KINDS = ("person", "event", "talk", "paper")
"""Kinds whose records print organisations."""


class Printed(NamedTuple):
    """An organisation as a record prints it."""

    name: str
    country: str | None = None
    who: Contributor | Participant | None = None
    """The person whose affiliation it is; None in a person's own file, for hosts and sponsors."""
    source: str | None = None
    """The locator of the item that prints it, if it has one of its own."""


class Organizations(NamedTuple):
    """All organisations, and what belongs to them."""

    records: dict[str, Organization]
    of_text: dict[str, str]
    """The id of the organisation, by what is printed."""
    people: dict[str, Ids]
    others: dict[str, dict[str, Ids]]
    """Kind of record (event, talk, paper), then organisation, to ids in the order of the sources.
    """

    printed: dict[tuple[str, str, str], tuple[Printed, ...]]
    """Organisation, kind and id of a record to how that prints it; files of persons apart."""


NONE = Organizations({}, {}, {}, {kind: {} for kind in KINDS}, {})


def printed_by(record: Any) -> Iterator[Printed]:
    """Yield the organisations that a record prints, in its order."""
    if isinstance(record, Paper):
        if record.institution and record.type in ISSUED and _is_one(record.institution):
            yield Printed(record.institution)
            authors = record.authors if record.type in THESES else ()
            yield from (Printed(record.institution, None, who) for who in authors)
    elif isinstance(record, Person):
        for place in record.affiliations:
            yield Printed(place.organization, place.country, source=place.source)
        yield from (Printed(one.organization, source=one.source) for one in record.positions)
        yield from (Printed(one.organization, source=one.source) for one in record.education)
    elif isinstance(record, Talk | Event):
        if isinstance(record, Event):
            yield from map(Printed, record.hosts)
            yield from (Printed(one.organization) for one in record.sponsors)
        for who in participants(record):
            for one in who.affiliations:
                yield Printed(one.organization, one.country, who, one.source)


def _is_one(printed: str) -> bool:
    """Tell whether what a thesis or a report prints as its institution may be an organisation."""
    return printed.casefold() not in SERVERS and not RE_REPORT.match(printed)


def fold_organization(text: str) -> str:
    """Return what the printed forms of one organisation share.

    >>> fold_organization("The Open University") == fold_organization("Open University")
    True
    """
    return fold_name(RE_ARTICLE.sub("", text))


def participants(record: Talk | Event) -> tuple[Participant, ...]:
    """Return the people whom an event or a talk prints: who speaks comes before the authors."""
    if isinstance(record, Event):
        return tuple([one for _, _, one in EVENTS.named_people(record)])
    return (*record.speakers, *record.authors)


def resolve_organizations(
    tables: Mapping[str, Mapping[str, Any]], identity: Identity
) -> Organizations:
    """Return the organisations that records print, joined with what files say of them.

    A file claims its title, its other names and its ids; every other name makes an organisation.
    """
    printing = [
        (kind, record.id, one)
        for kind in KINDS
        for record in tables[kind].values()
        for one in printed_by(record)
    ]
    files: Mapping[str, Organization] = tables["organization"]
    if not (printing or files):
        return NONE
    records, of_text = _records(files, [one for _, _, one in printing])
    people: dict[str, dict[str, None]] = defaultdict(dict)
    others: dict[str, dict[str, dict[str, None]]] = {kind: defaultdict(dict) for kind in KINDS}
    printed: dict[tuple[str, str, str], list[Printed]] = defaultdict(list)
    for kind, record_id, one in printing:
        organization = of_text[one.name]
        if kind != "person":
            printed[organization, kind, record_id].append(one)
        others[kind][organization][record_id] = None
        if kind == "person":
            people[organization][record_id] = None
        elif one.who:
            people[organization][identity.resolve(one.who.name.text, one.who.person)] = None
    for organization, talks in others["talk"].items():
        presented = [tables["talk"][one].paper for one in talks]
        others["paper"][organization].update(dict.fromkeys(filter(None, presented)))
    frozen = {kind: {k: tuple(v) for k, v in rows.items()} for kind, rows in others.items()}
    rank = identity.rank
    members = {
        one: tuple(sorted(ids, key=lambda person: rank.get(person, len(rank))))
        for one, ids in people.items()
    }
    lines = {of: tuple(found) for of, found in printed.items()}
    return Organizations(records, of_text, members, frozen, lines)


def _records(
    files: Mapping[str, Organization], printing: Iterable[Printed]
) -> tuple[dict[str, Organization], dict[str, str]]:
    """Return all organisations by id, and the id of each printed name."""
    printing = list(printing)
    found, of_text = resolve_names(
        files, Counter(one.name for one in printing),
        lambda organization_id, title: Organization(id=organization_id, title=title),
        fold=fold_organization,
    )  # fmt: skip
    countries: dict[str, set[str]] = defaultdict(set)
    for printed in printing:
        if printed.country:
            countries[of_text[printed.name]].add(printed.country)
    for record_id, named in countries.items():
        if len(named) == 1 and not found[record_id].country:
            found[record_id] = replace(found[record_id], country=next(iter(named)))
    return found, of_text


class Membership(NamedTuple):
    """A line of what somebody is or was at an organisation."""

    printed: str
    """The name of the organisation there."""
    role: str = ""
    """As the person's file has it."""
    start: Date | None = None
    end: Date | None = None
    when: str | None = None
    """When, as printed."""
    at: Named | None = None
    """The talk, event or thesis that prints it; else the person's file does."""


def memberships(
    kb: KnowledgeBase, organization_id: str
) -> list[tuple[str, tuple[Membership, ...]]]:
    """Return the people of an organisation from A to Z, each with the lines that say so."""
    rel = kb.relations
    found: dict[str, dict[Membership, None]] = {
        person: {} for person in rel.people_of_organization.get(organization_id, ())
    }
    described = kb.identity.people.described
    for person in found:
        if person in described:
            found[person] = dict.fromkeys(_of_file(kb, described[person], organization_id))
    for kind, table in (
        ("talk", rel.talks_of_organization),
        ("event", rel.events_of_organization),
        ("paper", rel.papers_of_organization),
    ):
        for record_id in table.get(organization_id, ()):
            date = kb.entities[kind][record_id].date if kind == "paper" else None
            for one in rel.printed_organizations.get((organization_id, kind, record_id), ()):
                if one.who:
                    line = Membership(one.name, start=date, end=date, at=(kind, record_id))
                    found[kb.person_of(one.who)][line] = None
    return [(person, tuple(lines)) for person, lines in found.items()]


def _of_file(kb: KnowledgeBase, person: Person, organization_id: str) -> Iterator[Membership]:
    """Yield what the file of a person says, in its order."""
    of_text = kb.relations.organization_of_text
    for place in person.affiliations:
        if of_text[place.organization] == organization_id:
            yield Membership(place.organization, place.department or "", place.start, place.end)
    for post in person.positions:
        if of_text[post.organization] == organization_id:
            yield Membership(post.organization, post.title, post.start, post.end, post.when)
    for degree in person.education:
        if of_text[degree.organization] == organization_id:
            yield Membership(degree.organization, degree.degree, degree.start, degree.end)


def printed_affiliations(kb: KnowledgeBase) -> Mapping[str, tuple[Affiliation, ...]]:
    """Return the affiliations that talks and events print, by person, each once."""
    found: dict[str, dict[Affiliation, None]] = defaultdict(dict)
    records: list[Talk | Event] = [*kb.talks.values(), *kb.events.values()]
    for record in records:
        for one in participants(record):
            found[kb.person_of(one)].update(dict.fromkeys(one.affiliations))
    return {person_id: tuple(rows) for person_id, rows in found.items()}
