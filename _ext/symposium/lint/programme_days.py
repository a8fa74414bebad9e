"""Rules for days, zones and offsets of programmes, for their talks and speakers, and for rooms."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from datetime import date, datetime, time, timedelta
from itertools import islice, zip_longest
from zoneinfo import ZoneInfo

from symposium.kinds.event import Event
from symposium.knowledge import KnowledgeBase
from symposium.knowledge.identity import State
from symposium.knowledge.local_times import days_of, occurrences
from symposium.knowledge.schedule import Session
from symposium.lint.programme_lines import place_of
from symposium.lint.subject import Rule, Subject
from symposium.model.dates import Date, calendar_day, minutes, parse_date
from symposium.model.names import fold_text
from symposium.model.problems import Code, Place, Problem
from symposium.model.spelling import one_letter_apart


def outside(subject: Subject) -> Iterator[Problem]:
    """Report days of talks and slots that are not among those of their event."""
    kb = subject.kb
    for event in kb.events.values():
        days = days_of(event)
        # In the last night, or far away, a line may be under a day of the event all the same.
        shown: dict[object, date | None] = {}
        for line, on in zip(
            kb.schedule.of_event[event.id], kb.schedule.days[event.id], strict=True
        ):
            for key in (line.index, line.slot.talk, *line.slot.talks):
                shown.setdefault(key, on)
        for given, place, key in _days(kb, event):
            day = calendar_day(given)
            near = [one for one in (day, shown.get(key)) if one]
            if day and days and not any(days[0] <= one <= days[1] for one in near):
                message = f"{day} is not a day of {event.id}, which is {_when(days)}"
                yield Problem(Code.TALK_OUTSIDE, message, place, "correct one of the two")
        slotted: dict[str, list[str]] = defaultdict(list)
        for slot in event.slots:
            if slot.talk and slot.day:
                slotted[slot.talk].append(slot.day)
        for talk_id, given_days in slotted.items():
            talk = kb.talks.get(talk_id)
            if talk and talk.date and talk.date.day and talk.date.iso not in given_days:
                message = f"the talk is on {talk.date.iso}, its slot on {given_days[0]}"
                place = talk.origin.at("date")
                yield Problem(Code.TALK_OUTSIDE, message, place, "give the day in one of the two")


def _days(kb: KnowledgeBase, event: Event) -> Iterator[tuple[Date, Place, int | str]]:
    """Yield the days that slots and talks of an event give, with their places."""
    for index, slot in enumerate(event.slots):
        if slot.day and (day := parse_date(slot.day)):
            yield day, event.origin.at(f"slots.{index}.day"), index
    for talk_id in kb.relations.talks_of_event.get(event.id, ()):
        talk = kb.talks[talk_id]
        if talk.date:
            yield talk.date, talk.origin.at("date"), talk_id


def _when(days: tuple[date, date]) -> str:
    return " to ".join(dict.fromkeys(map(str, days)))


def speakers(subject: Subject) -> Iterator[Problem]:
    """Report speakers who have no file, each once, and those of an event in one line.

    Most programmes have more such speakers than a report should have lines.
    """
    kb, seen = subject.kb, set()
    without: dict[str, list[tuple[str, str, Place]]] = {}
    for talk in kb.talks.values():
        for index, one in enumerate(talk.speakers):
            person = kb.person_of(one)
            if person not in seen and kb.state_of(person) is State.DERIVED:
                seen.add(person)
                rows = without.setdefault(talk.event or talk.id, [])
                rows.append((person, one.name.text, talk.origin.at(f"speakers.{index}")))
    for rows in without.values():
        names = ", ".join(f'"{name}"' for _, name, _ in rows[:3])
        more = f" and {len(rows) - 3} more" if rows[3:] else ""
        person, _, place = rows[0]
        message, hint = f"no file describes the speakers {names}{more}", f"write people/{person}.md"
        yield Problem(Code.SPEAKER_UNDESCRIBED, message, place, hint)


def zones(subject: Subject) -> Iterator[Problem]:
    """Report events on known days whose times could be those of any zone."""
    for event in subject.kb.events.values():
        # A zone that was refused is reported already.
        if event.origin.fields.keys() & {"timezone", "utc_offset"}:
            continue
        sessions = subject.kb.schedule.of_event[event.id]
        timed = next((one for one in sessions if one.start and not one.zone), None)
        if timed:
            message = f"the times of {event.id} are of no time zone"
            hint = "add timezone:, such as Europe/Zurich"
            yield Problem(Code.EVENT_ZONE, message, place_of(subject.kb, event, timed), hint)


def clock_changes(subject: Subject) -> Iterator[Problem]:
    """Report times that do not exist, or are twice, on a day on which the clocks change."""
    for event, session in subject.sessions:
        day, zone = session.day, session.zone
        if session.start and day and isinstance(zone, ZoneInfo):
            for text, message, hint in _odd_times(session, zone):
                place = place_of(subject.kb, event, session)
                what = f"{text} {message} in {zone.key}: the clocks change"
                yield Problem(Code.TIME_SKIPPED, what, place, hint)


def _odd_times(session: Session, zone: ZoneInfo) -> Iterator[tuple[str, str, str]]:
    """Yield times that are not there, and the first that is twice: one offset tells both ends."""
    given = session.slot.utc_offset
    twice = False
    for day, text in _times(session):
        moments = occurrences(day, text, zone)
        if not moments:
            yield text, f"does not exist on {day}", "correct the time, the day or the zone"
        elif len(moments) > 1 and not twice and given not in [*map(_offset, moments)]:
            twice = True
            offsets = " or ".join(f'"{_offset(moment)}"' for moment in moments)
            yield text, f"occurs twice on {day}", f"write utc_offset: {offsets} in its slot"


def _times(session: Session) -> Sequence[tuple[date, str]]:
    """Return the days and times of a session."""
    slot, start, end = session.slot, session.start, session.end
    times = [(start.date(), slot.start)] if start and slot.start else []
    if start and end and slot.end:
        # What is left out as clocks are put forward is not what the end shows.
        over = minutes(slot.end) < minutes(slot.start or "") and end.date() != start.date()
        times.append((start.date() + timedelta(days=int(over)), slot.end))
    return list(dict.fromkeys(times))


def _offset(moment: datetime) -> str:
    return moment.isoformat()[19:]


def odd_offsets(subject: Subject) -> Iterator[Problem]:
    """Report offsets that are not those of the zone on the day."""
    for event in subject.kb.events.values():
        days, named = days_of(event), ZoneInfo(event.timezone) if event.timezone else None
        if named and event.utc_offset and days:
            moments = [datetime.combine(day, time(12), named) for day in days]
            place = event.origin.at("utc_offset")
            yield from _odd(event.utc_offset, named, moments, f"on {_when(days)}", place)
    for event, session in subject.sessions:
        wanted, zone = session.slot.utc_offset, session.zone
        if wanted and session.index is not None and isinstance(zone, ZoneInfo):
            moments = [moment for time in _times(session) for moment in occurrences(*time, zone)]
            place = event.origin.at(f"slots.{session.index}.utc_offset")
            yield from _odd(wanted, zone, moments, f"on {session.day}", place)


def _odd(
    wanted: str, zone: ZoneInfo, moments: Sequence[datetime], when: str, place: Place
) -> Iterator[Problem]:
    if moments and wanted not in map(_offset, moments):
        right = " or ".join(f'"{one}"' for one in dict.fromkeys(map(_offset, moments)))
        message = f"the offset of {zone.key} is not {wanted} {when}"
        hint = f"write {right}, or leave utc_offset out"
        yield Problem(Code.OFFSET_WRONG, message, place, hint)


RE_PART = re.compile(r"\d+|[^\W\d_]+|[+#]+")
RE_BARE = re.compile(r"[^\W\d_](?:[\w ./-]*\w)?")
"""A name that needs no quotes in YAML, and breaks none."""
MAX_COMPARED = 100
"""Names with which another is compared letter by letter."""


def parts_of(name: str) -> tuple[str, ...]:
    """Return the words and the numbers of a name: case, accents and punctuation are ignored.

    >>> parts_of("Hall B-12"), parts_of("Room 1.2")
    (('hall', 'b', '12'), ('room', '1', '2'))
    """
    return tuple(RE_PART.findall(fold_text(name)))


def one_slip_apart(parts: Sequence[str], others: Sequence[str]) -> bool:
    """Tell whether the parts of two names differ in one letter of a word of five letters.

    >>> one_slip_apart(("harbuor", "1"), ("harbour", "1")), one_slip_apart(("b",), ("c",))
    (True, False)
    """
    unlike = [pair for pair in zip_longest(parts, others, fillvalue="") if pair[0] != pair[1]]
    return (
        len(unlike) == 1
        and unlike[0][0].isalpha()
        and min(map(len, unlike[0])) >= 5
        and one_letter_apart(*unlike[0])
    )


def misspelt(subject: Subject) -> Iterator[Problem]:
    """Report rooms and tracks of which another spelling is listed, or is the usual one."""
    for event in subject.kb.events.values():
        listed = dict.fromkeys(room.name for room in event.rooms)
        sessions = subject.kb.schedule.of_event[event.id]
        for field, known in (("room", listed), ("track", {})):
            used = Counter(name for one in sessions if (name := getattr(one.slot, field)))
            meant = _meant(used, known)
            for session in sessions if meant else ():
                name = getattr(session.slot, field)
                if name in meant:
                    right, place = meant[name], place_of(subject.kb, event, session, field)
                    message = f'the {field} "{name}" is "{right}" elsewhere'
                    bare = RE_BARE.fullmatch(right)
                    edits = subject.texts.edits(place, name, right) if bare else ()
                    yield Problem(Code.ROOM_SPELLING, message, place, f"write {right}", edits)


def _meant(used: Counter[str], listed: Collection[str]) -> dict[str, str]:
    """Return misspelt names with the right ones: listed names, else those used three times."""
    usual: dict[tuple[str, ...], str] = {}
    slips: dict[str, str] = {}
    for name in dict.fromkeys((*listed, *[name for name, _ in used.most_common()])):
        key = parts_of(name)
        near = (
            other
            for parts, other in islice(usual.items(), MAX_COMPARED)
            if (other in listed or (used[name] == 1 and used[other] > 2))
            and one_slip_apart(key, parts)
        )
        right = usual.get(key) or (None if name in listed else next(near, None))
        if right is None:
            usual[key] = name
        elif key and name not in listed:
            slips[name] = right
    return slips


RULES: tuple[Rule, ...] = (outside, speakers, zones, clock_changes, odd_offsets, misspelt)
