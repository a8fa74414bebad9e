"""Memberships: what people are or were at an organisation, as files and programmes print it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from symposium.kinds.event import Event
from symposium.kinds.participants import Affiliation
from symposium.kinds.person import Person
from symposium.kinds.talk import Talk
from symposium.knowledge.base import KnowledgeBase
from symposium.knowledge.organizations import participants
from symposium.knowledge.relation_table import Named
from symposium.model.dates import Date


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
