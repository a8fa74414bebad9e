"""The people and topics around a person or a topic, and what joins them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from symposium.knowledge import KnowledgeBase
from symposium.knowledge.base import MANY_AUTHORS
from symposium.knowledge.identity import State
from symposium.locale import _, plural
from symposium.pages.charts.around import ChartAround, ChartNode, around, in_a_row

COAUTHORS = 20
"""Co-authors around a person."""
PEOPLE, PAPERS, TALKS = 10, 7, 3
"""Persons on one side of a topic, papers and talks on the other."""
ACROSS = 138
"""Titles are longer than names: they have more than half of the picture."""
LEAST = 3
"""With fewer around there is nothing to see."""
LARGE = 2_000
"""With more works than these, only those with many works of their own have a picture, and those
who are described in a file."""
MANY = 8


@dataclass(frozen=True, slots=True)
class NetworkChart:
    """A picture of who is around whom."""

    picture: ChartAround
    more: int
    """How many more there are, who are not in the picture."""
    rows: tuple[ChartNode, ...]
    """Those in the picture, in the order of a table."""


def least_works(kb: KnowledgeBase) -> int:
    """Return how many works must stand behind a picture, on a site of this size."""
    return 2 if len(kb.relations.newest) <= LARGE else MANY


def coauthors(
    kb: KnowledgeBase, person_id: str, others: Sequence[tuple[str, int]], total: int
) -> NetworkChart | None:
    """Return a person's co-authors, or ``None`` where there is nothing to see.

    ``others`` are the first of them with the numbers of joint works, ``total`` how many they are.
    Those are joined who stand on the same works of this person: so the picture shows nothing but
    what the page lists.
    """
    relations, authors = kb.relations, kb.relations.authors_of_paper
    works = relations.papers_of_person.get(person_id, ())
    posters = relations.posters_of_person.get(person_id, ())
    works += tuple(one for one in posters if one not in relations.posters_of_paper)
    least = 2 if kb.state_of(person_id) is State.DESCRIBED else least_works(kb)
    if total < LEAST or len(works) < least:
        return None
    shown = others[:COAUTHORS]
    place = {one: index for index, (one, _unused) in enumerate(shown)}
    weights: Counter[tuple[int, int]] = Counter()
    for work in works:
        if len(authors[work]) <= MANY_AUTHORS:
            here = sorted({place[one] for one in authors[work] if one in place})
            weights.update(combinations(here, 2))
    nodes = [
        ChartNode(
            "person",
            one,
            kb.title_of("person", one),
            count,
            plural(count, "{count} joint work", "{count} joint works"),
        )
        for one, count in shown
    ]
    order = in_a_row(len(nodes), weights)
    half = (len(nodes) + 1) // 2
    rank = {index: position for position, index in enumerate(order)}
    moved = {
        (min(rank[a], rank[b]), max(rank[a], rank[b])): weight for (a, b), weight in weights.items()
    }
    placed = [nodes[index] for index in order]
    picture = around(placed[:half], placed[half:], moved)
    return NetworkChart(picture, total - len(shown), tuple(nodes))


def of_topic(
    kb: KnowledgeBase, topic_id: str, people: Sequence[tuple[str, int]], more: int
) -> NetworkChart | None:
    """Return persons on one side of a topic, its newest papers and talks on the other.

    ``people`` are the persons of its page with the number of their works, ``more`` those whom the
    page does not name.
    """
    relations = kb.relations
    papers = relations.papers_of_topic.get(topic_id, ())
    talks = relations.talks_of_topic.get(topic_id, ())
    if len(people) < LEAST or len(papers) + len(talks) < least_works(kb):
        return None
    shown = people[:PEOPLE]
    works = [("paper", one) for one in papers[: PAPERS + max(0, TALKS - len(talks))]]
    works += [("talk", one) for one in talks[: PAPERS + TALKS - len(works)]]
    persons = [
        ChartNode(
            "person",
            one,
            kb.title_of("person", one),
            count,
            plural(count, "{count} work", "{count} works"),
        )
        for one, count in shown
    ]
    place = {one: index for index, (one, _unused) in enumerate(shown)}
    ties = {
        named: sorted({place[p] for p in _people_of(kb, *named) if p in place}) for named in works
    }
    # A work stands about where its people stand; on the right from above, as they do on the left.
    works.sort(key=lambda one: sum(ties[one]) * 100 // len(ties[one]) if ties[one] else 10_000)
    nodes = [ChartNode(kind, one, kb.title_of(kind, one), 1, _(kind)) for kind, one in works]
    persons.reverse()
    last = len(works) + len(persons) - 1
    weights = {
        (index, last - person): 1 for index, named in enumerate(works) for person in ties[named]
    }
    left_out = more + len(people) - len(shown) + len(papers) + len(talks) - len(works)
    picture = around(nodes, persons, weights, ACROSS)
    return NetworkChart(picture, left_out, (*reversed(persons), *nodes))


def _people_of(kb: KnowledgeBase, kind: str, record_id: str) -> Iterable[str]:
    if kind == "paper":
        return kb.authors_of(record_id)
    talk = kb.talks[record_id]
    return (kb.person_of(one) for one in (*talk.speakers, *talk.authors))
