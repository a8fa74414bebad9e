"""The view of a venue: its papers by year are its proceedings."""

from __future__ import annotations

from collections import Counter
from typing import Any

from symposium.kinds.venue import Venue
from symposium.locale import _, plural
from symposium.pages.listing import Listing, Listings, filled
from symposium.pages.view_context import ViewContext
from symposium.pages.views.common import frequent_authors, years_span

PEOPLE = 12
FORMS = 100
"""How many printed forms of a venue are listed."""


def view(site: ViewContext, venue: Venue) -> dict[str, Any]:
    """Return what ``venue.html`` needs."""
    kb = site.kb
    works = kb.relations.papers_of_venue.get(venue.id, ())
    printed = Counter(text for one in works if (text := kb.works[one].venue))
    printed.pop(venue.name, None)
    return {
        "papers": works,
        "forms": len(printed),
        "printed": sorted(printed)[:FORMS],
        "people": [row for row in frequent_authors(kb, works) if row[1] > 1][:PEOPLE],
        "years": years_span(kb, works),
        "buttons": site.links(venue),
        "description": _("{venue}: {works} {years}.").format(
            venue=venue.name,
            works=plural(len(works), "{count} work", "{count} works"),
            years=years_span(kb, works),
        ),
        "crumbs": (("venues/index", _("Venues")),),
    }


def listings(site: ViewContext, venue: Venue) -> Listings:
    """Return the works of a venue."""
    works = site.kb.relations.papers_of_venue.get(venue.id, ())
    return filled(Listing("papers", _("Papers"), "volumes", works, "paper"))
