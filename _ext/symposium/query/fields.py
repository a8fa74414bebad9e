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
from symposium.kinds.kind import Kind
from symposium.kinds.paper import STATUSES
from symposium.kinds.participants import Affiliation
from symposium.kinds.person import ROLES
from symposium.knowledge.identity import State
from symposium.query.context import (
    QueryContext,
    Values,
    attribute,
    items_of,
    people_of,
    read_from,
    related,
    sources_of,
    topics_of,
    years,
)

TYPES = (
    "article", "book", "conference", "dataset", "inbook", "incollection", "inproceedings",
    "manual", "mastersthesis", "misc", "online", "patent", "phdthesis", "poster", "proceedings",
    "report", "software", "techreport", "thesis", "unpublished",
)  # fmt: skip
KINDS_OF_TALKS = ("closing", "contributed", "invited", "keynote", "opening", "panel", "paper",
                  "poster", "talk")  # fmt: skip
LINKS = (
    "blog", "code", "data", "demo", "github", "homepage", "html", "notice", "openreview", "pdf",
    "poster", "preprint", "recording", "scholar", "slides", "supp", "talk", "url", "video",
    "website",
)  # fmt: skip
"""Names of links that are no slips, whether a record has such a link or not."""


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
    counts: bool = False
    """Whether it sorts by the number of values, not by the first."""

    @property
    def groups(self) -> bool:
        """Whether records can be grouped by it: by what several may share."""
        own = self.name in {"id", "key", "title"} or self.counts
        return not own and self.type not in {Type.DATE, Type.FLAG}

    def index(self, context: QueryContext, what: str) -> Mapping[Any, set[str]]:
        """Return the ids of the records that have a value, by value."""
        return context.index(what, self.name, self.values)


def _person(name: str, help: str, values: Values) -> QueryField:  # noqa: A002
    return QueryField(name, Type.RECORD, help, values, "person")


def _common(kind: str) -> tuple[QueryField, QueryField]:
    """Return the fields of the topics and of the sources of a record."""
    help_, sources = "A topic: its id, its title or a keyword.", sources_of(kind)
    topic = QueryField("topic", Type.RECORD, help_, topics_of(kind), "topic")
    return topic, QueryField("source", Type.RECORD, "A source of its facts.", sources, "source")


def _itself(kind: str, help: str, name: str = "id") -> QueryField:  # noqa: A002
    return QueryField(name, Type.RECORD, help, lambda _, one: (one,), kind)


def _venue_of_paper(context: QueryContext, paper: str) -> Iterable[str]:
    printed = context.kb.works[paper].venue
    return () if printed is None else (context.kb.relations.venue_of_text[printed],)


def _events_of_paper(context: QueryContext, paper: str) -> Iterable[str]:
    kb = context.kb
    events = (kb.talks[one].event for one in kb.relations.talks_of_paper.get(paper, ()))
    return [event for event in events if event and event in kb.events]


def _types_of_paper(context: QueryContext, paper: str) -> Iterable[str]:
    work = context.kb.works[paper]
    return (work.type, "poster") if work.poster else (work.type,)


PAPERS = (
    _itself("paper", "The paper itself: a cite key, an id, a title, a DOI or an arXiv id.", "key"),
    QueryField("title", Type.TEXT, "The title.", attribute("paper", "title")),
    _person("author", "An author.", related("authors_of_paper")),
    _person("editor", "An editor.", people_of("paper", "editors")),
    _person("person", "An author or an editor.", people_of("paper", "authors", "editors")),
    QueryField("year", Type.NUMBER, "The year of publication.", attribute("paper", "year")),
    QueryField("date", Type.DATE, "The date of publication.", attribute("paper", "date")),
    QueryField("venue", Type.RECORD,
               "The journal or conference: an id, the short name, or the name as printed.",
               _venue_of_paper, "venue"),
    QueryField("volume", Type.RECORD, "The volume that contains it.",
               lambda context, one: filter(None, [context.kb.relations.volume_of_paper.get(one)]),
               "volume"),
    QueryField("series", Type.WORD, "The series, as printed.", attribute("paper", "series")),
    QueryField("type", Type.WORD, "The type of the entry; posters also have `poster`.",
               _types_of_paper,
               known=TYPES),
    QueryField("category", Type.WORD, "A category of the entry.", attribute("paper", "categories")),
    QueryField("award", Type.TEXT, "An award.", attribute("paper", "awards")),
    QueryField("status", Type.WORD, "Its status: published, retracted, …",
               attribute("paper", "status"), known=STATUSES),
    QueryField("selected", Type.FLAG, "Whether it is one of the selected works.",
               attribute("paper", "selected")),
    QueryField("poster", Type.FLAG, "Whether it is a poster.", attribute("paper", "poster")),
    QueryField("cites", Type.RECORD, "A paper that it cites.", related("cites"), "paper",
               counts=True),
    QueryField("cited_by", Type.RECORD, "A paper that cites it.", related("cited_by"), "paper",
               counts=True),
    QueryField("event", Type.RECORD, "An event with a talk about it.", _events_of_paper, "event"),
    QueryField("publisher", Type.WORD, "The publisher.", attribute("paper", "publisher")),
    *_common("paper"),
)  # fmt: skip

_works = related("papers_of_person", "posters_of_person")


def _of_works(name: str) -> Values:
    """Return what reads a field of all the papers of a person."""
    (read,) = [field.values for field in PAPERS if field.name == name]
    return lambda context, one: [
        value for paper in _works(context, one) for value in read(context, paper)
    ]


def _names_of_person(context: QueryContext, person: str) -> Iterable[str]:
    """Return the names that are shown of a person: former ones are not."""
    described = context.table("person").get(person)
    return (context.kb.identity.names[person].text, *(described.names if described else ()))


def _affiliations(context: QueryContext, person: str) -> tuple[Affiliation, ...]:
    """Return the affiliations of the person's file, else those that programmes print."""
    described = context.table("person").get(person)
    return (described.affiliations if described else ()) or context.affiliations.get(person, ())


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


PEOPLE = (
    _itself("person", "The person: an id, a name, or an ORCID iD."),
    QueryField("title", Type.TEXT, "The name, or another printed form of it.", _names_of_person),
    QueryField("role", Type.WORD, "The role in the group whose site this is.",
               attribute("person", "role"), known=ROLES),
    QueryField("affiliation", Type.TEXT, "An organisation to which the person belongs.",
               _affiliation_names),
    QueryField("country", Type.WORD, "The country of an affiliation.", lambda context, one: [
        at.country for at in _affiliations(context, one) if at.country
    ]),
    QueryField("coauthor", Type.RECORD, "A person with a joint work.",
               lambda context, one: [other for other, _ in context.kb.coauthors_of(one)],
               "person", counts=True),
    QueryField("paper", Type.RECORD, "A paper that the person wrote.", _works, "paper"),
    QueryField("venue", Type.RECORD, "Where the person has published.", _of_works("venue"),
               "venue"),
    QueryField("year", Type.NUMBER, "A year in which the person has published.", _of_works("year")),
    QueryField("event", Type.RECORD,
               "An event that names the person, or at which the person spoke.", _events_of_person,
               "event"),
    QueryField("papers", Type.NUMBER, "The number of papers.", _number("papers_of_person")),
    QueryField("posters", Type.NUMBER, "The number of posters.", _number("posters_of_person")),
    QueryField("talks", Type.NUMBER, "The number of talks.", _number("talks_of_person")),
    QueryField("state", Type.WORD,
               "`described` with a file, `derived` from printed names, or `ambiguous`.",
               lambda context, one: (context.kb.state_of(one).value,),
               known=tuple(state.value for state in State)),
    *_common("person"),
)  # fmt: skip


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


EVENTS = (
    _itself("event", "The event itself: its id or its title."),
    QueryField("title", Type.TEXT, "The title.", attribute("event", "title")),
    QueryField("series", Type.WORD, "The series.", attribute("event", "series")),
    QueryField("part_of", Type.RECORD, "The larger event to which it belongs.",
               attribute("event", "part_of"), "event"),
    QueryField("date", Type.DATE, "When it takes place.",
               lambda context, one: items_of(context.kb.events[one].date)),
    QueryField("year", Type.NUMBER, "The year in which it takes place.",
               lambda context, one: years(context.kb.events[one].date)),
    QueryField("location", Type.TEXT, "Where it takes place.", attribute("event", "location")),
    _person("organizer", "An organiser.", people_of("event", "organizers")),
    _person("committee", "A member of a committee.", _in_roles("committee")),
    _person("chair", "Who chairs one of its sessions.", _in_roles("chair")),
    _person("speaker", "A speaker of one of its talks.", _speakers),
    QueryField("person", Type.RECORD, "Anybody whom it names, or a speaker.",
               lambda context, one: [*_in_roles()(context, one), *_speakers(context, one)],
               "person"),
    *_common("event"),
)  # fmt: skip
TALKS = (
    _itself("talk", "The talk itself: its id, or the last part of it."),
    QueryField("title", Type.TEXT, "The title, or that of its paper.", attribute("talk", "title")),
    _person("speaker", "A speaker.", people_of("talk", "speakers")),
    _person("person", "A speaker or an author.", people_of("talk", "authors", "speakers")),
    QueryField("event", Type.RECORD, "The event at which it is given.",
               lambda context, one: {context.kb.talks[one].event} & context.kb.events.keys(),
               "event"),
    QueryField("series", Type.WORD, "The series of its event.", _series_of_talk),
    QueryField("kind", Type.WORD, "`invited`, `keynote`, `paper`, …", _place("kind"),
               known=KINDS_OF_TALKS),
    QueryField("date", Type.DATE, "When it is given; from its event if the talk has no date.",
               lambda context, one: items_of(context.date_of(context.kb.talks[one]))),
    QueryField("year", Type.NUMBER, "The year in which it is given.",
               lambda context, one: years(context.date_of(context.kb.talks[one]))),
    QueryField("room", Type.WORD, "The room.", _place("room")),
    QueryField("track", Type.WORD, "The track.", _place("track")),
    QueryField("paper", Type.RECORD, "The paper that it presents.",
               attribute("talk", "paper"), "paper"),
    *_common("talk"),
)  # fmt: skip
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
    return frozenset({*LINKS, *(one.name for one in dataclasses.fields(kind.record))})


def _described(kind: Kind) -> Iterator[QueryField | None]:
    """Yield the fields of a kind as its record describes them."""
    name = kind.name
    topic, source = _common(name)
    yield _itself(name, "The record itself: its id or its title.")
    yield QueryField("title", Type.TEXT, "The title or the name.",
                     lambda context, one: (context.kb.title_of(name, one),))  # fmt: skip
    for said in kind.fields.values():
        if said.attribute in {"topics", "sources"}:
            yield topic if said.attribute == "topics" else source
        elif said.role:
            yield _person(said.role, said.help, people_of(name, said.attribute))
        elif said.refers:
            ids = attribute(name, said.attribute)
            yield QueryField(said.refers, Type.RECORD, said.help, ids, said.refers)
        else:
            yield _added(kind, said)
    if kind.people:
        yield _person("person", "A person whom it names.", people_of(name, *kind.people))


def _added(kind: Kind, said: Field) -> QueryField | None:
    """Return the field of listings that a field of a record is, if its description says so."""
    if not said.filter:
        return None
    type_ = next((one for cls, one in DESCRIBED if isinstance(said.type, cls)), Type.WORD)
    read = read_from(kind.name, said.of) if said.added else attribute(kind.name, said.attribute)
    return QueryField(said.attribute, type_, said.help, read)
