"""A day of several rooms as a table: the columns and the rows that each session takes.

A row begins wherever sessions begin, so a long session takes the rows of all that begin before its
end. A column belongs to a room; sessions of one room that overlap get lanes beside each other. A
session for all takes the columns that are free meanwhile; if most are not (a registration desk that
is open all day), it gets a column of its own.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from math import inf
from typing import NamedTuple

from symposium.knowledge.schedule import Session

MAX_PLACES = 10_000
"""The most rows times lanes that a grid may have."""


class RoomColumn(NamedTuple):
    """A column of a grid: a room, or a track where no rooms are given."""

    name: str
    """The name of the room or track; empty for sessions for all."""
    lanes: int


class GridPlace(NamedTuple):
    """The place of a session; lanes are counted from the left, rows from above, both from 0."""

    lane: int
    width: int
    row: int
    height: int


@dataclass(frozen=True)
class Grid:
    """The columns of a day, and the place of each of its sessions."""

    columns: tuple[RoomColumn, ...]
    places: tuple[GridPlace, ...]

    @cached_property
    def lanes(self) -> int:
        """The number of lanes of all columns."""
        return sum(column.lanes for column in self.columns)


Rows = tuple[int, int]
"""The first row, and the one after the last."""


def rows_of(sessions: Sequence[Session]) -> list[Rows]:
    """Return the rows of each of the sessions, which are in order of time.

    A session without a time begins when that above it ends, or when the next one begins.
    """
    next_begins = [inf]
    for session in reversed(sessions):
        next_begins.append(next_begins[-1] if session.begin is None else session.begin)
    heads: list[float] = []
    spans: list[tuple[int, float]] = []
    above, untimed = 0.0, False
    for session, begin in zip(sessions, reversed(next_begins[1:]), strict=True):
        start = begin if session.begin is not None else min(above, begin)
        if not heads or heads[-1] != start or untimed or session.begin is None:
            heads.append(start)
        untimed = session.begin is None
        end = start if session.finish is None else session.finish
        above = above if untimed else end
        spans.append((len(heads) - 1, end))
    return [(row, max(row + 1, bisect_left(heads, end))) for row, end in spans]


def is_parallel(sessions: Sequence[Session], names: Sequence[str | None]) -> bool:
    """Tell whether any two sessions of different names (of rooms or tracks) overlap."""
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

    It is ``None`` if it would have more than `MAX_PLACES`, which nobody could read.
    """
    rows = rows_of(sessions)
    lane_in, lanes = _lanes(rows, names)
    columns = [RoomColumn(name, lanes[name]) for name in order if name in lanes]
    *first, width = accumulate((column.lanes for column in columns), initial=0)
    height = max((end for _, end in rows), default=0)
    if width * height > MAX_PLACES:
        return None
    left = {column.name: lane for column, lane in zip(columns, first, strict=True)}
    taken = [[False] * width for _ in range(height)]
    places: dict[int, tuple[int, int]] = {}
    """The lane and the width of each session."""

    def put(at: int, lane: int, wide: int) -> None:
        places[at] = lane, wide
        for row in range(*rows[at]):
            taken[row][lane : lane + wide] = [True] * wide

    for at, name in enumerate(names):
        if name:
            put(at, left[name] + lane_in[at], 1)
    aside = []
    for_all = [at for at, name in enumerate(names) if not name]
    for at in sorted(for_all, key=lambda at: rows[at][1] - rows[at][0]):  # the shortest first
        lane, wide = _free(taken[slice(*rows[at])])
        if 2 * wide > width:
            put(at, lane, wide)
        else:
            aside.append(at)
    aside.sort()
    beside, own = _lanes([rows[at] for at in aside], [""] * len(aside))
    shift = own.get("", 0)
    places |= {at: (lane - shift, 1) for at, lane in zip(aside, beside, strict=True)}
    return Grid(
        (*[RoomColumn(name, count) for name, count in own.items()], *columns),
        tuple(
            GridPlace(places[at][0] + shift, places[at][1], begin, end - begin)
            for at, (begin, end) in enumerate(rows)
        ),
    )


def _lanes(rows: Sequence[Rows], names: Sequence[str | None]) -> tuple[list[int], dict[str, int]]:
    """Return the lane of each session within its column, and the number of lanes of each column."""
    lane_in: list[int] = []
    free_from: dict[str | None, list[int]] = {}
    for name, (begin, end) in zip(names, rows, strict=True):
        lanes = free_from.setdefault(name, [])
        lane = next((at for at, row in enumerate(lanes) if row <= begin), len(lanes))
        lanes[lane : lane + 1] = [end]
        lane_in.append(lane)
    return lane_in, {name: len(lanes) for name, lanes in free_from.items() if name is not None}


def _free(taken: Sequence[Sequence[bool]]) -> tuple[int, int]:
    """Return the first lane and the width of the widest space that is free in all given rows."""
    best, start = (0, 0), 0
    busy = [any(column) for column in zip(*taken, strict=True)]
    for lane, is_busy in enumerate([*busy, True]):
        if is_busy:
            best = max(best, (lane - start, -start))
            start = lane + 1
    return -best[1], best[0]
