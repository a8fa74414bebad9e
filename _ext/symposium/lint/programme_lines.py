"""Rules for the lines of a programme: their times, rooms, order and speakers."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from symposium.kinds.base import Origin
from symposium.kinds.event import Event, is_gathering, is_pause
from symposium.kinds.talk import Talk
from symposium.knowledge import KnowledgeBase
from symposium.knowledge.local_times import MORNING, NIGHT
from symposium.knowledge.schedule import Session
from symposium.lint.source_texts import Texts
from symposium.lint.subject import Rule, Subject
from symposium.model.dates import Dates, Period, length, minutes
from symposium.model.problems import Code, Edit, Place, Problem

DAY = 24 * 60


@dataclass(frozen=True, slots=True)
class TimedLine:
    """A line of a programme with a time."""

    session: Session
    name: str
    place: Place
    """The place of its time in the sources."""
    start: float
    """In minutes: since 1970 where the moment is known, else since midnight."""
    end: float | None
    lane: str | None = None
    """The room, or without rooms the track; two lines of one lane must not overlap."""

    def meets(self, other: TimedLine) -> bool:
        """Tell whether two lines overlap in time, or begin together."""
        first, second = (self, other) if self.start <= other.start else (other, self)
        return first.start == second.start or (first.end is not None and second.start < first.end)

    def holds(self, other: TimedLine) -> bool:
        """Tell whether another line is part of this session, as a talk is."""
        if not is_gathering(self.session.slot.kind) or not self.spans(other):
            return False
        return not is_gathering(other.session.slot.kind) or not other.spans(self)

    def spans(self, other: TimedLine) -> bool:
        """Tell whether another line begins and ends within the time of this one."""
        last = other.start if other.end is None else other.end
        return self.start <= other.start and (self.end is None or last <= self.end)


def lines_of(kb: KnowledgeBase, event: Event) -> Iterator[TimedLine]:
    """Yield the lines with a moment, or with a time of day at an event of one day.

    Without days, the times of an event of several days cannot be compared.
    """
    for session in kb.schedule.of_event[event.id]:
        slot, start, end = session.slot, session.begin, session.finish
        if slot.start is None or (session.start is None and is_long(event.date)):
            continue
        if start is None:  # only the time of day is known
            start = minutes(slot.start)
            end = start + length(slot.start, slot.end) if slot.end else None
        talk = kb.talks.get(slot.talk) if slot.talk else None
        name = slot.title or (talk.title if talk else None) or slot.kind
        yield TimedLine(session, name, place_of(kb, event, session), start, end)


def place_of(kb: KnowledgeBase, event: Event, session: Session, field: str = "time") -> Place:
    """Return the place of a field of a session, in its slot or else in its talk."""
    talk = kb.talks.get(session.slot.talk) if session.slot.talk else None
    at = f"slots.{session.index}.{field}"
    if session.index is not None and (talk is None or at in event.origin.fields):
        return event.origin.at(at)
    return talk.origin.at(field) if talk else event.origin.at()


def clock(session: Session) -> str:
    """Return the time of day at which a session begins, as ``9:40``."""
    return (session.slot.start or "").removeprefix("0")


def is_long(dates: Dates | None) -> bool:
    """Tell whether an event has, or may have, several days."""
    return isinstance(dates, (Period, tuple))


def is_on_show(kind: str) -> bool:
    """Tell whether a kind is of posters or demos, several of which share a room and a time.

    >>> is_on_show("poster"), is_on_show("poster-session"), is_on_show("talk")
    (True, True, False)
    """
    return not {"demo", "demos", "poster", "posters"}.isdisjoint(kind.replace("-", " ").split())


def elsewhere(subject: Subject) -> Iterator[Problem]:
    """Report talks whose only speaker also speaks alone in another one at the same time."""
    kb = subject.kb
    appearances: dict[tuple[str, str], list[tuple[TimedLine, Talk]]] = defaultdict(list)
    for event in kb.events.values():
        for line in lines_of(kb, event):
            talk = kb.talks.get(line.session.slot.talk or "")
            kinds = (line.session.slot.kind, (talk and talk.kind) or "")
            together = any(is_gathering(kind) or is_on_show(kind) for kind in kinds)
            if talk and len(talk.speakers) == 1 and not together:
                # Times of day without a date can be compared only within one programme.
                scale = "" if line.session.start else event.id
                appearances[scale, kb.person_of(talk.speakers[0])].append((line, talk))
    for (_, person), talks in appearances.items():
        talks.sort(key=lambda appearance: (appearance[0].start, appearance[1].id))
        for (before, first), (line, talk) in pairwise(talks):
            rooms = (before.session.slot.room, line.session.slot.room)
            apart = rooms[0] != rooms[1] or (rooms[0] is None and before.start == line.start)
            apart = apart or before.place.path != line.place.path
            if first is not talk and before.meets(line) and apart:
                name = kb.identity.names[person].text
                where = f", in {rooms[0]}" if rooms[0] and rooms[0] != rooms[1] else ""
                message = f'{name} speaks in "{first.title}" at the same time{where}'
                hint = "correct one of the times, or tell two persons of one name apart"
                yield Problem(Code.SPEAKER_TWICE, message, line.place, hint)


MAX_COMPARED = 200
"""Simultaneous lines with which another one is compared."""


def programmes(subject: Subject) -> Iterator[Problem]:
    """Report slots in the wrong order, and overlaps within a room or with a slot for all rooms."""
    for event in subject.kb.events.values():
        lines = _without_parallel(list(_in_lanes(lines_of(subject.kb, event))))
        yield from _overlaps(lines)
        yield from _disorder(event, lines, subject.texts)


def _in_lanes(lines: Iterable[TimedLine]) -> Iterator[TimedLine]:
    """Yield the lines with their lanes; the parts of a session without one have its lane."""
    above: TimedLine | None = None
    for line in sorted(lines, key=_file_order):
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


def _file_order(line: TimedLine) -> tuple[bool, int]:
    """Return the key that sorts lines as in the file, talks without a slot last."""
    return line.session.index is None, line.session.index or 0


def _without_parallel(lines: list[TimedLine]) -> list[TimedLine]:
    """Return the lines without those of unknown rooms on days with parallel sessions.

    A day has parallel sessions if two lines without a room, no pauses, begin together.
    """
    starts = Counter(
        (line.session.day, line.start, is_gathering(line.session.slot.kind))
        for line in lines
        if line.lane is None and not is_pause(line.session.slot.kind)
    )
    parallel = {day for (day, _, _), count in starts.items() if count > 1}
    return [line for line in lines if line.lane is not None or line.session.day not in parallel]


def _overlaps(lines: list[TimedLine]) -> Iterator[Problem]:
    """Yield the problems of lines that begin before an earlier one in their room has ended."""
    active: list[TimedLine] = []
    # These take place beside all others.
    lines = [line for line in lines if line.session.slot.kind not in {"exhibition", "registration"}]
    for line in sorted(lines, key=lambda line: (line.start, _file_order(line))):
        active = [other for other in active if other.meets(line)][-MAX_COMPARED:]
        clashing = [
            other for other in active
            if (other.lane == line.lane or None in (other.lane, line.lane)) and _clash(other, line)
        ]  # fmt: skip
        active.append(line)
        if clashing:
            yield _overlap(line, max(clashing, key=lambda other: other.end or other.start))


def _overlap(line: TimedLine, other: TimedLine) -> Problem:
    where = f" in {line.lane}" if line.lane is not None and line.lane == other.lane else ""
    hint = "correct one of the times"
    relation = f'like "{other.name}"'
    if other.end is not None and other.end > line.start:
        relation = f'before "{other.name}" ends'
        kinds = (line.session.slot.kind, other.session.slot.kind)
        if other.spans(line) and not any(map(is_pause, kinds)):
            hint += ", or give the longer one the kind session"
    message = f'"{line.name}" begins at {clock(line.session)}{where}, {relation}'
    return Problem(Code.SLOTS_OVERLAP, message, line.place, hint)


def _clash(first: TimedLine, second: TimedLine) -> bool:
    """Tell whether two simultaneous lines cannot both be right."""
    if first.holds(second) or second.holds(first):
        return False
    if is_on_show(first.session.slot.kind) and is_on_show(second.session.slot.kind):
        return False
    if first.lane == second.lane:
        # Without a room, lines that begin together without an end are a list of names.
        return first.lane is not None or (first.end is not None and first.end > second.start)
    pauses = [is_pause(line.session.slot.kind) for line in (first, second)]
    if any(pauses) and (all(pauses) or first.spans(second) or second.spans(first)):
        return False  # somebody works through lunch
    return first.end is not None and first.end > second.start


def _disorder(event: Event, lines: list[TimedLine], texts: Texts) -> Iterator[Problem]:
    """Yield the problems of slots that begin before the one above, of their day and room."""
    above: dict[object, list[TimedLine]] = {}
    for line in lines:
        if line.session.index is None:
            continue
        before = above.setdefault((line.session.day, line.lane), [])
        before.append(line)
        if len(before) == 1 or line.start >= before[-2].start:
            continue
        late = before[-2].start % DAY >= NIGHT and line.start < MORNING
        if line.session.start or not late:
            message = f'"{line.name}" begins at {clock(line.session)}, before the slot above it'
            hint = "put the slots in order, or correct the time"
            later = next(other for other in before if other.start > line.start)
            rows = (later.session.index or 0, line.session.index)
            edits = _moved(event.origin, *rows, texts)
            yield Problem(Code.SLOTS_OVERLAP, message, line.place, hint, edits)


def _moved(origin: Origin, first: int, last: int, texts: Texts) -> tuple[Edit, ...]:
    """Return the edit that moves slot ``last`` before slot ``first``, with the comments above each.

    There is none if one of the slots between has a day, or several are on one line.
    """
    path = origin.place.path
    rows = texts.text_of(path).splitlines(keepends=True)
    begins = [origin.fields.get(f"slots.{index}", (0, 0))[0] - 1 for index in (first, last)]
    if not all("".join(rows[at : at + 1]).lstrip().startswith("- ") for at in begins):
        return ()
    (begin, _end), (middle, end) = (_with_comments(rows, at) for at in begins)
    stays, moves = "".join(rows[begin:middle]), "".join(rows[middle:end])
    # A day also holds for the slots below it.
    if re.search(r"\bday\s*:", stays + moves) or not moves.endswith("\n"):
        return ()
    return (Edit(Place(path, begin + 1), stays + moves, moves + stays),)


def _with_comments(rows: list[str], begin: int) -> tuple[int, int]:
    """Return the rows of a slot and the comments above it, as the first and the one after."""
    margin = len(rows[begin]) - len(rows[begin].lstrip())
    end = begin + 1
    for at in range(begin + 1, len(rows)):
        text = rows[at].lstrip()
        if text and not text.startswith("#"):
            if len(rows[at]) - len(text) <= margin:
                break
            end = at + 1
    while rows[begin - 1].lstrip().startswith("#"):
        begin -= 1
    return begin, end


def dayless(subject: Subject) -> Iterator[Problem]:
    """Report the first time without a day at an event of several days, where other lines have one.

    If no line has a day, the days may not be planned yet.
    """
    for event in subject.kb.events.values():
        sessions = subject.kb.schedule.of_event[event.id]
        if not is_long(event.date) or not any(session.start for session in sessions):
            continue
        undated = (session for session in sessions if not (session.day or session.slot.day))
        dayless = [session for session in undated if session.slot.start]
        if dayless:
            first = min(dayless, key=lambda session: (session.index is None, session.index or 0))
            message = f"nothing says on which day {clock(first)} is"
            hint = "add day: to the line; those below it have the same"
            yield Problem(Code.SLOT_DAY, message, place_of(subject.kb, event, first), hint)


def empty(subject: Subject) -> Iterator[Problem]:
    """Report slots and talks that end as they begin."""
    for event, session in subject.sessions:
        slot = session.slot
        if slot.start and slot.start == slot.end and session.start == session.end:
            message = f"this begins and ends at {clock(session)}"
            place = place_of(subject.kb, event, session)
            yield Problem(Code.SLOT_EMPTY, message, place, "correct the end, or leave it out")


def repeated(subject: Subject) -> Iterator[Problem]:
    """Report slots that name the talk of another one, at another time and without a title.

    Two slots at the same time mean that the talk is in two rooms.
    """
    for event in subject.kb.events.values():
        first: dict[str, Session] = {}
        sessions = subject.kb.schedule.of_event[event.id]
        for session in sorted(sessions, key=lambda session: session.index or 0):
            slot = session.slot
            if session.index is None or slot.talk is None:
                continue
            before = first.setdefault(slot.talk, session)
            if slot.title is None and (before.day, before.slot.start) != (session.day, slot.start):
                message = f'an earlier slot names the talk "{slot.talk.rpartition("/")[2]}" too'
                hint = "name another talk, or give this slot a title: of its own, such as Part 2"
                place = event.origin.at(f"slots.{session.index}.talk")
                yield Problem(Code.TALK_TWICE, message, place, hint)


def unscheduled(subject: Subject) -> Iterator[Problem]:
    """Report talks that are missing in the programme of their event."""
    for event in subject.kb.events.values():
        slotted = {talk for slot in event.slots for talk in (slot.talk, *slot.talks) if talk}
        if not slotted:
            continue
        for talk_id in subject.kb.relations.talks_of_event.get(event.id, ()):
            talk = subject.kb.talks[talk_id]
            if talk_id not in slotted and talk.start is None and talk.status != "cancelled":
                message = f"the programme of {event.id} does not name this talk"
                hint = f"add talk: {talk_id.rpartition('/')[2]} to its slot"
                yield Problem(Code.TALK_UNSCHEDULED, message, talk.origin.at(), hint)


RULES: tuple[Rule, ...] = (elsewhere, programmes, dayless, empty, repeated, unscheduled)
