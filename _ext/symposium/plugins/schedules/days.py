"""Lines without a day of their own: whether an update has put them on another one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from symposium.kinds.event import KIND as EVENT
from symposium.kinds.kind import Page
from symposium.knowledge.schedule import Session, make_schedule
from symposium.merging.documents import RefusedFile, parsed
from symposium.plugins.schedules.events import Made
from symposium.reading.frontmatter import read

Days = dict[str, date]
"""The days of lines, by all that they say."""


def misplaced(made: Made, before: str, after: str) -> Iterator[str]:
    """Yield what has to be mended in the file of an event, in one line each."""
    wanted = _dayless(_sessions(before)) | {
        _key(slot): when.day
        for slot, (_, when, _) in zip(made.index.get("slots") or (), made.lines, strict=True)
        if not slot["day"] and when.day
    }
    path = f"events/{made.id}/index.md"
    for slot, session in _sessions(after):
        day = wanted.get(_key(slot))
        if not slot.get("day") and day and session.day != day:
            what = slot.get("talk") or slot.get("title") or slot.get("time", "")
            now = f"was on {day}, and is on {session.day or 'none'} now"
            yield f"conflict: {path}: slots: {what}: the line has no day: it {now}: write day:\n"


def _key(slot: Mapping[str, Any]) -> str:
    return repr(sorted((name, value) for name, value in slot.items() if value))


def _sessions(text: str) -> list[tuple[Mapping[str, Any], Session]]:
    found = parsed(text, "index.md")
    if isinstance(found, RefusedFile):
        return []
    tree, _, _ = read(text, "index.md")
    event, _ = EVENT.read(tree, Page("events/event/index.md", "event"))
    sessions = {one.index: one for one in make_schedule([event], {}).of_event.get("event", ())}
    slots = found.fields.get("slots")
    if not isinstance(slots, list) or len(sessions) != len(slots):
        return []
    return [(slot, sessions[n]) for n, slot in enumerate(slots) if isinstance(slot, Mapping)]


def _dayless(sessions: list[tuple[Mapping[str, Any], Session]]) -> Days:
    return {_key(slot): one.day for slot, one in sessions if not slot.get("day") and one.day}
