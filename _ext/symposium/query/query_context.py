"""The context of a query: knowledge base, mentions, and tables made of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from symposium.kinds import BY_FOLDER
from symposium.kinds.participants import Affiliation
from symposium.kinds.talk import Talk
from symposium.knowledge.base import KnowledgeBase
from symposium.knowledge.memberships import printed_affiliations
from symposium.knowledge.mentions import NO_MENTIONS, Mentions
from symposium.knowledge.relation_table import Ids
from symposium.knowledge.venues import bare_venue
from symposium.model.comparing import folded
from symposium.model.dates import Date, Dates
from symposium.model.names import fold_name

SPARSE = 6
"""One in so many of all is few enough to be sorted; more are picked from all in order."""


@dataclass(frozen=True)
class QueryContext:
    """The knowledge base and the mentions; what comparisons share is found once."""

    kb: KnowledgeBase
    mentions: Mentions = NO_MENTIONS

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

    def _ordered(self, what: str) -> Iterable[str]:
        """Return ids in the order that lists have: newest first, other kinds A-Z."""
        if what == "papers":
            return self.kb.relations.newest
        if what in {"events", "talks"}:
            return self.events if what == "events" else self.talks
        kind, title_of = BY_FOLDER[what].name, self.kb.title_of
        return sorted(self.table(kind), key=lambda one: (folded(title_of(kind, one)), one))

    def in_order(self, what: str, ids: Collection[str]) -> list[str]:
        """Return ids in the order that lists have."""
        places = self.universe(what)
        if len(ids) * SPARSE > len(places):
            found = ids if isinstance(ids, frozenset) else frozenset(ids)
            return [one for one in places if one in found]
        return sorted(ids, key=places.__getitem__)

    @cached_property
    def _places(self) -> dict[str, Mapping[str, int]]:
        return {}

    @cached_property
    def posters(self) -> frozenset[str]:
        """The works that are posters."""
        return frozenset(one.id for one in self.kb.works.values() if one.poster)

    @cached_property
    def events(self) -> Ids:
        """All events, newest first."""
        events = self.kb.events
        return tuple(sorted(events, key=lambda one: (_latest(events[one].date), one)))

    @cached_property
    def talks(self) -> Ids:
        """All talks, newest first; those of one event in the order of its programme."""
        kb, talks = self.kb, self.kb.talks
        of_event = kb.relations.talks_of_event
        of_events = [one for event in self.events for one in of_event.get(event, ())]
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
    def pages_of_paper(self) -> Mapping[str, Ids]:
        """Paper: the pages that cite or name it, each once for every place; not its own."""
        found: dict[str, dict[tuple[Any, ...], None]] = defaultdict(dict)
        for page, mentions in sorted(self.mentions.by_page.items()):
            for one in mentions:
                paper = self.kb.find("paper", one.id) if one.kind == "paper" else None
                if paper and page != f"papers/{paper}":
                    found[paper][page, one.anchor, one.sentence] = None
        return {paper: tuple([page for page, *_ in places]) for paper, places in found.items()}

    @cached_property
    def affiliations(self) -> Mapping[str, tuple[Affiliation, ...]]:
        """Person: the affiliations that programmes print."""
        return printed_affiliations(self.kb)

    @cached_property
    def printed(self) -> Mapping[str, Ids]:
        """Person: further printed forms of the name, without former ones."""
        identity = self.kb.identity
        found: dict[str, list[str]] = defaultdict(list)
        for text, person in identity.by_text.items():
            if person in identity.varied and fold_name(text) not in identity.former:
                found[person].append(text)
        return {person: tuple(texts) for person, texts in found.items()}

    @cached_property
    def venues_by_fold(self) -> Mapping[str, Ids]:
        """Folded name, short name or printed form: the venues that have it."""
        found: dict[str, dict[str, None]] = defaultdict(dict)
        for one in self.kb.venues.values():
            for text in filter(None, (one.name, one.short, *one.names)):
                found[fold_name(bare_venue(text))][one.id] = None
        return {fold: tuple(ids) for fold, ids in found.items()}

    @cached_property
    def topics_by_fold(self) -> Mapping[str, Ids]:
        """Folded title or other name: the topics that have it."""
        found: dict[str, dict[str, None]] = defaultdict(dict)
        for one in self.kb.topics.values():
            for text in (one.title, *one.names):
                found[fold_name(text)][one.id] = None
        return {fold: tuple(ids) for fold, ids in found.items()}


def _latest(dates: Dates | None) -> int:
    """Sort by the first year, the latest first; what has no date comes last."""
    years = [year for one in items_of(dates) if (year := years_of(one)[0]) is not None]
    return -min(years) if years else 0


def items_of(dates: Dates | None) -> tuple[Any, ...]:
    """Return the dates and periods of a field of dates."""
    if dates is None:
        return ()
    return dates if isinstance(dates, tuple) else (dates,)


def years_of(one: Any) -> tuple[int | None, int | None]:
    """Return the first and the last year of a date or a period."""
    if isinstance(one, Date):
        return one.year, one.year
    return one.start.year, one.end.year


Reader = Callable[[str], Iterable[Any]]
"""Returns the values of a field of a record, by its id."""


_last: list[QueryContext] = []


def context_of(kb: KnowledgeBase, mentions: Mentions = NO_MENTIONS) -> QueryContext:
    """Return what selections are made from: that of the last call, if it was for the same."""
    if not _last or _last[0].kb is not kb or _last[0].mentions is not mentions:
        _last[:] = [QueryContext(kb, mentions)]
    return _last[0]
