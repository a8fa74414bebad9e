"""The view of a reader's own programme, which only the browser knows."""

from __future__ import annotations

from typing import Any

from symposium.locale import _
from symposium.pages.listing import Listing, Listings, filled
from symposium.pages.view_context import ViewContext
from symposium.pages.views.indexes import event_ids

NEWEST = 24
"""So many events are named; the index of events has all."""


def view(site: ViewContext) -> dict[str, Any]:
    """Return what ``my-programme.html`` needs."""
    return {
        "suffix": site.urls.path("x")[1:],
        "description": _("The sessions that a reader has chosen on the programmes of this site."),
        "crumbs": (("events/index", _("Events")),),
    }


def listings(site: ViewContext) -> Listings:
    """Return the events that have talks, newest first."""
    talks = site.kb.relations.talks_of_event
    events = [event for event in event_ids(site.kb) if talks.get(event)]
    left_out = max(0, len(events) - NEWEST)
    return filled(
        Listing("programmes", _("Programmes"), "items", events[:NEWEST], "event", left_out=left_out)
    )
