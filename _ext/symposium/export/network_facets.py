"""By what the maps of the page Explore are narrowed: years, topics and venues of works."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any

from symposium.kinds.paper import Paper
from symposium.knowledge import KnowledgeBase
from symposium.knowledge.relation_table import Ids

OFFERED = 60
"""Topics, and venues, that one can choose from: those of most works."""


def _first(works_of: Mapping[str, Ids]) -> dict[str, int]:
    """Return the records of most works, each with its place."""
    order = sorted(works_of, key=lambda one: (-len(works_of[one]), one))
    return {one: place for place, one in enumerate(order[:OFFERED]) if works_of[one]}


def number_of_facets(
    kb: KnowledgeBase, venues: Mapping[str, int], topics: Mapping[str, int]
) -> int:
    """Return a number of all that `facets` returns, given the numbers of venues and topics."""
    venue_of, topic_of = kb.relations.venue_of_text, kb.relations.topic_of_text
    return hash(
        tuple(
            [
                (
                    paper.year or 0,
                    venues[venue_of[paper.venue]] if paper.venue else 0,
                    *[topics[topic_of[text]] for text in paper.topics],
                )
                for paper in kb.works.values()
            ]
        )
    )


def facets(kb: KnowledgeBase, works_of: Iterable[Iterable[str]]) -> dict[str, Any]:
    """Return columns of a map, given the works of each dot.

    A mark is what works have in common: year (or 0), index of the venue (or -1), indices of topics.
    Each dot has the numbers of its marks, each told by how far it is behind the one before.
    """
    venues, topics = _first(kb.relations.papers_of_venue), _first(kb.relations.papers_of_topic)
    venue_of, topic_of = kb.relations.venue_of_text, kb.relations.topic_of_text
    marks: dict[tuple[int, ...], int] = {}
    known: dict[str, int] = {}

    def mark_of(paper: Paper) -> tuple[int, ...]:
        venue = venues.get(venue_of[paper.venue], -1) if paper.venue else -1
        its = {topics.get(topic_of[text], -1) for text in paper.topics}
        return (paper.year or 0, venue, *sorted(its - {-1}))

    has = []
    for works in works_of:
        for one in works:
            if one not in known:
                known[one] = marks.setdefault(mark_of(kb.works[one]), len(marks))
        numbers = sorted({known[one] for one in works})
        has.append([after - before for before, after in pairwise([0, *numbers])])
    shown = [kb.venues[one] for one in venues]
    return {
        "venues": [venue.short or venue.name for venue in shown],
        "topics": [kb.topics[one].title for one in topics],
        "marks": list(marks),
        "has": has,
    }
