"""A schedule as plain values; its zone, and the times of its sessions as lines of a programme."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta, timezone, tzinfo
from typing import Any
from zoneinfo import ZoneInfo

from symposium.fields.date_types import LONGEST_PART, TimeZone
from symposium.fields.field_types import WrongValue
from symposium.knowledge.local_times import instant, occurrences, span
from symposium.model.dates import length

Path = tuple[str | int, ...]
"""The way to a value: names and numbers."""

RE_CONTROL = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufeff\ufffe\uffff]"
)
"""What no page may hold; some of it would turn the direction of all that comes after it."""
RE_BREAK = re.compile("\r\n?|[\x0b\x0c\x85\u2028\u2029]")


def cleaned(text: str) -> str:
    r"""Return a text without what no page may hold; every line ends in a line feed.

    >>> cleaned("a\x00b\r\nc\u2028d")
    'ab\nc\nd'
    """
    return RE_BREAK.sub("\n", RE_CONTROL.sub("", text))


@dataclass(frozen=True, slots=True)
class Finding:
    """What could not be taken as it is, and where it stands."""

    path: Path
    message: str
    hint: str = ""
    decide: bool = False
    """Whether somebody has to decide what is right."""


@dataclass(frozen=True, slots=True)
class Reference:
    """A link of a session or of the conference."""

    url: str
    title: str = ""
    kind: str = ""
    """What the file says that it is: ``slides``, ``related``, …"""


@dataclass(frozen=True, slots=True)
class Speaker:
    """A person on the programme."""

    name: str
    bio: str = ""
    organization: str = ""
    orcid: str = ""


@dataclass(frozen=True, slots=True)
class Item:
    """A session. Its texts are as they stand there: Markdown, HTML or neither."""

    path: Path
    title: str
    code: str = ""
    """What stays when the title or the time changes."""
    subtitle: str = ""
    kind: str = ""
    track: str = ""
    room: str = ""
    day: date | None = None
    """The day of the conference under which it is listed."""
    start: datetime | None = None
    """With an offset, if the file gives one."""
    minutes: int | None = None
    """How long it takes."""
    abstract: str = ""
    description: str = ""
    speakers: tuple[Speaker, ...] = ()
    links: tuple[Reference, ...] = ()
    url: str = ""
    """Its own page there."""
    authors: tuple[Speaker, ...] = ()
    """Who wrote what is presented, where a list keeps authors and speakers apart."""
    doi: str = ""
    """That of the paper."""
    chair: tuple[Speaker, ...] = ()
    gathers: bool = False
    """Whether it is a session that contains others, and no talk."""
    shown_in: Path = ()
    """The path of the poster session that shows it all the time, so that it has no time itself."""


@dataclass(frozen=True, slots=True)
class ImportedProgramme:
    """A conference with its sessions."""

    title: str
    acronym: str = ""
    description: str = ""
    location: str = ""
    timezone: str = ""
    """As it stands there; it need not be a zone that is known."""
    start: date | None = None
    end: date | None = None
    url: str = ""
    rooms: tuple[str, ...] = ()
    items: tuple[Item, ...] = ()
    remark: str = "Imported from a list of talks."
    """Where it comes from."""
    dated: str = "undated"
    """That of its version."""


LONGEST = 31 * 24 * 60
"""Minutes that something may take."""
RE_CLOCK = re.compile(r"([01]?\d|2[0-4])[:.]([0-5]\d)(?::[0-5]\d(?:\.\d+)?)?", re.ASCII)
RE_PARTS = re.compile(r"(?:(\d{1,4}):)?(\d{1,4}):([0-5]?\d)", re.ASCII)
RE_MINUTES = re.compile(r"(\d{1,6})(?:\.0+)?\s*(?:m|min|minutes)?", re.ASCII | re.IGNORECASE)
RE_RANGE = re.compile(r"\s*[-–—]\s*")
RE_DAY = re.compile(r"(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})", re.ASCII)


def moment(value: Any) -> datetime | None:
    """Return the moment that a value stands for; a day alone is its midnight.

    >>> moment("2021-05-21T09:00:00+02:00").isoformat(), moment("2021-05-21 9:00").isoformat()
    ('2021-05-21T09:00:00+02:00', '2021-05-21T09:00:00')
    """
    if not isinstance(value, str) or len(value) > 60:
        return None
    text = re.sub(r"^(\d{4}-\d\d-\d\d)[ T](\d:)", r"\1T0\2", value.strip())
    try:
        made = datetime.fromisoformat(text).replace(microsecond=0)
    except ValueError:
        return None
    # A day more or less, or another zone, must not lead out of the calendar.
    return made if 1900 < made.year < 9000 else None


def day_of(text: str) -> date | None:
    """Return the day that a cell names.

    >>> day_of("2026-06-03") == day_of("3.6.2026"), day_of("3/6/2026")
    (True, None)
    """
    found = RE_DAY.fullmatch(text.strip())
    whole = moment(f"{found[3]}-{found[2]:0>2}-{found[1]:0>2}" if found else text)
    return whole.date() if whole else None


def clock(value: Any) -> str:
    """Return a time of day as ``HH:MM``, or nothing.

    >>> clock("9:30"), clock("09:30:00"), clock("2021-05-21T09:30:00+02:00"), clock("noon")
    ('09:30', '09:30', '09:30', '')
    """
    if not isinstance(value, str):
        return ""
    if found := RE_CLOCK.fullmatch(value.strip()):
        return f"{int(found[1]) % 24:02}:{found[2]}"
    whole = moment(value) if ":" in value else None
    return f"{whole:%H:%M}" if whole else ""


def range_of(cell: str) -> tuple[str, str]:
    """Return the two times of a range; the second is empty where there is one alone.

    >>> range_of("9:00 – 9:45"), range_of("9:30-10"), range_of("10:00"), range_of("morning")
    (('09:00', '09:45'), ('09:30', '10:00'), ('10:00', ''), ('', ''))
    """
    parts = [one for one in RE_RANGE.split(cell.strip()) if one]
    times = [clock(f"{one}:00" if len(parts) == 2 and one.isdecimal() else one) for one in parts]
    begins, ends = [*times, "", ""][:2]
    return (begins, ends) if len(parts) < 3 else ("", "")


def duration(value: Any, *, days_first: bool = False) -> int | None:
    """Return how many minutes a value stands for.

    Of three parts, the first may be days (as pretalx writes) or hours (as most programs do).

    >>> [duration(one) for one in ("00:45", "1:30", "45", 45, "20 min", "1:30:00", "soon")]
    [45, 90, 45, 45, 20, 90, None]
    >>> duration("1:02:00", days_first=True), duration("0:45:00", days_first=True)
    (1560, 45)
    """
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    text, minutes = str(value).strip(), LONGEST + 1
    if found := RE_MINUTES.fullmatch(text):
        minutes = int(found[1])
    elif found := RE_PARTS.fullmatch(text):
        first, second, third = (int(part or 0) for part in found.groups())
        minutes = second * 60 + third
        if found[1] is not None and days_first and second < 24:
            minutes += first * 24 * 60
        elif found[1] is not None:
            minutes = first * 60 + second
    return minutes if minutes <= LONGEST else None


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
    findings: tuple[Finding, ...] = ()
    if name := wanted or programme.timezone:
        wrong = TimeZone().convert(name)
        if not isinstance(wrong, WrongValue):
            return ScheduleZone(name, "", ZoneInfo(name))
        message = f"the time zone: {wrong.message}"
        findings = (Finding((), message, wrong.hint, decide=True),)
    starts = [one.start for one in programme.items if one.start]
    shifts = Counter(_shift_of(one) for one in starts if one.tzinfo)
    if not shifts:
        message = "no time zone is known, and its times have no offset"
        wanting = Finding((), message, "give one: --timezone Europe/Berlin", decide=True)
        return ScheduleZone(findings=(*findings, wanting) if starts else findings)
    zone = timezone(max(shifts, key=lambda one: (shifts[one], -abs(one))))
    text = str(zone).removeprefix("UTC") or "+00:00"
    message = f"no time zone is known: all times are written with the offset {text}"
    hint = "to have them in a zone, give --timezone Europe/Berlin"
    return ScheduleZone("", text, zone, (*findings, Finding((), message, hint)))


def _shift_of(moment: datetime) -> timedelta:
    """Return the offset of a moment in whole minutes; of one that cannot be, nothing."""
    shift = timedelta(minutes=round((moment.utcoffset() or timedelta()) / timedelta(minutes=1)))
    return shift if abs(shift) <= WIDEST else timedelta()


@dataclass(frozen=True, slots=True)
class SlotTime:
    """The time of a session."""

    day: date | None = None
    time: str = ""
    """``9:00-9:45``"""
    utc_offset: str = ""
    """Set where clocks show the time twice."""
    start: datetime | None = None
    printed: str = ""
    """What a line cannot say, for a reader."""


def when(item: Item, zone: ScheduleZone) -> SlotTime:
    """Return the time of a session."""
    if item.start is None:
        return SlotTime(item.day)
    start = end = zone.local(item.start)
    if item.minutes:
        lasts = timedelta(minutes=item.minutes)
        end = zone.local(instant(start) + lasts) if start.tzinfo else start + lasts
        twice = _is_twice(start) or _is_twice(end)
        for offset in (_offset(start), _offset(end)) if twice else ("",):
            if _is_span(start, end, offset):
                return SlotTime(start.date(), f"{_clock(start)}-{_clock(end)}", offset, start)
    # A line of a programme cannot say when this ends.
    printed = f"{start:%Y-%m-%d} {_clock(start)} – {end:%Y-%m-%d} {_clock(end)}"
    offset = _offset(start) if _is_twice(start) else ""
    return SlotTime(start.date(), _clock(start), offset, start, printed if item.minutes else "")


def _is_twice(moment: datetime) -> bool:
    """Tell whether clocks show a moment twice on its day."""
    zone = moment.tzinfo
    return zone is not None and len(occurrences(moment.date(), f"{moment:%H:%M}", zone)) > 1


def _is_span(start: datetime, end: datetime, offset: str) -> bool:
    """Tell whether a line with these times is read as what is meant."""
    times = f"{start:%H:%M}", f"{end:%H:%M}"
    if length(*times) > LONGEST_PART:
        return False
    began, ended = span(start.date(), *times, start.tzinfo, offset or None)
    return instant(began) == instant(start) and instant(ended or began) == instant(end)


def _clock(moment: datetime) -> str:
    return f"{moment.hour}:{moment:%M}"


def _offset(moment: datetime) -> str:
    return moment.isoformat()[-6:] if moment.utcoffset() is not None else ""


def days_of(programme: ImportedProgramme, times: Iterable[tuple[Item, SlotTime]]) -> str:
    """Return the day or days of a conference as front matter has them.

    These are those that it names, and those of its sessions; a session after midnight belongs to
    the day under which it is listed.
    """
    days = [one for one in (programme.start, programme.end) if one]
    for item, one in times:
        if one.day:
            night = item.day and one.day - item.day == timedelta(days=1)
            days.append(item.day if night and item.day else one.day)
    ends = [min(days), max(days)] if days else []
    return "/".join(dict.fromkeys(day.isoformat() for day in ends))
