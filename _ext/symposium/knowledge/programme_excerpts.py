"""Excerpts: the lines of one programme that a page shows, by day, room or track."""

from __future__ import annotations

from dataclasses import dataclass

from symposium.knowledge.base import KnowledgeBase
from symposium.knowledge.schedule import Session
from symposium.model.spelling import Spellings

SELECTORS = ("day", "room", "track")
"""What the lines of a programme can be chosen by."""


@dataclass(frozen=True, slots=True)
class Excerpt:
    """What a page shows of a programme. What is empty chooses nothing."""

    event: str
    """Id of the event, as written."""
    day: str = ""
    """``2027-03-27``: the day under which the event has them."""
    room: str = ""
    track: str = ""
    compact: bool = False
    """Whether times, titles and speakers are enough."""


def choose(kb: KnowledgeBase, excerpt: Excerpt) -> tuple[list[Session], list[str]]:
    """Return the lines that are asked for, and what is wrong with a choice, which is none then.

    What has no room or no track is for all, and stays. An unknown event is told elsewhere.
    """
    event_id = kb.find("event", excerpt.event)
    if event_id is None:
        return [], []
    rows = [
        (one, {"day": str(day or ""), "room": one.slot.room or "", "track": one.slot.track or ""})
        for one, day in zip(kb.schedule.of_event[event_id], kb.schedule.days[event_id], strict=True)
    ]
    chosen, faults = rows, []
    for selector in SELECTORS:
        wanted = getattr(excerpt, selector)
        rooms = [room.name for room in kb.events[event_id].rooms] if selector == "room" else []
        given = (*[values[selector] for _session, values in rows], *rooms)
        there = list(dict.fromkeys(filter(None, given)))
        if wanted in there:
            chosen = [row for row in chosen if row[1][selector] in {"", wanted}]
        elif wanted:
            few = ", ".join(there[:5]) + (", …" if len(there) > 5 else "")
            hint = f"there are {few}" if there else "remove the option"
            if selector != "day":
                hint = Spellings(there).hint(wanted, hint)
            faults.append(f'the programme of {event_id} has no {selector} "{wanted}": {hint}')
    return [session for session, _values in chosen], faults
