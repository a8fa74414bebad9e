"""The views of pages about no record: a year, the map of co-authors, and what a reader chooses.

Only the browser knows what a reader has chosen: their programme and their list of works.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from symposium.locale import _, plural
from symposium.pages.charts.networks import PEOPLE, people_together
from symposium.pages.listing import Listing, Listings, filled
from symposium.pages.view_context import ViewContext
from symposium.pages.views.common import frequent_authors
from symposium.pages.views.indexes import event_ids

EXPLORE_FILE = "explore.json"
"""The file that holds the map, at the root of the site."""
LISTED_PEOPLE = 60
"""So many people are listed for those who cannot see the map, or have no JavaScript."""
NEWEST_EVENTS = 24
"""So many events a reader's programme names; the index of events has all."""


class YearRecord(NamedTuple):
    """A year that works, events or talks fall into."""

    id: str


def year(site: ViewContext, record: YearRecord) -> dict[str, Any]:
    """Return what ``year.html`` needs."""
    name = record.id
    lists = {one.anchor: one.rows for one in year_listings(site, record)}
    papers, events = lists.get("papers", ()), lists.get("events", ())
    place = site.years.index(name)
    return {
        "papers": papers,
        "posters": lists.get("posters", ()),
        "events": events,
        "talks": lists.get("talks", ()),
        "people": [row for row in frequent_authors(site.kb, papers) if row[1] > 1][:12],
        "later": site.years[place - 1] if place else None,
        "earlier": site.years[place + 1] if place + 1 < len(site.years) else None,
        "description": _("{year}: {papers}, {events}.").format(
            year=name,
            papers=plural(len(papers), "{count} paper", "{count} papers"),
            events=plural(len(events), "{count} event", "{count} events"),
        ),
        "crumbs": (("years/index", _("Years")),),
    }


def year_listings(site: ViewContext, record: YearRecord) -> Listings:
    """Return what falls into a year."""
    kb, number = site.kb, int(record.id)
    works = kb.relations.papers_of_year.get(number, ())
    papers = [one for one in works if not kb.works[one].poster]
    posters = [one for one in works if kb.works[one].poster]
    return filled(
        Listing("events", _("Events"), "items", site.events_of_year.get(number, ()), "event"),
        Listing("papers", _("Papers"), "items", papers, "paper"),
        Listing("posters", _("Posters"), "items", posters, "paper"),
        Listing("talks", _("Talks"), "items", site.talks_of_year.get(number, ()), "talk"),
    )


def explore(site: ViewContext, _name: str) -> dict[str, Any]:
    """Return what ``explore.html`` needs: it shows the map of all co-authors."""
    people = people_together(site.kb)
    rows = [(one, works, len(site.kb.coauthors_of(one))) for one, works in people[:LISTED_PEOPLE]]
    return {
        "file": site.file_url(EXPLORE_FILE),
        "suffix": site.urls.path("x")[1:],
        "total": len(people),
        "shown": min(len(people), PEOPLE),
        "rows": sorted(rows, key=lambda row: -row[2]),
        "description": _("A map of this site: who works with whom."),
        "crumbs": (("people/index", _("People")),),
    }


def my_list(_site: ViewContext, _name: str) -> dict[str, Any]:
    """Return what ``my-list.html`` needs."""
    return {
        "description": _("The works that a reader has chosen to cite, in all formats."),
        "crumbs": (("papers/index", _("Papers")),),
    }


def my_programme(site: ViewContext, _name: str) -> dict[str, Any]:
    """Return what ``my-programme.html`` needs."""
    return {
        "suffix": site.urls.path("x")[1:],
        "description": _("The sessions that a reader has chosen on the programmes of this site."),
        "crumbs": (("events/index", _("Events")),),
    }


def my_programme_listings(site: ViewContext, _name: str) -> Listings:
    """Return the events that have talks, newest first."""
    talks = site.kb.relations.talks_of_event
    events = [event for event in event_ids(site.kb) if talks.get(event)]
    left_out = max(0, len(events) - NEWEST_EVENTS)
    first = events[:NEWEST_EVENTS]
    return filled(
        Listing("programmes", _("Programmes"), "items", first, "event", left_out=left_out)
    )
