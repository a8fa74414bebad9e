"""The fields of events."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from symposium.query.fields import (
    Fields,
    QueryField,
    Type,
    attribute,
    itself,
    only_itself,
    people,
    topics,
)
from symposium.query.programme_fields import (
    dated,
    event_of,
    own_talks,
    printing,
    resting_on,
    years_in,
)
from symposium.query.query_context import QueryContext, Reader


def _speakers(context: QueryContext) -> Reader:
    """Read who speaks at an event: the speakers of its talks."""
    read = people("talk", "speakers")(context)
    return lambda event: [one for talk in own_talks(context, event) for one in read(talk)]


def _spoken_at(context: QueryContext, person: str) -> Iterable[str]:
    read, whole = people("talk", "speakers")(context), event_of(context)
    talks = context.kb.relations.talks_of_person.get(person, ())
    return [event for talk in talks if person in read(talk) for event in whole(talk)]


def _everyone(context: QueryContext) -> Reader:
    organizers, speakers = people("event", "organizers")(context), _speakers(context)
    return lambda event: [*organizers(event), *speakers(event)]


def _with_person(context: QueryContext, person: str) -> Iterable[str]:
    return [*printing("event", "organizers")(context, person), *_spoken_at(context, person)]


def _part_of(context: QueryContext) -> Reader:
    events = context.kb.events

    def read(event: str) -> Iterable[str]:
        whole = events[event].part_of
        return (whole,) if whole and whole in events else ()

    return read


def _lines(name: str) -> Callable[[QueryContext], Reader]:
    """Return what reads something of the lines of a programme: rooms, tracks."""

    def values(context: QueryContext) -> Reader:
        sessions = context.kb.schedule.of_event

        def read(event: str) -> Iterator[str]:
            for one in sessions.get(event, ()):
                if found := getattr(one.slot, name):
                    yield found

        return read

    return values


def _count(context: QueryContext) -> Reader:
    return lambda event: (len(own_talks(context, event)),)


EVENTS: Fields = {
    "id": QueryField(
        Type.RECORD, "The event itself: its id or its title.", itself, "event", only_itself
    ),
    "title": QueryField(Type.TEXT, "The title.", attribute("event", "title")),
    "series": QueryField(Type.WORD, "The series.", attribute("event", "series"), groups=True),
    "part_of": QueryField(
        Type.RECORD, "The event that it is a part of.", _part_of, "event", groups=True
    ),
    "date": QueryField(Type.DATE, "When it takes place.", dated("event")),
    "year": QueryField(
        Type.NUMBER, "The year in which it takes place.", years_in("event"), groups=True
    ),
    "location": QueryField(
        Type.WORD, "Where it takes place.", attribute("event", "location"), groups=True
    ),
    "organizer": QueryField(
        Type.RECORD,
        "An organizer.",
        people("event", "organizers"),
        "person",
        printing("event", "organizers"),
        groups=True,
        several=True,
    ),
    "speaker": QueryField(
        Type.RECORD,
        "A speaker of one of its talks.",
        _speakers,
        "person",
        _spoken_at,
        groups=True,
        several=True,
    ),
    "person": QueryField(
        Type.RECORD, "An organizer or a speaker.", _everyone, "person", _with_person
    ),
    "topic": QueryField(
        Type.RECORD, "A topic in its file.", topics("event"), "topic", groups=True, several=True
    ),
    "talk": QueryField(
        Type.RECORD,
        "A talk that is given there.",
        lambda context: lambda event: own_talks(context, event),
        "talk",
        lambda context, talk: event_of(context)(talk),
    ),
    "room": QueryField(Type.WORD, "A room.", _lines("room")),
    "track": QueryField(Type.WORD, "A track.", _lines("track")),
    "talks": QueryField(Type.NUMBER, "How many talks.", _count),
    "source": QueryField(
        Type.RECORD,
        "A source that its facts rest on.",
        attribute("event", "sources"),
        "source",
        resting_on("event"),
        groups=True,
    ),
}
"""In the order of the guide."""
