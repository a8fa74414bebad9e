"""The order of a programme's lines in their file, after an update has changed their times."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from itertools import pairwise
from typing import Any

from symposium.kinds.event import KIND as EVENT
from symposium.kinds.kind import Page
from symposium.knowledge.schedule import Session, instant, make_schedule
from symposium.merging.documents import RefusedFile, parsed
from symposium.merging.editing import Edit, members
from symposium.merging.positions import Sequence
from symposium.reading.frontmatter import read

Line = tuple[Mapping[str, Any], Session]
"""What is written of a line, and what it means."""


def sessions(text: str) -> list[Line]:
    """Return the lines of the programme in the file of an event, as they are there."""
    found = parsed(text, "index.md")
    if isinstance(found, RefusedFile):
        return []
    tree, _, _ = read(text, "index.md")
    event, _ = EVENT.read(tree, Page("events/event/index.md", "event"))
    by_place = {one.index: one for one in make_schedule([event], {}).of_event.get("event", ())}
    slots = found.fields.get("slots")
    if not isinstance(slots, list) or len(by_place) != len(slots):
        return []
    return [(slot, by_place[n]) for n, slot in enumerate(slots) if isinstance(slot, Mapping)]


def in_order(before: str, after: str) -> list[Edit]:
    """Return what puts the lines in place that an update of the file of an event has changed.

    All others stay, and a line takes along what is written above it. Nothing is moved where that
    would bring a line without a day to another one.
    """
    lines, blocks = sessions(after), _blocks(after)
    if not blocks or len(lines) != len(blocks):
        return []
    known = {_meaning(line) for line in sessions(before)}
    moments = [instant(one.start) if one.start else None for _, one in lines]
    changed = {n: moment for n, moment in enumerate(moments)
               if moment and _meaning(lines[n]) not in known}  # fmt: skip
    order = [n for n in range(len(lines)) if n not in changed]
    for n in sorted(changed, key=lambda n: changed[n]):
        order.insert(_place(order, moments, changed[n], [one.slot.room for _, one in lines], n), n)
    top, end, text = blocks[0][0], blocks[-1][1], "".join(after[slice(*blocks[n])] for n in order)
    made = sessions(f"{after[:top]}{text}{after[end:]}")
    is_same = sorted(map(_meaning, made)) == sorted(map(_meaning, lines))
    return [(top, end, text)] if is_same and order != sorted(order) else []


def _place(
    order: list[int], moments: list[datetime | None], moment: datetime, rooms: list[str | None],
    line: int,
) -> int:  # fmt: skip
    """Return where a line goes among others: within its room, and there by time."""
    known = [(place, moments[n] or moment) for place, n in enumerate(order)]
    here = [(place, one) for place, one in known if rooms[order[place]] == rooms[line]]
    first = max([place + 1 for place, one in here if one <= moment], default=0)
    last = min([place for place, one in here if one > moment], default=len(order))
    while first < last and known[first][1] <= moment and (
        not first or known[first - 1][1] <= known[first][1]
    ):  # fmt: skip
        first += 1
    return first


def _meaning(line: Line) -> str:
    """Return what is on, when and where; the order of a file does not change it."""
    slot, session = line
    what = slot.get("talk") or slot.get("title") or session.slot.kind
    return repr((what, session.day, session.start, session.end, session.slot.room))


def _blocks(text: str) -> list[tuple[int, int]]:
    """Return where each line of the programme begins, with what is above it, and ends."""
    found = parsed(text, "index.md")
    entries = [] if isinstance(found, RefusedFile) else found.group.entries
    slots = next((one for one in entries if one.key == "slots"), None)
    if slots is None or not isinstance(slots.value, Sequence) or slots.value.flow:
        return []
    ends = [text.find("\n", one.end) + 1 for one in members(text, slots.value)]
    return list(pairwise([text.find("\n", slots.key_end) + 1, *ends]))
