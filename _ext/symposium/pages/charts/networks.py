"""Networks of co-authors: the map of a site, and the picture of those around a person."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import isqrt

from symposium.knowledge import KnowledgeBase
from symposium.knowledge.base import MANY_AUTHORS
from symposium.knowledge.identity import State
from symposium.knowledge.relation_table import Ids

MIN_PEOPLE = 3
"""People that a network, or a picture of co-authors, needs."""
PEOPLE = 5_000
"""Limit of the people on the map, those with most works: more would be slow and illegible."""
LINES = 20_000
"""Limit of the lines on the map, those of most joint works."""


@dataclass(frozen=True, slots=True)
class Network:
    """The people on the map, those with most works first, and the lines between them."""

    ids: Ids
    sizes: tuple[int, ...]
    """Number of works that each has with others."""
    lines: tuple[tuple[int, int], ...]
    """Pairs of indices of people, the smaller first, in order."""
    weights: tuple[int, ...]
    """Number of joint works of each line."""


def works_together(kb: KnowledgeBase) -> Iterator[set[str]]:
    """Yield the authors of each work that has several, but not too many.

    Posters that have the title of a paper are left out.
    """
    works, doubled = kb.works, kb.relations.posters_of_paper
    for work, authors in kb.relations.authors_of_paper.items():
        if 1 < len(authors) <= MANY_AUTHORS and not (work in doubled and works[work].poster):
            distinct = set(authors)
            if len(distinct) > 1:
                yield distinct


def has_network(kb: KnowledgeBase) -> bool:
    """Tell whether a site has enough co-authors for a network."""
    people: set[str] = set()
    for authors in works_together(kb):
        people |= authors
        if len(people) >= MIN_PEOPLE:
            return True
    return False


def people_together(kb: KnowledgeBase) -> list[tuple[str, int]]:
    """Return persons with co-authors and their number of works, most first, then A–Z."""
    counts: Counter[str] = Counter()
    for authors in works_together(kb):
        counts.update(authors)
    return list(kb.most_first(counts))


def collaboration(kb: KnowledgeBase) -> Network:
    """Return the network of a site's co-authors, up to the limits of the map."""
    people = people_together(kb)[:PEOPLE]
    place = {person: index for index, (person, _) in enumerate(people)}
    joined: Counter[tuple[int, int]] = Counter()
    left = 2_000_000  # limit of pairs of authors; beyond it, works with most authors are ignored
    for authors in sorted(works_together(kb), key=len):
        indices = sorted(place[author] for author in authors if author in place)
        left -= len(indices) * (len(indices) - 1) // 2
        if left < 0:
            break
        joined.update(combinations(indices, 2))
    lines = tuple(sorted(_strongest(joined)))
    ids, sizes = zip(*people, strict=True)
    return Network(ids, sizes, lines, tuple([joined[line] for line in lines]))


def _strongest(joined: Counter[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the lines to show: those of most works, and at least the best one of each person."""
    if len(joined) <= LINES:
        return list(joined)
    order = sorted(joined, key=lambda line: (-joined[line], line))
    best: dict[int, tuple[int, int]] = {}
    for line in order:
        for end in line:
            best.setdefault(end, line)
    kept = dict.fromkeys(best.values())
    room = max(0, LINES - len(kept))
    return [*kept, *[line for line in order if line not in kept][:room]]


# Positions are whole numbers of pixels. Names are outside an ellipse, to its left and right, each
# in a row of its own that has room for two lines: none covers another. Browsers break them.

WIDTH = 320
MIDDLE = WIDTH // 2
ROW = 30
"""Distance from row to row: two lines of a name, and room for a finger."""
RADIUS = 56
"""Half the width of the ellipse."""
MARGIN = 6
GAP = 10
"""Distance from the middle of a node to its name."""
MAX_CHORDS = 60
"""Limit of the lines between the co-authors of a person."""
COAUTHORS = 20
"""Limit of the co-authors around a person."""
LARGE = 2_000
"""On sites with more works, only people with `MANY` works or a file of their own have a picture."""
MANY = 8

Weights = Mapping[tuple[int, int], int]
"""Numbers of joint works by the indices of two co-authors, the smaller first."""


@dataclass(frozen=True, slots=True)
class Coauthor:
    """A co-author at a position."""

    id: str
    name: str
    count: int
    """The number of joint works."""
    x: int
    y: int
    size: int
    start: int
    room: int
    """Left end and width of the space for the name, in the row of `y`."""


@dataclass(frozen=True, slots=True)
class NetworkChart:
    """A picture of the co-authors around a person."""

    height: int
    right: tuple[Coauthor, ...]
    """From top to bottom."""
    left: tuple[Coauthor, ...]
    """From bottom to top, so that the order goes around."""
    spokes: tuple[tuple[int, str], ...]
    """Lines from the middle: their thickness from 1, and the path of an SVG."""
    chords: tuple[tuple[int, str], ...]
    """Lines between co-authors, likewise."""
    least: int
    """The least weight of a chord that is drawn; 0 if none is."""


def least_works(kb: KnowledgeBase) -> int:
    """Return the number of works that a picture needs on a site of this size."""
    return 2 if len(kb.relations.newest) <= LARGE else MANY


def coauthors(
    kb: KnowledgeBase, person_id: str, others: Sequence[tuple[str, int]], total: int
) -> NetworkChart | None:
    """Return the picture of a person's co-authors, or ``None`` if there are too few.

    ``others`` are the first of them with the numbers of joint works, ``total`` is the number of
    all. Lines join people who are authors of the same works of this person, so that the picture
    shows only works that the page lists.
    """
    relations, authors = kb.relations, kb.relations.authors_of_paper
    works = relations.papers_of_person.get(person_id, ())
    posters = relations.posters_of_person.get(person_id, ())
    works += tuple(poster for poster in posters if poster not in relations.posters_of_paper)
    least = 2 if kb.state_of(person_id) is State.DESCRIBED else least_works(kb)
    if total < MIN_PEOPLE or len(works) < least:
        return None
    place = {person: index for index, (person, _count) in enumerate(others)}
    weights: Counter[tuple[int, int]] = Counter()
    for work in works:
        if len(authors[work]) <= MANY_AUTHORS:
            indices = sorted({place[author] for author in authors[work] if author in place})
            weights.update(combinations(indices, 2))
    order = in_a_row(len(others), weights)
    rank = {index: position for position, index in enumerate(order)}
    moved = {
        (min(rank[a], rank[b]), max(rank[a], rank[b])): weight for (a, b), weight in weights.items()
    }
    people = [(*others[index], kb.title_of("person", others[index][0])) for index in order]
    return around(people, moved)


def around(people: Sequence[tuple[str, int, str]], weights: Weights) -> NetworkChart:
    """Return a picture of people around the middle, clockwise from the top.

    ``people`` are triples of id, number of joint works and name.
    """
    half = (len(people) + 1) // 2
    height = half * ROW + 2 * MARGIN
    middle = height // 2
    most = max([count for _id, count, _name in people], default=1)
    places = [*_column(people[:half], height, 1, most), *_column(people[half:], height, -1, most)]
    spokes = [(to.count, f"M{MIDDLE} {middle}l{to.x - MIDDLE} {to.y - middle}") for to in places]
    # The weight of the first line beyond the limit: no line of that weight is drawn.
    beyond = sorted(weights.values(), reverse=True)[MAX_CHORDS : MAX_CHORDS + 1] or [0]
    drawn = {pair: weight for pair, weight in weights.items() if weight > beyond[0]}
    chords: list[tuple[int, str]] = []
    for (first, second), weight in sorted(drawn.items()):
        a, b = places[first], places[second]
        # Bent towards the middle, so that neighbours are not joined through a name.
        bend_x = MIDDLE + ((a.x + b.x) // 2 - MIDDLE) // 3
        bend_y = middle + ((a.y + b.y) // 2 - middle) * 4 // 5
        chords.append((weight, f"M{a.x} {a.y}Q{bend_x} {bend_y} {b.x} {b.y}"))
    return NetworkChart(
        height,
        tuple(places[:half]),
        tuple(places[half:]),
        _paths(spokes),
        _paths(chords),
        min(drawn.values(), default=0),
    )


def _column(
    people: Sequence[tuple[str, int, str]], height: int, side: int, most: int
) -> Iterator[Coauthor]:
    """Yield the people of a side: on the right (1) from the top, on the left (-1) from below."""
    middle = height // 2
    top = middle - (len(people) - 1) * ROW // 2
    for row, (person, count, name) in enumerate(people):
        y = top + (row if side > 0 else len(people) - 1 - row) * ROW
        # How far out, by the equation of an ellipse a little higher than the column.
        high = middle + ROW // 4
        out = RADIUS * isqrt(max(0, high * high - (y - middle) ** 2)) // high
        x = MIDDLE + side * out
        start, stop = (x + GAP, WIDTH - MARGIN) if side > 0 else (MARGIN, x - GAP)
        size = 3 + 4 * isqrt(16 * count // most) // 4
        yield Coauthor(person, name, count, x, y, size, start, stop - start)


def _paths(steps: Sequence[tuple[int, str]]) -> tuple[tuple[int, str], ...]:
    """Return thickness and joint path of lines, which are given with their weights."""
    bands: dict[int, str] = {}
    for weight, step in steps:
        band = bisect_right((1, 2, 4, 8), weight)
        bands[band] = bands.get(band, "") + step
    return tuple(sorted(bands.items()))


def in_a_row(count: int, weights: Weights) -> list[int]:
    """Return the indices below ``count``, ordered so that joined nodes are near each other.

    The next one is always that which shares most with those before it, of which the nearest count
    most; of equal ones, it is the first.

    >>> in_a_row(5, {(0, 3): 2, (1, 4): 1})
    [0, 3, 1, 4, 2]
    """
    ties = [[0] * count for _unused in range(count)]
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
