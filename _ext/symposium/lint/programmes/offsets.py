"""Rules for time zones and offsets: times that do not exist or exist twice, wrong offsets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta
from functools import lru_cache
from itertools import chain

from symposium.kinds.event import Event
from symposium.knowledge.days import days_of, event_dates
from symposium.knowledge.local_times import LocalZone, minutes, named_zone, occurrences, offset_from
from symposium.knowledge.schedule import Session
from symposium.lint.programmes.time_scale import place_of
from symposium.lint.subject import Rule, Subject
from symposium.model.problems import Code, Place, Problem


def zones(subject: Subject) -> Iterator[Problem]:
    """Report events on known days whose times could be those of any zone."""
    for event in subject.kb.events.values():
        if event.timezone or event.utc_offset:
            continue
        # A zone that was refused is reported already.
        if "timezone" in event.origin.fields or "utc_offset" in event.origin.fields:
            continue
        sessions = subject.kb.schedule.of_event[event.id]
        timed = [one for one in sessions if one.start and not one.zone]
        if timed:
            message = f"the times of {event.id} are of no time zone"
            hint = "add timezone:, such as Europe/Zurich"
            place = place_of(subject.kb, event, timed[0])
            yield Problem(Code.EVENT_ZONE, message, place, hint)


def clock_changes(subject: Subject) -> Iterator[Problem]:
    """Report times that do not exist, or are twice, on a day on which the clocks change."""
    for event in subject.kb.events.values():
        for session in subject.kb.schedule.of_event[event.id]:
            day, zone = session.day, session.zone
            if session.start and day and isinstance(zone, LocalZone) and _changes(zone, day):
                place = place_of(subject.kb, event, session)
                yield from _skipped(session, zone, place)
                yield from _twice(session, zone, place)


@lru_cache(maxsize=1024)
def _changes(zone: LocalZone, day: date) -> bool:
    """Tell whether clocks change on a day, or in the night after it."""
    begin = datetime(day.year, day.month, day.day, tzinfo=zone)
    offsets = {(begin + timedelta(days=shift)).utcoffset() for shift in (-1, 0, 1, 2)}
    return len(offsets) > 1


def _skipped(session: Session, zone: LocalZone, place: Place) -> Iterator[Problem]:
    for day, text in _times(session):
        if not occurrences(day, text, zone):
            message = f"{text} does not exist on {day} in {zone.key}: the clocks change"
            hint = "correct the time, the day or the zone"
            yield Problem(Code.TIME_SKIPPED, message, place, hint)


def _twice(session: Session, zone: LocalZone, place: Place) -> Iterator[Problem]:
    """Yield that nothing tells which of two equal times is meant: once, one offset tells both."""
    given = offset_from(session.slot.utc_offset) if session.slot.utc_offset else None
    for day, text in _times(session):
        moments = occurrences(day, text, zone)
        told = given is not None and any(one.utcoffset() == given for one in moments)
        if len(moments) > 1 and not told and not _goes_back(session):
            offsets = [_offset(one) for one in moments]
            message = f"{text} occurs twice on {day} in {zone.key}: the clocks change"
            hint = f'write utc_offset: "{offsets[0]}" or "{offsets[1]}"'
            if session.index is None:
                hint = f"name the talk in a slot, and there {hint}"
            yield Problem(Code.TIME_SKIPPED, message, place, hint)
            return


def _goes_back(session: Session) -> bool:
    """Tell whether clocks show the end before the beginning: that can be in one way alone."""
    start, end = session.start, session.end
    return bool(start and end and start.date() == end.date() and end.time() < start.time())


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
        yield from _of_event(event)
        for session in subject.kb.schedule.of_event[event.id]:
            wanted = session.slot.utc_offset
            if not wanted or session.index is None or not isinstance(session.zone, LocalZone):
                continue
            moments = [
                moment
                for day, text in _times(session)
                for moment in occurrences(day, text, session.zone)
            ]
            offsets = [_offset(one) for one in moments]
            if moments and all(one.utcoffset() != offset_from(wanted) for one in moments):
                place = event.origin.at(f"slots.{session.index}.utc_offset")
                yield _odd(wanted, session.zone, offsets, f"on {session.day}", place)


def _of_event(event: Event) -> Iterator[Problem]:
    zone = named_zone(event.timezone) if event.timezone else None
    days = _span(event)
    if not zone or not event.utc_offset or not days:
        return
    first, last = days
    months = ((year, month) for year in range(first.year, last.year + 1) for month in range(1, 13))
    begun = (date(year, month, 1) for year, month in months)
    noons = chain((first, last), (day for day in begun if first < day < last))
    moments = [datetime(day.year, day.month, day.day, 12, tzinfo=zone) for day in noons]
    if all(one.utcoffset() != offset_from(event.utc_offset) for one in moments):
        begin, end = event_dates(event.date)
        when = f"on {begin}" if begin == end else f"from {begin} to {end}"
        when = when if days_of(event) else f"in {begin}"
        place = event.origin.at("utc_offset")
        yield _odd(event.utc_offset, zone, [_offset(one) for one in moments], when, place)


def _span(event: Event) -> tuple[date, date] | None:
    """Return the first and the last day on which an event may be, if that is within ten years."""
    first, last = event_dates(event.date)
    if not first or not last or not (first[:4].isdigit() and last[:4].isdigit()):
        return None
    years = int(first[:4]), int(last[:4])
    if not 1 < years[0] <= years[1] < min(9999, years[0] + 10):
        return None
    return days_of(event) or (date(years[0], 1, 1), date(years[1], 12, 31))


def _odd(wanted: str, zone: LocalZone, offsets: Sequence[str], when: str, place: Place) -> Problem:
    right = " or ".join(f'"{one}"' for one in dict.fromkeys(offsets))
    message = f"the offset of {zone.key} is not {wanted} {when}"
    return Problem(Code.OFFSET_WRONG, message, place, f"write {right}, or leave utc_offset out")


RULES: tuple[Rule, ...] = (zones, clock_changes, odd_offsets)
