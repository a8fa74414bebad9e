"""Times of sessions, as lines of a programme have them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from symposium.fields.date_types import LONGEST_PART
from symposium.kinds.event import KIND as EVENT
from symposium.kinds.kind import Page
from symposium.knowledge.local_times import instant, minutes, occurrences, span
from symposium.knowledge.schedule import make_schedule
from symposium.reading.frontmatter import read

from symposium_import.schedules.values import Finding, ImportedProgramme, Item
from symposium_import.schedules.zones import ScheduleZone


@dataclass(frozen=True, slots=True)
class SlotTime:
    """The time of a session."""

    day: date | None = None
    time: str = ""
    """``9:00-9:45``"""
    utc_offset: str = ""
    """Set where clocks show the time twice."""
    start: datetime | None = None
    end: datetime | None = None
    printed: str = ""
    """What a line cannot say, for a reader."""
    finding: Finding | None = None


def when(item: Item, zone: ScheduleZone) -> SlotTime:
    """Return the time of a session."""
    if item.start is None:
        return SlotTime(item.day)
    start = zone.local(item.start)
    doubt = None
    if item.start.tzinfo is None and is_twice(start):
        message = "clocks show this time twice on that day"
        hint = "the first is taken: correct utc_offset: in its line if it is the other"
        doubt = Finding((*item.path, "date"), message, hint, decide=True)
    if not item.minutes:
        offset = _offset(start) if is_twice(start) else ""
        return SlotTime(start.date(), _clock(start), offset, start, finding=doubt)
    end = zone.local(instant(start) + timedelta(minutes=item.minutes))
    if start.tzinfo is None:
        end = start + timedelta(minutes=item.minutes)
    twice = is_twice(start) or is_twice(end)
    for offset in (_offset(start), _offset(end)) if twice else ("",):
        if _is_span(start, end, offset):
            time = f"{_clock(start)}-{_clock(end)}"
            return SlotTime(start.date(), time, offset, start, end, finding=doubt)
    printed = f"{start:%Y-%m-%d} {_clock(start)} – {end:%Y-%m-%d} {_clock(end)}"
    message = "a line of the programme cannot say when this ends"
    finding = Finding(item.path, message, f"it is in the file of the talk ({printed})")
    offset = _offset(start) if is_twice(start) else ""
    return SlotTime(start.date(), _clock(start), offset, start, None, printed, finding)


def is_twice(moment: datetime) -> bool:
    """Tell whether clocks show a moment twice on its day."""
    zone = moment.tzinfo
    return zone is not None and len(occurrences(moment.date(), f"{moment:%H:%M}", zone)) > 1


def _is_span(start: datetime, end: datetime, offset: str) -> bool:
    """Tell whether a line with these times is read as what is meant."""
    times = f"{start:%H:%M}", f"{end:%H:%M}"
    if (minutes(times[1]) - minutes(times[0])) % (24 * 60) > LONGEST_PART:
        return False
    found = span(start.date(), *times, start.tzinfo, offset or None)
    return _same(start, found[0]) and _same(end, found[1])


def _clock(moment: datetime) -> str:
    return f"{moment.hour}:{moment:%M}"


def _offset(moment: datetime) -> str:
    return moment.isoformat()[-6:] if moment.utcoffset() is not None else ""


def first_and_last(
    programme: ImportedProgramme, times: Iterable[tuple[Item, SlotTime]]
) -> list[date]:
    """Return the days between which a conference is: those it names, and those of its sessions.

    A session after midnight belongs to the day of the conference under which it is listed.
    """
    days = [one.date() for one in (programme.start, programme.end) if one]
    for item, one in times:
        if one.day:
            night = item.day and one.day - item.day == timedelta(days=1)
            days.append(item.day if night and item.day else one.day)
    return [min(days), max(days)] if days else []


def dates_text(days: Sequence[date]) -> str:
    """Return a day or a range of days as front matter has them.

    >>> dates_text([date(2021, 5, 17), date(2021, 5, 21)]), dates_text([])
    ('2021-05-17/2021-05-21', '')
    """
    return "/".join(dict.fromkeys(one.isoformat() for one in days))


def wrong_times(text: str, times: Sequence[SlotTime]) -> list[int]:
    """Return which slots of an event's file are not when they should be, as our reader reads it."""
    tree, _, _ = read(text, "index.md")
    event, _ = EVENT.read(tree, Page("events/event/index.md", "event"))
    sessions = {one.index: one for one in make_schedule([event], {}).of_event["event"]}
    wrong = []
    for index, wanted in enumerate(times):
        made = sessions.get(index)
        start, end = (made.start, made.end) if made else (None, None)
        if not (_same(start, wanted.start) and _same(end, wanted.end)):
            wrong.append(index)
    return wrong


def _same(one: datetime | None, other: datetime | None) -> bool:
    if one is None or other is None:
        return one is other
    return instant(one) == instant(other)


def outside(days: Sequence[date], one: SlotTime) -> bool:
    """Tell whether a session begins in the night after the last day."""
    return bool(days and one.day and one.start and one.day > days[-1] and one.start.hour < 6)
