"""The fields of events."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from symposium.knowledge.selection.fields import (
    Field,
    Fields,
    Type,
    attribute,
    itself,
    only_itself,
    people,
    topics,
)
from symposium.knowledge.selection.ground import Ground, Reader
from symposium.knowledge.selection.programmes import (
    dated,
    event_of,
    own_talks,
    printing,
    resting_on,
    years_in,
)


def _speakers(ground: Ground) -> Reader:
    """Read who speaks at an event: the speakers of its talks."""
    read = people("talk", "speakers")(ground)
    return lambda event: [one for talk in own_talks(ground, event) for one in read(talk)]


def _spoken_at(ground: Ground, person: str) -> Iterable[str]:
    read, whole = people("talk", "speakers")(ground), event_of(ground)
    talks = ground.kb.relations.talks_of_person.get(person, ())
    return [event for talk in talks if person in read(talk) for event in whole(talk)]


def _everyone(ground: Ground) -> Reader:
    organizers, speakers = people("event", "organizers")(ground), _speakers(ground)
    return lambda event: [*organizers(event), *speakers(event)]


def _with_person(ground: Ground, person: str) -> Iterable[str]:
    return [*printing("event", "organizers")(ground, person), *_spoken_at(ground, person)]


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


def _count(ground: Ground) -> Reader:
    return lambda event: (len(own_talks(ground, event)),)


EVENTS: Fields = {
    "id": Field(
        Type.RECORD, "The event itself: its id or its title.", itself, "event", only_itself
    ),
    "title": Field(Type.TEXT, "The title.", attribute("event", "title")),
    "series": Field(Type.WORD, "The series.", attribute("event", "series"), groups=True),
    "part_of": Field(
        Type.RECORD, "The event that it is a part of.", _part_of, "event", groups=True
    ),
    "date": Field(Type.DATE, "When it takes place.", dated("event")),
    "year": Field(Type.NUMBER, "The year in which it takes place.", years_in("event"), groups=True),
    "location": Field(
        Type.WORD, "Where it takes place.", attribute("event", "location"), groups=True
    ),
    "organizer": Field(
        Type.RECORD,
        "An organizer.",
        people("event", "organizers"),
        "person",
        printing("event", "organizers"),
        groups=True,
        several=True,
    ),
    "speaker": Field(
        Type.RECORD,
        "A speaker of one of its talks.",
        _speakers,
        "person",
        _spoken_at,
        groups=True,
        several=True,
    ),
    "person": Field(Type.RECORD, "An organizer or a speaker.", _everyone, "person", _with_person),
    "topic": Field(
        Type.RECORD, "A topic in its file.", topics("event"), "topic", groups=True, several=True
    ),
    "talk": Field(
        Type.RECORD,
        "A talk that is given there.",
        lambda ground: lambda event: own_talks(ground, event),
        "talk",
        lambda ground, talk: event_of(ground)(talk),
    ),
    "room": Field(Type.WORD, "A room.", _lines("room")),
    "track": Field(Type.WORD, "A track.", _lines("track")),
    "talks": Field(Type.NUMBER, "How many talks.", _count),
    "source": Field(
        Type.RECORD,
        "A source that its facts rest on.",
        attribute("event", "sources"),
        "source",
        resting_on("event"),
        groups=True,
    ),
}
"""In the order of the guide."""
