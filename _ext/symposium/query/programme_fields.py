"""What the fields of events and of talks share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from symposium.model.dates import Dates
from symposium.query.fields import people
from symposium.query.query_context import QueryContext, Reader, items_of, years_of

MOST_YEARS = 200
"""Years of one period that count."""


def _dates(kind: str) -> Callable[[QueryContext], Callable[[str], Dates | None]]:
    def values(context: QueryContext) -> Callable[[str], Dates | None]:
        if kind == "event":
            events = context.kb.events
            return lambda event: events[event].date
        talks = context.kb.talks
        return lambda talk: context.date_of(talks[talk])

    return values


def dated(kind: str) -> Callable[[QueryContext], Reader]:
    """Return what reads the dates and periods of the records of a kind."""

    def values(context: QueryContext) -> Reader:
        date_of = _dates(kind)(context)
        return lambda one: items_of(date_of(one))

    return values


def years_in(kind: str) -> Callable[[QueryContext], Reader]:
    """Return what reads the years of the records of a kind."""

    def values(context: QueryContext) -> Reader:
        date_of = _dates(kind)(context)

        def read(record_id: str) -> Iterator[int]:
            for one in items_of(date_of(record_id)):
                first, last = years_of(one)
                if first is not None:
                    end = first if last is None else last
                    yield from range(first, min(end, first + MOST_YEARS) + 1)

        return read

    return values


def printing(kind: str, *names: str) -> Callable[[QueryContext, str], Iterable[str]]:
    """Return what returns the records of a kind that print a person in one of some fields."""

    def having(context: QueryContext, person: str) -> Iterable[str]:
        read = people(kind, *names)(context)
        rows = context.kb.relations.named_in.get(person, ())
        return [one for other, one in rows if other == kind and person in read(one)]

    return having


def own_talks(context: QueryContext, event: str) -> list[str]:
    """Return the talks of an event, without those of others that its programme names."""
    talks = context.kb.talks
    rows = context.kb.relations.talks_of_event.get(event, ())
    return [one for one in rows if talks[one].event == event]


def event_of(context: QueryContext) -> Reader:
    """Return what reads the event of a talk."""
    talks, events = context.kb.talks, context.kb.events

    def read(talk: str) -> Iterable[str]:
        event = talks[talk].event
        return (event,) if event and event in events else ()

    return read


def resting_on(kind: str) -> Callable[[QueryContext, str], Iterable[str]]:
    """Return what returns the records of a kind that rest on a source."""

    def having(context: QueryContext, source: str) -> Iterable[str]:
        rows = context.kb.relations.records_of_source.get(source, ())
        return [one for other, one in rows if other == kind]

    return having
