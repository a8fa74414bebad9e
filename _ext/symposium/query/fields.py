"""The fields by which listings choose, sort and group records, by kind.

Kinds describe most of them (`symposium.kinds.kind.Kind.fields`); papers, people, events and talks
have more, which are worked out of the knowledge base.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Any

from symposium.fields.compound_types import Field
from symposium.fields.date_types import DateField, DatesField, YearType
from symposium.fields.field_types import Flag
from symposium.kinds import BY_FOLDER, BY_NAME
from symposium.kinds.facet_names import THINGS
from symposium.kinds.kind import Kind
from symposium.kinds.paper import STATUSES
from symposium.kinds.participants import Affiliation
from symposium.kinds.person import ROLES
from symposium.knowledge.identity import State
from symposium.model.dates import periods_of
from symposium.query.context import (
    QueryContext,
    Values,
    attribute,
    people_of,
    read_from,
    related,
    years,
)

TYPES = (
    "article", "book", "conference", "dataset", "inbook", "incollection", "inproceedings",
    "manual", "mastersthesis", "misc", "online", "patent", "phdthesis", "poster", "proceedings",
    "report", "software", "techreport", "thesis", "unpublished",
)  # fmt: skip
KINDS_OF_TALKS = ("closing", "contributed", "invited", "keynote", "opening", "panel", "paper",
                  "poster", "talk")  # fmt: skip


class Type(Enum):
    """The type of the values of a field, with what the guide calls it."""

    TEXT = "a part of it"
    WORD = "a word"
    """A text of which there are few: one that no record has is a slip."""
    RECORD = "a record"
    NUMBER = "a number"
    DATE = "a date"
    FLAG = "yes or no"


@dataclass(frozen=True, eq=False)
class QueryField:
    """A field of the records of one kind."""

    name: str
    type: Type
    help: str
    """A sentence of the guide."""
    values: Values
    kind: str = ""
    """Of the records that are its values."""
    known: tuple[str, ...] = ()
    """Words that are no slips, in the order of groups."""

    @property
    def counts(self) -> bool:
        """Whether it sorts by the number of values, not by the first."""
        return self.name in {"cites", "cited_by", "coauthor"}

    @property
    def groups(self) -> bool:
        """Whether records can be grouped by it: by what several may share."""
        own = self.name in {"id", "key", "title"} or self.counts
        return not own and self.type not in {Type.DATE, Type.FLAG}

    def index(self, context: QueryContext, what: str) -> Mapping[Any, set[str]]:
        """Return the ids of the records that have a value, by value."""
        return context.index(what, self.name, self.values)


TEXT, WORD, NUMBER, DATE, FLAG = Type.TEXT, Type.WORD, Type.NUMBER, Type.DATE, Type.FLAG


def _table(kind: str, rows: Mapping[str, tuple[Any, ...]]) -> tuple[QueryField, ...]:
    """Return the fields of a kind.

    ``rows`` have the type of the values or the kind of the records that these are, the help, what
    reads the values, if that is not the attribute of the same name, and words that are no slips.
    """
    return tuple(_field(kind, name, *row) for name, row in {**rows, **_common(kind)}.items())


def _field(
    kind: str,
    name: str,
    of: Type | str,
    help: str,  # noqa: A002
    values: Values | None = None,
    *known: str,
) -> QueryField:
    values = values or attribute(kind, name)
    if isinstance(of, str):
        return QueryField(name, Type.RECORD, help, values, of)
    return QueryField(name, of, help, values, known=known)


def _common(kind: str) -> dict[str, tuple[Any, ...]]:
    """Return the fields of the topics and of the sources of a record."""
    read = attribute(kind, "topics")
    return {
        "topic": ("topic", "A topic: its id, its title or a keyword.", lambda context, one: map(
            context.kb.relations.topic_of_text.__getitem__, read(context, one))),
        "source": ("source", "A source of its facts.",
                   lambda context, one: context.kb.sources_of(kind, one)),
    }  # fmt: skip


def _itself(_: QueryContext, record_id: str) -> Iterable[str]:
    return (record_id,)


def _venue_of_paper(context: QueryContext, paper: str) -> Iterable[str]:
    venue = context.kb.venue_of(context.kb.works[paper])
    return () if venue is None else (venue.id,)


def _events_of_paper(context: QueryContext, paper: str) -> Iterable[str]:
    kb = context.kb
    events = (kb.talks[one].event for one in kb.relations.talks_of_paper.get(paper, ()))
    return [event for event in events if event and event in kb.events]


def _types_of_paper(context: QueryContext, paper: str) -> Iterable[str]:
    work = context.kb.works[paper]
    return (work.type, "poster") if work.poster else (work.type,)


PAPERS = _table("paper", {
    "key": ("paper", "The paper itself: a cite key, an id, a title, a DOI or an arXiv id.",
            _itself),
    "title": (TEXT, "The title."),
    "author": ("person", "An author.", related("authors_of_paper")),
    "editor": ("person", "An editor.", people_of("paper", "editors")),
    "person": ("person", "An author or an editor.", people_of("paper", "authors", "editors")),
    "year": (NUMBER, "The year of publication."),
    "date": (DATE, "The date of publication."),
    "venue": ("venue", "The journal or conference: an id, the short name, or the name as printed.",
              _venue_of_paper),
    "volume": ("volume", "The volume that contains it.",
               lambda context, one: filter(None, [context.kb.relations.volume_of_paper.get(one)])),
    "series": (WORD, "The series, as printed."),
    "type": (WORD, "The type of the entry; posters also have `poster`.", _types_of_paper, *TYPES),
    "category": (WORD, "A category of the entry.", attribute("paper", "categories")),
    "award": (TEXT, "An award.", attribute("paper", "awards")),
    "status": (WORD, "Its status: published, retracted, …", None, *STATUSES),
    "selected": (FLAG, "Whether it is one of the selected works."),
    "poster": (FLAG, "Whether it is a poster."),
    "cites": ("paper", "A paper that it cites.", related("cites")),
    "cited_by": ("paper", "A paper that cites it.", related("cited_by")),
    "event": ("event", "An event with a talk about it.", _events_of_paper),
    "publisher": (WORD, "The publisher."),
})  # fmt: skip

_works = related("papers_of_person", "posters_of_person")


def _of_works(read: Values) -> Values:
    """Return what reads a value of all the papers of a person."""
    return lambda context, one: [
        value for paper in _works(context, one) for value in read(context, paper)
    ]


def _names_of_person(context: QueryContext, person: str) -> Iterable[str]:
    """Return the names that are shown of a person: former ones are not."""
    return (context.kb.identity.names[person].text, *context.kb.people[person].names)


def _affiliations(context: QueryContext, person: str) -> tuple[Affiliation, ...]:
    """Return the affiliations of the person's file, else those that programmes print."""
    return context.kb.people[person].affiliations or context.affiliations.get(person, ())


def _affiliation_names(context: QueryContext, person: str) -> Iterable[str]:
    both = ((one.organization, one.department) for one in _affiliations(context, person))
    return [name for names in both for name in names if name]


def _number(relation: str) -> Values:
    return lambda context, one: (len(getattr(context.kb.relations, relation).get(one, ())),)


def _events_of_person(context: QueryContext, person: str) -> Iterator[str]:
    kb = context.kb
    for kind, record_id in kb.relations.named_in.get(person, ()):
        event = kb.talks[record_id].event if kind == "talk" else record_id
        if kind in {"talk", "event"} and event and event in kb.events:
            yield event


PEOPLE = _table("person", {
    "id": ("person", "The person: an id, a name, or an ORCID iD.", _itself),
    "title": (TEXT, "The name, or another printed form of it.", _names_of_person),
    "role": (WORD, "The role in the group whose site this is.", None, *ROLES),
    "affiliation": (TEXT, "An organisation to which the person belongs.", _affiliation_names),
    "country": (WORD, "The country of an affiliation.", lambda context, one: [
        at.country for at in _affiliations(context, one) if at.country
    ]),
    "coauthor": ("person", "A person with a joint work.",
                 lambda context, one: [other for other, _ in context.kb.coauthors_of(one)]),
    "paper": ("paper", "A paper that the person wrote.", _works),
    "venue": ("venue", "Where the person has published.", _of_works(_venue_of_paper)),
    "year": (NUMBER, "A year in which the person has published.",
             _of_works(attribute("paper", "year"))),
    "event": ("event", "An event that names the person, or at which the person spoke.",
              _events_of_person),
    "papers": (NUMBER, "The number of papers.", _number("papers_of_person")),
    "posters": (NUMBER, "The number of posters.", _number("posters_of_person")),
    "talks": (NUMBER, "The number of talks.", _number("talks_of_person")),
    "state": (WORD, "`described` with a file, `derived` from printed names, or `ambiguous`.",
              lambda context, one: (context.kb.state_of(one).value,),
              *(state.value for state in State)),
})  # fmt: skip


def _in_roles(*roles: str) -> Values:
    """Return what reads the persons whom an event names in some roles, or in any."""

    def values(context: QueryContext, event: str) -> Iterable[str]:
        people = BY_NAME["event"].named_people(context.kb.events[event])
        return [context.kb.person_of(one) for _, role, one in people if not roles or role in roles]

    return values


def _speakers(context: QueryContext, event: str) -> Iterable[str]:
    """Return who speaks at an event: the speakers of its talks."""
    kb = context.kb
    talks = [kb.talks[one] for one in kb.relations.talks_of_event.get(event, ())]
    return [kb.person_of(one) for talk in talks if talk.event == event for one in talk.speakers]


def _place(name: str) -> Values:
    """Return what reads the room, the track or the kind of a talk, which its line may tell."""

    def values(context: QueryContext, talk: str) -> Iterable[str]:
        session, record = context.kb.schedule.of_talk.get(talk), context.kb.talks[talk]
        given = getattr(record, name) if name == "kind" or not session else None
        value = given or (getattr(session.slot, name) if session else None)
        return (value,) if value else ()

    return values


def _series_of_talk(context: QueryContext, talk: str) -> Iterable[str]:
    event = context.kb.events.get(context.kb.talks[talk].event or "")
    return (event.series,) if event and event.series else ()


EVENTS = _table("event", {
    "id": ("event", "The event itself: its id or its title.", _itself),
    "title": (TEXT, "The title."),
    "series": (WORD, "The series."),
    "part_of": ("event", "The larger event to which it belongs."),
    "date": (DATE, "When it takes place.",
             lambda context, one: periods_of(context.kb.events[one].date)),
    "year": (NUMBER, "The year in which it takes place.",
             lambda context, one: years(context.kb.events[one].date)),
    "location": (TEXT, "Where it takes place."),
    "organizer": ("person", "An organiser.", people_of("event", "organizers")),
    "committee": ("person", "A member of a committee.", _in_roles("committee")),
    "chair": ("person", "Who chairs one of its sessions.", _in_roles("chair")),
    "speaker": ("person", "A speaker of one of its talks.", _speakers),
    "person": ("person", "Anybody whom it names, or a speaker.",
               lambda context, one: [*_in_roles()(context, one), *_speakers(context, one)]),
})  # fmt: skip
TALKS = _table("talk", {
    "id": ("talk", "The talk itself: its id, or the last part of it.", _itself),
    "title": (TEXT, "The title, or that of its paper."),
    "speaker": ("person", "A speaker.", people_of("talk", "speakers")),
    "person": ("person", "A speaker or an author.", people_of("talk", "authors", "speakers")),
    "event": ("event", "The event at which it is given.",
              lambda context, one: {context.kb.talks[one].event} & context.kb.events.keys()),
    "series": (WORD, "The series of its event.", _series_of_talk),
    "kind": (WORD, "`invited`, `keynote`, `paper`, …", _place("kind"), *KINDS_OF_TALKS),
    "date": (DATE, "When it is given; from its event if the talk has no date.",
             lambda context, one: periods_of(context.date_of(one))),
    "year": (NUMBER, "The year in which it is given.",
             lambda context, one: years(context.date_of(one))),
    "room": (WORD, "The room.", _place("room")),
    "track": (WORD, "The track.", _place("track")),
    "paper": ("paper", "The paper that it presents."),
})  # fmt: skip
OWN: Mapping[str, tuple[QueryField, ...]] = {
    "papers": PAPERS, "people": PEOPLE, "events": EVENTS, "talks": TALKS,
}  # fmt: skip
"""Fields of the kinds that bring their own, in the order of the guide."""
DESCRIBED = (
    (DateField, Type.DATE),
    (DatesField, Type.DATE),
    (Flag, Type.FLAG),
    (YearType, Type.NUMBER),
)
"""How described values of these types are compared; others are words."""


def fields_of(what: str) -> Mapping[str, QueryField]:
    """Return the fields of a kind, given by its folder, by name.

    >>> list(fields_of("venues"))
    ['id', 'title', 'short', 'series', 'source']
    """
    return _fields(BY_FOLDER[what])


def parts_of(what: str) -> frozenset[str]:
    """Return what else the records of a kind may have: attributes, and links of known names."""
    return _parts(BY_FOLDER[what])


def listable() -> tuple[str, ...]:
    """Return what can be listed: the folders of all kinds."""
    return tuple(dict.fromkeys((*OWN, *BY_FOLDER)))


@cache  # a project with plugins has kinds of its own
def _fields(kind: Kind) -> Mapping[str, QueryField]:
    own = OWN.get(kind.folder)
    described = [_added(kind, said) for said in kind.added.values()] if own else _described(kind)
    return {field.name: field for field in (*(own or ()), *filter(None, described))}


@cache
def _parts(kind: Kind) -> frozenset[str]:
    return frozenset({*THINGS, *(one.name for one in dataclasses.fields(kind.record))})


def _described(kind: Kind) -> Iterator[QueryField | None]:
    """Yield the fields of a kind as its record describes them."""
    name, common = kind.name, _common(kind.name)
    yield _field(name, "id", name, "The record itself: its id or its title.", _itself)
    yield _field(name, "title", TEXT, "The title or the name.",
                 lambda context, one: (context.kb.title_of(name, one),))  # fmt: skip
    for said in kind.fields.values():
        if said.refers in common:
            yield _field(name, said.refers, *common[said.refers])
        elif said.role:
            yield _field(name, said.role, "person", said.help, people_of(name, said.attribute))
        elif said.refers:
            values = attribute(name, said.attribute)
            yield _field(name, said.refers, said.refers, said.help, values)
        else:
            yield _added(kind, said)
    if kind.people:
        yield _field(name, "person", "person", "A person whom it names.",
                     people_of(name, *kind.people))  # fmt: skip


def _added(kind: Kind, said: Field) -> QueryField | None:
    """Return the field of listings that a field of a record is, if its description says so."""
    if not said.filter:
        return None
    type_ = next((one for cls, one in DESCRIBED if isinstance(said.type, cls)), Type.WORD)
    return _field(kind.name, said.attribute, type_, said.help, read_from(kind.name, said.of))
