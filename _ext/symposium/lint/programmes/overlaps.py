"""Rules for slots that overlap, or are in the wrong order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from symposium.kinds.event import is_gathering, is_pause
from symposium.knowledge.days import MORNING, NIGHT
from symposium.lint.programmes.presence import is_on_show
from symposium.lint.programmes.time_scale import TimedLine, lines_of
from symposium.lint.subject import Rule, Subject
from symposium.model.problems import Code, Problem

OPEN = frozenset({"exhibition", "registration"})
"""Kinds of slots that go on beside all others."""
MOST = 50
"""Lines of a room, and rooms, that are on at the same time, with which another is compared."""


def programmes(subject: Subject) -> Iterator[Problem]:
    """Report slots that overlap within a room, or with one for all, or are in the wrong order."""
    for event in subject.kb.events.values():
        for lines, known in lines_of(subject.kb, event):
            placed = list(_in_lanes(lines))
            yield from _overlaps(_without_parallel(placed))
            yield from _disorder(_without_parallel(placed), known=known)


def _in_lanes(lines: Iterable[TimedLine]) -> Iterator[TimedLine]:
    """Yield the lines in their rooms, the parts of a session in that of the session."""
    above: TimedLine | None = None
    for line in sorted(lines, key=_written):
        slot = line.session.slot
        if slot.status == "cancelled":
            continue
        lane = slot.room or slot.track
        if lane is None and above and above.holds(line):
            lane = above.lane
        placed = replace(line, lane=lane)
        if is_gathering(slot.kind):
            above = placed
        yield placed


def _written(line: TimedLine) -> tuple[bool, int]:
    """Return what orders lines as the file has them, talks without a slot last."""
    return line.session.index is None, line.session.index or 0


def _without_parallel(lines: list[TimedLine]) -> list[TimedLine]:
    """Return the lines without those of which nobody knows in which room they are.

    That is on days with parallel sessions: with speakers, beginning together, without a room.
    """
    starts = Counter(
        (line.session.day, line.start, is_gathering(line.session.slot.kind))
        for line in lines
        if line.lane is None and not is_pause(line.session.slot.kind)
    )
    parallel = {day for (day, _, _), count in starts.items() if count > 1}
    return [line for line in lines if line.lane is not None or line.session.day not in parallel]


def _overlaps(lines: list[TimedLine]) -> Iterator[Problem]:
    """Yield lines that begin before an earlier one in their room is over."""
    active: dict[str | None, list[TimedLine]] = {}
    lines = [line for line in lines if line.session.slot.kind not in OPEN]
    for line in sorted(lines, key=lambda one: (one.start, _written(one))):
        beside = (line.lane, None) if line.lane is not None else tuple(active)[-MOST:]
        found = []
        for lane in dict.fromkeys(beside):
            active[lane] = [one for one in active.get(lane, ()) if one.meets(line)][-MOST:]
            found += [one for one in active[lane] if _clash(one, line)]
            if not active[lane]:
                del active[lane]
        active.setdefault(line.lane, []).append(line)
        if found:
            yield _overlap(line, max(found, key=lambda one: one.end or one.start))


def _overlap(line: TimedLine, other: TimedLine) -> Problem:
    where = f" in {line.lane}" if line.lane is not None and line.lane == other.lane else ""
    if other.end is None or other.end <= line.start:
        message = f'"{line.name}" begins at {line.begins}{where}, like "{other.name}"'
        return Problem(Code.SLOTS_OVERLAP, message, line.place, "correct one of the times")
    message = f'"{line.name}" begins at {line.begins}{where}, before "{other.name}" ends'
    hint = f"which is at {other.end_for(line)}: correct one of the times"
    kinds = (line.session.slot.kind, other.session.slot.kind)
    if other.spans(line) and not any(map(is_pause, kinds)):
        hint += ", or give the longer one the kind session"
    return Problem(Code.SLOTS_OVERLAP, message, line.place, hint)


def _clash(one: TimedLine, other: TimedLine) -> bool:
    """Tell whether two lines that meet cannot both be right."""
    if one.holds(other) or other.holds(one):
        return False
    if is_on_show(one.session.slot.kind) and is_on_show(other.session.slot.kind):
        return False
    if one.lane == other.lane:
        # Without a room, lines that begin together without an end are a list of names.
        return one.lane is not None or (one.end is not None and one.end > other.start)
    pauses = [is_pause(line.session.slot.kind) for line in (one, other)]
    if any(pauses) and (all(pauses) or one.spans(other) or other.spans(one)):
        return False  # somebody works through lunch
    return one.end is not None and one.end > other.start


def _disorder(lines: list[TimedLine], *, known: bool) -> Iterator[Problem]:
    """Yield slots that begin before the one above them, on their day and in their room."""
    above: dict[object, TimedLine] = {}
    for line in lines:
        if line.session.index is None:
            continue
        before = above.get((line.session.day, line.lane))
        above[line.session.day, line.lane] = line
        if before is None or line.start >= before.start:
            continue
        late = before.start % (24 * 60) >= NIGHT and line.start < MORNING
        if known or not late:
            message = f'"{line.name}" begins at {line.begins}, before the slot above it'
            hint = "put the slots in order, or correct the time"
            yield Problem(Code.SLOTS_OVERLAP, message, line.place, hint)


RULES: tuple[Rule, ...] = (programmes,)
