"""Calendars as text (RFC 5545, with the properties of RFC 7986), by the library ``icalendar``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from icalendar import Calendar, Event, vText, vUri

from symposium.export.appointments import Appointment
from symposium.export.vtimezone import definitions

PRODUCT = "-//Symposium//Symposium//EN"
REFRESH = timedelta(hours=12)
"""How often those who subscribe should ask for changes."""

UTC_NAMES = frozenset({"UTC", "UCT", "Universal", "Zulu"})
"""Names of zones that are UTC, which every reader knows."""


Moment = datetime | date
"""A time, or a day."""


@dataclass(frozen=True, slots=True)
class CalendarHeading:
    """What a calendar says of itself."""

    name: str
    page: str = ""
    """Address of the page that it belongs to, where that is known."""
    source: str = ""
    """Its own address."""
    zone: str = ""
    """Name of the zone in which it is best shown."""


RE_ESCAPED = re.compile(r"[\\;,]")


class CalendarText(vText):
    r"""A text. The library's own takes the letters of a formula as in ``\Nu`` for a line break."""

    def to_ical(self) -> bytes:
        """Return the text as it stands in a calendar."""
        return RE_ESCAPED.sub(r"\\\g<0>", self).replace("\n", "\\n").encode()


def written(heading: CalendarHeading, appointments: Sequence[Appointment]) -> bytes:
    """Return a calendar as text."""
    calendar = Calendar()
    calendar.add("prodid", PRODUCT)
    calendar.add("version", "2.0")
    calendar.add("calscale", "GREGORIAN")
    for name in ("name", "x-wr-calname"):
        calendar.add(name, CalendarText(heading.name))
    if heading.zone:
        calendar.add("x-wr-timezone", heading.zone)
    if heading.page:
        calendar.add("url", vUri(heading.page))
        calendar.add("source", vUri(heading.source), parameters={"VALUE": "URI"})
    calendar.add("refresh-interval", REFRESH, parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", "PT12H")
    spans = [_readable(one.start, one.end) for one in appointments]
    for definition in definitions(moment for span in spans for moment in span if moment):
        calendar.add_component(definition)
    for one, span in zip(appointments, spans, strict=True):
        calendar.add_component(_event(one, *span))
    content: bytes = calendar.to_ical(sorted=False)
    return content


def _event(one: Appointment, start: Moment, end: Moment | None) -> Event:
    """Return an appointment as a component."""
    event = Event()
    event.add("uid", one.uid)
    event.add("dtstamp", one.changed)
    event.add("last-modified", one.changed)
    event.add("sequence", one.revision)
    event.add("dtstart", start)
    if end is not None:
        event.add("dtend", end)
    event.add("summary", CalendarText(one.title))
    if one.location:
        event.add("location", CalendarText(one.location))
    if one.description:
        event.add("description", CalendarText(one.description))
    for category in one.categories:  # each in a line: not all readers split a list rightly
        event.add("categories", CalendarText(category))
    if one.url:
        event.add("url", vUri(one.url))
    event.add("status", "CANCELLED" if one.cancelled else "CONFIRMED")
    event.add("transp", "TRANSPARENT" if one.free else "OPAQUE")
    return event


def _readable(start: Moment, end: Moment | None) -> tuple[Moment, Moment | None]:
    """Return the beginning and the end so that all readers understand the same moments.

    As clocks change, a local time may be there twice or not at all, and readers differ in what
    they take it for. Such a time is given in UTC, and so is one whose zone has no name.
    """
    moments = [one for one in (start, end) if isinstance(one, datetime)]
    if all(_is_plain(one) for one in moments):
        return start, end
    first, *rest = (one.astimezone(UTC) for one in moments)
    return first, rest[0] if rest else None


def _is_plain(moment: datetime) -> bool:
    """Tell whether a moment is the only one at which clocks of a zone with a name show it."""
    zone = moment.tzinfo
    if not isinstance(zone, ZoneInfo) or not zone.key:
        return False
    if zone.key.rpartition("/")[2] in UTC_NAMES:
        return False
    # Readers who know the zone themselves also know the seconds of the days of sundials.
    exact = moment.replace(tzinfo=ZoneInfo(zone.key)).utcoffset()
    both = {moment.replace(fold=fold).utcoffset() for fold in (0, 1)}
    return both == {exact}
