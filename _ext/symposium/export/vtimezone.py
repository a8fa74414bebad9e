"""Definitions of time zones for calendars, for the years that a calendar needs.

The library would write them, too. But it has clocks put forward at the time that they show
afterwards, so that a strict reader is an hour late on that morning.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from typing import NamedTuple
from zoneinfo import ZoneInfo

from icalendar import Timezone, TimezoneDaylight, TimezoneStandard

from symposium.knowledge.local_times import named_zone

BEFORE = timedelta(days=400)
"""How far back the last change of the clocks is looked for: most zones change them every year."""
STEP = timedelta(days=6)
"""No zone has changed its clocks for a shorter time, and back."""
SECOND = timedelta(seconds=1)

FIRST = datetime(2, 1, 1, tzinfo=UTC)
"""Before this, another zone would be before the calendar."""


class Onset(NamedTuple):
    """A moment from which on clocks are set otherwise."""

    local: datetime
    """What they would have shown, as they were set before."""
    before: timedelta
    after: timedelta
    name: str

    @property
    def is_daylight(self) -> bool:
        """Whether clocks are put forward."""
        return self.after > self.before


def definitions(moments: Iterable[datetime | date]) -> list[Timezone]:
    """Return the definitions of the zones in which something begins or ends, A to Z."""
    found: dict[str, set[Onset]] = {}
    for moment in moments:
        zone = moment.tzinfo if isinstance(moment, datetime) else None
        if isinstance(zone, ZoneInfo) and isinstance(moment, datetime):
            found.setdefault(zone.key, set()).add(_onset(zone, moment.astimezone(UTC)))
    return [
        _definition(key, sorted(_with_standard(key, onsets)))
        for key, onsets in sorted(found.items())
    ]


def _with_standard(key: str, onsets: set[Onset]) -> set[Onset]:
    """Return onsets with one of standard time: dateutil and vobject cannot read two without."""
    zone, found = named_zone(key), set(onsets)
    while zone and all(one.is_daylight for one in found):
        first = min(found)
        found.add(_onset(zone, (first.local - first.before).replace(tzinfo=UTC) - SECOND))
    return found


def _definition(key: str, onsets: list[Onset]) -> Timezone:
    definition = Timezone()
    definition.add("tzid", key)
    for one in onsets:
        part = TimezoneDaylight() if one.is_daylight else TimezoneStandard()
        part.add("dtstart", one.local)
        part.add("tzoffsetfrom", one.before)
        part.add("tzoffsetto", one.after)
        part.add("tzname", one.name)
        definition.add_component(part)
    return definition


@lru_cache(maxsize=4096)
def _onset(zone: ZoneInfo, at: datetime) -> Onset:
    """Return the last change of the clocks before a moment; where there is none, a beginning.

    Nobody reads a definition for other moments than those that stand in the calendar.
    """
    earliest = at - BEFORE if at - FIRST > BEFORE else FIRST
    later = at
    while later > earliest:
        earlier = max(later - STEP, earliest)
        if _offset(zone, earlier) != _offset(zone, later):
            return _change(zone, earlier, later)
        later = earlier
    offset = _offset(zone, at)
    # Not before the earliest: clocks may have been set otherwise then, at another event. All that
    # is in one year shares the beginning.
    year = earliest.astimezone(zone).year + 1 if earliest > FIRST else FIRST.year
    return Onset(datetime(year, 1, 1), offset, offset, _name(zone, at))  # noqa: DTZ001


def _change(zone: ZoneInfo, earlier: datetime, later: datetime) -> Onset:
    """Return the change of the clocks that is between two moments."""
    before, after = _offset(zone, earlier), _offset(zone, later)
    while later - earlier > SECOND:
        middle = earlier + timedelta(seconds=(later - earlier) // SECOND // 2)
        if _offset(zone, middle) == before:
            earlier = middle
        else:
            later = middle
    return Onset(
        (later + before).replace(tzinfo=None, microsecond=0), before, after, _name(zone, later)
    )


def _offset(zone: ZoneInfo, at: datetime) -> timedelta:
    return at.astimezone(zone).utcoffset() or timedelta()


def _name(zone: ZoneInfo, at: datetime) -> str:
    return at.astimezone(zone).tzname() or zone.key
