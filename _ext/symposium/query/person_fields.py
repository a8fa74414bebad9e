"""The fields of people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain

from symposium.kinds.participants import Affiliation
from symposium.knowledge.organizations import participants
from symposium.query.fields import (
    Having,
    QueryField,
    Type,
    Values,
    by_id,
    inverse,
    itself,
    related,
    source_field,
    topic_field,
)
from symposium.query.query_context import QueryContext, Reader

ROLES = ("faculty", "postdoc", "phd", "student", "staff", "alumni")
STATES = ("described", "derived", "ambiguous")
WORKS = ("papers_of_person", "posters_of_person")


@by_id
def _names(context: QueryContext, one: str) -> Iterable[str]:
    """Read the names that are shown of a person: former ones are none of them."""
    identity = context.kb.identity
    person = identity.people.described.get(one)
    return (identity.names[one].text, *(person.names if person else ()))


def _stated(context: QueryContext, one: str) -> tuple[Affiliation, ...]:
    """Return the affiliations of the person's file, else those that programmes print."""
    person = context.table("person").get(one)
    return (person.affiliations if person else ()) or context.affiliations.get(one, ())


@by_id
def _affiliations(context: QueryContext, one: str) -> Iterable[str]:
    both = ((each.organization, each.department) for each in _stated(context, one))
    return tuple(filter(None, chain.from_iterable(both)))


@by_id
def _countries(context: QueryContext, one: str) -> Iterable[str]:
    return tuple([each.country for each in _stated(context, one) if each.country])


def _number(relation: str) -> Values:
    def values(context: QueryContext) -> Reader:
        table = getattr(context.kb.relations, relation)
        return lambda person_id: (len(table.get(person_id, ())),)

    return values


def _coauthors(context: QueryContext, person: str) -> Iterable[str]:
    return [other for other, _ in context.kb.coauthors_of(person)]


@by_id
def _venues(context: QueryContext, person: str) -> Iterable[str]:
    kb = context.kb
    printed = (kb.works[one].venue for one in related(*WORKS)(context)(person))
    return [kb.relations.venue_of_text[text] for text in printed if text is not None]


@by_id
def _years(context: QueryContext, person: str) -> Iterable[int]:
    years = (context.kb.works[one].year for one in related(*WORKS)(context)(person))
    return [year for year in years if year is not None]


def _authors(relation: str) -> Having:
    """Return what returns the authors of the works that a relation keeps under a value."""

    def having(context: QueryContext, value: str) -> Iterable[str]:
        relations = context.kb.relations
        works = getattr(relations, relation).get(value, ())
        return chain.from_iterable(map(relations.authors_of_paper.__getitem__, works))

    return having


@by_id
def _events(context: QueryContext, person: str) -> Iterator[str]:
    kb = context.kb
    for kind, record_id in kb.relations.named_in.get(person, ()):
        event = kb.talks[record_id].event if kind == "talk" else record_id
        if kind in {"talk", "event"} and event and event in kb.events:
            yield event


def _at_event(context: QueryContext, event: str) -> Iterable[str]:
    kb = context.kb
    talks = (kb.talks[one] for one in kb.relations.talks_of_event.get(event, ()))
    printed = chain(
        participants(kb.events[event]),
        *((*talk.authors, *talk.speakers) for talk in talks if talk.event == event),
    )
    return [kb.person_of(one) for one in printed]


PEOPLE = (
    itself("person", "The person: an id, a name, or an ORCID iD."),
    QueryField("name", Type.NAME, "The name, or another printed form of it.", _names),
    QueryField("role", Type.WORD, "The role in the group whose site this is.",
               known=ROLES, closed=True, groups=True),
    QueryField("affiliation", Type.WORD, "An organisation to which the person belongs.",
               values=_affiliations, groups=True),
    QueryField("country", Type.WORD, "The country of an affiliation.", values=_countries,
               groups=True),
    replace(topic_field("person", inverse("people_of_topic")),
            help="A topic in the person's file.", several=False),
    QueryField("coauthor", Type.RECORD, "A person with a joint work.", by_id(_coauthors),
               kind="person", having=_coauthors, counts=True, slow=True),
    QueryField("paper", Type.RECORD, "A paper that the person wrote.", related(*WORKS),
               kind="paper", having=inverse("authors_of_paper")),
    QueryField("venue", Type.RECORD, "Where the person has published.", _venues,
               kind="venue", having=_authors("papers_of_venue"), slow=True),
    QueryField("year", Type.NUMBER, "A year in which the person has published.", _years,
               having=_authors("papers_of_year"),
               keys=lambda context: context.kb.relations.papers_of_year, slow=True),
    QueryField("event", Type.RECORD,
               "An event that names the person, or at which the person spoke.", _events,
               kind="event", having=_at_event),
    QueryField("papers", Type.NUMBER, "The number of papers.", _number("papers_of_person")),
    QueryField("listed", Type.NUMBER,
               "The number of papers that only a page of the person lists, with authors cut short.",
               _number("listed_of_person")),
    QueryField("posters", Type.NUMBER, "The number of posters.", _number("posters_of_person")),
    QueryField("talks", Type.NUMBER, "The number of talks.", _number("talks_of_person")),
    QueryField("award", Type.TEXT, "An award of the person.",
               read=lambda person: tuple([one.title for one in person.awards])),
    QueryField("orcid", Type.CODE, "The ORCID iD."),
    QueryField("state", Type.WORD,
               "`described` with a file, `derived` from printed names, or `ambiguous`.",
               by_id(lambda context, one: (context.kb.state_of(one).value,)),
               known=STATES, closed=True, groups=True),
    replace(source_field("person"), help="A source of the person's file."),
)  # fmt: skip
"""In the order of the guide."""
