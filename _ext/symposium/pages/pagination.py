"""Pagination: a page whose listings are too long for one page is split.

The first part is the page itself (``years/2023``) with all that is no list, every short list, and
the beginning of the long ones; the others (``years/2023/2``) hold what is left, in the order of the
page. All parts are about equally long. Rows are counted, each at the usual size of its style
(`row_size`): nothing is rendered to find out how many pages a site has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import mul

from symposium.knowledge import KnowledgeBase
from symposium.locale import _, number
from symposium.model.names import fold_text
from symposium.pages.listing import LETTERED, YEARLY, Listing, Listings, Style
from symposium.pages.programmes.day_lines import lines_label

OTHER = "#"
"""Stands for all that begins with no letter from A to Z."""

Key = Callable[[str], str]
"""Returns what an id is sorted by: folded text."""


@dataclass(frozen=True, slots=True)
class Alphabet:
    """Ids from A to Z, then all others."""

    ids: tuple[str, ...]
    starts: tuple[tuple[str, int], ...]
    """Each letter with the index of the first id."""


def alphabet(ids: list[str], key: Key) -> Alphabet:
    """Return ids that are sorted by their keys, those without a letter last.

    >>> found = alphabet(["1st", "ann", "zoe", "王"], str)
    >>> found.ids, found.starts
    (('ann', 'zoe', '1st', '王'), (('A', 0), ('Z', 1), ('#', 2)))
    """
    groups = sorted(by_letter(ids, key), key=lambda group: group[0] == OTHER)
    starts: dict[str, int] = {}
    ordered: list[str] = []
    for letter_of, group in groups:
        starts.setdefault(letter_of, len(ordered))
        ordered += group
    return Alphabet(tuple(ordered), tuple(starts.items()))


def key_of(kb: KnowledgeBase, kind: str) -> Key:
    """Return what the records of a kind are sorted by."""
    if kind == "person":
        names = kb.identity.names
        return lambda person_id: names[person_id].sort_key
    if kind == "venue":
        venues = kb.venues
        return lambda one: fold_text(venues[one].short or venues[one].name).strip()
    return lambda one: fold_text(kb.title_of(kind, one)).strip()


def all_from_a_to_z(kb: KnowledgeBase, kind: str) -> Alphabet:
    """Return the records of a kind from A to Z; names that several share are left out."""
    key = key_of(kb, kind)
    if kind == "person":
        return alphabet([one for one in kb.identity.rank if one not in kb.identity.candidates], key)
    return alphabet(sorted(sorted(kb.entities[kind]), key=key), key)


def by_letter(ids: Iterable[str], key: Key) -> list[tuple[str, list[str]]]:
    """Return ids that are in order by letter.

    >>> by_letter(["ada", "ann", "王"], str)
    [('A', ['ada', 'ann']), ('#', ['王'])]
    """
    return [(one, list(group)) for one, group in groupby(ids, lambda one: letter(key(one)))]


def letter(key: str) -> str:
    """Return the letter under which a folded key stands."""
    first = key[:1]
    return first.upper() if first.isascii() and first.isalpha() else OTHER


def apart(key: str, other: str) -> str:
    """Return as much of a key as tells it from another, for a label.

    >>> apart("schmidt", "sato"), apart("li wei", "li wei")
    ('Sc', 'Li Wei')
    """
    same = next((i for i, (a, b) in enumerate(zip(key, other, strict=False)) if a != b), None)
    end = min(len(key), len(other)) if same is None else same
    return key[: max(2, end + 1)].strip(" ,").title()[:16]


BUDGET = 150_000
"""Estimated bytes of a page. The limit is 200 KB with the frame around it."""
LEAST = 30_000
"""What the listings of a first part get, however much else stands there."""
ROW_SIZES: Mapping[Style, int] = {
    "cards": 600, "columns": 105, "corrections": 1200, "edited": 350,
    "given": 1000, "links": 130, "members": 550, "mentions": 700, "people": 115, "related": 550,
    "roles": 400, "served": 500, "subjects": 115, "talks": 1000, "topics": 600, "tracked": 550,
    "venues": 210,
}  # fmt: skip
"""Estimated bytes of a row of each style."""
ITEM_SIZES = {"paper": 760, "talk": 1000}
"""The same of a line of several facts; of a work without its authors."""
ITEM = 450
DETAILS = 900
"""What the line of a work takes more where it shows a picture and buttons."""
AUTHOR = 160
"""What each author adds to it."""
SHOWN = 40
"""Authors that it names (``macros/items.html``)."""
WHOLE_PAGER = 24
"""A pager of more pages than these shows some of them."""
NEAREST = 3

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
    label: str
    """What this part is called."""
    previous: str
    next: str
    """Docnames of the parts before and behind it, or nothing."""
    steps: tuple[Step, ...]


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
        if count > WHOLE_PAGER:
            shown = {1, count, *range(1, count + 1, -(-count // 10))}
            shown |= set(range(max(1, number - NEAREST), min(count, number + NEAREST) + 1))
        steps: list[Step] = []
        for one in sorted(shown):
            gap = bool(steps) and steps[-1].number + 1 < one
            steps.append(Step(one, part_name(self.page, one), self.parts[one - 1].label, gap))
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
        inside = sum(len(one.line.inside) for one in rows)
        abstract = 600 if rows and rows[0].day.programme.brief else 1600
        shown = sum(bool(one.line.abstract) for one in rows)
        return 1500 + (450 * inside + abstract * shown) // count
    if listing.style != "items" and listing.style not in YEARLY:
        return ROW_SIZES[listing.style]
    size = ITEM_SIZES.get(listing.kind, ITEM) + DETAILS * (listing.style == "detailed")
    if listing.kind == "paper":
        works = kb.works
        size += AUTHOR * sum([min(SHOWN, len(works[one].authors)) for one in rows]) // count
    return size


def make_plan(kb: KnowledgeBase, page: str, listings: Listings, fixed: int) -> Plan | None:
    """Return how a page is split, or ``None`` if it need not be.

    ``fixed`` is the estimated size of all that stands on the first part besides the listings.
    """
    sizes = [row_size(kb, one) for one in listings]
    counts = [len(one.rows) for one in listings]
    whole = fixed + sum(map(mul, sizes, counts))
    if whole <= BUDGET:
        return None
    first = _first(sizes, counts, max(LEAST, whole // -(-whole // BUDGET) - fixed))
    first = [_joint(one, 0, stop) for one, stop in zip(listings, first, strict=True)]
    slices = [
        tuple((index, 0, stop) for index, stop in enumerate(first) if stop),
        *_rest(listings, sizes, first),
    ]
    split = frozenset(i for i, count in enumerate(counts) if first[i] < count)
    labels = (
        ", ".join([_range(kb, listings[i], *rows) for i, *rows in one if i in split])
        for one in slices
    )
    return Plan(page, tuple(map(PagePart, slices, labels)))


def _first(sizes: Sequence[int], counts: Sequence[int], room: int) -> list[int]:
    """Return how many rows of each listing the first part shows.

    Short listings stand there whole; those that are too long share the room that is left.
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
    """Yield what the other parts show: equal shares of all that is left."""
    rows = list(zip(listings, sizes, first, strict=True))
    left = sum(size * (len(one.rows) - row) for one, size, row in rows)
    share = -(-left // max(1, -(-left // BUDGET)))
    part, room = list[Slice](), share
    for index, (one, size, start) in enumerate(rows):
        row = start
        while row < len(one.rows):
            stop = _joint(one, row, row - (-room // size))
            part.append((index, row, stop))
            row, room = stop, room - size * (stop - row)
            if room <= 0 or row < len(one.rows):
                yield tuple(part)
                part, room = [], share
    if part:
        yield tuple(part)


def _joint(listing: Listing, start: int, stop: int) -> int:
    """Return where to split a list that would be split before ``stop``: not much before.

    >>> one = Listing("", "", "programme", range(9), joints=[(1, True), (4, False)])
    >>> _joint(one, 0, 5), _joint(one, 0, 2), _joint(one, 4, 12)
    (4, 1, 9)
    """
    if not listing.joints or stop >= len(listing.rows):
        return min(stop, len(listing.rows))
    possible = [joint for joint in listing.joints if start < joint[0] <= stop]
    best = [row for row, is_best in possible if is_best and row - start >= (stop - start) / 3]
    return (best or [row for row, _unused in possible] or [stop])[-1]


def _range(kb: KnowledgeBase, listing: Listing, start: int, stop: int) -> str:
    """Return which rows of a listing these are, in words of its readers."""
    rows = listing.rows
    if listing.style in LETTERED:
        key = key_of(kb, listing.kind)
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
