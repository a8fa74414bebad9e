"""The views of a home page that is a profile, and of pages that are about no record.

These are the years, the map of co-authors, and two pages that the browser fills: the programme and
the list of works that a reader has chosen.
"""

from __future__ import annotations

from itertools import islice
from typing import Any

from symposium.kinds.person import Person
from symposium.locale import _, plural
from symposium.model.dates import PRESENT
from symposium.pages.charts.networks import PEOPLE, people_together
from symposium.pages.feeds import feed_link
from symposium.pages.listing import Listing, Listings, filled, frequent_authors
from symposium.pages.small_texts import plain_text, shorten
from symposium.pages.urls import docname
from symposium.pages.view_context import ViewContext
from symposium.pages.views.indexes import NEWS, event_ids
from symposium.pages.views.person import RECENT, links, shown_in_cv
from symposium.pages.vocabulary import ROLES, affiliation_text, counted, role_label

NEWEST = 5
"""Works on the home page of a person who has selected none."""


def data(site: ViewContext, person: Person) -> dict[str, Any]:
    """Return what ``home.html`` needs."""
    kb, relations = site.kb, site.kb.relations
    papers = relations.papers_of_person.get(person.id, ())
    posters = relations.posters_of_person.get(person.id, ())
    chosen = [paper for paper in (*papers, *posters) if kb.works[paper].selected]
    news = list(islice(kb.entities["news"], NEWS)) if site.urls.shows("news") else []
    text = plain_text(kb, person.body)
    line = headline(person)
    papers_page = (docname("person", person.id), "papers")
    if len(papers) > RECENT and "publications" in shown_in_cv(person):
        # The page of the person has the newest.
        papers_page = (docname("cv", person.id), "publications")
    return {
        "record": person,
        "sources": (),
        "calendar": None,
        "photo": site.href(person.photo) if person.photo else None,
        "headline": line,
        "links": links(site, person),
        "news": news,
        "more_news": len(kb.entities["news"]) > len(news),
        "chosen": bool(chosen),
        "works": chosen[:12] or list(papers[:NEWEST]),
        "papers_page": site.page_url(*papers_page),
        "papers": plural(len(papers), "All {count} paper", "All {count} papers") if papers else "",
        "feed": feed_link(site, "index", "news") if news else None,
        "description": shorten(text) or ". ".join(filter(None, (person.name.text, line))) + ".",
        "crumbs": (),
    }


def own_marked(html: str, own: str) -> str:
    """Return HTML in which links to the address ``own`` of a person's page have a class."""
    return html.replace(f'href="{own}">', f'href="{own}" class="sy-own">')


def headline(person: Person) -> str:
    """Return a line on a person: that of the file, else the position or the role, and where."""
    if person.headline:
        return person.headline
    now = next((row for row in person.positions if row.end in {None, PRESENT}), None)
    if now:
        return ", ".join(filter(None, (now.title, now.organization)))
    role = role_label(person.role) if person.role and person.role not in ROLES else ""
    where = affiliation_text(person.affiliations[0]) if person.affiliations else ""
    return ", ".join(filter(None, (role, where)))


EXPLORE_FILE = "explore.json"
"""The file that holds the map, at the root of the site."""
LISTED_PEOPLE = 60
"""People in the table beside the map, for readers who cannot see it or have no JavaScript."""
NEWEST_EVENTS = 24
"""Events that the page of a reader's programme names; the index of events has all."""


def year(site: ViewContext, name: str) -> dict[str, Any]:
    """Return what ``year.html`` needs."""
    lists = {listing.anchor: listing.rows for listing in year_listings(site, name)}
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
            year=name, papers=counted("paper", len(papers)), events=counted("event", len(events))
        ),
        "crumbs": (("years/index", _("Years")),),
    }


def year_listings(site: ViewContext, name: str) -> Listings:
    """Return the events, papers, posters and talks of a year."""
    kb, number = site.kb, int(name)
    works = kb.relations.papers_of_year.get(number, ())
    papers = [paper for paper in works if not kb.works[paper].poster]
    posters = [paper for paper in works if kb.works[paper].poster]
    return filled(
        Listing("events", _("Events"), "items", site.events_of_year.get(number, ()), "event"),
        Listing("papers", _("Papers"), "items", papers, "paper"),
        Listing("posters", _("Posters"), "items", posters, "paper"),
        Listing("talks", _("Talks"), "items", site.talks_of_year.get(number, ()), "talk"),
    )


def explore(site: ViewContext, _name: str) -> dict[str, Any]:
    """Return what ``explore.html`` needs, the page with the map of all co-authors."""
    people = people_together(site.kb)
    rows = [(who, works, len(site.kb.coauthors_of(who))) for who, works in people[:LISTED_PEOPLE]]
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
