"""The view of an event and its programme."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from symposium.knowledge.schedule import days_of, zone_of
from symposium.model.programmes import Event, Slot, Talk, is_pause
from symposium.model.records import Paper
from symposium.pages.listing import Listing, Listings, filled
from symposium.pages.site import Site
from symposium.pages.times import Clock, clock, printed, year_of, zone_label
from symposium.pages.views.common import Group, grouped, topics_of
from symposium.pages.words import plural


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the programme as it is shown."""

    slot: Slot
    start: Clock | None
    end: Clock | None
    talk: Talk | None
    paper: Paper | None
    people: list[Group]

    @property
    def style(self) -> str:
        """How the line looks: a pause, a frame of the day (opening), or a talk."""
        if is_pause(self.slot.kind):
            return "pause"
        return "talk" if self.talk else "frame"


def view(site: Site, event: Event) -> dict[str, Any]:
    """Return what ``event.html`` needs."""
    talks = site.kb.relations.talks_of_event.get(event.id, ())
    year = year_of(event.date)
    return {
        "talks": talks,
        "zone": zone_label(event),
        "day": days_of(event),
        "topics": topics_of(site.kb, event),
        "organizers": grouped(event.organizers),
        "buttons": site.links(event),
        "description": _description(event, len(talks)),
        "filters": [("kind", "event"), *([("year", str(year))] if year else [])],
        "crumbs": (("events/index", "Events"),),
    }


def listings(site: Site, event: Event) -> Listings:
    """Return the programme of an event, and its talks and papers."""
    talks = site.kb.relations.talks_of_event.get(event.id, ())
    in_slots = {one.slot.talk for one in site.kb.schedule.of_event[event.id]}
    loose = [talk for talk in talks if talk not in in_slots]
    papers = dict.fromkeys(
        paper for one in talks if (paper := site.kb.talks[one].paper) is not None
    )
    return filled(
        Listing("programme", "Programme", "programme", programme(site, event), total=0),
        Listing("talks", "Talks", "items", loose, "talk"),
        Listing("papers", "Papers presented", "items", list(papers), "paper"),
    )


def weight(site: Site, event: Event) -> int:
    """Return the estimated bytes of what stands on an event's page besides the listings."""
    del site
    return 8000 + 250 * len(event.organizers)


def _description(event: Event, talks: int) -> str:
    when = event.when or printed(event.date)
    facts = ", ".join(part for part in (when, event.location, plural(talks, "talk")) if part)
    return f"{event.title}: programme, {facts}."


def programme(site: Site, event: Event) -> list[tuple[date | None, Line]]:
    """Return the lines of a programme in order, each with its day in the zone of the event."""
    zone = zone_of(event)
    rows = []
    for session in site.kb.schedule.of_event[event.id]:
        slot, start = session.slot, session.start
        talk = site.kb.talks[slot.talk] if slot.talk else None
        line = Line(
            slot=slot,
            start=clock(start, slot.start, zone),
            end=clock(session.end, slot.end, zone),
            talk=talk,
            paper=site.kb.paper_of(talk) if talk else None,
            people=people_of(talk) if talk else [],
        )
        shown = start.astimezone(zone) if start and start.tzinfo and zone else start
        rows.append((shown.date() if shown else session.day, line))
    return rows


def people_of(talk: Talk) -> list[Group]:
    """Return the speakers of a talk, or its authors where the programme names only these."""
    return grouped(talk.speakers or talk.authors)
