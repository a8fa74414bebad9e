"""Pagination: a page whose listings are too long for one page is split.

The first part is the page itself (``years/2023``) with all but its lists, every short list, and the
beginning of the long ones; the others (``years/2023/2``) have the rest, in the order of the page.
All parts are about equally long. Rows are counted, each at the usual size of its style
(`row_size`): nothing is rendered to find out how many pages a site has.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import mul
from string import ascii_lowercase, ascii_uppercase

from symposium.knowledge import KnowledgeBase
from symposium.locale import _, number
from symposium.model.names import fold_text
from symposium.pages.listing import LETTERED, YEARLY, Listing, Listings, Style
from symposium.pages.programmes.day_lines import lines_label

OTHER = "#"
"""The heading of everything that begins with no letter from A to Z."""

Key = Callable[[str], str]
"""Returns the folded text by which an id is sorted."""


@dataclass(frozen=True, slots=True)
class Alphabet:
    """Ids from A to Z, then all others."""

    ids: tuple[str, ...]
    starts: tuple[tuple[str, int], ...]
    """Each letter with the index of the first id."""


def alphabet(ids: list[str], key: Key) -> Alphabet:
    """Return ids, given in order of their keys, with those without a letter last.

    >>> names = alphabet(["1st", "ann", "zoe", "王"], str)
    >>> names.ids, names.starts
    (('ann', 'zoe', '1st', '王'), (('A', 0), ('Z', 1), ('#', 2)))
    """
    ends = [bisect_left(ids, sign, key=key) for sign in f"{ascii_lowercase}{{"]
    first, last = ends[0], ends[-1]
    ordered = (*ids[first:last], *ids[:first], *ids[last:])
    signs = f"{ascii_uppercase}{OTHER}"  # one without ids begins where the next one does
    starts = {end - first: sign for sign, end in zip(signs, ends, strict=True)}
    starts.pop(len(ordered), None)
    return Alphabet(ordered, tuple([(sign, start) for start, sign in starts.items()]))


def key_of(kb: KnowledgeBase, kind: str) -> Key:
    """Return the function by which the records of a kind are sorted."""
    if kind == "person":
        names = kb.identity.names
        return lambda person_id: names[person_id].sort_key
    if kind == "venue":
        venues = kb.venues
        return lambda venue_id: fold_text(venues[venue_id].short or venues[venue_id].name).strip()
    return lambda record_id: fold_text(kb.title_of(kind, record_id)).strip()


def all_from_a_to_z(kb: KnowledgeBase, kind: str) -> Alphabet:
    """Return the records of a kind from A to Z, without names that several people share."""
    key = key_of(kb, kind)
    if kind == "person":
        return alphabet([id_ for id_ in kb.identity.rank if id_ not in kb.identity.candidates], key)
    return alphabet(sorted(sorted(kb.entities[kind]), key=key), key)


def by_letter(ids: Iterable[str], key: Key) -> list[tuple[str, list[str]]]:
    """Return sorted ids in groups by letter.

    >>> by_letter(["ada", "ann", "王"], str)
    [('A', ['ada', 'ann']), ('#', ['王'])]
    """
    return [(initial, list(group)) for initial, group in groupby(ids, lambda id_: letter(key(id_)))]


def letter(key: str) -> str:
    """Return the heading of a folded key: its letter, or `OTHER`."""
    first = key[:1]
    return first.upper() if first.isascii() and first.isalpha() else OTHER


def short_key(key: str, other: str) -> str:
    """Return the beginning of a key that distinguishes it from another, for a label.

    >>> short_key("schmidt", "sato"), short_key("li wei", "li wei")
    ('Sc', 'Li Wei')
    """
    same = next((i for i, (a, b) in enumerate(zip(key, other, strict=False)) if a != b), None)
    end = min(len(key), len(other)) if same is None else same
    return key[: max(2, end + 1)].strip(" ,").title()[:16]


BUDGET = 150_000
"""Estimated bytes of a page. The limit is 200 KB with the frame around it."""
LEAST = 30_000
"""Bytes for the listings of a first part, however long the rest of that part is."""
ROW_SIZES: Mapping[Style, int] = {
    "cards": 600, "columns": 105, "corrections": 1200, "edited": 350,
    "given": 1000, "links": 130, "members": 550, "mentions": 700, "people": 115, "related": 550,
    "roles": 400, "served": 500, "subjects": 115, "talks": 1000, "topics": 600, "tracked": 550,
    "venues": 210,
}  # fmt: skip
"""Estimated bytes of a row of each style."""
ITEM_SIZES = {"paper": 800, "talk": 1000}
"""Estimated bytes of an item, by kind; of a work without its authors."""
ITEM = 450
AUTHOR = 160
"""Further bytes of each author of a work."""
SHOWN = 40
"""Authors that an item names."""
WHOLE_PAGER = 24
"""Limit of parts for a pager with links to all of them."""
NEAREST = 3

Slice = tuple[int, int, int]
"""Index of a listing, the first row, and the row after the last."""


@dataclass(frozen=True, slots=True)
class PagePart:
    """What one part of a page shows."""

    slices: tuple[Slice, ...]
    label: str
    """The label of the part: ``2019–2017``."""


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
    label: str
    """The label of this part."""
    previous: str
    next: str
    """Docnames of the parts before and behind it, or empty."""
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """How a page is split."""

    page: str
    parts: tuple[PagePart, ...]

    def cut(self, listings: Listings, number: int) -> Listings:
        """Return the slices that a part shows; parts are numbered from 1."""
        shown = []
        for index, start, stop in self.parts[number - 1].slices:
            listing = listings[index]
            later = self._part_with(index, stop) if stop < len(listing.rows) else 0
            shown.append(
                replace(
                    listing,
                    rows=listing.rows[start:stop],
                    total=listing.count,
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
            for listing_index, start, stop in part.slices
            if listing_index == index and start <= row < stop
        )

    def pager(self, number: int) -> Pager:
        """Return the links to the other parts: to all, or to the nearest and some far ones."""
        count = len(self.parts)
        numbers = set(range(1, count + 1))
        if count > WHOLE_PAGER:
            numbers = {1, count, *range(1, count + 1, -(-count // 10))}
            numbers |= set(range(max(1, number - NEAREST), min(count, number + NEAREST) + 1))
        steps: list[Step] = []
        for part in sorted(numbers):
            gap = bool(steps) and steps[-1].number + 1 < part
            steps.append(Step(part, part_name(self.page, part), self.parts[part - 1].label, gap))
        previous = part_name(self.page, number - 1) if number > 1 else ""
        following = part_name(self.page, number + 1) if number < count else ""
        label = self.parts[number - 1].label
        return Pager(self.page, number, count, label, previous, following, tuple(steps))


def part_name(page: str, number: int) -> str:
    """Return the docname of a part.

    >>> part_name("years/2023", 1), part_name("years/2023", 2)
    ('years/2023', 'years/2023/2')
    """
    return page if number == 1 else f"{page}/{number}"


def row_size(kb: KnowledgeBase, listing: Listing) -> int:
    """Return the estimated bytes of a row of a listing."""
    rows, count = listing.rows, len(listing.rows) or 1
    if listing.style == "programme":
        inside = sum(len(row.line.inside) for row in rows)
        abstract = 600 if rows and rows[0].day.programme.brief else 1600
        with_abstract = sum(bool(row.line.abstract) for row in rows)
        return 1500 + (450 * inside + abstract * with_abstract) // count
    if listing.style != "items" and listing.style not in YEARLY:
        return ROW_SIZES[listing.style]
    size = ITEM_SIZES.get(listing.kind, ITEM)
    if listing.kind == "paper":
        works = kb.works
        size += AUTHOR * sum([min(SHOWN, len(works[id_].authors)) for id_ in rows]) // count
    return size


def make_plan(kb: KnowledgeBase, page: str, listings: Listings, fixed: int) -> Plan | None:
    """Return how to split a page, or ``None`` if it is short enough.

    ``fixed`` is the estimated size of the first part without its listings.
    """
    sizes = [row_size(kb, listing) for listing in listings]
    counts = [len(listing.rows) for listing in listings]
    whole = fixed + sum(map(mul, sizes, counts))
    if whole <= BUDGET:
        return None
    first = _first(sizes, counts, max(LEAST, whole // -(-whole // BUDGET) - fixed))
    first = [_joint(listing, 0, stop) for listing, stop in zip(listings, first, strict=True)]
    slices = [
        tuple((index, 0, stop) for index, stop in enumerate(first) if stop),
        *_rest(listings, sizes, first),
    ]
    split = frozenset(i for i, count in enumerate(counts) if first[i] < count)
    labels = (
        ", ".join([_range(kb, listings[i], *rows) for i, *rows in part if i in split])
        for part in slices
    )
    return Plan(page, tuple(map(PagePart, slices, labels)))


def _first(sizes: Sequence[int], counts: Sequence[int], room: int) -> list[int]:
    """Return how many rows of each listing the first part shows.

    Short listings are there as a whole; those that are too long share the room that is left.
    """
    taken = [0] * len(sizes)
    order = sorted(range(len(sizes)), key=lambda index: sizes[index] * counts[index])
    for left, index in zip(range(len(sizes), 0, -1), order, strict=True):
        taken[index] = min(counts[index], max(1, room // left // sizes[index]))
        room -= taken[index] * sizes[index]
    return taken


def _rest(
    listings: Listings, sizes: Sequence[int], first: Sequence[int]
) -> Iterator[tuple[Slice, ...]]:
    """Yield the slices of the other parts: equal shares of all rows that are left."""
    rows = list(zip(listings, sizes, first, strict=True))
    left = sum(size * (len(listing.rows) - row) for listing, size, row in rows)
    share = -(-left // max(1, -(-left // BUDGET)))
    part, room = list[Slice](), share
    for index, (listing, size, start) in enumerate(rows):
        row = start
        while row < len(listing.rows):
            stop = _joint(listing, row, row - (-room // size))
            part.append((index, row, stop))
            row, room = stop, room - size * (stop - row)
            if room <= 0 or row < len(listing.rows):
                yield tuple(part)
                part, room = [], share
    if part:
        yield tuple(part)


def _joint(listing: Listing, start: int, stop: int) -> int:
    """Return the row before which to split a list: ``stop``, or a joint not much before it.

    >>> listing = Listing("", "", "programme", range(9), joints=[(1, True), (4, False)])
    >>> _joint(listing, 0, 5), _joint(listing, 0, 2), _joint(listing, 4, 12)
    (4, 1, 9)
    """
    if not listing.joints or stop >= len(listing.rows):
        return min(stop, len(listing.rows))
    possible = [joint for joint in listing.joints if start < joint[0] <= stop]
    best = [row for row, is_best in possible if is_best and row - start >= (stop - start) / 3]
    return (best or [row for row, _unused in possible] or [stop])[-1]


def _range(kb: KnowledgeBase, listing: Listing, start: int, stop: int) -> str:
    """Return a label of some rows of a listing: their first and their last."""
    rows = listing.rows
    if listing.style in LETTERED:
        key = key_of(kb, listing.kind)
        before = key(rows[start - 1]) if start else ""
        after = key(rows[stop]) if stop < len(rows) else ""
        ends = [short_key(key(rows[start]), before), short_key(key(rows[stop - 1]), after)]
    elif listing.style in YEARLY:
        ends = [str(kb.works[rows[at]].year or _("no year")) for at in (start, stop - 1)]
    elif listing.style == "programme":
        return lines_label(listing.rows[start:stop])
    else:
        ends = [f"{listing.title} {number(start + 1)}", number(stop)]
    return "–".join(dict.fromkeys(ends))
