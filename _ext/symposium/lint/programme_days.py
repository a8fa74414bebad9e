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
    """Report days of talks and slots outside the days of their event."""
    kb = subject.kb
    for event in kb.events.values():
        days = days_of(event)
        # After midnight, or in another zone, a line may still be shown under a day of the event.
        shown: dict[object, date | None] = {}
        for line, on in zip(
            kb.schedule.of_event[event.id], kb.schedule.days[event.id], strict=True
        ):
            for key in (line.index, line.slot.talk, *line.slot.talks):
                shown.setdefault(key, on)
        for given_date, place, key in _days(kb, event):
            day = calendar_day(given_date)
            dates = [on for on in (day, shown.get(key)) if on]
            if day and days and not any(days[0] <= on <= days[1] for on in dates):
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
    """Yield the dates in slots and talks of an event, each with its place and its slot or talk."""
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
    """Report speakers without a file, each once, with one problem for all of an event.

    Most programmes have too many such speakers for one line each.
    """
    kb, seen = subject.kb, set()
    without: dict[str, list[tuple[str, str, Place]]] = {}
    for talk in kb.talks.values():
        for index, speaker in enumerate(talk.speakers):
            person = kb.person_of(speaker)
            if person not in seen and kb.state_of(person) is State.DERIVED:
                seen.add(person)
                rows = without.setdefault(talk.event or talk.id, [])
                rows.append((person, speaker.name.text, talk.origin.at(f"speakers.{index}")))
    for rows in without.values():
        names = ", ".join(f'"{name}"' for _, name, _ in rows[:3])
        more = f" and {len(rows) - 3} more" if rows[3:] else ""
        person, _, place = rows[0]
        message, hint = f"no file describes the speakers {names}{more}", f"write people/{person}.md"
        yield Problem(Code.SPEAKER_UNDESCRIBED, message, place, hint)


def zones(subject: Subject) -> Iterator[Problem]:
    """Report events on known days with times but without a time zone."""
    for event in subject.kb.events.values():
        # An invalid zone is reported already.
        if event.origin.fields.keys() & {"timezone", "utc_offset"}:
            continue
        sessions = subject.kb.schedule.of_event[event.id]
        timed = next((session for session in sessions if session.start and not session.zone), None)
        if timed:
            message = f"the times of {event.id} are of no time zone"
            hint = "add timezone:, such as Europe/Zurich"
            yield Problem(Code.EVENT_ZONE, message, place_of(subject.kb, event, timed), hint)


def clock_changes(subject: Subject) -> Iterator[Problem]:
    """Report times that do not exist, or occur twice, on a day on which the clocks change."""
    for event, session in subject.sessions:
        day, zone = session.day, session.zone
        if session.start and day and isinstance(zone, ZoneInfo):
            for text, message, hint in _times_to_correct(session, zone):
                place = place_of(subject.kb, event, session)
                what = f"{text} {message} in {zone.key}: the clocks change"
                yield Problem(Code.TIME_SKIPPED, what, place, hint)


def _times_to_correct(session: Session, zone: ZoneInfo) -> Iterator[tuple[str, str, str]]:
    """Yield times that do not exist, and the first ambiguous one: an offset settles both ends."""
    offset = session.slot.utc_offset
    twice = False
    for day, text in _times(session):
        moments = occurrences(day, text, zone)
        if not moments:
            yield text, f"does not exist on {day}", "correct the time, the day or the zone"
        elif len(moments) > 1 and not twice and offset not in [*map(_offset, moments)]:
            twice = True
            offsets = " or ".join(f'"{_offset(moment)}"' for moment in moments)
            yield text, f"occurs twice on {day}", f"write utc_offset: {offsets} in its slot"


def _times(session: Session) -> Sequence[tuple[date, str]]:
    """Return the start and the end of a session, each as a day and a time of day."""
    slot, start, end = session.slot, session.start, session.end
    times = [(start.date(), slot.start)] if start and slot.start else []
    if start and end and slot.end:
        # ``end`` may show another time than the slot where clocks are put forward.
        over = minutes(slot.end) < minutes(slot.start or "") and end.date() != start.date()
        times.append((start.date() + timedelta(days=int(over)), slot.end))
    return list(dict.fromkeys(times))


def _offset(moment: datetime) -> str:
    return moment.isoformat()[19:]


def odd_offsets(subject: Subject) -> Iterator[Problem]:
    """Report offsets that differ from that of the time zone on their day."""
    for event in subject.kb.events.values():
        days, event_zone = days_of(event), ZoneInfo(event.timezone) if event.timezone else None
        if event_zone and event.utc_offset and days:
            moments = [datetime.combine(day, time(12), event_zone) for day in days]
            place = event.origin.at("utc_offset")
            when = f"on {_when(days)}"
            yield from _offset_problems(event.utc_offset, event_zone, moments, when, place)
    for event, session in subject.sessions:
        offset, zone = session.slot.utc_offset, session.zone
        if offset and session.index is not None and isinstance(zone, ZoneInfo):
            moments = [moment for time in _times(session) for moment in occurrences(*time, zone)]
            place = event.origin.at(f"slots.{session.index}.utc_offset")
            yield from _offset_problems(offset, zone, moments, f"on {session.day}", place)


def _offset_problems(
    offset: str, zone: ZoneInfo, moments: Sequence[datetime], when: str, place: Place
) -> Iterator[Problem]:
    if moments and offset not in map(_offset, moments):
        offsets = " or ".join(f'"{correct}"' for correct in dict.fromkeys(map(_offset, moments)))
        message = f"the offset of {zone.key} is not {offset} {when}"
        hint = f"write {offsets}, or leave utc_offset out"
        yield Problem(Code.OFFSET_WRONG, message, place, hint)


RE_PART = re.compile(r"\d+|[^\W\d_]+|[+#]+")
RE_BARE = re.compile(r"[^\W\d_](?:[\w ./-]*\w)?")
"""A name that needs no quotes in YAML."""
MAX_COMPARED = 100
"""Names with which another one is compared letter by letter."""


def parts_of(name: str) -> tuple[str, ...]:
    """Return the words and numbers in a name, without case, accents and punctuation.

    >>> parts_of("Hall B-12"), parts_of("Room 1.2")
    (('hall', 'b', '12'), ('room', '1', '2'))
    """
    return tuple(RE_PART.findall(fold_text(name)))


def one_slip_apart(parts: Sequence[str], others: Sequence[str]) -> bool:
    """Tell whether two names differ in one letter of one word of at least five letters.

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
    """Report rooms and tracks with another spelling that is listed or usual."""
    for event in subject.kb.events.values():
        listed = dict.fromkeys(room.name for room in event.rooms)
        sessions = subject.kb.schedule.of_event[event.id]
        for field, expected in (("room", listed), ("track", {})):
            used = Counter(name for session in sessions if (name := getattr(session.slot, field)))
            corrections = _meant(used, expected)
            for session in sessions if corrections else ():
                name = getattr(session.slot, field)
                if name in corrections:
                    correct, place = corrections[name], place_of(subject.kb, event, session, field)
                    message = f'the {field} "{name}" is "{correct}" elsewhere'
                    bare = RE_BARE.fullmatch(correct)
                    edits = subject.texts.edits(place, name, correct) if bare else ()
                    yield Problem(Code.ROOM_SPELLING, message, place, f"write {correct}", edits)


def _meant(used: Counter[str], listed: Collection[str]) -> dict[str, str]:
    """Return misspelt names, each with the right one: a listed name, or one used three times."""
    usual: dict[tuple[str, ...], str] = {}
    slips: dict[str, str] = {}
    for name in dict.fromkeys((*listed, *[name for name, _ in used.most_common()])):
        key = parts_of(name)
        similar = (
            other
            for parts, other in islice(usual.items(), MAX_COMPARED)
            if (other in listed or (used[name] == 1 and used[other] > 2))
            and one_slip_apart(key, parts)
        )
        correct = usual.get(key) or (None if name in listed else next(similar, None))
        if correct is None:
            usual[key] = name
        elif key and name not in listed:
            slips[name] = correct
    return slips


RULES: tuple[Rule, ...] = (outside, speakers, zones, clock_changes, odd_offsets, misspelt)
