"""The time zone of a schedule, and its times in that zone."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo

from symposium.fields.field_types import WrongValue
from symposium.fields.zone_types import TimeZone

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
    offsets = Counter(map(_offset, aware))
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


def _offset(item: Item) -> timedelta:
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
