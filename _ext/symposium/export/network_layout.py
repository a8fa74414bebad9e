"""The layout of the network of co-authors: people who write together are near each other.

People are grouped by whom they work with. Groups are discs, as large as they have members, placed
by what joins them and pushed apart until none lies on another; within its disc each group is laid
out by itself. People whom nothing joins to the largest part stand around it. The same network is
laid out alike each time: chance has a seed, and coordinates are whole numbers.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import hypot, sqrt

import igraph

from symposium.export.network_discs import (
    SPACE,
    Edge,
    Layout,
    Point,
    by_size,
    on_a_sunflower,
    put_together,
    radius_of,
    stand_around,
)

STEPS = 300
"""Of laying out a group."""
PUSHES = 120
"""Rounds of pushing discs apart."""
LAID_OUT = 400
"""Groups that are placed by what joins them; more of them, the smallest, stand around."""


def positions(count: int, edges: Sequence[Edge], weights: Sequence[int]) -> Layout:
    """Return where each of ``count`` people stands, and the number of the group of each.

    Groups are numbered by their size, the largest first.
    """
    # It must be the same each time.
    igraph.set_random_number_generator(random.Random(count))  # noqa: S311
    try:
        graph = igraph.Graph(count, edges)
        graph.es["weight"] = weights
        return _laid_out(graph)
    finally:
        igraph.set_random_number_generator(random)


def _laid_out(graph: igraph.Graph) -> Layout:
    groups = by_size(graph.community_multilevel(weights="weight"))
    radii = list(map(radius_of, groups))
    inner = (
        _in_a_disc(graph, members, radius - SPACE / 2)
        for members, radius in zip(groups, radii, strict=True)
    )
    return put_together(groups, _centres(graph, groups, radii), inner)


def _centres(
    graph: igraph.Graph, groups: Sequence[Sequence[int]], radii: Sequence[float]
) -> list[Point]:
    """Return the middle of each group's disc."""
    group_of = {one: number for number, members in enumerate(groups) for one in members}
    joined: dict[Edge, int] = {}
    for edge in graph.es:
        one, other = sorted((group_of[edge.source], group_of[edge.target]))
        if one != other:
            joined[one, other] = joined.get((one, other), 0) + edge["weight"]
    whole = igraph.Graph(len(radii), list(joined))
    whole.es["weight"] = [sqrt(weight) for weight in joined.values()]
    main = max((sorted(one) for one in whole.connected_components()), key=len)[:LAID_OUT]
    part = whole.induced_subgraph(main)
    start = [on_a_sunflower(number) for number in range(len(main))]
    layout = part.layout_fruchterman_reingold(weights="weight", niter=STEPS, seed=start)
    size = sqrt(sum(radii[one] ** 2 for one in main))
    points = _apart(_scaled(list(layout), 1.1 * size), [radii[one] for one in main])
    return stand_around(dict(zip(main, points, strict=True)), radii)


def _apart(points: list[Point], radii: Sequence[float]) -> list[Point]:
    """Return points moved so far that discs around them do not lie on each other."""
    placed = [list(point) for point in points]
    for _ in range(PUSHES):
        moved = False
        for index, (one, radius) in enumerate(zip(placed, radii, strict=True)):
            for other, its in zip(placed[:index], radii, strict=False):
                dx, dy = one[0] - other[0], one[1] - other[1]
                far, least = hypot(dx, dy), radius + its
                if far < least:
                    moved = True
                    if far < 1e-6:
                        dx, dy, far = 1.0, 0.0, 1.0
                    # The smaller disc gives way.
                    share = (least - far) / far
                    mine = its * its / (radius * radius + its * its)
                    one[0] += dx * share * mine
                    one[1] += dy * share * mine
                    other[0] -= dx * share * (1 - mine)
                    other[1] -= dy * share * (1 - mine)
        if not moved:
            break
    return [(x, y) for x, y in placed]


def _in_a_disc(graph: igraph.Graph, members: Sequence[int], radius: float) -> list[Point]:
    """Return where the members of a group stand around its middle."""
    if len(members) == 1:
        return [(0.0, 0.0)]
    part = graph.induced_subgraph(members)
    start = [on_a_sunflower(number) for number in range(len(members))]
    layout = part.layout_fruchterman_reingold(
        weights="weight", niter=STEPS, seed=start, grid=len(members) > 400
    )
    return _scaled(list(layout), radius)


def _scaled(points: Sequence[Sequence[float]], radius: float) -> list[Point]:
    """Return points moved and scaled so that they fill a disc evenly.

    How far each is from the middle follows from its rank: no crowd inside, nobody far outside.
    """
    count = len(points)
    x, y = (sum(point[axis] for point in points) / count for axis in (0, 1))
    polar = [(hypot(p[0] - x, p[1] - y), p[0] - x, p[1] - y) for p in points]
    order = sorted(range(count), key=lambda one: (polar[one][0], one))
    found: list[Point] = [(0.0, 0.0)] * count
    for rank, one in enumerate(order):
        far, dx, dy = polar[one]
        even = radius * sqrt((rank + 0.5) / count)
        found[one] = (dx * even / far, dy * even / far) if far > 1e-9 else (0.0, 0.0)
    return found
