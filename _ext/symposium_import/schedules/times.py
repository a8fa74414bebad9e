"""The zone of a programme, and the times of its sessions as lines of a programme have them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo

from symposium.fields.date_types import LONGEST_PART
from symposium.fields.field_types import WrongValue
from symposium.fields.zone_types import TimeZone
from symposium.kinds.event import KIND as EVENT
from symposium.kinds.kind import Page
from symposium.knowledge.local_times import instant, minutes, occurrences, span
from symposium.knowledge.schedule import make_schedule
from symposium.reading.frontmatter import read

from symposium_import.schedules.values import Finding, ImportedProgramme, Item

WIDEST = timedelta(hours=14, minutes=59)
"""The largest offset that front matter takes."""


@dataclass(frozen=True, slots=True)
class ScheduleZone:
    """The zone of a programme."""

    name: str = ""
    """Its IANA name."""
    offset: str = ""
    """``+02:00``, where no name is known."""
    zone: tzinfo | None = None
    findings: tuple[Finding, ...] = ()

    def local(self, moment: datetime) -> datetime:
        """Return a moment as clocks there show it; one without an offset is meant so already."""
        if self.zone is None:
            return moment.replace(tzinfo=None)
        return moment.astimezone(self.zone) if moment.tzinfo else moment.replace(tzinfo=self.zone)


def zone_of(programme: ImportedProgramme, wanted: str = "") -> ScheduleZone:
    """Return the zone of a programme: the one wanted, the one it names, or what its times tell."""
    findings: list[Finding] = []
    name = wanted or programme.timezone
    if name and isinstance(wrong := TimeZone().convert(name), WrongValue):
        findings.append(Finding((), f"the time zone: {wrong.message}", wrong.hint, decide=True))
        name = ""
    aware = [one for one in programme.items if one.start and one.start.tzinfo]
    if name:
        zone = ZoneInfo(name)
        findings += _differing(aware, zone, name)
        return ScheduleZone(name, "", zone, tuple(findings))
    offsets = Counter(map(_shift_of, aware))
    if not offsets:
        if any(one.start for one in programme.items):
            named = "its zone is not known" if findings else "the schedule names no time zone"
            message = f"{named}, and its times have no offset"
            findings.append(Finding((), message, "give one: --timezone Europe/Berlin", decide=True))
        return ScheduleZone(findings=tuple(findings))
    shift = max(offsets, key=lambda one: (offsets[one], -abs(one)))
    text = _text(shift)
    several = "several offsets" if len(offsets) > 1 else f"the offset {text}"
    named = "its zone is not known" if findings else "the schedule names no time zone"
    message = f"{named}; its times have {several}"
    hint = f"all are written with {text}: to have them in a zone, give --timezone Europe/Berlin"
    findings.append(Finding((), message, hint))
    return ScheduleZone("", text, timezone(shift), tuple(findings))


def _shift_of(item: Item) -> timedelta:
    """Return the offset of the local time of a session, in whole minutes.

    Where moments are in UTC, the time of day that stands beside may tell how clocks went.
    """
    assert item.start  # noqa: S101 - only such are asked for
    shift = item.start.utcoffset() or timedelta()
    if not shift and item.clock:
        hours, minutes = map(int, item.clock.split(":"))
        apart = hours * 60 + minutes - item.start.hour * 60 - item.start.minute
        apart = (apart + 12 * 60) % (24 * 60) - 12 * 60
        shift = timedelta(minutes=apart) if apart % 15 == 0 else shift
    shift = timedelta(minutes=round(shift.total_seconds() / 60))
    return shift if abs(shift) <= WIDEST else timedelta()


def _text(shift: timedelta) -> str:
    """Return an offset as front matter has it.

    >>> _text(timedelta(hours=-7)), _text(timedelta(hours=5, minutes=30))
    ('-07:00', '+05:30')
    """
    minutes = int(shift.total_seconds() // 60)
    return f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02}:{abs(minutes) % 60:02}"


def _differing(items: list[Item], zone: tzinfo, name: str) -> list[Finding]:
    """Return what contradicts the zone: offsets that it does not have, times of day of another."""
    found = []
    for item in items:
        start = item.start or datetime.min.replace(tzinfo=UTC)
        local = start.astimezone(zone)
        if start.utcoffset() and start.utcoffset() != local.utcoffset():
            message = f"the offset of the date is not that of {name} on that day"
            hint = f"the moment holds: it is {local:%H:%M} there"
            found.append(Finding((*item.path, "date"), message, hint))
        elif item.clock and item.clock != f"{local:%H:%M}":
            message = f"the start is another time than that of the date in {name}"
            hint = f"the moment of the date holds: it is {local:%H:%M} there"
            found.append(Finding((*item.path, "start"), message, hint))
    return found


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
