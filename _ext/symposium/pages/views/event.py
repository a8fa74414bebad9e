"""The views of an event with its programme, and of an excerpt of one in a page of an author."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from symposium.kinds.event import Event
from symposium.knowledge.programme_excerpts import Excerpt, lines_of
from symposium.knowledge.schedule import rooms_of
from symposium.locale import _, plural
from symposium.pages.feeds import calendar_buttons
from symposium.pages.listing import Listing, Listings, filled
from symposium.pages.organising import in_order, map_of, sponsors_by_tier
from symposium.pages.programmes.day_lines import Row, days_shown, grouped, joints
from symposium.pages.shown_times import printed
from symposium.pages.view_context import ViewContext


def view(site: ViewContext, event: Event) -> dict[str, Any]:
    """Return what ``event.html`` needs."""
    talks = site.kb.relations.talks_of_event.get(event.id, ())
    return {
        "talks": talks,
        "dated": site.agenda.is_dated(event.id),
        "topics": site.topics(event),
        "organizers": grouped(event.organizers),
        "committee": [(one.role, grouped(one.people)) for one in event.committee],
        "sponsors": sponsors_by_tier(event, site.kb.files),
        "places": [(one, map_of(one)) for one in event.place],
        "deadlines": in_order([event], site.kb.files),
        "buttons": [*site.links(event), *calendar_buttons(site, "event", event.id)],
        "description": _description(event, len(talks)),
    }


def listings(site: ViewContext, event: Event) -> Listings:
    """Return the programme of an event, and its talks and papers."""
    talks = site.kb.relations.talks_of_event.get(event.id, ())
    lines = [one.slot for one in site.kb.schedule.of_event[event.id]]
    in_slots = {talk for slot in lines for talk in (slot.talk, *slot.talks)}
    loose = [talk for talk in talks if talk not in in_slots]
    papers = dict.fromkeys(
        paper for one in talks if (paper := site.kb.talks[one].paper) is not None
    )
    rows = site.programme(event.id)
    return filled(
        Listing("programme", _("Programme"), "programme", rows, total=0, joints=joints(rows)),
        Listing("talks", _("Talks"), "items", loose, "talk"),
        Listing("papers", _("Papers presented"), "items", list(papers), "paper"),
    )


def _description(event: Event, talks: int) -> str:
    when = event.when or printed(event.date)
    facts = ", ".join(
        part
        for part in (when, event.location, plural(talks, "{count} talk", "{count} talks"))
        if part
    )
    return _("{event}: programme, {facts}.").format(event=event.title, facts=facts)


def excerpt(site: ViewContext, asked: Excerpt) -> dict[str, Any]:
    """Return what ``schedule.html`` needs."""
    event = site.kb.events[site.kb.find("event", asked.event) or ""]
    chosen = frozenset(lines_of(site.kb, asked))
    rows = [row for row in site.programme(event.id) if row.line.session in chosen]
    shown = []
    for day, lines in days_shown(rows):  # no column is for a room of which no line is shown
        rooms = rooms_of(event, (line.session for line in lines))
        part = replace(day, lines=lines, rooms=rooms)
        shown += [Row(part, line) for line in lines]
    return {"rows": shown, "compact": asked.compact}
