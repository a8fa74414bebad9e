"""Anchors and calendar ids of the lines of programmes.

Both stay the same when a line gets another time, room or place among the lines. Calendars replace
an entry by one of the same id, so the id also survives when a talk or an event is renamed: it is
made of the oldest id that ``was`` names and of the identity of the site. The address of the site is
not part of it, as that differs in previews and on one's own machine, and changes when a site moves.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from uuid import UUID, uuid5

from symposium.kinds.talk import Talk
from symposium.knowledge import KnowledgeBase
from symposium.knowledge.local_times import days_of
from symposium.knowledge.schedule import Session, inside, without_slot
from symposium.locale import N_, _
from symposium.model.ids import slug

FOLDER = Path(__file__).parents[1]
RE_SECTION = re.compile(r"(?:section|timeline|Listing)\(\s*[\"']([a-z][a-z-]*)[\"']")


@cache
def anchors() -> frozenset[str]:
    """Return the anchors of the sections that templates and views name.

    >>> {"papers", "cited-on", "bibtex"} <= anchors()
    True
    """
    ids: set[str] = set()
    for path in (*FOLDER.glob("templates/**/*.html"), *FOLDER.glob("views/*.py")):
        ids.update(RE_SECTION.findall(path.read_text(encoding="utf-8")))
    return frozenset(ids)


NAMESPACE = UUID("a3f1b1f6-5e0c-5f51-9d3a-6f6f0c1f6a52")
"""The namespace of the UUIDs of entries in calendars."""


@dataclass(frozen=True, slots=True)
class AgendaItem:
    """A line of a programme, or a talk outside of one, with its anchor and its calendar id."""

    session: Session
    anchor: str
    """The anchor of the line on the page of its event."""
    uid: str
    """The id of its entry in calendars."""
    within: str = ""
    """The anchor of the session that holds the line."""
    inside: tuple[AgendaItem, ...] = ()
    """The talks that a session lists; ``uid`` is empty for talks that have a line of their own."""

    @property
    def is_dated(self) -> bool:
        """Whether calendars have it: a line of a known day that has a time or a talk."""
        return self.session.day is not None and bool(self.session.start or self.session.slot.talk)


class Agenda:
    """The lines of all programmes."""

    def __init__(self, kb: KnowledgeBase, identity: str = "") -> None:
        self.kb = kb
        self.identity = identity
        self.of_event: Callable[[str], tuple[AgendaItem, ...]] = lru_cache(maxsize=64)(
            self._of_event
        )
        """Return the items of an event's programme in its order."""
        self._by_talk = lru_cache(maxsize=64)(self._entries_by_talk)

    def _of_event(self, event_id: str) -> tuple[AgendaItem, ...]:
        kb = self.kb
        sessions = kb.schedule.of_event.get(event_id, ())
        names: dict[int, str] = {}
        uids: dict[int, str] = {}
        oldest, repeated = self.oldest("event", event_id), set[str]()
        shown = set(anchors())
        # Talks come first, so that no other line takes their names. Lines of one name are numbered
        # by their order in the file, which does not depend on times and rooms.
        for place, session in sorted(enumerate(sessions), key=_in_file):
            talk, title = session.slot.talk, session.slot.title or session.slot.kind
            name = talk.partition("/")[2] if talk else slug(title)
            names[place] = _apart(name, "-", shown)
            line = self.oldest_talk(talk) if talk else f"{oldest}#{slug(title)}"
            uids[place] = self._uid(_apart(line, "#", repeated))
        with_line = {session.slot.talk for session in sessions}
        repeated = set()
        items = []
        for i, holder in enumerate(kb.schedule.holders.get(event_id, ())):
            within = "" if holder is None else names[holder]
            listed = []
            for session in inside(sessions[i]):
                talk = session.slot.talk or ""
                line = "" if talk in with_line else self.oldest_talk(talk)
                uid = line and self._uid(_apart(line, "#", repeated))
                listed.append(AgendaItem(session, names[i], uid))
            items.append(AgendaItem(sessions[i], names[i], uids[i], within, tuple(listed)))
        return tuple(items)

    def _entries_by_talk(self, event_id: str) -> dict[str, list[AgendaItem]]:
        entries: dict[str, list[AgendaItem]] = {}
        for line in self.of_event(event_id):
            for item in (line, *[talk for talk in line.inside if talk.uid]):
                entries.setdefault(item.session.slot.talk or "", []).append(item)
        return entries

    def session_of(self, talk_id: str) -> AgendaItem | None:
        """Return the session that holds or lists a talk."""
        place = self.kb.schedule.session_of.get(talk_id)
        event = self.kb.talks[talk_id].event or ""
        return None if place is None else self.of_event(event)[place]

    def of_talk(self, talk_id: str) -> Sequence[AgendaItem]:
        """Return the items of a talk: several where it is given more than once.

        A talk that no line names, such as one outside events, has one item without an anchor.
        """
        talk = self.kb.talks[talk_id]
        if talk_id in self.kb.schedule.of_talk:
            return self._by_talk(talk.event or "")[talk_id]
        session = without_slot(self.kb.event_of(talk), talk)
        return (AgendaItem(session, "", self._uid(self.oldest_talk(talk_id))),)

    def talks_by(self, person_id: str) -> Iterator[Talk]:
        """Yield the talks that a person gives; of a talk without speakers, authors give it."""
        for talk_id in self.kb.relations.talks_of_person.get(person_id, ()):
            talk = self.kb.talks[talk_id]
            if any(self.kb.person_of(who) == person_id for who in talk.speakers or talk.authors):
                yield talk

    def uid_of_event(self, event_id: str) -> str:
        """Return the id of the calendar entry of a whole event."""
        return self._uid(self.oldest("event", event_id))

    def is_dated(self, event_id: str) -> bool:
        """Tell whether the day of an event or of a line of its programme is known."""
        event = self.kb.events[event_id]
        return days_of(event) is not None or any(item.is_dated for item in self.of_event(event_id))

    def uid_of_deadline(self, event_id: str, title: str, number: int) -> str:
        """Return the id of the calendar entry of a deadline; those of one title are numbered."""
        name = f"{self.oldest('event', event_id)}#deadline-{slug(title)}"
        return self._uid(f"{name}#{number}" if number > 1 else name)

    def has_calendar(self, kind: str, record_id: str) -> bool:
        """Tell whether the day of an event, of a talk or of a talk of a person is known."""
        if kind == "event":
            return self.is_dated(record_id) or bool(self.kb.events[record_id].deadlines)
        if kind == "talk":
            return any(item.is_dated for item in self.of_talk(record_id))
        if kind == "person" and record_id in self.kb.relations.talks_of_person:
            return any(self.has_calendar("talk", talk.id) for talk in self.talks_by(record_id))
        return False

    def oldest(self, kind: str, record_id: str) -> str:
        """Return the oldest id of a record; ``was`` names earlier ids from the oldest on."""
        if kind == "talk":
            return self.oldest_talk(record_id)
        records = self.kb.entities[kind]
        earlier = records[record_id].earlier_ids if record_id in records else ()
        return next((id_ for id_ in earlier if id_ not in records), record_id)

    def oldest_talk(self, talk_id: str) -> str:
        """Return the oldest id of a talk, under the oldest ids of its event or its speaker."""
        talks, events = self.kb.talks, self.kb.events
        earlier = (_talk_of_page(page) for page in talks[talk_id].was)
        oldest = next((id_ for id_ in earlier if id_ and id_ not in talks), talk_id)
        folder, _, name = oldest.partition("/")
        if folder == "talks":
            return f"talks/{self._under_oldest_speaker(talks[talk_id], name)}"
        folder = folder if folder in events else self.kb.aliases["event"].get(folder, folder)
        return f"{self.oldest('event', folder)}/{name}"

    def _under_oldest_speaker(self, talk: Talk, name: str) -> str:
        """Return the name of a talk outside events, with the oldest id of its speaker in front."""
        for speaker in talk.speakers:
            person = self.kb.people.get(self.kb.person_of(speaker))
            if person and person.earlier_ids and name.startswith(f"{person.id}-"):
                return person.earlier_ids[0] + name.removeprefix(person.id)
        return name

    def _uid(self, name: str) -> str:
        # A hash, as an earlier id may hold a name that must no longer be published.
        return str(uuid5(NAMESPACE, f"{self.identity} {name}"))


def _apart(name: str, mark: str, taken: set[str]) -> str:
    """Return a name, numbered behind ``mark`` if it is taken, and add it to those taken."""
    own, count = name, 1
    while own in taken:
        count += 1
        own = f"{name}{mark}{count}"
    taken.add(own)
    return own


def _in_file(placed: tuple[int, Session]) -> tuple[bool, bool, int]:
    """Return the sort key of a line: talks first, then in the order of the event's file."""
    place, session = placed
    index = session.index
    return session.slot.talk is None, index is None, place if index is None else index


def _talk_of_page(earlier: str) -> str | None:
    """Return the id of the talk that ``was`` names as an id or as a page, or ``None``."""
    page = earlier.removeprefix("/")
    if page == earlier or page.startswith("talks/"):
        return page
    name = page.removeprefix("events/")
    return None if name == page or name.endswith("/index") else name


LABELS = {
    "room": (N_("Talks in {room}"), N_("Previous talk in {room}"), N_("Next talk in {room}")),
    "track": (N_("Talks of {name}"), N_("Previous talk of {track}"), N_("Next talk of {track}")),
    "event": (N_("Talks of {name}"), N_("Previous talk"), N_("Next talk")),
}
"""Labels of links to neighbouring talks (both, before, after), by what these talks share."""


@dataclass(frozen=True, slots=True)
class NeighbouringTalks:
    """The talks before and after a talk."""

    before: str | None = None
    after: str | None = None
    room: str = ""
    track: str = ""
    """The room that they share, else the track; both are empty if they share the event alone."""

    def labels(self, event: str) -> list[str]:
        """Return the labels of both links together, of that before and of that after."""
        texts = LABELS["room" if self.room else "track" if self.track else "event"]
        values = {"room": self.room, "track": self.track, "name": self.track or event}
        return [_(text).format(**values) for text in texts]


class Neighbours:
    """The talks of an event, each with its neighbours."""

    def __init__(self, kb: KnowledgeBase, event_id: str) -> None:
        lines = [line for line in kb.schedule.of_event.get(event_id, ()) if line.slot.talk]
        self._timed = [(*_span(line), line.slot.talk or "") for line in lines if line.start]
        self._starts = [start for start, _end, _talk in self._timed]
        self._longest = max((end - start for start, end, _talk in self._timed), default=0)
        together: dict[tuple[str, str], dict[str, None]] = {}
        for slot in [line.slot for line in lines]:
            if slot.room or slot.track:
                shared = (slot.room or "", "" if slot.room else slot.track or "")
                together.setdefault(shared, {})[slot.talk or ""] = None
        # Talks without room and track are neighbours of all others of the event.
        together["", ""] = dict.fromkeys(kb.relations.talks_of_event.get(event_id, ()))
        self._around: dict[str, NeighbouringTalks] = {}
        for shared, talks in together.items():
            row = [None, *talks, None]
            for before, talk, after in zip(row, talks, row[2:], strict=False):
                self._around.setdefault(talk, NeighbouringTalks(before, after, *shared))

    def around(self, talk_id: str) -> NeighbouringTalks:
        """Return the talks before and after a talk: in its room, else of its track or its event."""
        return self._around.get(talk_id, NeighbouringTalks())

    def parallel(self, session: Session) -> list[str]:
        """Return the other talks during a session, in the order of the programme."""
        if session.start is None:
            return []
        begin, end = _span(session)
        first = bisect_left(self._starts, begin - self._longest)
        last = bisect_right(self._starts, end)
        meanwhile = [
            talk
            for start, stop, talk in self._timed[first:last]
            if talk != session.slot.talk and ((start < end and begin < stop) or start == begin)
        ]
        return list(dict.fromkeys(meanwhile))


def _span(session: Session) -> tuple[float, float]:
    begin = session.begin or 0
    return begin, begin if session.finish is None else session.finish
