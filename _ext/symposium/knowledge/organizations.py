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
from symposium.kinds.participants import Participant
from symposium.kinds.person import Person
from symposium.kinds.talk import Talk
from symposium.knowledge.identity import Identity
from symposium.knowledge.printed_names import resolve_names
from symposium.knowledge.relation_table import Ids
from symposium.knowledge.volumes import SERVERS
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
