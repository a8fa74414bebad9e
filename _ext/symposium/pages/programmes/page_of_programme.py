"""The page of a programme: days, rows of a grid, links to days."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from symposium.locale import _
from symposium.pages.programmes.day_lines import Row, ShownDay, ShownLine
from symposium.pages.shown_times import Clock


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a grid."""

    line: ShownLine | None
    width: int = 1
    height: int = 1
    parts: Sequence[ShownLine] = ()
    """What is on in a session, in its order."""


@dataclass(frozen=True, slots=True)
class Band:
    """A row of a grid: when it begins, and what begins there."""

    start: Clock | None
    cells: list[Cell]


def bands(day: ShownDay, lines: Sequence[ShownLine]) -> list[Band]:
    """Return the rows of a day's grid that a page shows: those of some of its lines."""
    grid = day.grid
    if grid is None or not lines:
        return []
    place_of = dict(zip((one.anchor for one in day.placed), grid.places, strict=True))
    named = {one.anchor: one for one in day.lines}
    parts: dict[str, list[ShownLine]] = {}
    for one in lines:  # a session that began on the page before is shown again with what is left
        parts.setdefault(day.holders.get(one.anchor, one.anchor), []).append(one)
    placed = [(place_of[one], named[one]) for one in parts]
    rows = {row: number for number, row in enumerate(sorted({p.row for p, _unused in placed}))}
    last = max(rows) + 1
    cells: list[list[Cell | None]] = [[Cell(None)] * grid.lanes for _unused in rows]
    starts: list[Clock | None] = [None] * len(rows)
    for place, line in placed:
        height = sum(place.row <= row < min(place.row + place.height, last) for row in rows)
        number = rows[place.row]
        starts[number] = starts[number] or line.start
        for covered in range(number, number + height):
            cells[covered][place.lane : place.lane + place.width] = [None] * place.width
        within = [one for one in parts[line.anchor] if one is not line]
        cells[number][place.lane] = Cell(line, place.width, height, within)
    return [
        Band(start, [one for one in found if one])
        for start, found in zip(starts, cells, strict=True)
    ]


def days_shown(rows: Iterable[Row]) -> list[tuple[ShownDay, list[ShownLine]]]:
    """Return the days of some lines, each with these."""
    found: dict[date | None, tuple[ShownDay, list[ShownLine]]] = {}
    for row in rows:
        found.setdefault(row.day.date, (row.day, []))[1].append(row.line)
    return list(found.values())


def jumps(days: Sequence[tuple[ShownDay, list[ShownLine]]]) -> list[tuple[str, Any]]:
    """Return (anchor, text) of what a reader may want to jump to.

    That is a day; at an event of one, what follows a pause.
    """
    if len(days) > 1:
        return [(day.anchor, day.short or _("No day given")) for day, __ in days]
    found, fresh = [], True
    for line in days[0][1] if days else ():
        if line.style == "pause":
            fresh = True
        elif fresh and line.start:
            found.append((line.anchor, line.start))
            fresh = False
    return found if len(found) > 1 else []


def joints(rows: Sequence[Row]) -> list[tuple[int, bool]]:
    """Return where a programme may be split: where another time begins, best with another day."""
    found = []
    for at in range(1, len(rows)):
        above, below = rows[at - 1], rows[at]
        another = above.day is not below.day
        times = [(one.line.session.start, one.line.slot.start) for one in (above, below)]
        if another or times[0] != times[1]:
            found.append((at, another))
    return found


def lines_label(rows: Sequence[Row]) -> str:
    """Return which lines of a programme these are: their days, and times where a day is split."""
    ends = []
    for row, line in ((rows[0], rows[0].day.lines[0]), (rows[-1], rows[-1].day.lines[-1])):
        is_split = row.line is not line and row.line.start is not None
        ends.append((row.day.short, row.line.start.text if is_split and row.line.start else ""))
    (first, since), (last, until) = ends
    if first == last and until and not since:
        since = rows[0].line.start.text if rows[0].line.start else ""
    times = "–".join(dict.fromkeys(filter(None, (since, until))))
    if first == last:
        since_then = _("from {time}").format(time=times) if times and not until else times
        return ", ".join(filter(None, (first, since_then)))
    parts = [", ".join(filter(None, one)) for one in ((first, since), (last, until))]
    return "–".join(filter(None, parts))
