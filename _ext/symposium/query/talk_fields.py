"""The fields of talks."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from symposium.query.fields import (
    Fields,
    QueryField,
    Type,
    attribute,
    inverse,
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


def _place(name: str) -> Callable[[QueryContext], Reader]:
    """Return what reads the room or the track of a talk, which its line may tell."""

    def values(context: QueryContext) -> Reader:
        talks, sessions = context.kb.talks, context.kb.schedule.of_talk

        def read(talk: str) -> Iterable[str]:
            session = sessions.get(talk)
            found = getattr(session.slot if session else talks[talk], name)
            return (found,) if found else ()

        return read

    return values


def _kinds(context: QueryContext) -> Reader:
    """Read the kind of a talk: its own, or that of its line."""
    talks, sessions = context.kb.talks, context.kb.schedule.of_talk

    def read(talk: str) -> Iterable[str]:
        session = sessions.get(talk)
        found = talks[talk].kind or (session.slot.kind if session else None)
        return (found,) if found else ()

    return read


def _series(context: QueryContext) -> Reader:
    kb = context.kb

    def read(talk: str) -> Iterable[str]:
        event = kb.events.get(kb.talks[talk].event or "")
        return (event.series,) if event and event.series else ()

    return read


def _papers(context: QueryContext) -> Reader:
    talks, works = context.kb.talks, context.kb.works

    def read(talk: str) -> Iterable[str]:
        paper = talks[talk].paper
        return (paper,) if paper and paper in works else ()

    return read


def _abstracts(context: QueryContext) -> Reader:
    kb = context.kb

    def read(talk: str) -> Iterable[str]:
        own = kb.talks[talk]
        paper = kb.paper_of(own)
        found = own.abstract or (paper.abstract if paper else None)
        return (found,) if found else ()

    return read


TALKS: Fields = {
    "id": QueryField(
        Type.RECORD, "The talk itself: its id, or the last part of it.", itself, "talk", only_itself
    ),
    "title": QueryField(
        Type.TEXT, "The title; of a talk on a paper, that of the paper.", attribute("talk", "title")
    ),
    "speaker": QueryField(
        Type.RECORD,
        "A speaker.",
        people("talk", "speakers"),
        "person",
        printing("talk", "speakers"),
        groups=True,
        several=True,
    ),
    "author": QueryField(
        Type.RECORD,
        "An author of the talk.",
        people("talk", "authors"),
        "person",
        printing("talk", "authors"),
        groups=True,
        several=True,
    ),
    "person": QueryField(
        Type.RECORD,
        "A speaker or an author.",
        people("talk", "authors", "speakers"),
        "person",
        printing("talk", "authors", "speakers"),
        groups=True,
        several=True,
    ),
    "event": QueryField(
        Type.RECORD,
        "The event at which it is given.",
        event_of,
        "event",
        own_talks,
        groups=True,
    ),
    "series": QueryField(Type.WORD, "The series of its event.", _series, groups=True),
    "kind": QueryField(
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
    "date": QueryField(Type.DATE, "When it is given; its event may tell.", dated("talk")),
    "year": QueryField(
        Type.NUMBER,
        "The year in which it is given; its event may tell.",
        years_in("talk"),
        groups=True,
    ),
    "room": QueryField(Type.WORD, "The room.", _place("room"), groups=True),
    "track": QueryField(Type.WORD, "The track.", _place("track"), groups=True),
    "paper": QueryField(
        Type.RECORD, "The paper that it presents.", _papers, "paper", inverse("talks_of_paper")
    ),
    "topic": QueryField(
        Type.RECORD,
        "A topic in its file.",
        topics("talk"),
        "topic",
        inverse("talks_of_topic"),
        groups=True,
        several=True,
    ),
    "venue": QueryField(
        Type.WORD,
        "Where a talk outside the events was given, as printed.",
        attribute("talk", "venue"),
        groups=True,
    ),
    "abstract": QueryField(Type.TEXT, "The abstract; its paper may have it.", _abstracts),
    "source": QueryField(
        Type.RECORD,
        "A source that its facts rest on.",
        attribute("talk", "sources"),
        "source",
        resting_on("talk"),
        groups=True,
    ),
}
"""In the order of the guide."""
