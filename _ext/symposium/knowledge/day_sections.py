"""The days of a programme as sections: under which day each line is shown."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime, timedelta

from symposium.kinds.event import Event
from symposium.knowledge.days import MORNING
from symposium.knowledge.local_times import in_zone, instant
from symposium.knowledge.schedule import Session, zone_of

SOON = timedelta(hours=4)
"""What begins before the morning, and so soon after the line above, belongs to its day."""


def days_of_lines(event: Event, sessions: Iterable[Session]) -> list[date | None]:
    """Return the day of each line of a programme, in the zone of its event.

    What begins before the morning belongs to the day before if it follows a late line, or if it is
    still that day where its room is: a programme ends when its people go to bed. A line without a
    day belongs to that of the line above.
    """
    zone = zone_of(event)
    days: list[date | None] = []
    day: date | None = None
    last: datetime | None = None
    for one in sessions:
        if one.start is None:
            day = one.day or day
        else:
            shown = in_zone(one.start, zone)
            follows = last is not None and instant(one.start) - last <= SOON
            if _is_night_after(one.day, shown):
                day = one.day
            elif not (follows and _is_night_after(day, shown)):
                day = shown.date()
            last = instant(one.end or one.start)
        days.append(day)
    return days


def _is_night_after(day: date | None, shown: datetime) -> bool:
    early = shown.hour * 60 + shown.minute < MORNING
    return early and day is not None and shown.date() == day + timedelta(days=1)
