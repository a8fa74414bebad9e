"""The fields of events and of talks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from symposium.kinds import BY_NAME
from symposium.model.dates import Dates
from symposium.query.fields import (
    Having,
    QueryField,
    Type,
    Values,
    by_id,
    inverse,
    itself,
    linked,
    people,
    person_field,
    source_field,
    topic_field,
)
from symposium.query.query_context import QueryContext, Reader, items_of, years_of

MOST_YEARS = 200
"""Years of one period that count."""
KINDS_OF_TALKS = ("talk", "invited", "keynote", "paper", "panel", "poster", "opening", "closing",
                  "contributed")  # fmt: skip


def _dated(kind: str, pick: Callable[[Dates | None], Iterable[Any]]) -> Values:
    """Return what picks something from the date of an event or a talk."""

    def values(context: QueryContext) -> Reader:
        table = context.kb.entities[kind]
        if kind == "event":
            return lambda event: pick(table[event].date)
        return lambda talk: pick(context.date_of(table[talk]))

    return values


def _years(dates: Dates | None) -> Iterator[int]:
    for one in items_of(dates):
        first, last = years_of(one)
        if first is not None:
            end = first if last is None else last
            yield from range(first, min(end, first + MOST_YEARS) + 1)


def _own_talks(context: QueryContext, event: str) -> list[str]:
    """Return the talks of an event, without those of others that its programme names."""
    talks = context.kb.talks
    rows = context.kb.relations.talks_of_event.get(event, ())
    return [one for one in rows if talks[one].event == event]


_event_of = linked("talk", "event", "event")


@by_id
def _speakers(context: QueryContext, event: str) -> Iterable[str]:
    """Read who speaks at an event: the speakers of its talks."""
    read = people("talk", "speakers")(context)
    return [one for talk in _own_talks(context, event) for one in read(talk)]


def _spoken_at(context: QueryContext, person: str) -> Iterable[str]:
    read, whole = people("talk", "speakers")(context), _event_of(context)
    talks = context.kb.relations.talks_of_person.get(person, ())
    return [event for talk in talks if person in read(talk) for event in whole(talk)]


@by_id
def _everyone(context: QueryContext, event: str) -> Iterable[str]:
    return [*_in_roles()(context)(event), *_speakers(context)(event)]


def _with_person(context: QueryContext, person: str) -> Iterable[str]:
    return [*_with(_in_roles())(context, person), *_spoken_at(context, person)]


def _in_roles(*roles: str) -> Values:
    """Return what reads the persons whom an event names in some roles, or in any."""

    @by_id
    def read(context: QueryContext, event: str) -> Iterable[str]:
        named = BY_NAME["event"].named_people(context.kb.events[event])
        return [context.kb.person_of(one) for _, role, one in named if not roles or role in roles]

    return read


def _with(values: Values) -> Having:
    """Return what returns the events that name a person, by what reads these persons."""

    def having(context: QueryContext, person: str) -> Iterable[str]:
        rows = context.kb.relations.named_in.get(person, ())
        read = values(context)
        return [one for kind, one in rows if kind == "event" and person in read(one)]

    return having


def _lines(name: str) -> Values:
    """Return what reads something of the lines of a programme: rooms, tracks."""

    @by_id
    def read(context: QueryContext, event: str) -> Iterable[str]:
        sessions = context.kb.schedule.of_event.get(event, ())
        return [found for one in sessions if (found := getattr(one.slot, name))]

    return read


def _place(name: str) -> Values:
    """Return what reads the room or the track of a talk, which its line may tell."""

    @by_id
    def read(context: QueryContext, talk: str) -> Iterable[str]:
        session = context.kb.schedule.of_talk.get(talk)
        found = getattr(session.slot if session else context.kb.talks[talk], name)
        return (found,) if found else ()

    return read


@by_id
def _kinds(context: QueryContext, talk: str) -> Iterable[str]:
    """Read the kind of a talk: its own, or that of its line."""
    session = context.kb.schedule.of_talk.get(talk)
    found = context.kb.talks[talk].kind or (session.slot.kind if session else None)
    return (found,) if found else ()


@by_id
def _series(context: QueryContext, talk: str) -> Iterable[str]:
    event = context.kb.events.get(context.kb.talks[talk].event or "")
    return (event.series,) if event and event.series else ()


@by_id
def _abstracts(context: QueryContext, talk: str) -> Iterable[str]:
    own = context.kb.talks[talk]
    paper = context.kb.paper_of(own)
    found = own.abstract or (paper.abstract if paper else None)
    return (found,) if found else ()


EVENTS = (
    itself("event", "The event itself: its id or its title."),
    QueryField("title", Type.TEXT, "The title."),
    QueryField("series", Type.WORD, "The series.", groups=True),
    QueryField("part_of", Type.RECORD, "The larger event to which it belongs.",
               linked("event", "part_of", "event"), kind="event", groups=True),
    QueryField("date", Type.DATE, "When it takes place.", _dated("event", items_of)),
    QueryField("year", Type.NUMBER, "The year in which it takes place.", _dated("event", _years),
               groups=True),
    QueryField("location", Type.WORD, "Where it takes place.", groups=True),
    person_field("event", "organizer", "An organiser.", "organizers"),
    QueryField("committee", Type.RECORD, "A member of a committee.", _in_roles("committee"),
               kind="person", having=_with(_in_roles("committee")), groups=True, several=True),
    QueryField("chair", Type.RECORD, "Who chairs one of its sessions.", _in_roles("chair"),
               kind="person", having=_with(_in_roles("chair")), groups=True, several=True),
    QueryField("speaker", Type.RECORD, "A speaker of one of its talks.", _speakers,
               kind="person", having=_spoken_at, groups=True, several=True),
    QueryField("person", Type.RECORD, "Anybody whom it names, or a speaker.", _everyone,
               kind="person", having=_with_person),
    topic_field("event"),
    QueryField("talk", Type.RECORD, "A talk that is given there.",
               by_id(_own_talks),
               kind="talk", having=lambda context, talk: _event_of(context)(talk)),
    QueryField("room", Type.WORD, "A room.", _lines("room")),
    QueryField("track", Type.WORD, "A track.", _lines("track")),
    QueryField("talks", Type.NUMBER, "The number of talks.",
               by_id(lambda context, event: (len(_own_talks(context, event)),))),
    source_field("event"),
)  # fmt: skip
"""In the order of the guide."""

TALKS = (
    itself("talk", "The talk itself: its id, or the last part of it."),
    QueryField("title", Type.TEXT, "The title, or that of its paper."),
    person_field("talk", "speaker", "A speaker.", "speakers"),
    person_field("talk", "author", "An author of the talk.", "authors"),
    person_field("talk", "person", "A speaker or an author.", "authors", "speakers"),
    QueryField("event", Type.RECORD, "The event at which it is given.", _event_of,
               kind="event", having=_own_talks, groups=True),
    QueryField("series", Type.WORD, "The series of its event.", _series, groups=True),
    QueryField("kind", Type.WORD, "`invited`, `keynote`, `paper`, …", _kinds,
               known=KINDS_OF_TALKS, groups=True),
    QueryField("date", Type.DATE, "When it is given; from its event if the talk has no date.",
               _dated("talk", items_of)),
    QueryField("year", Type.NUMBER, "The year in which it is given.",
               _dated("talk", _years), groups=True),
    QueryField("room", Type.WORD, "The room.", _place("room"), groups=True),
    QueryField("track", Type.WORD, "The track.", _place("track"), groups=True),
    QueryField("paper", Type.RECORD, "The paper that it presents.",
               linked("talk", "paper", "paper"), kind="paper", having=inverse("talks_of_paper")),
    topic_field("talk", inverse("talks_of_topic")),
    QueryField("venue", Type.WORD, "Where a talk outside the events was given, as printed.",
               groups=True),
    QueryField("abstract", Type.TEXT, "The abstract, or that of its paper.", _abstracts),
    source_field("talk"),
)  # fmt: skip
"""In the order of the guide."""
