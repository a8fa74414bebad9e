"""Who works with whom: the map of a site, and the co-authors around a person."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, combinations
from math import isqrt
from unicodedata import combining, east_asian_width

from symposium.knowledge import KnowledgeBase
from symposium.knowledge.base import MANY_AUTHORS
from symposium.knowledge.identity import State
from symposium.knowledge.relation_table import Ids

LEAST = 3
"""Fewer people are no network, and no picture."""
PEOPLE = 5_000
"""So many are shown, those with most works: more cannot be told apart, nor be drawn at once."""
LINES = 20_000
"""So many lines are drawn, those of most joint works."""


@dataclass(frozen=True, slots=True)
class Network:
    """The people on the map, those with most works first, and the lines between them."""

    ids: Ids
    sizes: tuple[int, ...]
    """How many works each has with others."""
    lines: tuple[tuple[int, int], ...]
    """Pairs of indices of people, the smaller first, in order."""
    weights: tuple[int, ...]
    """For how many joint works each line stands."""


def works_together(kb: KnowledgeBase) -> Iterator[set[str]]:
    """Yield the authors of each work that says who works with whom.

    A poster that has the title of a paper does not say it again.
    """
    works, doubled = kb.works, kb.relations.posters_of_paper
    for work, authors in kb.relations.authors_of_paper.items():
        if 1 < len(authors) <= MANY_AUTHORS and not (work in doubled and works[work].poster):
            distinct = set(authors)
            if len(distinct) > 1:
                yield distinct


def has_network(kb: KnowledgeBase) -> bool:
    """Tell whether there are enough people who work with others."""
    found: set[str] = set()
    for authors in works_together(kb):
        found |= authors
        if len(found) >= LEAST:
            return True
    return False


def people_together(kb: KnowledgeBase) -> list[tuple[str, int]]:
    """Return persons with co-authors and their number of works, most first, then A–Z."""
    counts: Counter[str] = Counter()
    for authors in works_together(kb):
        counts.update(authors)
    return list(kb.most_first(counts))


def collaboration(kb: KnowledgeBase) -> Network:
    """Return the network of people of a site, or the part of it that is shown."""
    shown = people_together(kb)[:PEOPLE]
    place = {person: index for index, (person, _) in enumerate(shown)}
    joined: Counter[tuple[int, int]] = Counter()
    left = 2_000_000  # pairs of authors that are looked at; then works of many join nobody
    for authors in sorted(works_together(kb), key=len):
        here = sorted(place[author] for author in authors if author in place)
        left -= len(here) * (len(here) - 1) // 2
        if left < 0:
            break
        joined.update(combinations(here, 2))
    lines = tuple(sorted(_strongest(joined)))
    ids, sizes = zip(*shown, strict=True)
    return Network(ids, sizes, lines, tuple([joined[line] for line in lines]))


def _strongest(joined: Counter[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the lines that are shown: those of most works, and for each person the best one."""
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


# Positions are whole numbers of pixels. Names stand outside an ellipse, to its left and right, each
# in a row of its own: no two overlap, however many there are and however narrow the screen.

SIZE = 12
"""The size of the letters, in pixels."""
NARROW = frozenset(" .,'’`:;|!()[]{}-ijlftrI1")
WIDE = frozenset("mwMWQGOD@%&—…")
CUT = "…"
WORDS = 40
"""More words do not fit in a line."""


def width(text: str) -> int:
    """Return about how wide text is in the sans serif of any system: rather too wide.

    >>> width("Jane Doe"), width("王 小明"), width("")
    (59, 43, 0)
    """
    return sum(map(_width, text))


@cache
def _width(char: str) -> int:
    if char in NARROW:
        return 4
    if combining(char):
        return 0
    if east_asian_width(char) in "WF":
        return 13
    if char in WIDE:
        return 11
    return 9 if char.isupper() or not char.isascii() else 7


def lines(text: str, room: int) -> tuple[str, ...]:
    """Return text in one line or two, none wider than ``room``; what does not fit is left out.

    >>> lines("Jane Doe", 90), lines("Jane Alexandra Doe", 90)
    (('Jane Doe',), ('Jane', 'Alexandra Doe'))
    >>> lines("Wolfeschlegelsteinhausen", 90), lines("The Very Large Collaboration of All", 90)
    (('Wolfeschlege…',), ('The Very', 'Large Collab…'))
    """
    words = text.split()
    text = " ".join(words)
    if width(text) <= room:
        return (text,)
    pairs = [(" ".join(words[:end]), " ".join(words[end:])) for end in range(1, len(words))[:WORDS]]
    pairs = [pair for pair in pairs if width(pair[0]) <= room]
    # Where all fits, the lines are about equally long: a name looks better so.
    fitting = [(first, rest) for first, rest in pairs if width(rest) <= room]
    if fitting:
        return next((pair for pair in fitting if width(pair[0]) >= width(pair[1])), fitting[-1])
    return (pairs[-1][0], cut(pairs[-1][1], room)) if pairs else (cut(text, room),)


def cut(text: str, room: int) -> str:
    """Return the beginning of text that fits, with a sign where something is left out.

    >>> cut("Doe", 50), cut("Wolfeschlegelsteinhausen", 50), cut("Doe", 0)
    ('Doe', 'Wolfe…', '…')
    """
    if width(text) <= room:
        return text
    used = list(accumulate(map(width, text), initial=width(CUT)))
    return text[: max(0, bisect_right(used, room) - 1)].rstrip() + CUT


WIDTH = 320
MIDDLE = WIDTH // 2
ROW = 30
"""From row to row: two lines of a name, and room for a finger."""
RADIUS = 56
"""Half the width of the ellipse."""
MARGIN = 6
GAP = 10
"""From the middle of a node to its name."""
MOST_LINES = 60
"""So many lines among those around are drawn at most."""
COAUTHORS = 20
"""Co-authors around a person."""
LARGE = 2_000
"""With more works than these, only those with many works of their own have a picture, and those
who are described in a file."""
MANY = 8

Weights = Mapping[tuple[int, int], int]
"""Indices of two of those around, the smaller first, and what joins them."""


@dataclass(frozen=True, slots=True)
class Coauthor:
    """A co-author in a place."""

    id: str
    name: str
    count: int
    """The number of joint works."""
    x: int
    y: int
    size: int
    label: tuple[tuple[int, int, str], ...]
    """Lines of the name: where each begins (or ends, on the left), its base line, and text."""


@dataclass(frozen=True, slots=True)
class NetworkChart:
    """A picture of who is around a person."""

    height: int
    right: tuple[Coauthor, ...]
    """From above to below."""
    left: tuple[Coauthor, ...]
    """From below to above: so the order goes around."""
    spokes: tuple[tuple[int, str], ...]
    """Lines from the middle, by thickness from 1: the path of an SVG."""
    chords: tuple[tuple[int, str], ...]
    """Lines among those around, likewise."""
    least: int
    """The least weight of a chord that is drawn; 0 where there are too many to draw any."""


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
    works += tuple(poster for poster in posters if poster not in relations.posters_of_paper)
    least = 2 if kb.state_of(person_id) is State.DESCRIBED else least_works(kb)
    if total < LEAST or len(works) < least:
        return None
    place = {person: index for index, (person, _count) in enumerate(others)}
    weights: Counter[tuple[int, int]] = Counter()
    for work in works:
        if len(authors[work]) <= MANY_AUTHORS:
            here = sorted({place[author] for author in authors[work] if author in place})
            weights.update(combinations(here, 2))
    order = in_a_row(len(others), weights)
    rank = {index: position for position, index in enumerate(order)}
    moved = {
        (min(rank[a], rank[b]), max(rank[a], rank[b])): weight for (a, b), weight in weights.items()
    }
    people = [(*others[index], kb.title_of("person", others[index][0])) for index in order]
    return around(people, moved)


def around(people: Sequence[tuple[str, int, str]], weights: Weights) -> NetworkChart:
    """Return where people stand: clockwise, from above on the right to above on the left.

    Of each, ``people`` has the id, the number of joint works and the name.
    """
    half = (len(people) + 1) // 2
    height = half * ROW + 2 * MARGIN
    middle = height // 2
    most = max([count for _id, count, _name in people], default=1)
    places = [
        *_column(people[:half], height, 1, most),
        *_column(people[half:], height, -1, most),
    ]
    spokes = [(to.count, f"M{MIDDLE} {middle}l{to.x - MIDDLE} {to.y - middle}") for to in places]
    # The weights of lines that are too many; of those as strong, none is drawn.
    beyond = sorted(weights.values(), reverse=True)[MOST_LINES : MOST_LINES + 1] or [0]
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
    """Yield the people of a side: from above on the right (1), from below on the left (-1)."""
    middle = height // 2
    top = middle - (len(people) - 1) * ROW // 2
    for row, (person, count, name) in enumerate(people):
        y = top + (row if side > 0 else len(people) - 1 - row) * ROW
        # How far out, by the equation of an ellipse a little higher than the column.
        high = middle + ROW // 4
        out = RADIUS * isqrt(max(0, high * high - (y - middle) ** 2)) // high
        x = MIDDLE + side * out
        edge = x + side * GAP
        text = lines(name, WIDTH - MARGIN - edge if side > 0 else edge - MARGIN)
        base = y + 4 - 7 * (len(text) - 1)
        label = tuple([(edge, base + 14 * number, line) for number, line in enumerate(text)])
        size = 3 + 4 * isqrt(16 * count // most) // 4
        yield Coauthor(person, name, count, x, y, size, label)


def _paths(steps: Sequence[tuple[int, str]]) -> tuple[tuple[int, str], ...]:
    """Return the path of the lines of each thickness, from steps with their weights."""
    bands: dict[int, str] = {}
    for weight, step in steps:
        band = bisect_right((1, 2, 4, 8), weight)
        bands[band] = bands.get(band, "") + step
    return tuple(sorted(bands.items()))


def in_a_row(count: int, weights: Weights) -> list[int]:
    """Return the indices from 0 to ``count``, ordered so that joined nodes are near each other.

    Each is followed by who shares most with it and those before it, of whom the nearest count
    most; whoever shares nothing comes in the order of the indices.

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
