"""The calendars of a site: one for each event, talk and person that has a date.

The library that writes them is slow to load: import this module only where calendars are made.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo

from icalendar import Calendar, Event, Timezone, TimezoneStandard, vText, vUri

from symposium.export.appointments import Appointment, Appointments
from symposium.knowledge import KnowledgeBase
from symposium.knowledge.local_times import zone_of
from symposium.model.optional_packages import version_of
from symposium.pages.fingerprints import number
from symposium.pages.maths import as_typed
from symposium.pages.programmes.agenda import Agenda
from symposium.pages.small_texts import clean
from symposium.pages.urls import calendar_path, docname


def definitions(moments: Iterable[datetime | date]) -> Iterator[Timezone]:
    """Yield the definitions of the time zones of some moments, A to Z.

    Each has the offsets on the days of these moments only, which is enough for them. The library
    could write them, but changes clocks to summer time an hour late.
    """
    zones: dict[str, dict[tuple[date, timedelta | None], datetime]] = {}
    for at in sorted(moment for moment in moments if isinstance(moment, datetime)):
        if isinstance(at.tzinfo, ZoneInfo):
            zones.setdefault(at.tzinfo.key, {}).setdefault((at.date(), at.utcoffset()), at)
    for key, onsets in sorted(zones.items()):
        definition = Timezone()
        definition.add("tzid", key)
        for at in onsets.values():
            # Never DAYLIGHT: dateutil and vobject cannot read two of those without a STANDARD.
            part = TimezoneStandard()
            part.add("dtstart", at.replace(tzinfo=None))
            part.add("tzoffsetfrom", at.utcoffset())
            part.add("tzoffsetto", at.utcoffset())
            part.add("tzname", at.tzname())
            definition.add_component(part)
        yield definition


Moment = datetime | date
"""A time or a day."""


def _event(appointment: Appointment, start: Moment, end: Moment | None) -> Event:
    event = Event()
    event.add("uid", appointment.uid)
    changed, revision = appointment.changed
    event.add("dtstamp", changed)
    event.add("last-modified", changed)
    event.add("sequence", revision)
    event.add("dtstart", start)
    if end is not None:
        event.add("dtend", end)
    event.add("summary", vText(appointment.title))
    for name in ("location", "description"):
        if text := getattr(appointment, name):
            event.add(name, vText(text))
    for category in appointment.categories:  # a line for each, as some programs split lists wrongly
        event.add("categories", vText(category))
    if appointment.url:
        event.add("url", vUri(appointment.url))
    event.add("status", "CANCELLED" if appointment.cancelled else "CONFIRMED")
    event.add("transp", "TRANSPARENT" if appointment.free else "OPAQUE")
    return event


def _readable(start: Moment, end: Moment | None) -> tuple[Moment, Moment | None]:
    """Return start and end so that all calendar programs understand the same moments.

    When clocks change, a local time occurs twice or never, and programs differ in how they read it.
    Such a time is given in UTC, and so is one whose zone has no name.
    """
    moments = [moment for moment in (start, end) if isinstance(moment, datetime)]
    if all(_is_plain(moment) for moment in moments):
        return start, end
    first, *rest = (moment.astimezone(UTC) for moment in moments)
    return first, rest[0] if rest else None


def _is_plain(moment: datetime) -> bool:
    """Tell whether a moment is in a named zone, and its local time occurs exactly once there."""
    zone = moment.tzinfo
    if not isinstance(zone, ZoneInfo) or not zone.key:
        return False
    if zone.key.rpartition("/")[2] in {"UTC", "UCT", "Universal", "Zulu"}:
        return False
    return moment.replace(fold=0).utcoffset() == moment.replace(fold=1).utcoffset()


def subjects(agenda: Agenda) -> Iterator[tuple[str, str]]:
    """Yield kind and id of each record that has a calendar."""
    kb = agenda.kb
    tables = (("event", kb.events), ("talk", kb.talks), ("person", kb.relations.talks_of_person))
    for kind, table in tables:
        for record_id in table:
            if agenda.has_calendar(kind, record_id):
                yield kind, record_id


def calendar_file(appointments: Appointments, kind: str, record_id: str) -> tuple[str, bytes]:
    """Return path and content of the calendar of a record."""
    kb, urls, path = appointments.kb, appointments.urls, calendar_path(kind, record_id)
    calendar = Calendar()
    calendar.add("prodid", "-//Symposium//Symposium//EN")
    calendar.add("version", "2.0")
    calendar.add("calscale", "GREGORIAN")
    title = vText(" ".join(clean(as_typed(kb.title_of(kind, record_id))).split()))
    for name in ("name", "x-wr-calname"):
        calendar.add(name, title)
    if zone := _zone(kb, kind, record_id):
        calendar.add("x-wr-timezone", zone)
    if page := urls.absolute(docname(kind, record_id)):
        calendar.add("url", vUri(page))
        calendar.add("source", vUri(f"{urls.base}{path}"), parameters={"VALUE": "URI"})
    calendar.add("refresh-interval", timedelta(hours=12), parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", "PT12H")
    entries = appointments.of(kind, record_id)
    spans = [_readable(entry.start, entry.end) for entry in entries]
    for definition in definitions(moment for span in spans for moment in span if moment):
        calendar.add_component(definition)
    for entry, span in zip(entries, spans, strict=True):
        calendar.add_component(_event(entry, *span))
    return path, calendar.to_ical(sorted=False)


def _zone(kb: KnowledgeBase, kind: str, record_id: str) -> str:
    event = kb.events.get(record_id if kind == "event" else record_id.partition("/")[0])
    return getattr(zone_of(event), "key", "") if event and kind != "person" else ""


def number_of(appointments: Appointments, kind: str, record_id: str) -> int:
    """Return a number that changes when the calendar of a record changes."""
    kb, entries = appointments.kb, appointments.of(kind, record_id)
    title, zone = kb.title_of(kind, record_id), _zone(kb, kind, record_id)
    return number(repr((kind, record_id, title, zone, appointments.urls, versions(), entries)))


@cache
def versions() -> tuple[str, ...]:
    """Return the versions of the libraries that write calendars."""
    return version_of("icalendar"), version_of("tzdata")
