"""The calendars of a site: one for each event, talk and person that has a date.

What writes them takes long to load, so it is loaded where there is one to be written.
"""

from __future__ import annotations

import importlib.metadata
from collections.abc import Iterator
from functools import cache

from symposium.export.appointments import Appointments, epoch
from symposium.knowledge import KnowledgeBase, Mentions
from symposium.knowledge.reach import NAME
from symposium.knowledge.schedule import zone_of
from symposium.pages.fingerprints import Fingerprints, number
from symposium.pages.maths import as_typed
from symposium.pages.programmes.agenda import Agenda
from symposium.pages.small_texts import clean
from symposium.pages.urls import Urls, calendar_path, docname

Subject = tuple[str, str]
"""Kind and id of what has a calendar."""


def subjects(agenda: Agenda) -> Iterator[Subject]:
    """Yield kind and id of all that have a calendar."""
    kb = agenda.kb
    every = (("event", kb.events), ("talk", kb.talks), ("person", kb.relations.talks_of_person))
    for kind, table in every:
        for record_id in table:
            if agenda.has_calendar(kind, record_id):
                yield kind, record_id


def calendar_file(found: Appointments, kind: str, record_id: str) -> tuple[str, bytes]:
    """Return the path of a calendar, and its content."""
    # A large library, only needed here.
    from symposium.export.vcalendar import CalendarHeading, written  # noqa: PLC0415

    kb, urls, path = found.kb, found.urls, calendar_path(kind, record_id)
    event = kb.events.get(record_id if kind == "event" else record_id.partition("/")[0])
    zone = getattr(zone_of(event), "key", "") if event and kind != "person" else ""
    heading = CalendarHeading(
        name=" ".join(clean(as_typed(kb.title_of(kind, record_id))).split()),
        page=urls.absolute(docname(kind, record_id)),
        source=f"{urls.base}{path}",
        zone=zone,
    )
    make = {"event": found.of_event, "talk": found.of_talk, "person": found.of_person}[kind]
    return path, written(heading, make(record_id))


def calendar_files(
    kb: KnowledgeBase, _mentions: Mentions, urls: Urls
) -> Iterator[tuple[str, bytes]]:
    """Yield path and content of every calendar."""
    found = Appointments(kb, urls)
    for kind, record_id in subjects(found.agenda):
        yield calendar_file(found, kind, record_id)


def number_of(found: Appointments, shows: Fingerprints, kind: str, record_id: str) -> int:
    """Return a number that changes when the calendar of something may change."""
    kb, agenda = found.kb, found.agenda
    talks: tuple[str, ...] = (record_id,)
    own: tuple[object, ...] = ()
    if kind == "event":
        talks = kb.relations.talks_of_event.get(record_id, ())
        own = (shows.items["event"][record_id], agenda.uid_of_event(record_id))
        entries = agenda.of_event(record_id)
    else:
        if kind == "person":
            talks = kb.relations.talks_of_person[record_id]
            own = (shows.records[NAME][record_id],)
        entries = tuple(entry for talk in talks for entry in agenda.of_talk(talk))
    names = [(entry.uid, entry.anchor) for entry in entries]
    changed = sorted(found.changes(kind, record_id, talks).items())
    said = number(repr((kind, record_id, own, names, changed, epoch(), found.urls, versions())))
    return hash((said, *[shows.items["talk"][one] for one in talks]))


@cache
def versions() -> tuple[str, ...]:
    """Return the versions of the libraries that calendars are made by."""
    return tuple(importlib.metadata.version(name) for name in ("icalendar", "tzdata"))
