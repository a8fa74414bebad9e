"""The data of the map on the page Explore: positions of people, and lines between co-authors.

People are grouped by whom they work with. Each group fills a disc, with its best connected members
in the middle. The largest disc is in the middle of the map, with the others around it. The layout
uses no random numbers, so the same network always looks the same.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from math import cos, pi, sin, sqrt

from symposium.knowledge import KnowledgeBase
from symposium.knowledge.reach import NAME
from symposium.pages.charts.networks import collaboration, works_together
from symposium.pages.fingerprints import Fingerprints
from symposium.pages.small_texts import encode
from symposium.pages.views.home import EXPLORE_FILE

SPACE = 26
"""The approximate distance of neighbours."""
STEP = 0.62 * SPACE
"""The scale of the spiral on which the members of a group are placed, as seeds in a sunflower."""
TURN = pi * (3 - sqrt(5))
"""The golden angle, by which the next member is turned on that spiral."""

Point = tuple[float, float]
Neighbours = Mapping[int, Mapping[int, int]]
"""Person to co-author to their number of joint works; people are numbers."""


def number(kb: KnowledgeBase, shows: Fingerprints) -> int:
    """Return a number that changes when the content of the file may change."""
    names = shows.records(NAME)
    # The order of a set is not the same in every process.
    return hash(tuple([hash(frozenset(map(names.__getitem__, ids))) for ids in works_together(kb)]))


def network_file(kb: KnowledgeBase) -> tuple[str, bytes]:
    """Return path and content of the file: a list per attribute of people, and of lines.

    The first end of a line is written as the difference from that of the line before.
    """
    network = collaboration(kb)
    places, groups = positions(len(network.ids), network.lines, network.weights)
    starts = [0, *(first for first, _ in network.lines)]
    data = {
        "ids": network.ids,
        "names": [kb.title_of("person", id_) for id_ in network.ids],
        "works": network.sizes,
        "x": [x for x, _y in places],
        "y": [y for _x, y in places],
        "groups": groups,
        "from": [first - before for before, (first, _) in zip(starts, network.lines, strict=False)],
        "to": [second for _first, second in network.lines],
        "weights": network.weights,
    }
    return EXPLORE_FILE, encode(data).encode("utf-8", "surrogatepass")


def positions(
    count: int, edges: Sequence[tuple[int, int]], weights: Sequence[int]
) -> tuple[list[tuple[int, int]], list[int]]:
    """Return the position of each of ``count`` people, and the number of each one's group.

    Groups are numbered by size; the largest has number 0 and is in the middle.
    """
    neighbours: dict[int, Counter[int]] = defaultdict(Counter)
    for (person, other), weight in zip(edges, weights, strict=True):
        neighbours[person][other] += weight
        neighbours[other][person] += weight
    placed: list[Point] = [(0.0, 0.0)] * count
    group_of = [0] * count
    area = 0.0
    for number, members in enumerate(_groups(count, neighbours)):
        radius = STEP * sqrt(len(members)) + SPACE / 2
        # Discs follow a spiral around the first one, each with room for its area.
        area += (2.2 if number else 1) * pi * radius**2
        far = sqrt(area / pi) + radius if number else 0.0
        x, y = far * cos(number * TURN), far * sin(number * TURN)
        for place, person in enumerate(_from_the_middle(members, neighbours)):
            distance = STEP * sqrt(place + 0.5)
            placed[person] = (x + distance * cos(place * TURN), y + distance * sin(place * TURN))
            group_of[person] = number
    left = min((x for x, _ in placed), default=0.0)
    above = min((y for _, y in placed), default=0.0)
    return [(round(x - left), round(y - above)) for x, y in placed], group_of


def _groups(count: int, neighbours: Neighbours) -> list[list[int]]:
    """Return groups, largest first, in which each member shares most works with its own group."""
    group_of = list(range(count))
    for _ in range(20):
        changed = False
        for person, weights in sorted(neighbours.items()):
            shared: Counter[int] = Counter()
            for other, weight in weights.items():
                shared[group_of[other]] += weight
            best = max(shared, key=lambda group: (shared[group], -group))
            if shared[best] > shared[group_of[person]]:
                group_of[person], changed = best, True
        if not changed:
            break
    members = defaultdict(list)
    for person, group in enumerate(group_of):
        members[group].append(person)
    return sorted(members.values(), key=lambda group: (-len(group), group))


def _from_the_middle(members: Sequence[int], neighbours: Neighbours) -> Iterator[int]:
    """Yield the members of a group: the one with most co-authors, then those co-authors."""
    inside = set(members)
    for first in sorted(members, key=lambda member: (-len(neighbours.get(member, ())), member)):
        waiting = [first] if first in inside else []
        inside.discard(first)
        for person in waiting:
            yield person
            near = sorted(inside.intersection(neighbours.get(person, ())))
            inside.difference_update(near)
            waiting.extend(near)
