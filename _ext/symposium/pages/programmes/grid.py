"""A day of several rooms as a table: which column and which rows each session takes.

A row begins wherever sessions begin, so a long session takes the rows of all that begins before
its end. A column belongs to a room; sessions of one room that overlap stand in lanes beside each
other. What is for all takes the columns that are free meanwhile; where most are not (a registration
desk that is open all day), it has a column of its own.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush
from math import inf

from symposium.knowledge.local_times import instant
from symposium.knowledge.schedule import Session
from symposium.model.dates import minutes

DAY = 24 * 60
MOST_PLACES = 10_000
"""Rows times lanes of a grid."""


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


@dataclass(frozen=True)
class Grid:
    """The columns of a day, and the place of each of its sessions."""

    columns: tuple[RoomColumn, ...]
    places: tuple[GridPlace, ...]
    rows: int

    @cached_property
    def lanes(self) -> int:
        """How many lanes there are in all."""
        return sum(column.lanes for column in self.columns)


Rows = tuple[int, int]
"""The first row, and the one after the last."""


def begins(sessions: Sequence[Session]) -> list[float]:
    """Return when sessions begin, in minutes.

    One without a time begins as the one above it ends, or as the next one begins.
    """
    last, timed = 0.0, {}
    for at, one in enumerate(sessions):
        if one.start:
            last = timed[at] = instant(one.start).timestamp() / 60
        elif one.slot.start:
            clock = minutes(one.slot.start)
            last = timed[at] = max(last, clock) if last > DAY else clock
    found, following = [0.0] * len(sessions), inf
    for at in reversed(range(len(sessions))):
        found[at] = following = timed.get(at, following)
    above = 0.0
    for at, one in enumerate(sessions):
        if at in timed:
            above = _end(one, timed[at])
        else:
            found[at] = min(above, found[at])
    return found


def _end(session: Session, start: float) -> float:
    if session.end:
        return instant(session.end).timestamp() / 60
    if session.slot.start and session.slot.end:
        return start + (minutes(session.slot.end) - minutes(session.slot.start)) % DAY
    return start


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
        for row, end in zip(first, map(_end, sessions, starts), strict=True)
    ]


def is_parallel(sessions: Sequence[Session], names: Sequence[str | None]) -> bool:
    """Tell whether any two sessions overlap that have two names."""
    until, going_on = 0, ""
    for name, (begin, end) in zip(names, rows_of(sessions), strict=True):
        if name and begin < until and name != going_on:
            return True
        if name:
            until, going_on = max(end, until), name
    return False


def arrange(
    sessions: Sequence[Session], names: Sequence[str | None], order: Sequence[str]
) -> Grid | None:
    """Return the grid of a day; ``names`` are the rooms (or tracks) of its sessions.

    There is none where it would have more than `MOST_PLACES`: nobody could read it.
    """
    rows = rows_of(sessions)
    height = max((end for _, end in rows), default=0)
    lane_in, lanes = _lanes(rows, names)
    known = [RoomColumn(name, lanes[name]) for name in order if name in lanes]
    first, left = {}, 0
    for column in known:
        first[column.name] = left
        left += column.lanes
    if left * height > MOST_PLACES:
        return None
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
) -> tuple[dict[int, int], Mapping[str, int]]:
    """Return the lane of each session within its column, and how many each column needs."""
    lane_in: dict[int, int] = {}
    lanes: Counter[str] = Counter()
    free: dict[str, list[int]] = {}
    taken: dict[str, list[Rows]] = {}
    """The lanes of each column in which a session is: its end, and the lane."""
    for at, (begin, end) in enumerate(rows):
        name = names[at]
        if name is None:
            continue
        left, busy = free.setdefault(name, []), taken.setdefault(name, [])
        while busy and busy[0][0] <= begin:
            heappush(left, heappop(busy)[1])
        lane = heappop(left) if left else lanes[name]
        lanes[name] = max(lanes[name], lane + 1)
        heappush(busy, (end, lane))
        lane_in[at] = lane
    return lane_in, lanes


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
