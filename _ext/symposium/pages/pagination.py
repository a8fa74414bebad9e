"""Pagination: a page whose listings are too long for one page is split.

The first part is the page itself (``years/2023``) with all that is no list, every short list, and
the beginning of the long ones; the others (``years/2023/2``) hold what is left, in the order of the
page. All parts are about equally long. Where to cut follows from estimated bytes alone (`weights`):
nothing is rendered to find out how many pages a site has.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from symposium.knowledge import KnowledgeBase
from symposium.locale import _, number
from symposium.pages.alphabet import apart, key_of
from symposium.pages.listing import LETTERED, YEARLY, Joints, Listing, Listings
from symposium.pages.programmes.page_of_programme import lines_label
from symposium.pages.row_sizes import Scale

BUDGET = 150_000
"""Estimated bytes of a page. The limit is 200 KB with the frame around it."""
LEAST = 30_000
"""What the listings of a first part get, however much else stands there."""
ALL = 24
"""A pager of more pages than these shows some of them."""
NEAR = 3

Slice = tuple[int, int, int]
"""Index of a listing, and where its rows begin and end."""


@dataclass(frozen=True, slots=True)
class PagePart:
    """What one part of a page shows."""

    slices: tuple[Slice, ...]
    label: str
    """What the part is called: ``2019–2017``."""


@dataclass(frozen=True, slots=True)
class Step:
    """A link of a pager."""

    number: int
    page: str
    label: str
    gap: bool = False
    """Whether pages before this one are left out."""


@dataclass(frozen=True, slots=True)
class Pager:
    """The way from a part to the others."""

    page: str
    """Docname of the first part."""
    number: int
    count: int
    steps: tuple[Step, ...]

    @property
    def previous(self) -> str:
        """Docname of the part before, or nothing."""
        return part_name(self.page, self.number - 1) if self.number > 1 else ""

    @property
    def next(self) -> str:
        """Docname of the next part, or nothing."""
        return part_name(self.page, self.number + 1) if self.number < self.count else ""

    @property
    def label(self) -> str:
        """What this part is called."""
        return next(step.label for step in self.steps if step.number == self.number)


@dataclass(frozen=True, slots=True)
class Plan:
    """How a page is split."""

    page: str
    parts: tuple[PagePart, ...]

    def cut(self, listings: Listings, number: int) -> Listings:
        """Return the slices that a part shows, from 1."""
        shown = []
        for index, start, stop in self.parts[number - 1].slices:
            whole = listings[index]
            later = self._part_with(index, stop) if stop < len(whole.rows) else 0
            shown.append(
                replace(
                    whole,
                    rows=whole.rows[start:stop],
                    total=whole.count,
                    continued=part_name(self.page, later) if later else "",
                    number=later,
                )
            )
        return tuple(shown)

    def page_with(self, index: int, row: int) -> str:
        """Return the docname of the part that shows a row of a listing."""
        return part_name(self.page, self._part_with(index, row))

    def _part_with(self, index: int, row: int) -> int:
        return next(
            number
            for number, part in enumerate(self.parts, 1)
            for one, start, stop in part.slices
            if one == index and start <= row < stop
        )

    def pager(self, number: int) -> Pager:
        """Return the links to the other parts: to all, or to the nearest and some far ones."""
        count = len(self.parts)
        shown = set(range(1, count + 1))
        if count > ALL:
            shown = {1, count, *range(1, count + 1, -(-count // 10))}
            shown |= set(range(max(1, number - NEAR), min(count, number + NEAR) + 1))
        steps: list[Step] = []
        for one in sorted(shown):
            gap = bool(steps) and steps[-1].number + 1 < one
            steps.append(Step(one, part_name(self.page, one), self.parts[one - 1].label, gap))
        return Pager(self.page, number, count, tuple(steps))


def part_name(page: str, number: int) -> str:
    """Return the docname of a part.

    >>> part_name("years/2023", 1), part_name("years/2023", 2)
    ('years/2023', 'years/2023/2')
    """
    return page if number == 1 else f"{page}/{number}"


def make_plan(scale: Scale, page: str, listings: Listings, fixed: int) -> Plan | None:
    """Return how a page is split, or ``None`` if it need not be.

    ``fixed`` is the estimated size of all that stands on the first part besides the listings.
    """
    kb = scale.kb
    sizes = [scale.weights(one) for one in listings]
    totals = [sum(one) for one in sizes]
    whole = fixed + sum(totals)
    if whole <= BUDGET:
        return None
    share = whole // -(-whole // BUDGET)
    joints = [one.joints for one in listings]
    first = _first(sizes, totals, max(LEAST, share - fixed))
    spare = BUDGET - fixed - sum(sum(one[:stop]) for one, stop in zip(sizes, first, strict=True))
    first = [_joint(joints[i], sizes[i], 0, stop, spare) for i, stop in enumerate(first)]
    slices = [
        tuple((index, 0, stop) for index, stop in enumerate(first) if stop),
        *_rest(sizes, first, joints),
    ]
    split = frozenset(i for i, one in enumerate(sizes) if first[i] < len(one))
    return Plan(page, tuple(PagePart(one, _label(kb, listings, one, split)) for one in slices))


def _first(sizes: list[list[int]], totals: list[int], room: int) -> list[int]:
    """Return how many rows of each listing the first part shows.

    Short listings stand there whole; those that are too long share the room that is left.
    """
    taken = [0] * len(sizes)
    order = sorted(range(len(sizes)), key=totals.__getitem__)
    for left, index in zip(range(len(sizes), 0, -1), order, strict=True):
        share = room // left
        ends = list(accumulate(sizes[index]))
        taken[index] = max(1, bisect_right(ends, share))
        room -= ends[taken[index] - 1]
    return taken


def _rest(
    sizes: list[list[int]], first: list[int], joints: Sequence[Joints]
) -> Iterator[tuple[Slice, ...]]:
    """Yield what the other parts show: equal shares of all that is left."""
    left = sum(sum(one[start:]) for one, start in zip(sizes, first, strict=True))
    share = left / max(1, -(-left // BUDGET))
    part: list[Slice] = []
    done, due, begun = 0, share, 0
    for index, (rows, begin) in enumerate(zip(sizes, first, strict=True)):
        start = row = begin
        while row < len(rows):
            # A row goes where most of it fits.
            if done + rows[row] / 2 > due and (part or row > start):
                spare = BUDGET - (done - begun)
                cut = _joint(joints[index], rows, start, row, spare) if row > start else row
                yield (*part, *([(index, start, cut)] if cut > start else []))
                done += sum(rows[row:cut]) - sum(rows[cut:row])
                due = max(due + share if cut == row else done + share, done + rows[cut])
                part, start, row, begun = [], cut, cut, done
            done += rows[row]
            row += 1
        if len(rows) > start:
            part.append((index, start, len(rows)))
    if part:
        yield tuple(part)


def _joint(joints: Joints, rows: Sequence[int], start: int, stop: int, spare: int) -> int:
    """Return where to split a list that would be split before ``stop``: not much before.

    Where no day ends there, one may end behind it, if the page has as much to ``spare``.

    >>> _joint([(1, True), (4, False)], [1] * 9, 0, 5, 0), _joint([(2, True)], [1] * 9, 0, 4, 0)
    (4, 2)
    >>> [_joint([(4, False), (7, True)], [1] * 9, 0, 5, spare) for spare in (1, 2)]
    [4, 7]
    """
    if not joints or stop >= len(rows):
        return stop
    possible = [one for one in joints if start < one[0] <= stop]
    least = sum(rows[start:stop]) / 3
    best = [row for row, is_best in possible if is_best and sum(rows[start:row]) >= least]
    behind = (row for row, is_best in joints if is_best and row > stop)
    if not best and (day := next(behind, 0)) and sum(rows[stop:day]) <= spare:
        return day
    return (best or [row for row, _unused in possible] or [stop])[-1]


def _label(
    kb: KnowledgeBase, listings: Listings, slices: Sequence[Slice], split: frozenset[int]
) -> str:
    """Return the label of a part, from the listings that are split."""
    found = (
        _range(kb, listings[index], start, stop) for index, start, stop in slices if index in split
    )
    return ", ".join(found)


def _range(kb: KnowledgeBase, listing: Listing, start: int, stop: int) -> str:
    """Return which rows of a listing these are, in words of its readers."""
    rows = listing.rows
    if listing.style in LETTERED:
        key = key_of(kb, LETTERED[listing.style])
        before = key(rows[start - 1]) if start else ""
        after = key(rows[stop]) if stop < len(rows) else ""
        ends = [apart(key(rows[start]), before), apart(key(rows[stop - 1]), after)]
    elif listing.style in YEARLY:
        ends = [str(kb.works[rows[at]].year or _("no year")) for at in (start, stop - 1)]
    elif listing.style == "programme":
        return lines_label(listing.rows[start:stop])
    else:
        ends = [f"{listing.title} {number(start + 1)}", number(stop)]
    return "–".join(dict.fromkeys(ends))
