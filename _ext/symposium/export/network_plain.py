"""A simple layout of the network of co-authors, used if igraph is not installed."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from symposium.export.network_discs import (
    SPACE,
    Edge,
    Layout,
    by_size,
    on_a_sunflower,
    put_together,
    radius_of,
    stand_around,
)

ROUNDS = 20
"""So often people may change to the group of those with whom they work most."""

Neighbours = Mapping[int, Mapping[int, int]]
"""For each person, the co-authors and the number of joint works."""


def positions(count: int, edges: Sequence[Edge], weights: Sequence[int]) -> Layout:
    """Return where each of ``count`` people stands, and the number of the group of each.

    Groups are numbered by their size, the largest first, which stands in the middle.
    """
    neighbours: dict[int, Counter[int]] = defaultdict(Counter)
    for (one, other), weight in zip(edges, weights, strict=True):
        neighbours[one][other] += weight
        neighbours[other][one] += weight
    groups = [list(_from_the_middle(one, neighbours)) for one in _groups(count, neighbours)]
    radii = list(map(radius_of, groups))
    step = 0.62 * SPACE
    inner = (
        [(step * x, step * y) for x, y in map(on_a_sunflower, range(len(one)))] for one in groups
    )
    return put_together(groups, stand_around({0: (0.0, 0.0)}, radii), inner)


def _groups(count: int, neighbours: Neighbours) -> list[list[int]]:
    """Return groups: each member shares most works with members of the same group."""
    group_of = list(range(count))
    for _ in range(ROUNDS):
        changed = False
        for one, weights in sorted(neighbours.items()):
            shared: Counter[int] = Counter()
            for other, weight in weights.items():
                shared[group_of[other]] += weight
            best = max(shared, key=lambda group: (shared[group], -group))
            if shared[best] > shared[group_of[one]]:
                group_of[one], changed = best, True
        if not changed:
            break
    members = defaultdict(list)
    for one, group in enumerate(group_of):
        members[group].append(one)
    return by_size(members.values())


def _from_the_middle(members: Sequence[int], neighbours: Neighbours) -> Iterator[int]:
    """Yield the members of a group: who works with most others, then those around."""
    inside = set(members)
    for first in sorted(members, key=lambda one: (-len(neighbours.get(one, ())), one)):
        waiting = [first] if first in inside else []
        inside.discard(first)
        for one in waiting:
            yield one
            near = sorted(inside.intersection(neighbours.get(one, ())))
            inside.difference_update(near)
            waiting.extend(near)
