"""Time and place of a talk, for its page and for lists."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from symposium.kinds.event import Event
from symposium.kinds.talk import Talk
from symposium.knowledge.local_times import in_zone, instant
from symposium.knowledge.schedule import zone_of
from symposium.model.dates import Date, Dates
from symposium.pages.programmes.agenda import AgendaItem
from symposium.pages.programmes.day_lines import ShownLine, line
from symposium.pages.shown_times import Clock, clock, day_text, first_date, utc_text, zone_label
from symposium.pages.view_context import ViewContext


@dataclass(frozen=True, slots=True)
class TalkTime:
    """The facts of a talk's line in a list."""

    date: Dates | None
    """Its day, or as much as is known of it."""
    start: Clock | None
    zone: str
    """How the zone of the time is named."""
    room: str
    status: str | None
    """What has become of it: ``cancelled``, ``moved``."""


def when_of(site: ViewContext, talk: Talk) -> TalkTime:
    """Return when and where a talk is, in the zone of its event."""
    event = site.kb.events.get(talk.event) if talk.event else None
    session = site.kb.schedule.of_talk.get(talk.id)
    date = talk.date or (event.date if event else None)
    if event is None or session is None:
        return TalkTime(date, None, "", talk.room or "", talk.status)
    zone = zone_of(event)
    start = clock(session.start, session.slot.start, zone)
    name = event.timezone or zone_label(event)
    if session.start:
        shown = in_zone(session.start, zone)
        date = Date(shown.year, shown.month, shown.day)
        name = name or utc_text(shown)
    return TalkTime(date, start, name, session.slot.room or "", session.slot.status)


def newest_first(site: ViewContext, talks: Sequence[str]) -> list[str]:
    """Return talks by their day, the newest first; those without any date last."""

    def key(talk_id: str) -> tuple[int, ...]:
        talk = site.kb.talks[talk_id]
        session = site.kb.schedule.of_talk.get(talk_id)
        if session and session.start:
            moment = instant(session.start)
            return (moment.year, moment.month, moment.day, moment.hour, moment.minute)
        event = site.kb.events.get(talk.event) if talk.event else None
        date = talk.date or (first_date(event.date) if event else None)
        return date.sort_key if date else ()

    return sorted(talks, key=key, reverse=True)


@dataclass(frozen=True, slots=True)
class Time:
    """A line of the programme in which a talk stands, as the page of the talk shows it."""

    day: str
    zone: str
    """How the zone of the times is named."""
    line: ShownLine


def times_of(site: ViewContext, talk: Talk) -> list[Time]:
    """Return when a talk is given, with times of that day: once, or several times."""
    event = site.kb.events.get(talk.event) if talk.event else None
    if event is None or talk.id not in site.kb.schedule.of_talk:
        return []
    return [_time(site, event, entry) for entry in site.agenda.of_talk(talk.id)]


def _time(site: ViewContext, event: Event, entry: AgendaItem) -> Time:
    start, zone = entry.session.start, zone_of(event)
    if start is None:
        day = entry.session.day
        shown_day = day_text(day) if day else ""
        return Time(shown_day, zone_label(event), line(site.kb, event, entry, day))
    shown = in_zone(start, zone)
    names = ", ".join(part for part in (event.timezone, utc_text(shown)) if part)
    day = shown.date()
    return Time(day_text(day), names, line(site.kb, event, entry, day))
