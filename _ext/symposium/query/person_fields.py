"""The fields of people."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain

from symposium.query.fields import (
    Fields,
    QueryField,
    Type,
    attribute,
    inverse,
    itself,
    only_itself,
    related,
    topics,
)
from symposium.query.query_context import QueryContext, Reader

ROLES = ("faculty", "postdoc", "phd", "student", "staff", "alumni")
STATES = ("described", "derived", "ambiguous")


def _names(context: QueryContext) -> Reader:
    """Read the names that are shown of a person: former ones are none of them."""
    identity = context.kb.identity
    described, names = identity.people.described, identity.names

    def read(person_id: str) -> Iterable[str]:
        person = described.get(person_id)
        return (names[person_id].text, *(person.names if person else ()))

    return read


def _affiliations(context: QueryContext) -> Reader:
    described = context.kb.identity.people.described

    def read(person_id: str) -> Iterator[str]:
        person = described.get(person_id)
        for one in person.affiliations if person else ():
            yield one.organization
            if one.department:
                yield one.department

    return read


def _countries(context: QueryContext) -> Reader:
    described = context.kb.identity.people.described

    def read(person_id: str) -> Iterable[str]:
        person = described.get(person_id)
        return [one.country for one in person.affiliations if one.country] if person else ()

    return read


def _awards(context: QueryContext) -> Reader:
    described = context.kb.identity.people.described

    def read(person_id: str) -> Iterable[str]:
        person = described.get(person_id)
        return [one.title for one in person.awards] if person else ()

    return read


def _states(context: QueryContext) -> Reader:
    state_of = context.kb.identity.state_of
    return lambda person_id: (state_of(person_id).value,)


def _number(*relations: str) -> Callable[[QueryContext], Reader]:
    def values(context: QueryContext) -> Reader:
        tables = [getattr(context.kb.relations, name) for name in relations]
        return lambda person_id: (sum(len(table.get(person_id, ())) for table in tables),)

    return values


def _coauthors(context: QueryContext) -> Reader:
    kb = context.kb
    return lambda person_id: [other for other, _ in kb.coauthors_of(person_id)]


def _coauthors_of(context: QueryContext, person: str) -> Iterable[str]:
    return [other for other, _ in context.kb.coauthors_of(person)]


WORKS = ("papers_of_person", "posters_of_person")


def _venues(context: QueryContext) -> Reader:
    kb, works_of = context.kb, related(*WORKS)(context)
    venue_of = kb.relations.venue_of_text

    def read(person_id: str) -> Iterable[str]:
        printed = (kb.works[one].venue for one in works_of(person_id))
        return [venue_of[text] for text in printed if text is not None]

    return read


def _years(context: QueryContext) -> Reader:
    works, works_of = context.kb.works, related(*WORKS)(context)

    def read(person_id: str) -> Iterable[int]:
        years = (works[one].year for one in works_of(person_id))
        return [year for year in years if year is not None]

    return read


def _authors(relation: str) -> Callable[[QueryContext, str], Iterable[str]]:
    """Return what returns the authors of the works that a relation keeps under a value."""

    def having(context: QueryContext, value: str) -> Iterable[str]:
        relations = context.kb.relations
        works = getattr(relations, relation).get(value, ())
        return chain.from_iterable(map(relations.authors_of_paper.__getitem__, works))

    return having


def _events(context: QueryContext) -> Reader:
    kb = context.kb
    talks, events, named_in = kb.talks, kb.events, kb.relations.named_in

    def read(person_id: str) -> Iterator[str]:
        for kind, record_id in named_in.get(person_id, ()):
            event = record_id if kind == "event" else None
            if kind == "talk":
                event = talks[record_id].event
            if event and event in events:
                yield event

    return read


def _at_event(context: QueryContext, event: str) -> Iterable[str]:
    kb = context.kb
    talks = (kb.talks[one] for one in kb.relations.talks_of_event.get(event, ()))
    printed = chain(
        kb.events[event].organizers,
        *((*talk.authors, *talk.speakers) for talk in talks if talk.event == event),
    )
    return [kb.person_of(one) for one in printed]


def _of_source(context: QueryContext, source: str) -> Iterable[str]:
    rows = context.kb.relations.records_of_source.get(source, ())
    return [one for kind, one in rows if kind == "person"]


PEOPLE: Fields = {
    "id": QueryField(
        Type.RECORD, "The person: an id, a name, or an ORCID iD.", itself, "person", only_itself
    ),
    "name": QueryField(Type.NAME, "The name, or another printed form of it.", _names),
    "role": QueryField(
        Type.WORD,
        "The role in the group whose site this is.",
        attribute("person", "role"),
        known=ROLES,
        closed=True,
        groups=True,
    ),
    "affiliation": QueryField(
        Type.WORD, "An organization that the person belongs to.", _affiliations, groups=True
    ),
    "country": QueryField(Type.WORD, "The country of an affiliation.", _countries, groups=True),
    "topic": QueryField(
        Type.RECORD,
        "A topic in the person's file.",
        topics("person"),
        "topic",
        inverse("people_of_topic"),
        groups=True,
    ),
    "coauthor": QueryField(
        Type.RECORD,
        "Somebody with a joint work.",
        _coauthors,
        "person",
        _coauthors_of,
        counts=True,
        slow=True,
    ),
    "paper": QueryField(
        Type.RECORD,
        "A paper that the person wrote.",
        related(*WORKS),
        "paper",
        inverse("authors_of_paper"),
    ),
    "venue": QueryField(
        Type.RECORD,
        "Where the person has published.",
        _venues,
        "venue",
        _authors("papers_of_venue"),
        slow=True,
    ),
    "year": QueryField(
        Type.NUMBER,
        "A year in which the person has published.",
        _years,
        having=_authors("papers_of_year"),
        keys=lambda context: context.kb.relations.papers_of_year,
        slow=True,
    ),
    "event": QueryField(
        Type.RECORD, "An event that the person organized or spoke at.", _events, "event", _at_event
    ),
    "papers": QueryField(Type.NUMBER, "How many papers.", _number("papers_of_person")),
    "posters": QueryField(Type.NUMBER, "How many posters.", _number("posters_of_person")),
    "talks": QueryField(Type.NUMBER, "How many talks.", _number("talks_of_person")),
    "award": QueryField(Type.TEXT, "An award of the person.", _awards),
    "orcid": QueryField(Type.CODE, "The ORCID iD.", attribute("person", "orcid")),
    "state": QueryField(
        Type.WORD,
        "`described` with a file, `derived` from printed names, or `ambiguous`.",
        _states,
        known=STATES,
        closed=True,
        groups=True,
    ),
    "source": QueryField(
        Type.RECORD,
        "A source that the person's file rests on.",
        attribute("person", "sources"),
        "source",
        _of_source,
        groups=True,
    ),
}
"""In the order of the guide."""
