"""The data of the page that explores who works with whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from symposium.knowledge import KnowledgeBase
from symposium.knowledge.base import MANY_AUTHORS
from symposium.knowledge.relation_table import Ids

LEAST = 3
"""Fewer people are no network."""
PEOPLE = 5_000
"""So many are shown, those with most works: more cannot be told apart, nor be drawn at once."""
LINES = 20_000
"""So many lines are drawn, those of most joint works."""
PAIRS = 2_000_000
"""So many pairs of authors are looked at; then works of many authors join nobody."""


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


def works_together(kb: KnowledgeBase) -> Iterator[Ids]:
    """Yield the authors of each work that says who works with whom.

    A poster that has the title of a paper does not say it again.
    """
    works, doubled = kb.works, kb.relations.posters_of_paper
    for work, authors in kb.relations.authors_of_paper.items():
        if 1 < len(authors) <= MANY_AUTHORS and not (work in doubled and works[work].poster):
            yield authors


def has_network(kb: KnowledgeBase) -> bool:
    """Tell whether there are enough people who work with others."""
    found: set[str] = set()
    for authors in works_together(kb):
        if len(set(authors)) > 1:
            found.update(authors)
        if len(found) >= LEAST:
            return True
    return False


def people_together(kb: KnowledgeBase) -> list[tuple[str, int]]:
    """Return persons with co-authors and their number of works, most first, then A–Z."""
    counts: Counter[str] = Counter()
    for authors in works_together(kb):
        distinct = set(authors)
        if len(distinct) > 1:
            counts.update(distinct)
    return list(kb.most_first(counts))


def collaboration(kb: KnowledgeBase) -> Network:
    """Return the network of people of a site, or the part of it that is shown."""
    shown = people_together(kb)[:PEOPLE]
    place = {person: index for index, (person, _) in enumerate(shown)}
    joined: Counter[tuple[int, int]] = Counter()
    left = PAIRS
    for authors in sorted(works_together(kb), key=len):
        here = sorted({place[author] for author in authors if author in place})
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
