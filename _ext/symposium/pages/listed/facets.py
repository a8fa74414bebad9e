"""Facets: what the rows of a list can be chosen by, and which row has which values."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from symposium.knowledge import KnowledgeBase
from symposium.model.programmes import Event, Talk
from symposium.model.records import Paper, Person
from symposium.pages.links import link_label
from symposium.pages.maths import as_typed
from symposium.pages.standing import standing
from symposium.pages.times import year_of
from symposium.pages.words import ROLES, talk_kind, work_kind

Row = tuple[str, str]
"""Kind and id of the record that a row stands for."""

FEW = 4
"""Fewer rows than these nobody needs to narrow."""
MOST = 150
"""Of a facet with more values than these the most frequent are offered."""
OFFERED = frozenset({"Code", "Data", "PDF", "Poster", "Slides", "Video"})
"""Links that are worth being asked for."""
JSON_IN_HTML = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"})


@dataclass(frozen=True, slots=True)
class Facet:
    """What rows can be chosen by."""

    name: str
    """Its name in addresses."""
    label: str
    values: Callable[[KnowledgeBase, Any], Iterable[str | None]]
    """What a record has of it."""
    newest_first: bool = False
    """Whether its values are years; others stand with the most frequent first."""


def _year(_: KnowledgeBase, paper: Paper) -> Iterator[str | None]:
    yield str(paper.year) if paper.year else None


def _venue(kb: KnowledgeBase, paper: Paper) -> Iterator[str | None]:
    venue = kb.venue_of(paper)
    yield (venue.short or venue.name) if venue else None


def _topics(kb: KnowledgeBase, record: Paper | Person | Talk | Event) -> Iterator[str]:
    return (topic.title for topic in kb.topics_of(record.topics))


def _offered(links: Mapping[str, str]) -> Iterator[str]:
    return (label for label in map(link_label, links) if label in OFFERED)


def _paper_has(kb: KnowledgeBase, paper: Paper) -> Iterator[str]:
    yield from _offered(paper.links)
    if paper.awards:
        yield "Award"
    if paper.id in kb.relations.talks_of_paper:
        yield "Talk"
    if found := standing(kb, "paper", paper.id):
        yield found.word


def _talk_has(_: KnowledgeBase, talk: Talk) -> Iterator[str]:
    yield from _offered(talk.links)
    if talk.paper:
        yield "Paper"


def _talk_year(kb: KnowledgeBase, talk: Talk) -> Iterator[str | None]:
    event = kb.events.get(talk.event) if talk.event else None
    year = year_of(talk.date) or (year_of(event.date) if event else None)
    yield str(year) if year else None


def _talk_event(kb: KnowledgeBase, talk: Talk) -> Iterator[str | None]:
    event = kb.events.get(talk.event) if talk.event else None
    yield event.title if event else talk.venue


def _event_year(_: KnowledgeBase, event: Event) -> Iterator[str | None]:
    year = year_of(event.date)
    yield str(year) if year else None


def _role(_: KnowledgeBase, person: Person) -> Iterator[str | None]:
    yield ROLES.get(person.role, person.role.capitalize()) if person.role else None


def _person_has(kb: KnowledgeBase, person: Person) -> Iterator[str]:
    if person.id in kb.identity.people.described:
        yield "Profile"
    if person.id in kb.relations.papers_of_person:
        yield "Papers"
    if person.id in kb.relations.talks_of_person:
        yield "Talks"


FACETS: Mapping[str, Sequence[Facet]] = {
    "paper": (
        Facet("year", "Year", _year, newest_first=True),
        Facet("venue", "Venue", _venue),
        Facet("topic", "Topic", _topics),
        Facet("type", "Type", lambda _, paper: (work_kind(paper),)),
        Facet("has", "With", _paper_has),
    ),
    "person": (
        Facet("role", "Role", _role),
        Facet(
            "affiliation",
            "Affiliation",
            lambda _, person: (one.organization for one in person.affiliations if not one.end),
        ),
        Facet("topic", "Topic", _topics),
        Facet("has", "With", _person_has),
    ),
    "event": (
        Facet("year", "Year", _event_year, newest_first=True),
        Facet("series", "Series", lambda _, event: (event.series,)),
        Facet("place", "Place", lambda _, event: (event.location,)),
        Facet("topic", "Topic", _topics),
    ),
    "talk": (
        Facet("year", "Year", _talk_year, newest_first=True),
        Facet("event", "Event", _talk_event),
        Facet("topic", "Topic", _topics),
        Facet("type", "Type", lambda _, talk: (talk_kind(talk.kind),)),
        Facet("has", "With", _talk_has),
    ),
}
"""By kind; rows of other kinds are found by their text alone."""


@dataclass(frozen=True, slots=True)
class Offered:
    """A facet of a list."""

    name: str
    label: str
    values: tuple[str, ...]
    rows: tuple[tuple[int, ...], ...]
    """Of each row, the places of its values."""

    def to_json(self) -> dict[str, Any]:
        """Return what the script reads: ``rows`` as text, ``0 1,4 -``."""
        rows = " ".join([",".join(map(str, row)) or "-" for row in self.rows])
        return {"name": self.name, "label": self.label, "values": self.values, "rows": rows}


def facets_of(kb: KnowledgeBase, rows: Sequence[Row]) -> list[Offered]:
    """Return the facets of a list: those whose values differ from row to row."""
    kinds = dict.fromkeys(kind for kind, _ in rows)
    facets = {one.name: one for kind in kinds for one in FACETS.get(kind, ())}
    return [made for one in facets.values() if (made := _offer(kb, one.name, rows))]


def _offer(kb: KnowledgeBase, name: str, rows: Sequence[Row]) -> Offered | None:
    of_kind = {kind: one for kind, facets in FACETS.items() for one in facets if one.name == name}
    found: list[tuple[str, ...]] = []
    for kind, record_id in rows:
        facet = of_kind.get(kind)
        record = kb.entities[kind].get(record_id) if facet else None
        values = facet.values(kb, record) if facet and record is not None else ()
        found.append(tuple(dict.fromkeys([as_typed(one) for one in values if one])))
    counts = Counter([value for values in found for value in values])
    if len(counts) < 2 or len(set(map(frozenset, found))) == 1:
        return None
    order = sorted(counts, key=lambda one: (-counts[one], one))[:MOST]
    facet = next(iter(of_kind.values()))
    if facet.newest_first:
        order.sort(key=lambda one: -int(one))
    place = {value: index for index, value in enumerate(order)}
    chosen = tuple([tuple([place[one] for one in row if one in place]) for row in found])
    return Offered(name, facet.label, tuple(order), chosen)


def data_of(
    kb: KnowledgeBase, rows: Sequence[Row], keys: Sequence[str | None] = ()
) -> dict[str, Any]:
    """Return what the script must know of the rows of a list, besides what stands in them.

    ``keys`` are the cite keys of the works of each row, joined by commas, where the list has a
    bibliography.
    """
    data: dict[str, Any] = {"facets": [one.to_json() for one in facets_of(kb, rows)]}
    if keys:
        data["keys"] = list(keys)
    return data


def json_of(data: Mapping[str, Any]) -> str:
    r"""Return data as JSON for a ``<script>``: sound in HTML and in XML alike.

    >>> json_of({"a": "</script> & <b>"})
    '{"a":"\\u003c/script\\u003e \\u0026 \\u003cb\\u003e"}'
    """
    made = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return made.translate(JSON_IN_HTML)
