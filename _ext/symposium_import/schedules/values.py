"""Programmes as plain values, their time zone, and the times of their sessions."""

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
"""Names and numbers that lead to a value in the source."""

RE_CONTROL = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufeff\ufffe\uffff]"
)
"""Characters forbidden on pages; some would reverse the direction of the text after them."""
RE_BREAK = re.compile("\r\n?|[\x0b\x0c\x85\u2028\u2029]")


def cleaned(text: str) -> str:
    r"""Return a text without forbidden characters, with line feeds as line ends.

    >>> cleaned("a\x00b\r\nc\u2028d")
    'ab\nc\nd'
    """
    return RE_BREAK.sub("\n", RE_CONTROL.sub("", text))


@dataclass(frozen=True, slots=True)
class Finding:
    """A remark on a value that could not be imported as it is."""

    path: Path
    message: str
    hint: str = ""
    decide: bool = False
    """Whether it needs a decision by the user."""


@dataclass(frozen=True, slots=True)
class Reference:
    """A link of a session or of the programme."""

    url: str
    title: str = ""
    kind: str = ""
    """Type of the link in the source: ``slides``, ``related``, …"""


@dataclass(frozen=True, slots=True)
class Speaker:
    """A person on the programme."""

    name: str
    bio: str = ""
    organization: str = ""
    orcid: str = ""


@dataclass(frozen=True, slots=True)
class Item:
    """A session. Its texts are unchanged: Markdown, HTML or plain text."""

    path: Path
    title: str
    code: str = ""
    """Identifier in the source, which stays when title or time change."""
    subtitle: str = ""
    kind: str = ""
    track: str = ""
    room: str = ""
    day: date | None = None
    """Day of the programme that lists it; a session after midnight begins a day later."""
    start: datetime | None = None
    """Start, with an offset if the source has one."""
    minutes: int | None = None
    """Duration."""
    abstract: str = ""
    description: str = ""
    speakers: tuple[Speaker, ...] = ()
    links: tuple[Reference, ...] = ()
    url: str = ""
    """Its page on the site of the source."""
    authors: tuple[Speaker, ...] = ()
    """Authors of the work presented, where the source separates them from speakers."""
    doi: str = ""
    """DOI of the paper presented."""
    chair: tuple[Speaker, ...] = ()
    gathers: bool = False
    """Whether it contains other sessions and is not a talk itself."""
    shown_in: Path = ()
    """Path of the poster session that shows it throughout, so that it needs no time of its own."""


@dataclass(frozen=True, slots=True)
class ImportedProgramme:
    """An event with its sessions."""

    title: str
    acronym: str = ""
    description: str = ""
    location: str = ""
    timezone: str = ""
    """Zone as written in the source, perhaps invalid."""
    start: date | None = None
    end: date | None = None
    url: str = ""
    rooms: tuple[str, ...] = ()
    items: tuple[Item, ...] = ()
    remark: str = "Imported from a list of talks."
    """Sentence on the origin of the data."""
    dated: str = "undated"
    """Date of this version of the programme."""


LONGEST = 31 * 24 * 60
"""Longest duration in minutes."""
RE_CLOCK = re.compile(r"([01]?\d|2[0-4])[:.]([0-5]\d)(?::[0-5]\d(?:\.\d+)?)?", re.ASCII)
RE_PARTS = re.compile(r"(?:(\d{1,4}):)?(\d{1,4}):([0-5]?\d)", re.ASCII)
RE_MINUTES = re.compile(r"(\d{1,6})(?:\.0+)?\s*(?:m|min|minutes)?", re.ASCII | re.IGNORECASE)
RE_RANGE = re.compile(r"\s*[-–—]\s*")
RE_DAY = re.compile(r"(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})", re.ASCII)


def moment(value: Any) -> datetime | None:
    """Return the time that an ISO 8601 text denotes; a day alone is its midnight.

    >>> moment("2021-05-21T09:00:00+02:00").isoformat(), moment("2021-05-21 9:00").isoformat()
    ('2021-05-21T09:00:00+02:00', '2021-05-21T09:00:00')
    """
    if not isinstance(value, str) or len(value) > 60:
        return None
    text = re.sub(r"^(\d{4}-\d\d-\d\d)[ T](\d:)", r"\1T0\2", value.strip())
    try:
        parsed = datetime.fromisoformat(text).replace(microsecond=0)
    except ValueError:
        return None
    # A change of day or zone must stay within the calendar of Python.
    return parsed if 1900 < parsed.year < 9000 else None


def day_of(text: str) -> date | None:
    """Return the day in a cell: ``2026-06-03`` or ``3.6.2026``.

    >>> day_of("2026-06-03") == day_of("3.6.2026"), day_of("3/6/2026")
    (True, None)
    """
    match = RE_DAY.fullmatch(text.strip())
    parsed = moment(f"{match[3]}-{match[2]:0>2}-{match[1]:0>2}" if match else text)
    return parsed.date() if parsed else None


def clock(value: Any) -> str:
    """Return a time of day as ``HH:MM``; empty if the value is none.

    >>> clock("9:30"), clock("09:30:00"), clock("2021-05-21T09:30:00+02:00"), clock("noon")
    ('09:30', '09:30', '09:30', '')
    """
    if not isinstance(value, str):
        return ""
    if match := RE_CLOCK.fullmatch(value.strip()):
        return f"{int(match[1]) % 24:02}:{match[2]}"
    parsed = moment(value) if ":" in value else None
    return f"{parsed:%H:%M}" if parsed else ""


def range_of(cell: str) -> tuple[str, str]:
    """Return the two times of a range; the second is empty if there is only one.

    >>> range_of("9:00 – 9:45"), range_of("9:30-10"), range_of("10:00"), range_of("morning")
    (('09:00', '09:45'), ('09:30', '10:00'), ('10:00', ''), ('', ''))
    """
    parts = [part for part in RE_RANGE.split(cell.strip()) if part]
    times = [
        clock(f"{part}:00" if len(parts) == 2 and part.isdecimal() else part) for part in parts
    ]
    begins, ends = [*times, "", ""][:2]
    return (begins, ends) if len(parts) < 3 else ("", "")


def duration(value: Any, *, days_first: bool = False) -> int | None:
    """Return a duration in minutes.

    The first of three parts is days (as in pretalx) or hours (as in most programs).

    >>> [duration(text) for text in ("00:45", "1:30", "45", 45, "20 min", "1:30:00", "soon")]
    [45, 90, 45, 45, 20, 90, None]
    >>> duration("1:02:00", days_first=True), duration("0:45:00", days_first=True)
    (1560, 45)
    """
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    text, minutes = str(value).strip(), LONGEST + 1
    if match := RE_MINUTES.fullmatch(text):
        minutes = int(match[1])
    elif match := RE_PARTS.fullmatch(text):
        first, second, third = (int(part or 0) for part in match.groups())
        minutes = second * 60 + third
        if match[1] is not None and days_first and second < 24:
            minutes += first * 24 * 60
        elif match[1] is not None:
            minutes = first * 60 + second
    return minutes if minutes <= LONGEST else None


WIDEST = timedelta(hours=14, minutes=59)
"""The largest offset allowed in front matter."""


@dataclass(frozen=True, slots=True)
class ScheduleZone:
    """The time zone of a programme."""

    name: str = ""
    """IANA name."""
    offset: str = ""
    """Such as ``+02:00``, if the name is unknown."""
    zone: tzinfo | None = None
    findings: tuple[Finding, ...] = ()

    def local(self, moment: datetime) -> datetime:
        """Return a time in this zone; one without an offset is local already."""
        if self.zone is None:
            return moment.replace(tzinfo=None)
        return moment.astimezone(self.zone) if moment.tzinfo else moment.replace(tzinfo=self.zone)


def zone_of(programme: ImportedProgramme, chosen: str = "") -> ScheduleZone:
    """Return the zone of a programme: the chosen one, its own, or the offset of most sessions."""
    findings: tuple[Finding, ...] = ()
    if name := chosen or programme.timezone:
        wrong = TimeZone().convert(name)
        if not isinstance(wrong, WrongValue):
            return ScheduleZone(name, "", ZoneInfo(name))
        message = f"the time zone: {wrong.message}"
        findings = (Finding((), message, wrong.hint, decide=True),)
    starts = [item.start for item in programme.items if item.start]
    shifts = Counter(_shift_of(start) for start in starts if start.tzinfo)
    if not shifts:
        message = "no time zone is known, and its times have no offset"
        wanting = Finding((), message, "give one: --timezone Europe/Berlin", decide=True)
        return ScheduleZone(findings=(*findings, wanting) if starts else findings)
    zone = timezone(max(shifts, key=lambda shift: (shifts[shift], -abs(shift))))
    text = str(zone).removeprefix("UTC") or "+00:00"
    message = f"no time zone is known: all times are written with the offset {text}"
    hint = "to have them in a zone, give --timezone Europe/Berlin"
    return ScheduleZone("", text, zone, (*findings, Finding((), message, hint)))


def _shift_of(moment: datetime) -> timedelta:
    """Return the UTC offset of a time in whole minutes; zero if it is too large."""
    shift = timedelta(minutes=round((moment.utcoffset() or timedelta()) / timedelta(minutes=1)))
    return shift if abs(shift) <= WIDEST else timedelta()


@dataclass(frozen=True, slots=True)
class SlotTime:
    """The time of a session."""

    day: date | None = None
    time: str = ""
    """Such as ``9:00-9:45``."""
    utc_offset: str = ""
    """Set if the local time occurs twice, as clocks are set back."""
    start: datetime | None = None
    in_words: str = ""
    """Start and end for readers, if the programme cannot express them."""


def time_of(item: Item, zone: ScheduleZone) -> SlotTime:
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
    # The programme cannot express this end.
    in_words = f"{start:%Y-%m-%d} {_clock(start)} – {end:%Y-%m-%d} {_clock(end)}"
    offset = _offset(start) if _is_twice(start) else ""
    return SlotTime(start.date(), _clock(start), offset, start, in_words if item.minutes else "")


def _is_twice(moment: datetime) -> bool:
    """Tell whether the local time occurs twice on its day."""
    zone = moment.tzinfo
    return zone is not None and len(occurrences(moment.date(), f"{moment:%H:%M}", zone)) > 1


def _is_span(start: datetime, end: datetime, offset: str) -> bool:
    """Tell whether a line with these times is read back as this period."""
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
    """Return the first and last day of an event as a date for front matter.

    They cover its own dates and those of its sessions; a session after midnight belongs to the
    day that lists it.
    """
    days = [day for day in (programme.start, programme.end) if day]
    for item, time in times:
        if time.day:
            night = item.day and time.day - item.day == timedelta(days=1)
            days.append(item.day if night and item.day else time.day)
    ends = [min(days), max(days)] if days else []
    return "/".join(dict.fromkeys(day.isoformat() for day in ends))
