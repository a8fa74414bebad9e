"""Rules for talks on another day than their event, or in no programme, and for their speakers."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from symposium.kinds.event import Event
from symposium.knowledge import KnowledgeBase
from symposium.knowledge.days import MORNING, days_of, event_dates
from symposium.knowledge.identity import State
from symposium.knowledge.local_times import in_zone
from symposium.knowledge.schedule import Session, zone_of
from symposium.lint.programmes.time_scale import is_long, lines_of
from symposium.lint.subject import Rule, Subject
from symposium.model.problems import Code, Place, Problem

FEW = 3
"""So many speakers without a file are reported one by one."""


def outside(subject: Subject) -> Iterator[Problem]:
    """Report days of talks and slots that are not among those of their event."""
    kb = subject.kb
    for event in kb.events.values():
        first, last = event_dates(event.date)
        for day, place, session in _days(kb, event):
            if not first or not last or _is_between(first, day, last):
                continue
            if session and _is_on(session, event):
                continue
            when = first if first == last else f"{first} to {last}"
            message = f"{day} is not a day of {event.id}, which is {when}"
            yield Problem(Code.TALK_OUTSIDE, message, place, "correct one of the two")
        yield from _odd_days(kb, event)
        yield from _odd_hours(kb, event)


def _days(kb: KnowledgeBase, event: Event) -> Iterator[tuple[str, Place, Session | None]]:
    """Yield the days that slots and talks of an event give, with where they stand."""
    slots = {one.index: one for one in kb.schedule.of_event[event.id]}
    for index, slot in enumerate(event.slots):
        if slot.day:
            yield slot.day, event.origin.at(f"slots.{index}.day"), slots.get(index)
    for talk_id in kb.relations.talks_of_event.get(event.id, ()):
        talk = kb.talks[talk_id]
        if talk.date:
            yield talk.date.iso, talk.origin.at("date"), kb.schedule.of_talk.get(talk_id)


def _is_on(session: Session, event: Event) -> bool:
    """Tell whether a session is of an event all the same: in the last night, or in another zone."""
    days, zone, start = days_of(event), zone_of(event), session.start
    if not days or not start:
        return False
    local = in_zone(start, zone)
    if days[0] <= local.date() <= days[1]:
        return True
    return local.date() - timedelta(days=1) == days[1] and local.hour * 60 < MORNING


def _is_between(first: str, day: str, last: str) -> bool:
    """Tell whether a day lies in a span, as precisely as its ends are known.

    >>> _is_between("2021", "2021-05-17", "2021"), _is_between("2021-05", "2021-06-01", "2021-05")
    (True, False)
    """
    if "present" in {first, day, last} or not all(
        part.isdigit() for text in (first, day, last) for part in text.split("-")
    ):
        return first[:4] <= day[:4] <= last[:4]
    low = min(len(first), len(day))
    high = min(len(last), len(day))
    return first[:low] <= day[:low] and day[:high] <= last[:high]


def _odd_days(kb: KnowledgeBase, event: Event) -> Iterator[Problem]:
    """Yield talks whose own day is another one than that of their slots."""
    days: dict[str, list[str]] = {}
    for slot in event.slots:
        if slot.talk and slot.day:
            days.setdefault(slot.talk, []).append(slot.day)
    for talk_id, given in days.items():
        talk = kb.talks.get(talk_id)
        if talk and talk.date and talk.date.day and talk.date.iso not in given:
            message = f"the talk is on {talk.date.iso}, its slot on {given[0]}"
            place = talk.origin.at("date")
            yield Problem(Code.TALK_OUTSIDE, message, place, "give the day in one of the two")


def _odd_hours(kb: KnowledgeBase, event: Event) -> Iterator[Problem]:
    """Yield talks without a slot that begin before the programme, or after it."""
    if is_long(event.date):
        return
    for lines, _ in lines_of(kb, event):
        slots = [line for line in lines if line.session.index is not None]
        if not slots or any(event.slots[line.session.index or 0].day for line in slots):
            continue
        first = min(slots, key=lambda line: line.start)
        last = max(slots, key=lambda line: line.end or line.start)
        for line in lines:
            if line.session.index is not None:
                continue
            if not first.start <= line.start <= (last.end or last.start):
                message = f"the talk begins at {line.begins}, outside of the programme"
                hint = f"which is from {first.begins} to {last.end_for(line)}"
                yield Problem(Code.TALK_OUTSIDE, message, line.place, hint)


def speakers(subject: Subject) -> Iterator[Problem]:
    """Report speakers who have no file, each once; those of an event in one line if they are many.

    Most programmes have more such speakers than a report should have lines.
    """
    kb, seen = subject.kb, set()
    found: dict[str, list[tuple[str, str, Place]]] = {}
    for talk in kb.talks.values():
        for index, one in enumerate(talk.speakers):
            person = kb.person_of(one)
            if person in seen or kb.state_of(person) is not State.DERIVED:
                continue
            seen.add(person)
            rows = found.setdefault(talk.event or talk.id, [])
            rows.append((person, one.name.text, talk.origin.at(f"speakers.{index}")))
    for event, rows in found.items():
        if len(rows) > FEW:
            names = ", ".join(f'"{name}"' for _, name, _ in rows[:FEW])
            message = f"{len(rows)} speakers of {event} have no file: {names} and others"
            hint = f"write people/{rows[0][0]}.md, and so on"
            yield Problem(Code.SPEAKER_UNDESCRIBED, message, rows[0][2], hint)
            continue
        for person, name, place in rows:
            message = f'the speaker "{name}" has no file'
            yield Problem(Code.SPEAKER_UNDESCRIBED, message, place, f"write people/{person}.md")


def unscheduled(subject: Subject) -> Iterator[Problem]:
    """Report talks that stand nowhere in the programme of their event."""
    for event in subject.kb.events.values():
        slotted = {one for slot in event.slots for one in (slot.talk, *slot.talks) if one}
        if not slotted:
            continue
        for talk_id in subject.kb.relations.talks_of_event.get(event.id, ()):
            talk = subject.kb.talks[talk_id]
            if talk_id not in slotted and talk.start is None and talk.status != "cancelled":
                message = f"the programme of {event.id} does not name this talk"
                hint = f"add talk: {talk_id.rpartition('/')[2]} to its slot"
                yield Problem(Code.TALK_UNSCHEDULED, message, talk.origin.at(), hint)


RULES: tuple[Rule, ...] = (outside, speakers, unscheduled)
