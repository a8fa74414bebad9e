"""The fields of events and talks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from symposium.knowledge.selection.fields import (
    Field,
    Fields,
    Type,
    attribute,
    inverse,
    itself,
    only_itself,
    people,
    topics,
)
from symposium.knowledge.selection.ground import Ground, Reader, items_of, years_of
from symposium.model.dates import Dates

MOST_YEARS = 200
"""Years of one period that count."""


def _dates(kind: str) -> Callable[[Ground], Callable[[str], Dates | None]]:
    def values(ground: Ground) -> Callable[[str], Dates | None]:
        if kind == "event":
            events = ground.kb.events
            return lambda event: events[event].date
        talks = ground.kb.talks
        return lambda talk: ground.date_of(talks[talk])

    return values


def _date(kind: str) -> Callable[[Ground], Reader]:
    def values(ground: Ground) -> Reader:
        date_of = _dates(kind)(ground)
        return lambda one: items_of(date_of(one))

    return values


def _years(kind: str) -> Callable[[Ground], Reader]:
    def values(ground: Ground) -> Reader:
        date_of = _dates(kind)(ground)

        def read(record_id: str) -> Iterator[int]:
            for one in items_of(date_of(record_id)):
                first, last = years_of(one)
                if first is not None:
                    end = first if last is None else last
                    yield from range(first, min(end, first + MOST_YEARS) + 1)

        return read

    return values


def _named(kind: str, *names: str) -> Callable[[Ground, str], Iterable[str]]:
    """Return what returns the records of a kind that print a person in one of some fields."""

    def having(ground: Ground, person: str) -> Iterable[str]:
        read = people(kind, *names)(ground)
        rows = ground.kb.relations.named_in.get(person, ())
        return [one for other, one in rows if other == kind and person in read(one)]

    return having


def _speakers(ground: Ground) -> Reader:
    """Read who speaks at an event: the speakers of its talks."""
    read = people("talk", "speakers")(ground)
    return lambda event: [one for talk in _own_talks(ground, event) for one in read(talk)]


def _own_talks(ground: Ground, event: str) -> list[str]:
    talks = ground.kb.talks
    rows = ground.kb.relations.talks_of_event.get(event, ())
    return [one for one in rows if talks[one].event == event]


def _spoken_at(ground: Ground, person: str) -> Iterable[str]:
    read, event_of = people("talk", "speakers")(ground), _event(ground)
    talks = ground.kb.relations.talks_of_person.get(person, ())
    return [event for talk in talks if person in read(talk) for event in event_of(talk)]


def _everyone(ground: Ground) -> Reader:
    organizers, speakers = people("event", "organizers")(ground), _speakers(ground)
    return lambda event: [*organizers(event), *speakers(event)]


def _with_person(ground: Ground, person: str) -> Iterable[str]:
    return [*_named("event", "organizers")(ground, person), *_spoken_at(ground, person)]


def _part_of(ground: Ground) -> Reader:
    events = ground.kb.events

    def read(event: str) -> Iterable[str]:
        whole = events[event].part_of
        return (whole,) if whole and whole in events else ()

    return read


def _lines(name: str) -> Callable[[Ground], Reader]:
    """Return what reads something of the lines of a programme: rooms, tracks."""

    def values(ground: Ground) -> Reader:
        sessions = ground.kb.schedule.of_event

        def read(event: str) -> Iterator[str]:
            for one in sessions.get(event, ()):
                if found := getattr(one.slot, name):
                    yield found

        return read

    return values


def _place(name: str) -> Callable[[Ground], Reader]:
    """Return what reads the room or the track of a talk, which its line may tell."""

    def values(ground: Ground) -> Reader:
        talks, sessions = ground.kb.talks, ground.kb.schedule.of_talk

        def read(talk: str) -> Iterable[str]:
            session = sessions.get(talk)
            found = getattr(session.slot if session else talks[talk], name)
            return (found,) if found else ()

        return read

    return values


def _kinds(ground: Ground) -> Reader:
    """Read the kind of a talk: its own, or that of its line."""
    talks, sessions = ground.kb.talks, ground.kb.schedule.of_talk

    def read(talk: str) -> Iterable[str]:
        session = sessions.get(talk)
        found = talks[talk].kind or (session.slot.kind if session else None)
        return (found,) if found else ()

    return read


def _series(ground: Ground) -> Reader:
    kb = ground.kb

    def read(talk: str) -> Iterable[str]:
        event = kb.events.get(kb.talks[talk].event or "")
        return (event.series,) if event and event.series else ()

    return read


def _event(ground: Ground) -> Reader:
    talks, events = ground.kb.talks, ground.kb.events

    def read(talk: str) -> Iterable[str]:
        event = talks[talk].event
        return (event,) if event and event in events else ()

    return read


def _papers(ground: Ground) -> Reader:
    talks, works = ground.kb.talks, ground.kb.works

    def read(talk: str) -> Iterable[str]:
        paper = talks[talk].paper
        return (paper,) if paper and paper in works else ()

    return read


def _abstracts(ground: Ground) -> Reader:
    kb = ground.kb

    def read(talk: str) -> Iterable[str]:
        own = kb.talks[talk]
        paper = kb.paper_of(own)
        found = own.abstract or (paper.abstract if paper else None)
        return (found,) if found else ()

    return read


def _of_source(kind: str) -> Callable[[Ground, str], Iterable[str]]:
    def having(ground: Ground, source: str) -> Iterable[str]:
        rows = ground.kb.relations.records_of_source.get(source, ())
        return [one for other, one in rows if other == kind]

    return having


def _count(ground: Ground) -> Reader:
    return lambda event: (len(_own_talks(ground, event)),)


EVENTS: Fields = {
    "id": Field(
        Type.RECORD, "The event itself: its id or its title.", itself, "event", only_itself
    ),
    "title": Field(Type.TEXT, "The title.", attribute("event", "title")),
    "series": Field(Type.WORD, "The series.", attribute("event", "series"), groups=True),
    "part_of": Field(
        Type.RECORD, "The event that it is a part of.", _part_of, "event", groups=True
    ),
    "date": Field(Type.DATE, "When it takes place.", _date("event")),
    "year": Field(Type.NUMBER, "The year in which it takes place.", _years("event"), groups=True),
    "location": Field(
        Type.WORD, "Where it takes place.", attribute("event", "location"), groups=True
    ),
    "organizer": Field(
        Type.RECORD,
        "An organizer.",
        people("event", "organizers"),
        "person",
        _named("event", "organizers"),
        groups=True,
    ),
    "speaker": Field(
        Type.RECORD, "A speaker of one of its talks.", _speakers, "person", _spoken_at, groups=True
    ),
    "person": Field(Type.RECORD, "An organizer or a speaker.", _everyone, "person", _with_person),
    "topic": Field(Type.RECORD, "A topic in its file.", topics("event"), "topic", groups=True),
    "talk": Field(
        Type.RECORD,
        "A talk that is given there.",
        lambda ground: lambda event: _own_talks(ground, event),
        "talk",
        lambda ground, talk: _event(ground)(talk),
    ),
    "room": Field(Type.WORD, "A room.", _lines("room")),
    "track": Field(Type.WORD, "A track.", _lines("track")),
    "talks": Field(Type.NUMBER, "How many talks.", _count),
    "source": Field(
        Type.RECORD,
        "A source that its facts rest on.",
        attribute("event", "sources"),
        "source",
        _of_source("event"),
        groups=True,
    ),
}
"""In the order of the guide."""

TALKS: Fields = {
    "id": Field(
        Type.RECORD, "The talk itself: its id, or the last part of it.", itself, "talk", only_itself
    ),
    "title": Field(
        Type.TEXT, "The title; of a talk on a paper, that of the paper.", attribute("talk", "title")
    ),
    "speaker": Field(
        Type.RECORD,
        "A speaker.",
        people("talk", "speakers"),
        "person",
        _named("talk", "speakers"),
        groups=True,
    ),
    "author": Field(
        Type.RECORD,
        "An author of the talk.",
        people("talk", "authors"),
        "person",
        _named("talk", "authors"),
        groups=True,
    ),
    "person": Field(
        Type.RECORD,
        "A speaker or an author.",
        people("talk", "authors", "speakers"),
        "person",
        _named("talk", "authors", "speakers"),
        groups=True,
    ),
    "event": Field(
        Type.RECORD,
        "The event at which it is given.",
        _event,
        "event",
        _own_talks,
        groups=True,
    ),
    "series": Field(Type.WORD, "The series of its event.", _series, groups=True),
    "kind": Field(
        Type.WORD,
        "`invited`, `keynote`, `paper`, …",
        _kinds,
        known=(
            "talk",
            "invited",
            "keynote",
            "paper",
            "panel",
            "poster",
            "opening",
            "closing",
            "contributed",
        ),
        groups=True,
    ),
    "date": Field(Type.DATE, "When it is given; its event may tell.", _date("talk")),
    "year": Field(
        Type.NUMBER,
        "The year in which it is given; its event may tell.",
        _years("talk"),
        groups=True,
    ),
    "room": Field(Type.WORD, "The room.", _place("room"), groups=True),
    "track": Field(Type.WORD, "The track.", _place("track"), groups=True),
    "paper": Field(
        Type.RECORD, "The paper that it presents.", _papers, "paper", inverse("talks_of_paper")
    ),
    "topic": Field(
        Type.RECORD,
        "A topic in its file.",
        topics("talk"),
        "topic",
        inverse("talks_of_topic"),
        groups=True,
    ),
    "venue": Field(
        Type.WORD,
        "Where a talk outside the events was given, as printed.",
        attribute("talk", "venue"),
        groups=True,
    ),
    "abstract": Field(Type.TEXT, "The abstract; its paper may have it.", _abstracts),
    "source": Field(
        Type.RECORD,
        "A source that its facts rest on.",
        attribute("talk", "sources"),
        "source",
        _of_source("talk"),
        groups=True,
    ),
}
"""In the order of the guide."""
