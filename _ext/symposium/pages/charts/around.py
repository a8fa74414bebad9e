"""A chart of a node and others around it: positions in pixels.

Names stand outside an ellipse, to its left and right, each in a row of its own: no two overlap,
however many there are and however narrow the screen. Positions are whole numbers.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isqrt

from symposium.pages.charts.node_labels import lines

WIDTH = 320
ROW = 30
"""From row to row: two lines of a name, and room for a finger."""
RADIUS = 56
"""Half the width of the ellipse."""
MARGIN = 6
GAP = 10
"""From the middle of a node to its name."""
MOST_LINES = 60
"""So many lines among those around are drawn at most."""
BAND = (1, 2, 4, 8)
"""From which weight a line is drawn as how thick."""


@dataclass(frozen=True, slots=True)
class ChartNode:
    """One of those around."""

    kind: str
    id: str
    name: str
    count: int
    """What ties it to the one in the middle; 0 if nothing does directly."""
    said: str
    """The same in words."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A node in its place."""

    node: ChartNode
    x: int
    y: int
    size: int
    label: tuple[tuple[int, int, str], ...]
    """Lines of its name: where each begins (or ends, on the left), its base line, and text."""


@dataclass(frozen=True, slots=True)
class ChartAround:
    """A picture of nodes around one."""

    height: int
    across: int
    """How far from the left the middle is."""
    right: tuple[Placed, ...]
    """From above to below."""
    left: tuple[Placed, ...]
    """From below to above: so the order goes around."""
    spokes: tuple[tuple[int, str], ...]
    """Lines from the middle, by thickness from 1: the path of an SVG."""
    chords: tuple[tuple[int, str], ...]
    """Lines among those around, likewise."""
    least: int
    """The least weight of a chord that is drawn; 0 where there are too many to draw any."""

    @property
    def middle(self) -> int:
        """How far from above the middle is."""
        return self.height // 2


Weights = Mapping[tuple[int, int], int]
"""Indices of two of those around, the smaller first, and what joins them."""


def around(
    right: Sequence[ChartNode],
    left: Sequence[ChartNode],
    weights: Weights,
    across: int = WIDTH // 2,
) -> ChartAround:
    """Return where nodes stand: clockwise, from above on the right to above on the left.

    Indices of ``weights`` count through ``right`` and then ``left``; ``across`` is how far from the
    left the middle is.
    """
    rows = max(len(right), len(left), 1)
    height = rows * ROW + 2 * MARGIN
    most = max([node.count for node in (*right, *left)], default=1)
    places = [
        *_column(right, (across, height), 1, most),
        *_column(left, (across, height), -1, most),
    ]
    middle = height // 2
    spokes: dict[int, list[str]] = {}
    for one in places:
        if one.node.count:
            band = _band(one.node.count)
            step = f"M{across} {middle}l{one.x - across} {one.y - middle}"
            spokes.setdefault(band, []).append(step)
    chords: dict[int, list[str]] = {}
    least = _least(weights)
    for (first, second), weight in sorted(weights.items()) if least else ():
        if weight >= least:
            a, b = places[first], places[second]
            # Bent towards the middle, so that neighbours are not joined through a name.
            bend_x = across + ((a.x + b.x) // 2 - across) // 3
            bend_y = middle + ((a.y + b.y) // 2 - middle) * 4 // 5
            step = f"M{a.x} {a.y}Q{bend_x} {bend_y} {b.x} {b.y}"
            chords.setdefault(_band(weight), []).append(step)
    return ChartAround(
        height,
        across,
        tuple(places[: len(right)]),
        tuple(places[len(right) :]),
        _paths(spokes),
        _paths(chords),
        least,
    )


def _column(nodes: Sequence[ChartNode], at: tuple[int, int], side: int, most: int) -> list[Placed]:
    """Return the nodes of a side: from above on the right (1), from below on the left (-1)."""
    across, height = at
    middle = height // 2
    top = middle - (len(nodes) - 1) * ROW // 2
    placed = []
    for row, node in enumerate(nodes):
        y = top + (row if side > 0 else len(nodes) - 1 - row) * ROW
        # How far out, by the equation of an ellipse a little higher than the column.
        high = middle + ROW // 4
        out = RADIUS * isqrt(max(0, high * high - (y - middle) ** 2)) // high
        x = across + side * out
        edge = x + side * GAP
        text = lines(node.name, WIDTH - MARGIN - edge if side > 0 else edge - MARGIN)
        base = y + 4 - 7 * (len(text) - 1)
        label = tuple([(edge, base + 14 * number, line) for number, line in enumerate(text)])
        size = 3 + 4 * isqrt(16 * node.count // max(1, most)) // 4
        placed.append(Placed(node, x, y, size, label))
    return placed


def _band(weight: int) -> int:
    return bisect_right(BAND, weight)


def _least(weights: Weights) -> int:
    """Return from which weight on lines are few enough to be drawn; 0 if from none."""
    in_order = sorted(weights.values())
    for index, least in enumerate(in_order):
        if len(in_order) - index <= MOST_LINES and (not index or in_order[index - 1] < least):
            return least
    return 0


def _paths(steps: Mapping[int, list[str]]) -> tuple[tuple[int, str], ...]:
    return tuple((band, "".join(found)) for band, found in sorted(steps.items()))


def in_a_row(count: int, weights: Weights) -> list[int]:
    """Return the indices from 0 to ``count``, ordered so that joined nodes are near each other.

    Each is followed by who shares most with it and those before it, of whom the nearest count
    most; whoever shares nothing comes in the order of the indices.

    >>> in_a_row(5, {(0, 3): 2, (1, 4): 1})
    [0, 3, 1, 4, 2]
    """
    ties = [[0] * count for _ in range(count)]
    for (first, second), weight in weights.items():
        ties[first][second] = ties[second][first] = weight
    left = list(range(count))
    pull = [0] * count
    order: list[int] = []
    while left:
        best = max(left, key=pull.__getitem__)  # the first of several
        left.remove(best)
        order.append(best)
        tied = ties[best]
        pull = [before // 2 + 8 * tie for before, tie in zip(pull, tied, strict=True)]
    return order
