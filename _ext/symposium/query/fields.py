"""The fields by which listings choose, sort and group records, by kind.

Kinds describe most of them (`symposium.kinds.kind.Kind.fields`); papers, people, events and talks
have others, computed from the knowledge base.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from string import ascii_uppercase
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
    folded,
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


NO_LETTER = "#"
"""The heading of titles that begin with no letter from A to Z."""


class Type(Enum):
    """The type of values other than records, with its name in the guide."""

    TEXT = "a part of it"
    WORD = "a word"
    """A text with few different values: a value that no record has is a mistake."""
    NUMBER = "a number"
    DATE = "a date"
    FLAG = "yes or no"


@dataclass(frozen=True, eq=False)
class QueryField:
    """A field of the records of one kind."""

    name: str
    of: Type | str
    """The type of its values, or the kind of the records that are its values."""
    help: str
    """A sentence of the guide."""
    values: Values
    known: tuple[str, ...] = ()
    """Values that are valid even if no record has them, in the order of groups."""

    @property
    def kind(self) -> str:
        """The kind of the records that are its values; empty for other values."""
        return self.of if isinstance(self.of, str) else ""

    @property
    def counts(self) -> bool:
        """Whether it sorts by the number of values, not by the first."""
        return self.name in {"cites", "cited_by", "coauthor"}

    @property
    def groups(self) -> bool:
        """Whether records can be grouped by it: several may share a value."""
        own = self.name in {"id", "key", "title"} or self.counts
        return not own and self.of not in {Type.DATE, Type.FLAG}

    def index(self, context: QueryContext, folder: str) -> Mapping[Any, set[str]]:
        """Return the ids of the records that have a value, by value."""
        return context.index(folder, self.values)


TEXT, WORD, NUMBER, DATE, FLAG = Type.TEXT, Type.WORD, Type.NUMBER, Type.DATE, Type.FLAG

Rows = Mapping[str, tuple[Any, ...]]
"""The arguments of `QueryField` by name; ``values`` is by default the attribute of that name."""


def _table(kind: str, rows: Rows) -> tuple[QueryField, ...]:
    """Return the fields of a kind."""
    return tuple([
        QueryField(name, of, help_, *(more or (attribute(kind, name),)))
        for name, (of, help_, *more) in {**rows, **_common(kind)}.items()
    ])  # fmt: skip


def _common(kind: str) -> Rows:
    """Return the fields ``topic`` and ``source``, which all kinds have."""
    read = attribute(kind, "topics")
    return {
        "topic": ("topic", "A topic: its id, its title or a keyword.",
                  lambda context, record_id: map(
                      context.kb.relations.topic_of_text.__getitem__, read(context, record_id))),
        "source": ("source", "A source of its facts.",
                   lambda context, record_id: context.kb.sources_of(kind, record_id)),
    }  # fmt: skip


def _itself(_: QueryContext, record_id: str) -> Iterable[str]:
    return (record_id,)


def _venue_of_paper(context: QueryContext, paper: str) -> Iterable[str]:
    venue = context.kb.venue_of(context.kb.works[paper])
    return () if venue is None else (venue.id,)


def _events_of_paper(context: QueryContext, paper: str) -> Iterable[str]:
    kb = context.kb
    events = (kb.talks[talk].event for talk in kb.relations.talks_of_paper.get(paper, ()))
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
    "volume": ("volume", "The volume that contains it.", lambda context, paper: filter(
        None, [context.kb.relations.volume_of_paper.get(paper)])),
    "series": (WORD, "The series, as printed."),
    "type": (WORD, "The type of the entry; posters also have `poster`.", _types_of_paper, TYPES),
    "category": (WORD, "A category of the entry.", attribute("paper", "categories")),
    "award": (TEXT, "An award.", attribute("paper", "awards")),
    "status": (WORD, "Its status: published, retracted, …",
               attribute("paper", "status"), STATUSES),
    "selected": (FLAG, "Whether it is one of the selected works."),
    "poster": (FLAG, "Whether it is a poster."),
    "cites": ("paper", "A paper that it cites.", related("cites")),
    "cited_by": ("paper", "A paper that cites it.", related("cited_by")),
    "event": ("event", "An event with a talk about it.", _events_of_paper),
    "publisher": (WORD, "The publisher."),
})  # fmt: skip

_works = related("papers_of_person", "posters_of_person")


def _of_works(read: Values) -> Values:
    """Return a function that reads the values of all papers of a person."""
    return lambda context, person: [
        value for paper in _works(context, person) for value in read(context, paper)
    ]


def _names_of_person(context: QueryContext, person: str) -> Iterable[str]:
    """Return the names of a person but former ones."""
    return (context.kb.identity.names[person].text, *context.kb.people[person].names)


def affiliations_of(context: QueryContext, person: str) -> tuple[Affiliation, ...]:
    """Return the affiliations in the person's file, or else those in programmes."""
    return context.kb.people[person].affiliations or context.affiliations.get(person, ())


def _affiliation_names(context: QueryContext, person: str) -> Iterable[str]:
    pairs = ((at.organization, at.department) for at in affiliations_of(context, person))
    return [name for names in pairs for name in names if name]


def _number(relation: str) -> Values:
    return lambda context, person: (len(getattr(context.kb.relations, relation).get(person, ())),)


def _events_of_person(context: QueryContext, person: str) -> Iterator[str]:
    kb = context.kb
    for kind, record_id in kb.relations.named_in.get(person, ()):
        event = kb.talks[record_id].event if kind == "talk" else record_id
        if kind in {"talk", "event"} and event and event in kb.events:
            yield event


PEOPLE = _table("person", {
    "id": ("person", "The person: an id, a name, or an ORCID iD.", _itself),
    "title": (TEXT, "The name, or another printed form of it.", _names_of_person),
    "role": (WORD, "The role in the group whose site this is.",
             attribute("person", "role"), ROLES),
    "affiliation": (TEXT, "An organisation to which the person belongs.", _affiliation_names),
    "country": (WORD, "The country of an affiliation.", lambda context, person: [
        at.country for at in affiliations_of(context, person) if at.country
    ]),
    "coauthor": ("person", "A person with a joint work.",
                 lambda context, person: [other for other, _ in context.kb.coauthors_of(person)]),
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
              lambda context, person: (context.kb.state_of(person).value,),
              tuple([state.value for state in State])),
})  # fmt: skip


def _in_roles(*roles: str) -> Values:
    """Return a function that reads the persons with some roles in an event, or with any."""

    def values(context: QueryContext, event: str) -> Iterable[str]:
        people = BY_NAME["event"].named_people(context.kb.events[event])
        chosen = (person for _, role, person in people if not roles or role in roles)
        return map(context.kb.person_of, chosen)

    return values


def _speakers(context: QueryContext, event: str) -> Iterable[str]:
    """Return the speakers of the talks of an event."""
    kb = context.kb
    talks = [kb.talks[talk] for talk in kb.relations.talks_of_event.get(event, ())]
    people = (person for talk in talks if talk.event == event for person in talk.speakers)
    return map(kb.person_of, people)


def _slot_value(name: str) -> Values:
    """Return a function that reads the room, track or kind of a talk, also from its slot."""

    def values(context: QueryContext, talk: str) -> Iterable[str]:
        session, record = context.kb.schedule.of_talk.get(talk), context.kb.talks[talk]
        own = getattr(record, name) if name == "kind" or not session else None
        value = own or (getattr(session.slot, name) if session else None)
        return (value,) if value else ()

    return values


def _series_of_talk(context: QueryContext, talk: str) -> Iterable[str]:
    event = context.kb.event_of(context.kb.talks[talk])
    return (event.series,) if event and event.series else ()


EVENTS = _table("event", {
    "id": ("event", "The event itself: its id or its title.", _itself),
    "title": (TEXT, "The title."),
    "series": (WORD, "The series."),
    "part_of": ("event", "The larger event to which it belongs."),
    "date": (DATE, "When it takes place.",
             lambda context, event: periods_of(context.kb.events[event].date)),
    "year": (NUMBER, "The year in which it takes place.",
             lambda context, event: years(context.kb.events[event].date)),
    "location": (TEXT, "Where it takes place."),
    "organizer": ("person", "An organiser.", people_of("event", "organizers")),
    "committee": ("person", "A member of a committee.", _in_roles("committee")),
    "chair": ("person", "Who chairs one of its sessions.", _in_roles("chair")),
    "speaker": ("person", "A speaker of one of its talks.", _speakers),
    "person": ("person", "Anybody whom it names, or a speaker.",
               lambda context, event: [*_in_roles()(context, event), *_speakers(context, event)]),
})  # fmt: skip
TALKS = _table("talk", {
    "id": ("talk", "The talk itself: its id, or the last part of it.", _itself),
    "title": (TEXT, "The title, or that of its paper."),
    "speaker": ("person", "A speaker.", people_of("talk", "speakers")),
    "person": ("person", "A speaker or an author.", people_of("talk", "authors", "speakers")),
    "event": ("event", "The event at which it is given.",
              lambda context, talk: {context.kb.talks[talk].event} & context.kb.events.keys()),
    "series": (WORD, "The series of its event.", _series_of_talk),
    "kind": (WORD, "`invited`, `keynote`, `paper`, …", _slot_value("kind"), KINDS_OF_TALKS),
    "date": (DATE, "When it is given; from its event if the talk has no date.",
             lambda context, talk: periods_of(context.kb.date_of(context.kb.talks[talk]))),
    "year": (NUMBER, "The year in which it is given.",
             lambda context, talk: years(context.kb.date_of(context.kb.talks[talk]))),
    "room": (WORD, "The room.", _slot_value("room")),
    "track": (WORD, "The track.", _slot_value("track")),
    "paper": ("paper", "The paper that it presents."),
})  # fmt: skip
OWN: Mapping[str, tuple[QueryField, ...]] = {
    "papers": PAPERS, "people": PEOPLE, "events": EVENTS, "talks": TALKS,
}  # fmt: skip
"""Fields of the kinds that bring their own, in the order of the guide."""
DESCRIBED = ((DateField, DATE), (DatesField, DATE), (Flag, FLAG), (YearType, NUMBER))
"""The types of values in listings, by the type of a described field; others are words."""


def fields_of(folder: str) -> Mapping[str, QueryField]:
    """Return the fields of a kind, given by its folder, by name.

    >>> list(fields_of("venues"))
    ['id', 'title', 'short', 'series', 'source']
    """
    return _fields(BY_FOLDER[folder])


def groups_of(folder: str) -> Mapping[str, QueryField]:
    """Return the fields by which records of a kind can be grouped, by name.

    >>> [*groups_of("people")][:3], [*groups_of("papers")][-2:]
    (['role', 'affiliation', 'country'], ['decade', 'letter'])
    """
    groups = {name: field for name, field in fields_of(folder).items() if field.groups}
    if year := groups.get("year"):
        groups["decade"] = QueryField("decade", WORD, "", lambda context, record_id: [
            f"{value // 10 * 10}s" for value in year.values(context, record_id)
        ])  # fmt: skip
    kind = BY_FOLDER[folder].name

    def letter(context: QueryContext, record_id: str) -> Iterable[str]:
        names = context.kb.identity.names if kind == "person" else None
        key = names[record_id].sort_key if names else folded(context.kb.title_of(kind, record_id))
        return (key[:1].upper() if key[:1].isascii() and key[:1].isalpha() else NO_LETTER,)

    return {**groups, "letter": QueryField("letter", WORD, "", letter, tuple(ascii_uppercase))}


def parts_of(folder: str) -> frozenset[str]:
    """Return the names of attributes and known links that records of a kind may have."""
    record = BY_FOLDER[folder].record
    return frozenset({*THINGS, *(field.name for field in dataclasses.fields(record))})


def listable() -> tuple[str, ...]:
    """Return the folders of all kinds, which listings can show."""
    return tuple(dict.fromkeys((*OWN, *BY_FOLDER)))


@cache  # by kind, not by folder: plugins may bring kinds
def _fields(kind: Kind) -> Mapping[str, QueryField]:
    own = OWN.get(kind.folder)
    if own is None:
        return {field.name: field for field in _described(kind)}
    compared = [field for field in {**kind.fields, **kind.further}.values() if field.filter]
    names = {field.name for field in own}
    added = [_compared(kind, field) for field in compared if field.attribute not in names]
    return {field.name: field for field in (*own, *added)}


def _described(kind: Kind) -> Iterator[QueryField]:
    """Yield the fields of a kind from the description of its record."""
    name, common = kind.name, _common(kind.name)
    yield QueryField("id", name, "The record itself: its id or its title.", _itself)
    yield QueryField("title", TEXT, "The title or the name.", lambda context, record_id: (
        context.kb.title_of(name, record_id),))  # fmt: skip
    for field in kind.fields.values():
        if field.refers in common:
            yield QueryField(field.refers, *common[field.refers])
        elif field.role:
            people = people_of(name, field.attribute)
            yield QueryField(field.role, "person", field.help, people)
        elif field.refers:
            ids = attribute(name, field.attribute)
            yield QueryField(field.refers, field.refers, field.help, ids)
        elif field.filter:
            yield _compared(kind, field)
    if kind.people:
        people = people_of(name, *kind.people)
        yield QueryField("person", "person", "A person whom it names.", people)


def _compared(kind: Kind, field: Field) -> QueryField:
    """Return the field of listings for a described field."""
    type_ = next((of for cls, of in DESCRIBED if isinstance(field.type, cls)), Type.WORD)
    return QueryField(field.attribute, type_, field.help, read_from(kind.name, field.of))
