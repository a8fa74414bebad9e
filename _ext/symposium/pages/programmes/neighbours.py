"""The talks before, after and beside a talk."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from symposium.knowledge import KnowledgeBase
from symposium.knowledge.local_times import instant
from symposium.knowledge.schedule import Session
from symposium.locale import _

Shared = tuple[str, str]
"""The room, and the track, that talks share."""


@dataclass(frozen=True, slots=True)
class NeighbouringTalks:
    """The talks before and after one."""

    before: str | None = None
    after: str | None = None
    room: str = ""
    track: str = ""
    """What they share: a room, else a track, else the event."""

    def label(self, event: str) -> str:
        """Return what the links to both are called together."""
        if self.room:
            return _("Talks in {room}").format(room=self.room)
        return _("Talks of {name}").format(name=self.track or event)

    @property
    def previous_label(self) -> str:
        """What the link to the talk before is called."""
        if self.room:
            return _("Previous talk in {room}").format(room=self.room)
        if self.track:
            return _("Previous talk of {track}").format(track=self.track)
        return _("Previous talk")

    @property
    def next_label(self) -> str:
        """What the link to the talk after is called."""
        if self.room:
            return _("Next talk in {room}").format(room=self.room)
        return _("Next talk of {track}").format(track=self.track) if self.track else _("Next talk")


class Neighbours:
    """The talks of an event, each with its neighbours."""

    def __init__(self, kb: KnowledgeBase, event_id: str) -> None:
        sessions = [one for one in kb.schedule.of_event.get(event_id, ()) if one.slot.talk]
        timed = [(*_times(one), one.slot.talk or "") for one in sessions if one.start]
        self._timed = sorted(timed, key=lambda one: one[0])
        self._starts = [start for start, _end, _talk in self._timed]
        self._longest = max((end - start for start, end, _talk in timed), default=0)
        self._order = kb.relations.talks_of_event.get(event_id, ())
        self._rows: dict[str, tuple[list[str], int, Shared]] = {}
        for shared, talks in self._shared(sessions):
            for place, talk in enumerate(talks):
                self._rows.setdefault(talk, (talks, place, shared))

    def _shared(self, sessions: Sequence[Session]) -> Iterator[tuple[Shared, list[str]]]:
        """Yield the talks of each room, of each track, and all others of the event."""
        found: dict[Shared, dict[str, None]] = {}
        for one in sessions:
            slot = one.slot
            shared = (slot.room or "", "" if slot.room else slot.track or "")
            if any(shared):
                found.setdefault(shared, {})[slot.talk or ""] = None
        yield from ((shared, list(talks)) for shared, talks in found.items())
        yield ("", ""), list(self._order)

    def around(self, talk_id: str) -> NeighbouringTalks:
        """Return the talks before and after one: in its room, else of its track or its event."""
        if talk_id not in self._rows:
            return NeighbouringTalks()
        talks, place, shared = self._rows[talk_id]
        before = talks[place - 1] if place else None
        after = talks[place + 1] if place + 1 < len(talks) else None
        return NeighbouringTalks(before, after, *shared)

    def parallel(self, session: Session) -> list[str]:
        """Return the talks that go on elsewhere during one."""
        if session.start is None:
            return []
        begin, end = _times(session)
        first = bisect_left(self._starts, begin - self._longest)
        last = bisect_right(self._starts, end)
        found = {
            talk: None
            for start, stop, talk in self._timed[first:last]
            if (start < end and begin < stop) or start == begin
        }
        return [talk for talk in found if talk != session.slot.talk]


def _times(session: Session) -> tuple[float, float]:
    if session.start is None:
        return 0, 0
    return instant(session.start).timestamp(), instant(session.end or session.start).timestamp()
