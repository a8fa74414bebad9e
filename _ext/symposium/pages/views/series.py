"""The view of a series of events."""

from __future__ import annotations

from typing import Any

from symposium.kinds.series import Series
from symposium.locale import _, plural
from symposium.model.dates import year_of
from symposium.pages.listing import Listing, Listings, filled
from symposium.pages.view_context import ViewContext
from symposium.pages.views.common import topics_of


def view(site: ViewContext, series: Series) -> dict[str, Any]:
    """Return what ``series.html`` needs."""
    kb = site.kb
    events = kb.relations.events_of_series.get(series.id, ())
    found = sorted(filter(None, (year_of(kb.events[one].date) for one in events)))
    years = "–".join(map(str, dict.fromkeys((found[0], found[-1])))) if found else ""
    count = plural(len(events), "{count} event", "{count} events")
    return {
        "events": events,
        "years": years,
        "topics": topics_of(kb, series),
        "buttons": site.links(series),
        "description": f"{series.title}: {', '.join(filter(None, (count, years)))}.",
        "crumbs": (("series/index", _("Series of events")),),
    }


def listings(site: ViewContext, series: Series) -> Listings:
    """Return the events of a series, the newest first."""
    events = site.kb.relations.events_of_series.get(series.id, ())
    return filled(Listing("events", _("Events"), "items", events, "event"))
