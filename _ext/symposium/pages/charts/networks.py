"""The people and topics around a person or a topic, and what joins them."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, combinations
from math import isqrt
from unicodedata import combining, east_asian_width

from symposium.knowledge import KnowledgeBase
from symposium.knowledge.base import MANY_AUTHORS
from symposium.knowledge.identity import State
from symposium.locale import _, plural

# A chart of a node and others around it: positions in pixels. Names stand outside an ellipse, to
# its left and right, each in a row of its own: no two overlap, however many there are and however
# narrow the screen. Positions are whole numbers.

SIZE = 12
"""The size of the letters, in pixels."""
NARROW = frozenset(" .,'’`:;|!()[]{}-ijlftrI1")
WIDE = frozenset("mwMWQGOD@%&—…")
CUT = "…"


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
    whole, space = width(text), width(" ")
    if whole <= room:
        return (text,)
    # How wide the first words are, of each number of them.
    wide = list(accumulate(map(width, words), lambda before, word: before + space + word))
    fits = bisect_right(wide, room)
    # Where all fits, the lines are about equally long: a name looks better so.
    for count, first in enumerate(wide[:fits], 1):
        rest = whole - first - space
        if rest <= room and (first >= rest or count == fits):
            return (" ".join(words[:count]), " ".join(words[count:]))
    if not fits:
        return (cut(text, room),)
    return (" ".join(words[:fits]), cut(" ".join(words[fits:]), room))


def cut(text: str, room: int) -> str:
    """Return the beginning of text that fits, with a sign where something is left out.

    >>> cut("Doe", 50), cut("Wolfeschlegelsteinhausen", 50), cut("Doe", 0)
    ('Doe', 'Wolfe…', '…')
    """
    if width(text) <= room:
        return text
    end, used = 0, width(CUT)
    for position, char in enumerate(text):
        used += width(char)
        if used > room:
            break
        end = position + 1
    while end and end < len(text) and combining(text[end]):
        end -= 1  # an accent stays with its letter
    return text[:end].rstrip() + CUT


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
