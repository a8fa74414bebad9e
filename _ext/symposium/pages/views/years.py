"""The view of a year."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from symposium.locale import _, plural
from symposium.pages.listing import Listing, Listings, filled
from symposium.pages.view_context import ViewContext
from symposium.pages.views.common import frequent_authors


@dataclass(frozen=True, slots=True)
class YearView:
    """A year that works, events or talks fall into."""

    id: str

    @property
    def title(self) -> str:
        """The year itself."""
        return self.id


def view(site: ViewContext, year: YearView) -> dict[str, Any]:
    """Return what ``year.html`` needs."""
    kb, number = site.kb, int(year.id)
    works = kb.relations.papers_of_year.get(number, ())
    papers = [one for one in works if not kb.works[one].poster]
    events = site.events_of_year.get(number, [])
    years = site.years
    place = years.index(year.id)
    return {
        "papers": papers,
        "posters": [one for one in works if kb.works[one].poster],
        "events": events,
        "talks": site.talks_of_year.get(number, []),
        "people": [row for row in frequent_authors(kb, papers) if row[1] > 1][:12],
        "later": years[place - 1] if place else None,
        "earlier": years[place + 1] if place + 1 < len(years) else None,
        "description": _("{year}: {papers}, {events}.").format(
            year=year.id,
            papers=plural(len(papers), "{count} paper", "{count} papers"),
            events=plural(len(events), "{count} event", "{count} events"),
        ),
        "crumbs": (("years/index", _("Years")),),
    }


def listings(site: ViewContext, year: YearView) -> Listings:
    """Return what falls into a year."""
    kb, number = site.kb, int(year.id)
    works = kb.relations.papers_of_year.get(number, ())
    papers = [one for one in works if not kb.works[one].poster]
    posters = [one for one in works if kb.works[one].poster]
    return filled(
        Listing("events", _("Events"), "items", site.events_of_year.get(number, ()), "event"),
        Listing("papers", _("Papers"), "items", papers, "paper"),
        Listing("posters", _("Posters"), "items", posters, "paper"),
        Listing("talks", _("Talks"), "items", site.talks_of_year.get(number, ()), "talk"),
    )
