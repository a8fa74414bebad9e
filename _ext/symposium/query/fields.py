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
"""The heading of all that begins with no letter from A to Z."""


class Type(Enum):
    """The type of the values of a field that are no records, with what the guide calls it."""

    TEXT = "a part of it"
    WORD = "a word"
    """A text of which there are few: one that no record has is a slip."""
    NUMBER = "a number"
    DATE = "a date"
    FLAG = "yes or no"


@dataclass(frozen=True, eq=False)
class QueryField:
    """A field of the records of one kind."""

    name: str
    of: Type | str
    """The type of its values, or the kind of the records that these are."""
    help: str
    """A sentence of the guide."""
    values: Values
    known: tuple[str, ...] = ()
    """Words that are no slips, in the order of groups."""

    @property
    def kind(self) -> str:
        """The kind of the records that are its values."""
        return self.of if isinstance(self.of, str) else ""

    @property
    def counts(self) -> bool:
        """Whether it sorts by the number of values, not by the first."""
        return self.name in {"cites", "cited_by", "coauthor"}

    @property
    def groups(self) -> bool:
        """Whether records can be grouped by it: by what several may share."""
        own = self.name in {"id", "key", "title"} or self.counts
        return not own and self.of not in {Type.DATE, Type.FLAG}

    def index(self, context: QueryContext, what: str) -> Mapping[Any, set[str]]:
        """Return the ids of the records that have a value, by value."""
        return context.index(what, self.values)


TEXT, WORD, NUMBER, DATE, FLAG = Type.TEXT, Type.WORD, Type.NUMBER, Type.DATE, Type.FLAG

Rows = Mapping[str, tuple[Any, ...]]
"""Name to what a field has besides; what reads its values, if not the attribute of that name."""


def _table(kind: str, rows: Rows) -> tuple[QueryField, ...]:
    """Return the fields of a kind."""
    return tuple([
        QueryField(name, of, help_, *(more or (attribute(kind, name),)))
        for name, (of, help_, *more) in {**rows, **_common(kind)}.items()
    ])  # fmt: skip


def _common(kind: str) -> Rows:
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
    "role": (WORD, "The role in the group whose site this is.",
             attribute("person", "role"), ROLES),
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
              tuple([state.value for state in State])),
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
    "kind": (WORD, "`invited`, `keynote`, `paper`, …", _place("kind"), KINDS_OF_TALKS),
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
DESCRIBED = ((DateField, DATE), (DatesField, DATE), (Flag, FLAG), (YearType, NUMBER))
"""How described values of these types are compared; others are words."""


def fields_of(what: str) -> Mapping[str, QueryField]:
    """Return the fields of a kind, given by its folder, by name.

    >>> list(fields_of("venues"))
    ['id', 'title', 'short', 'series', 'source']
    """
    return _fields(BY_FOLDER[what])


def groups_of(what: str) -> Mapping[str, QueryField]:
    """Return by what records of a kind can be grouped.

    >>> [*groups_of("people")][:3], [*groups_of("papers")][-2:]
    (['role', 'affiliation', 'country'], ['decade', 'letter'])
    """
    groups = {name: field for name, field in fields_of(what).items() if field.groups}
    if year := groups.get("year"):
        groups["decade"] = QueryField("decade", WORD, "", lambda context, one: [
            f"{value // 10 * 10}s" for value in year.values(context, one)
        ])  # fmt: skip
    kind = BY_FOLDER[what].name

    def letter(context: QueryContext, record_id: str) -> Iterable[str]:
        names = context.kb.identity.names if kind == "person" else None
        key = names[record_id].sort_key if names else folded(context.kb.title_of(kind, record_id))
        return (key[:1].upper() if key[:1].isascii() and key[:1].isalpha() else NO_LETTER,)

    return {**groups, "letter": QueryField("letter", WORD, "", letter, tuple(ascii_uppercase))}


def parts_of(what: str) -> frozenset[str]:
    """Return what else the records of a kind may have: attributes, and links of known names."""
    return _parts(BY_FOLDER[what])


def listable() -> tuple[str, ...]:
    """Return what can be listed: the folders of all kinds."""
    return tuple(dict.fromkeys((*OWN, *BY_FOLDER)))


@cache  # a project with plugins has kinds of its own
def _fields(kind: Kind) -> Mapping[str, QueryField]:
    own = OWN.get(kind.folder)
    if own is None:
        return {field.name: field for field in _described(kind)}
    added = [_compared(kind, field) for field in kind.further.values() if field.filter]
    return {field.name: field for field in (*own, *added)}


@cache
def _parts(kind: Kind) -> frozenset[str]:
    return frozenset({*THINGS, *(one.name for one in dataclasses.fields(kind.record))})


def _described(kind: Kind) -> Iterator[QueryField]:
    """Yield the fields of a kind as its record describes them."""
    name, common = kind.name, _common(kind.name)
    yield QueryField("id", name, "The record itself: its id or its title.", _itself)
    yield QueryField("title", TEXT, "The title or the name.",
                     lambda context, one: (context.kb.title_of(name, one),))  # fmt: skip
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
    """Return the field of listings that a described field is."""
    type_ = next((one for cls, one in DESCRIBED if isinstance(field.type, cls)), Type.WORD)
    return QueryField(field.attribute, type_, field.help, read_from(kind.name, field.of))
