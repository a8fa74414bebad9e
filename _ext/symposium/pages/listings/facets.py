"""Facets: the values that readers can narrow a list by."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from symposium.fields.compound_types import Field
from symposium.fields.date_types import DateField
from symposium.kinds import BY_NAME
from symposium.kinds.event import Event
from symposium.kinds.paper import Paper
from symposium.kinds.person import Person
from symposium.kinds.talk import Talk
from symposium.knowledge import KnowledgeBase
from symposium.locale import N_, _
from symposium.pages.author_links import link_label
from symposium.pages.described import values_of_facet
from symposium.pages.maths import as_typed
from symposium.pages.publication_status import status_of
from symposium.pages.shown_times import year_of
from symposium.pages.vocabulary import role_label, talk_kind, work_kind

Row = tuple[str, str]
"""Kind and id of the record that a row stands for."""

FEWEST_ROWS = 4
"""Lists with fewer rows have no facets."""
MOST_VALUES = 150
"""Of a facet with more values than these the most frequent are offered."""
OFFERED = ("Code", N_("Data"), "PDF", N_("Poster"), "Slides", "Video")
"""Links that are worth being asked for."""
JSON_IN_HTML = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"})


Values = tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class Facet:
    """What rows can be chosen by."""

    name: str
    """Its name in addresses."""
    label: str
    values: Callable[[KnowledgeBase, str], Values]
    """What the record of an id has of it."""
    newest_first: bool = False
    """Whether its values are years; others stand with the most frequent first."""


def _year(kb: KnowledgeBase, paper: str) -> Values:
    year = kb.works[paper].year
    return (str(year),) if year else ()


def _venue(kb: KnowledgeBase, paper: str) -> Values:
    venue = kb.venue_of(kb.works[paper])
    return (venue.short or venue.name,) if venue else ()


def _topics(kb: KnowledgeBase, record: Paper | Person | Talk | Event) -> Values:
    if not record.topics:
        return ()
    return tuple([topic.title for topic in kb.topics_of(record.topics)])


def _offered(links: Mapping[str, str]) -> Values:
    offered = set(map(_, OFFERED))
    return tuple([label for label in map(link_label, links) if label in offered])


def _paper_has(kb: KnowledgeBase, paper_id: str) -> Values:
    paper = kb.works[paper_id]
    found = _offered(paper.links) if paper.links else ()
    if paper.awards:
        found += (_("Award"),)
    if paper_id in kb.relations.talks_of_paper:
        found += (_("Talk"),)
    if paper.status and (known := status_of(kb, "paper", paper_id)):
        found += (known.word,)
    return found


def _talk_has(kb: KnowledgeBase, talk_id: str) -> Values:
    talk = kb.talks[talk_id]
    return (*_offered(talk.links), _("Paper") if talk.paper else None)


def _talk_year(kb: KnowledgeBase, talk_id: str) -> Values:
    talk = kb.talks[talk_id]
    event = kb.events.get(talk.event) if talk.event else None
    year = year_of(talk.date) or (year_of(event.date) if event else None)
    return (str(year),) if year else ()


def _talk_event(kb: KnowledgeBase, talk_id: str) -> Values:
    talk = kb.talks[talk_id]
    event = kb.events.get(talk.event) if talk.event else None
    return (event.title if event else talk.venue,)


def _event_year(kb: KnowledgeBase, event: str) -> Values:
    year = year_of(kb.events[event].date)
    return (str(year),) if year else ()


def _of_profile(
    values: Callable[[KnowledgeBase, Person], Values],
) -> Callable[[KnowledgeBase, str], Values]:
    """Return the values of those who have a file; others have none, and are the most by far."""

    def found(kb: KnowledgeBase, person_id: str) -> Values:
        person = kb.identity.people.described.get(person_id)
        return values(kb, person) if person else ()

    return found


def _person_has(kb: KnowledgeBase, person: str) -> Values:
    return (
        _("Profile") if person in kb.identity.people.described else None,
        _("Papers") if person in kb.relations.papers_of_person else None,
        _("Talks") if person in kb.relations.talks_of_person else None,
    )


FACETS: Mapping[str, Sequence[Facet]] = {
    "paper": (
        Facet("year", N_("Year"), _year, newest_first=True),
        Facet("venue", N_("Venue"), _venue),
        Facet("topic", N_("Topic"), lambda kb, one: _topics(kb, kb.works[one])),
        Facet("type", N_("Type"), lambda kb, one: (work_kind(kb.works[one]),)),
        Facet("has", N_("With"), _paper_has),
    ),
    "person": (
        Facet("role", N_("Role"), _of_profile(
            lambda _, person: (role_label(person.role),) if person.role else ())),
        Facet("affiliation", N_("Affiliation"), _of_profile(lambda _, person: tuple(
            [one.organization for one in person.affiliations if not one.end]))),
        Facet("topic", N_("Topic"), _of_profile(_topics)),
        Facet("has", N_("With"), _person_has),
    ),
    "event": (
        Facet("year", N_("Year"), _event_year, newest_first=True),
        Facet("series", N_("Series"), lambda kb, one: (kb.events[one].series,)),
        Facet("place", N_("Place"), lambda kb, one: (kb.events[one].location,)),
        Facet("topic", N_("Topic"), lambda kb, one: _topics(kb, kb.events[one])),
    ),
    "talk": (
        Facet("year", N_("Year"), _talk_year, newest_first=True),
        Facet("event", N_("Event"), _talk_event),
        Facet("topic", N_("Topic"), lambda kb, one: _topics(kb, kb.talks[one])),
        Facet("type", N_("Type"), lambda kb, one: (talk_kind(kb.talks[one].kind),)),
        Facet("has", N_("With"), _talk_has),
    ),
}  # fmt: skip
"""By kind; besides, rows can be chosen by the fields of which their kind says so."""


def facets_of_kind(kind: str) -> Sequence[Facet]:
    """Return what rows of a kind can be chosen by."""
    known = BY_NAME.get(kind)
    said = [_of_field(kind, one) for one in known.facets] if known else ()
    return (*FACETS.get(kind, ()), *said)


def _of_field(kind: str, said: Field) -> Facet:
    def values(kb: KnowledgeBase, record_id: str) -> Values:
        return values_of_facet(said, kb.entities[kind][record_id])

    dated = isinstance(said.type, DateField)
    label = N_("Year") if dated else said.label
    return Facet(said.attribute, label, values, newest_first=dated)


def facets_of(kb: KnowledgeBase, rows: Sequence[Row]) -> list[dict[str, Any]]:
    """Return the facets of a list, as the script reads them: those whose values differ.

    ``rows`` says of each row the places of its values: ``0 1,4 -``.
    """
    kinds = dict.fromkeys([kind for kind, _unused in rows])
    facets = {one.name: one for kind in kinds for one in facets_of_kind(kind)}
    return [made for one in facets.values() if (made := _offer(kb, one, rows))]


def _offer(kb: KnowledgeBase, facet: Facet, rows: Sequence[Row]) -> dict[str, Any] | None:
    asks = {
        kind: one.values
        for kind in dict.fromkeys([kind for kind, _unused in rows])
        for one in facets_of_kind(kind)
        if one.name == facet.name
    }
    found = [asks[kind](kb, one) if kind in asks else () for kind, one in rows]
    # Rows are many, and what they have is mostly the same.
    times = Counter(found)
    shown = {
        values: tuple(dict.fromkeys([as_typed(one) for one in values if one])) for values in times
    }
    counts: Counter[str] = Counter()
    for values, number in times.items():
        counts.update(dict.fromkeys(shown[values], number))
    if len(counts) < 2 or len(set(map(frozenset, shown.values()))) == 1:
        return None
    order = sorted(counts, key=lambda one: (-counts[one], one))[:MOST_VALUES]
    if facet.newest_first:
        order.sort(key=lambda one: -int(one))
    place = {value: str(index) for index, value in enumerate(order)}
    places = {
        values: ",".join([place[one] for one in typed if one in place]) or "-"
        for values, typed in shown.items()
    }
    shown_rows = " ".join([places[values] for values in found])
    return {"name": facet.name, "label": _(facet.label), "values": order, "rows": shown_rows}


def data_of(
    kb: KnowledgeBase, rows: Sequence[Row], keys: Sequence[str | None] = ()
) -> dict[str, Any]:
    """Return the data about the rows of a list that the script cannot read from them.

    ``keys`` are the cite keys of the works of each row, joined by commas, where the list has a
    bibliography.
    """
    data: dict[str, Any] = {"facets": facets_of(kb, rows)}
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
