"""Groups of co-authors as discs, side by side."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import cos, hypot, pi, sin, sqrt

SPACE = 26
"""How far apart neighbours are, about."""
TURN = pi * (3 - sqrt(5))
"""The angle between neighbours on a sunflower."""

Edge = tuple[int, int]
Point = tuple[float, float]
Layout = tuple[list[tuple[int, int]], list[int]]
"""Where each of many people stands, and the number of the group of each."""


def by_size(groups: Iterable[Iterable[int]]) -> list[list[int]]:
    """Return groups in order: the largest first, then by their first member."""
    return sorted((sorted(one) for one in groups), key=lambda one: (-len(one), one))


def radius_of(members: Sequence[int]) -> float:
    """Return the radius of the disc of a group."""
    return SPACE * sqrt(len(members)) * 0.62 + SPACE / 2


def on_a_sunflower(number: int) -> Point:
    """Return where the seed with this number is: points that fill a disc from its middle."""
    far = sqrt(number + 0.5)
    return far * cos(number * TURN), far * sin(number * TURN)


def stand_around(centres: dict[int, Point], radii: Sequence[float]) -> list[Point]:
    """Return the middles of all discs: those without one stand around, in their order."""
    # Each disc takes its share of a spiral.
    reach = max(hypot(x, y) + radii[one] for one, (x, y) in centres.items())
    area = pi * reach * reach
    found = dict(centres)
    for number, one in enumerate(number for number in range(len(radii)) if number not in centres):
        area += 2.2 * pi * radii[one] ** 2
        far = sqrt(area / pi) + radii[one]
        angle = number * TURN
        found[one] = (far * cos(angle), far * sin(angle))
    return [found[number] for number in range(len(radii))]


def put_together(
    groups: Sequence[Sequence[int]], centres: Sequence[Point], inner: Iterable[Sequence[Point]]
) -> Layout:
    """Return where people stand, given the middles of discs and the places around each middle."""
    count = sum(map(len, groups))
    placed: list[Point] = [(0.0, 0.0)] * count
    group_of = [0] * count
    discs = zip(groups, centres, inner, strict=True)
    for number, (members, (x, y), places) in enumerate(discs):
        for one, (dx, dy) in zip(members, places, strict=True):
            placed[one] = (x + dx, y + dy)
            group_of[one] = number
    left, above = min(x for x, _ in placed), min(y for _, y in placed)
    return [(round(x - left), round(y - above)) for x, y in placed], group_of
