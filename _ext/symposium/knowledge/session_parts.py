"""Sessions and their parts: which lines of a programme are within the session of another line.

Nothing names a session in the lines of its talks: a session (or a workshop, or a track) holds what
begins and ends in its room while it is on.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Hashable, Sequence
from typing import NamedTuple

from symposium.kinds.event import Slot, is_gathering, is_pause

HALF_DAY = 12 * 60
"""Minutes."""
DEEPEST = 20
"""Sessions of a room that are on at the same time, and among which one is looked for."""


class TimedSlot(NamedTuple):
    """A line on a scale of time; what has no time has neither."""

    slot: Slot
    scale: Hashable
    """Lines of several scales cannot be compared."""
    start: float | None
    end: float | None


def holders(lines: Sequence[TimedSlot]) -> list[int | None]:
    """Return the place of the session that holds each line, the shortest; ``None`` for no session.

    A line without a room is only within a session without one: both are for all.
    """
    lines = _with_ends(lines)
    found: list[int | None] = [None] * len(lines)
    going_on: dict[Hashable, list[int]] = {}
    """The sessions of each room that have begun, the longest first."""
    for at in sorted(_timed(lines), key=lambda one: _order(lines, one)):
        line = lines[at]
        begun = going_on.setdefault((line.scale, line.slot.room), [])
        while begun and (lines[begun[-1]].end or 0) <= (line.start or 0):
            begun.pop()
        found[at] = next((it for it in begun[: -DEEPEST - 1 : -1] if _holds(lines[it], line)), None)
        if is_gathering(line.slot.kind):
            begun.append(at)
    return found


def _with_ends(lines: Sequence[TimedSlot]) -> list[TimedSlot]:
    """Return lines; a session without an end goes on until the next one or a break in its room."""
    ends: dict[Hashable, list[float]] = {}
    for line in lines:
        if line.start is not None and (is_gathering(line.slot.kind) or is_pause(line.slot.kind)):
            pause = is_pause(line.slot.kind)
            ends.setdefault((line.scale, line.slot.room, pause), []).append(line.start)
    for one in ends.values():
        one.sort()

    def until(line: TimedSlot, start: float) -> float:
        keys = {(room, pause) for pause in (False, True) for room in (line.slot.room, None)}
        lists = [ends.get((line.scale, *key), []) for key in keys - {(None, False)}]
        later = [one[at] for one in lists if (at := bisect_right(one, start)) < len(one)]
        return min(later, default=start + HALF_DAY)

    return [
        line._replace(end=until(line, line.start))
        if line.start is not None and line.end is None and is_gathering(line.slot.kind)
        else line
        for line in lines
    ]


def _timed(lines: Sequence[TimedSlot]) -> list[int]:
    return [at for at, line in enumerate(lines) if line.start is not None]


def _order(lines: Sequence[TimedSlot], at: int) -> tuple[float, float, bool, int]:
    """Return what puts a session before its parts."""
    line = lines[at]
    start = line.start or 0
    return start, start - (line.end or start), not is_gathering(line.slot.kind), at


def _holds(session: TimedSlot, line: TimedSlot) -> bool:
    """Tell whether a session that has begun in the room of a line holds it."""
    last = line.start if line.end is None else line.end
    if last is None or session.end is None or session.end < last:
        return False
    if is_gathering(line.slot.kind) and (session.start, session.end) == (line.start, line.end):
        return False  # neither of two sessions is a part of the other
    # In a room, all is of one session; elsewhere, a track has sessions of its own.
    return bool(line.slot.room) or session.slot.track in {None, line.slot.track}
