"""The views of a home page that is a profile, and of pages about no record.

These are a year, the map of co-authors, and what a reader chooses: a programme and a list of works,
of which only the browser knows.
"""

from __future__ import annotations

from itertools import islice
from typing import Any, NamedTuple

from symposium.kinds.person import Person
from symposium.locale import _, plural
from symposium.model.dates import PRESENT
from symposium.pages.author_links import link_label
from symposium.pages.charts.networks import PEOPLE, people_together
from symposium.pages.feeds import feed_link
from symposium.pages.listing import Listing, Listings, filled, frequent_authors
from symposium.pages.small_texts import plain_text, shorten
from symposium.pages.urls import docname
from symposium.pages.view_context import ViewContext
from symposium.pages.views.cv import cv_buttons
from symposium.pages.views.indexes import NEWS, event_ids
from symposium.pages.views.person import RECENT, shown_in_cv
from symposium.pages.vocabulary import ROLES, affiliation_text, role_label

NEWEST = 5
"""How many works a home page shows of a person who has selected none."""


def data(site: ViewContext, person: Person) -> dict[str, Any]:
    """Return what ``home.html`` needs."""
    kb, relations = site.kb, site.kb.relations
    papers = relations.papers_of_person.get(person.id, ())
    posters = relations.posters_of_person.get(person.id, ())
    chosen = [one for one in (*papers, *posters) if kb.works[one].selected]
    news = list(islice(kb.entities["news"], NEWS)) if site.urls.shows("news") else []
    text = plain_text(kb, person.body)
    line = headline(person)
    papers_page = (docname("person", person.id), "papers")
    if len(papers) > RECENT and "publications" in shown_in_cv(person):
        papers_page = (docname("cv", person.id), "publications")  # theirs has the newest only
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
    """Return HTML with links to a person's page, at the address ``own``, marked as their name."""
    return html.replace(f'href="{own}">', f'href="{own}" class="sy-own">')


def headline(person: Person) -> str:
    """Return who a person is in one line: as the file says, else role or position, and where."""
    if person.headline:
        return person.headline
    now = next((one for one in person.positions if one.end in {None, PRESENT}), None)
    if now:
        return ", ".join(filter(None, (now.title, now.organization)))
    role = role_label(person.role) if person.role and person.role not in ROLES else ""
    where = affiliation_text(person.affiliations[0]) if person.affiliations else ""
    return ", ".join(filter(None, (role, where)))


def links(site: ViewContext, person: Person) -> list[tuple[str, str, str]]:
    """Return the name, the label and the address of each link, the curriculum vitae first."""
    found = [("cv", label, address) for label, address in cv_buttons(site, person)]
    if person.orcid:
        found.append(("orcid", "ORCID", f"https://orcid.org/{person.orcid}"))
    for key, address in person.links.items():
        if href := site.href(address):
            found.append((key, link_label(key), href))
    return found


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
