"""A day of several rooms as a table: which column and which rows each session takes.

A row begins wherever sessions begin, so a long session takes the rows of all that begins before
its end. A column belongs to a room; sessions of one room that overlap stand in lanes beside each
other. What is for all takes the columns that are free meanwhile; where most are not (a registration
desk that is open all day), it has a column of its own.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from symposium.knowledge.local_times import instant, minutes
from symposium.knowledge.schedule import Session

DAY = 24 * 60


@dataclass(frozen=True, slots=True)
class RoomColumn:
    """A room, or a track where no rooms are given."""

    name: str
    """Empty for what is for all."""
    lanes: int


@dataclass(frozen=True, slots=True)
class GridPlace:
    """Where a session stands: lanes are counted from the left, rows from above."""

    lane: int
    width: int
    row: int
    height: int


@dataclass(frozen=True, slots=True)
class Grid:
    """The columns of a day, and the place of each of its sessions."""

    columns: tuple[RoomColumn, ...]
    places: tuple[GridPlace, ...]
    rows: int

    @property
    def lanes(self) -> int:
        """How many lanes there are in all."""
        return sum(column.lanes for column in self.columns)

    @property
    def empty(self) -> int:
        """How many cells hold nothing."""
        return self.lanes * self.rows - sum(one.width * one.height for one in self.places)


Rows = tuple[int, int]
"""The first row, and the one after the last."""


def begins(sessions: Sequence[Session]) -> list[float]:
    """Return when sessions begin, in minutes; one without a time begins with the one above it."""
    last, found = 0.0, []
    for one in sessions:
        if one.start:
            last = instant(one.start).timestamp() / 60
        elif one.slot.start:
            last = max(last, minutes(one.slot.start)) if last > DAY else minutes(one.slot.start)
        found.append(last)
    return found


def _ends(sessions: Sequence[Session], starts: Sequence[float]) -> Iterator[float]:
    for one, start in zip(sessions, starts, strict=True):
        if one.end:
            yield instant(one.end).timestamp() / 60
        elif one.slot.start and one.slot.end:
            yield start + (minutes(one.slot.end) - minutes(one.slot.start)) % DAY
        else:
            yield start


def rows_of(sessions: Sequence[Session]) -> list[Rows]:
    """Return the rows that sessions take, which must be in order of time."""
    starts = begins(sessions)
    heads: list[float] = []
    first: list[int] = []
    untimed = False
    for one, start in zip(sessions, starts, strict=True):
        if not heads or heads[-1] != start or untimed or not one.slot.start:
            heads.append(start)
        untimed = not one.slot.start
        first.append(len(heads) - 1)
    return [
        (row, max(row + 1, bisect_left(heads, end)))
        for row, end in zip(first, _ends(sessions, starts), strict=True)
    ]


def overlap(sessions: Sequence[Session], names: Sequence[str | None]) -> tuple[bool, bool]:
    """Tell whether any two sessions overlap that have one name, and any that have two."""
    rows = rows_of(sessions)
    alike = apart = False
    for at, (begin, _) in enumerate(rows):
        for before in range(at):
            if rows[before][1] > begin and names[at] and names[before]:
                alike = alike or names[at] == names[before]
                apart = apart or names[at] != names[before]
    return alike, apart


def arrange(sessions: Sequence[Session], names: Sequence[str | None], order: Sequence[str]) -> Grid:
    """Return the grid of a day; ``names`` are the rooms (or tracks) of its sessions."""
    rows = rows_of(sessions)
    height = max((end for _, end in rows), default=0)
    lane_in, lanes = _lanes(rows, names)
    known = [RoomColumn(name, lanes[name]) for name in order if name in lanes]
    first, left = {}, 0
    for column in known:
        first[column.name] = left
        left += column.lanes
    taken = [[False] * left for _ in range(height)]
    places: dict[int, GridPlace] = {}
    for at, (begin, end) in enumerate(rows):
        if name := names[at]:
            lane = first[name] + lane_in[at]
            places[at] = GridPlace(lane, 1, begin, end - begin)
            for row in range(begin, end):
                taken[row][lane] = True
    aside = _for_all(rows, [at for at in range(len(rows)) if not names[at]], taken, places)
    if not aside:
        return Grid(tuple(known), tuple(places[at] for at in range(len(rows))), height)
    beside, width = _lanes([rows[at] for at in aside], [""] * len(aside))
    shift = width[""]
    moved = {at: GridPlace(p.lane + shift, p.width, p.row, p.height) for at, p in places.items()}
    for number, at in enumerate(aside):
        begin, end = rows[at]
        moved[at] = GridPlace(beside[number], 1, begin, end - begin)
    columns = (RoomColumn("", shift), *known)
    return Grid(columns, tuple(moved[at] for at in range(len(rows))), height)


def _lanes(
    rows: Sequence[Rows], names: Sequence[str | None]
) -> tuple[dict[int, int], dict[str, int]]:
    """Return the lane of each session within its column, and how many each column needs."""
    lane_in: dict[int, int] = {}
    free_from: dict[str, list[int]] = {}
    for at, (begin, end) in enumerate(rows):
        name = names[at]
        if name is None:
            continue
        ends = free_from.setdefault(name, [])
        lane = next((number for number, until in enumerate(ends) if until <= begin), len(ends))
        ends[lane:] = [end, *ends[lane + 1 :]]
        lane_in[at] = lane
    return lane_in, {name: len(ends) for name, ends in free_from.items()}


def _for_all(
    rows: Sequence[Rows],
    general: Sequence[int],
    taken: list[list[bool]],
    places: dict[int, GridPlace],
) -> list[int]:
    """Place what is for all, the shortest first; return what finds no room among the columns."""
    aside = []
    for at in sorted(general, key=lambda one: (rows[one][1] - rows[one][0], one)):
        begin, end = rows[at]
        lane, width = _free(taken[begin:end])
        if 2 * width <= len(taken[begin]):
            aside.append(at)
            continue
        places[at] = GridPlace(lane, width, begin, end - begin)
        for row in range(begin, end):
            taken[row][lane : lane + width] = [True] * width
    return sorted(aside)


def _free(taken: Sequence[Sequence[bool]]) -> tuple[int, int]:
    """Return the first lane and the width of the widest space that is free in all rows."""
    best, start = (0, 0), 0
    busy = [any(column) for column in zip(*taken, strict=True)]
    for lane, is_busy in enumerate([*busy, True]):
        if is_busy:
            best = max(best, (lane - start, -start))
            start = lane + 1
    return -best[1], best[0]
