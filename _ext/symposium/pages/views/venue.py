"""The view of a venue: its papers by year are its proceedings."""

from __future__ import annotations

from collections import Counter
from typing import Any

from symposium.model.records import Venue
from symposium.pages.site import Site
from symposium.pages.views.common import by_year, frequent_authors, years_span
from symposium.pages.words import marks_of, plural

PEOPLE = 12


def view(site: Site, venue: Venue) -> dict[str, Any]:
    """Return what ``venue.html`` needs."""
    kb = site.kb
    works = kb.relations.papers_of_venue.get(venue.id, ())
    printed = Counter(text for one in works if (text := kb.works[one].venue))
    printed.pop(venue.name, None)
    return {
        "papers": works,
        "papers_by_year": by_year(kb, works),
        "printed": sorted(printed),
        "people": [row for row in frequent_authors(kb, works) if row[1] > 1][:PEOPLE],
        "marks": marks_of(kb.works[one] for one in works),
        "years": years_span(kb, works),
        "buttons": site.links(venue),
        "description": f"{venue.name}: {plural(len(works), 'work')} {years_span(kb, works)}.",
        "filters": [("kind", "venue")],
        "crumbs": (("venues/index", "Venues"),),
    }
