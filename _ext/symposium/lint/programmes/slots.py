"""Rules for slots without a day or a length, and for talks in two slots."""

from __future__ import annotations

from collections.abc import Iterator

from symposium.kinds.event import Event
from symposium.knowledge.local_times import minutes
from symposium.knowledge.schedule import Session
from symposium.lint.programmes.time_scale import clock, is_long, place_of
from symposium.lint.subject import Rule, Subject
from symposium.model.problems import Code, Problem


def dayless(subject: Subject) -> Iterator[Problem]:
    """Report the first time without a day at an event of several days, where other lines have one.

    Where no line has a day, the programme may be older than the plan of days.
    """
    for event in subject.kb.events.values():
        sessions = subject.kb.schedule.of_event[event.id]
        if not is_long(event.date) or not any(one.start for one in sessions):
            continue
        written = sorted(sessions, key=lambda one: (one.index is None, one.index or 0))
        for session in written:
            if session.slot.start and session.day is None and not session.slot.day:
                place = place_of(subject.kb, event, session)
                message = f"nothing says on which day {clock(minutes(session.slot.start))} is"
                hint = "add day: to the line; those below it have the same"
                yield Problem(Code.SLOT_DAY, message, place, hint)
                break


def empty(subject: Subject) -> Iterator[Problem]:
    """Report slots and talks that end as they begin."""
    for event in subject.kb.events.values():
        for session in subject.kb.schedule.of_event[event.id]:
            slot = session.slot
            if slot.start is None or slot.start != slot.end or session.start != session.end:
                continue
            message = f"this begins and ends at {clock(minutes(slot.start))}"
            place = place_of(subject.kb, event, session)
            yield Problem(Code.SLOT_EMPTY, message, place, "correct the end, or leave it out")


def repeated(subject: Subject) -> Iterator[Problem]:
    """Report slots that name the talk of another one, at another time and without a title.

    At the same time, it is in two rooms.
    """
    for event in subject.kb.events.values():
        first: dict[str, Session] = {}
        sessions = [one for one in subject.kb.schedule.of_event[event.id] if one.index is not None]
        for session in sorted(sessions, key=lambda one: one.index or 0):
            slot = session.slot
            if slot.talk is None or first.setdefault(slot.talk, session) is session:
                continue
            before = first[slot.talk]
            if slot.title is None and (before.day, before.slot.start) != (session.day, slot.start):
                yield _repetition(event, session, before)


def _repetition(event: Event, session: Session, before: Session) -> Problem:
    start, name = before.slot.start, (session.slot.talk or "").rpartition("/")[2]
    when = f" at {clock(minutes(start))}" if start else ""
    when += f" on {before.day}" if before.day != session.day else ""
    message = f'the slot{when} names the talk "{name}" too'
    hint = "name another talk, or give this slot a title: of its own, such as Part 2"
    return Problem(Code.TALK_TWICE, message, event.origin.at(f"slots.{session.index}.talk"), hint)


RULES: tuple[Rule, ...] = (dayless, empty, repeated)
