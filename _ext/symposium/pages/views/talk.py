"""The view of a talk, of an event or outside one."""

from __future__ import annotations

from typing import Any

from symposium.model.programmes import Talk
from symposium.pages.listing import Listing, Listings, filled
from symposium.pages.maths import as_typed
from symposium.pages.prose import shorten
from symposium.pages.site import Site
from symposium.pages.times import clock, zone_label
from symposium.pages.views.common import grouped, topics_of
from symposium.pages.words import talk_kind


def view(site: Site, talk: Talk) -> dict[str, Any]:
    """Return what ``talk.html`` needs."""
    kb = site.kb
    event = kb.events.get(talk.event) if talk.event else None
    paper = kb.paper_of(talk)
    around = kb.relations.talks_of_event.get(talk.event or "", ())
    session = kb.schedule.of_talk.get(talk.id)
    place = around.index(talk.id) if talk.id in around else None
    year = talk.date.year if talk.date else None
    if year is None and event and event.date:
        year = getattr(event.date, "year", None)
    return {
        "event": event,
        "paper": paper,
        "abstract": _abstract(talk, paper.abstract if paper else None),
        "start": clock(session.start if session else None, talk.start),
        "end": clock(session.end if session else None, talk.end),
        "zone": zone_label(event) if event else "",
        "speakers": grouped(talk.speakers),
        "authors": grouped(talk.authors),
        "bios": [one for one in (*talk.speakers, *talk.authors) if one.bio],
        "topics": topics_of(kb, talk),
        "buttons": site.links(talk),
        "previous": around[place - 1] if place else None,
        "next": around[place + 1] if place is not None and place + 1 < len(around) else None,
        "description": _description(talk, event.title if event else talk.venue),
        "filters": [
            ("kind", "talk"),
            *([("year", str(year))] if year else []),
            *([("event", event.title)] if event else []),
        ],
        "crumbs": (
            (("events/index", "Events"), (f"events/{event.id}/index", event.title))
            if event
            else (("talks/index", "Talks"),)
        ),
    }


def _abstract(talk: Talk, of_paper: str | None) -> str | None:
    """Return the abstract to show below the header.

    That of a talk with a document is its prose, which stands there already.
    """
    if talk.abstract is None:
        return of_paper
    return None if talk.document else talk.abstract


def listings(site: Site, talk: Talk) -> Listings:
    """Return other talks on the same paper."""
    talks = site.kb.relations.talks_of_paper.get(talk.paper or "", ())
    others = [other for other in talks if other != talk.id]
    return filled(
        Listing("again", "Other talks on the same paper", "items", others, "talk"),
    )


def _description(talk: Talk, where: str | None) -> str:
    names = ", ".join(one.name.text for one in (talk.speakers or talk.authors)[:3])
    facts = [part for part in (names, where) if part]
    intro = f"{talk_kind(talk.kind)}: {as_typed(talk.title or '')}"
    return shorten(". ".join([intro, *facts]))
