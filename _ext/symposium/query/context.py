"""The knowledge base as listings ask it: records in order, and tables that several share."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from symposium.kinds import BY_FOLDER
from symposium.kinds.participants import Affiliation
from symposium.kinds.talk import Talk
from symposium.knowledge.base import KnowledgeBase
from symposium.knowledge.organizations import printed_affiliations
from symposium.knowledge.printed_names import bare_venue
from symposium.knowledge.relation_table import Ids
from symposium.model.comparing import folded
from symposium.model.dates import Date, Dates, year_of
from symposium.model.names import fold_name

MAX_YEARS = 200
"""Years of one period that count."""

Values = Callable[["QueryContext", str], Iterable[Any]]
"""Returns the values of a record by its id: texts, ids, numbers, dates or flags."""


@dataclass(frozen=True)
class QueryContext:
    """The knowledge base, and tables made of it that several listings share."""

    kb: KnowledgeBase

    def table(self, kind: str) -> Mapping[str, Any]:
        """Return the records of a kind that have facts of their own, by id."""
        if kind == "person":
            return self.kb.identity.people.described
        return self.kb.entities.get(kind, {})

    def universe(self, what: str) -> Mapping[str, int]:
        """Return the ids of everything that can be listed, each with its place in lists."""
        if what == "people":
            return self.kb.identity.rank
        if what not in self._places:
            self._places[what] = {one: place for place, one in enumerate(self._ordered(what))}
        return self._places[what]

    def index(self, what: str, field: str, values: Values) -> Mapping[Any, set[str]]:
        """Return the ids of the records that have a value, by value."""
        if (what, field) not in self._indexes:
            index = defaultdict(set)
            for record_id in self.universe(what):
                for value in values(self, record_id):
                    index[value].add(record_id)
            self._indexes[what, field] = index
        return self._indexes[what, field]

    @cached_property
    def _places(self) -> dict[str, Mapping[str, int]]:
        return {}

    @cached_property
    def _indexes(self) -> dict[tuple[str, str], Mapping[Any, set[str]]]:
        return {}

    def _ordered(self, what: str) -> Iterable[str]:
        """Return ids in the order that lists have: newest first, other kinds A-Z."""
        if what == "papers":
            return self.kb.relations.newest
        if what in {"events", "talks"}:
            return self._events if what == "events" else self._talks
        kind, title_of = BY_FOLDER[what].name, self.kb.title_of
        return sorted(self.table(kind), key=lambda one: (folded(title_of(kind, one)), one))

    def in_order(self, what: str, ids: Collection[str]) -> list[str]:
        """Return ids in the order that lists have."""
        return sorted(ids, key=self.universe(what).__getitem__)

    @cached_property
    def _events(self) -> Ids:
        events = self.kb.events
        return tuple(sorted(events, key=lambda one: (_latest(events[one].date), one)))

    @cached_property
    def _talks(self) -> Ids:
        """Return all talks, newest first; those of one event in the order of its programme."""
        kb, talks = self.kb, self.kb.talks
        of_event = kb.relations.talks_of_event
        of_events = [one for event in self._events for one in of_event.get(event, ())]
        ids = dict.fromkeys((*of_events, *talks))
        return tuple(sorted(ids, key=lambda one: _latest(self.date_of(talks[one]))))

    def date_of(self, talk: Talk) -> Dates | None:
        """Return when a talk is given: its own date, that of its line, else that of its event."""
        if talk.date is not None:
            return talk.date
        session = self.kb.schedule.of_talk.get(talk.id)
        if session is not None and session.day is not None:
            day = session.day
            return Date(day.year, day.month, day.day)
        event = self.kb.events.get(talk.event or "")
        return event.date if event else None

    @cached_property
    def affiliations(self) -> Mapping[str, tuple[Affiliation, ...]]:
        """Person: the affiliations that programmes print."""
        return printed_affiliations(self.kb)

    @cached_property
    def venues_by_fold(self) -> Mapping[str, Ids]:
        """Folded name, short name or printed form: the venues that have it."""
        rows = ((one.id, (one.name, one.short, *one.names)) for one in self.kb.venues.values())
        return _by_fold(
            (one, [bare_venue(text) for text in filter(None, texts)]) for one, texts in rows
        )

    @cached_property
    def topics_by_fold(self) -> Mapping[str, Ids]:
        """Folded title or other name: the topics that have it."""
        return _by_fold((one.id, (one.title, *one.names)) for one in self.kb.topics.values())


def _by_fold(rows: Iterable[tuple[str, Iterable[str]]]) -> Mapping[str, Ids]:
    ids: dict[str, dict[str, None]] = defaultdict(dict)
    for record_id, texts in rows:
        for text in texts:
            ids[fold_name(text)][record_id] = None
    return {fold: tuple(having) for fold, having in ids.items()}


def items_of(dates: Dates | None) -> tuple[Any, ...]:
    """Return the dates and periods of a field of dates."""
    if dates is None:
        return ()
    return dates if isinstance(dates, tuple) else (dates,)


def _latest(dates: Dates | None) -> int:
    """Return a key that sorts by the first year, the latest first; what has no date comes last."""
    return -(year_of(dates) or 0)


def years(dates: Dates | None) -> Iterator[int]:
    """Yield the years of dates and periods."""
    for item in items_of(dates):
        start, end = (item, item) if isinstance(item, Date) else (item.start, item.end)
        if start.year is not None:
            yield from range(start.year, min(end.year or start.year, start.year + MAX_YEARS) + 1)


def attribute(kind: str, name: str) -> Values:
    """Return what reads an attribute of a record, which some records may not have."""
    return read_from(kind, lambda record: getattr(record, name, None))


def read_from(kind: str, read: Callable[[Any], Any]) -> Values:
    """Return what reads a value of a record, several from a tuple, none from ``None``."""

    def values(context: QueryContext, record_id: str) -> Iterable[Any]:
        record = context.table(kind).get(record_id)
        value = None if record is None else read(record)
        if value is None:
            return ()
        return value if isinstance(value, tuple) else (value,)

    return values


def related(*names: str) -> Values:
    """Return what reads ids from relations that are kept by id."""
    return lambda context, one: [
        other for name in names for other in getattr(context.kb.relations, name).get(one, ())
    ]


def topics_of(kind: str) -> Values:
    """Return what reads the topics of a record."""
    read = attribute(kind, "topics")

    def values(context: QueryContext, record_id: str) -> Iterable[str]:
        topic_of = context.kb.relations.topic_of_text
        return [topic_of[text] for text in read(context, record_id) if text in topic_of]

    return values


def sources_of(kind: str) -> Values:
    """Return what reads the sources of a record."""
    return lambda context, one: context.kb.sources_of(kind, one)


def people_of(kind: str, *names: str) -> Values:
    """Return what reads the persons that a record prints in some of its fields."""
    reads = [attribute(kind, name) for name in names]
    return lambda context, one: [
        context.kb.person_of(printed) for read in reads for printed in read(context, one)
    ]
