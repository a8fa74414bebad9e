"""The view of a home page that is the profile of a person."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import islice
from typing import Any

from symposium.kinds.person import Person
from symposium.locale import _, plural
from symposium.model.dates import PRESENT
from symposium.pages.author_links import link_label
from symposium.pages.cv_sections import pdf_of
from symposium.pages.fragment import Fragment
from symposium.pages.icons import shape_of
from symposium.pages.plain_markdown import plain_text
from symposium.pages.small_texts import shorten
from symposium.pages.urls import docname
from symposium.pages.view_context import ViewContext
from symposium.pages.views.indexes import NEWS
from symposium.pages.views.person import RECENT, shown_in_cv
from symposium.pages.views.subscriptions import feed_link
from symposium.pages.vocabulary import ROLES, affiliation_text, role_label

NEWEST = 5
"""How many works a home page shows of a person who has selected none."""
SELECTED = 12
"""How many of those that are selected."""


NO_LISTS: Mapping[str, Any] = {
    "lists": (), "after": (), "mentions": None, "pager": None, "publication_status": None,
    "files": "", "letters": (), "listed": None, "added": (), "coauthors": 0, "sources": (),
    "calendar": None,
}  # fmt: skip
"""What other pages of records have, and a home page leaves to them."""


def data(site: ViewContext, person: Person) -> dict[str, Any]:
    """Return all names for the template."""
    return {**NO_LISTS, "record": person, **view(site, person)}


def with_own_name(made: Fragment, own: str) -> Fragment:
    """Return a page with links to a person's page, at the address ``own``, marked as their name."""
    return replace(
        made, header=own_marked(made.header, own), sections=own_marked(made.sections, own)
    )


def own_marked(html: str, own: str) -> str:
    """Return HTML with links to a person's page, at the address ``own``, marked as their name."""
    return html.replace(f'href="{own}">', f'href="{own}" class="sy-own">')


def view(site: ViewContext, person: Person) -> dict[str, Any]:
    """Return what ``home.html`` needs."""
    kb, relations = site.kb, site.kb.relations
    papers = relations.papers_of_person.get(person.id, ())
    posters = relations.posters_of_person.get(person.id, ())
    chosen = [one for one in (*papers, *posters) if kb.works[one].selected]
    news = list(islice(kb.entities["news"], NEWS)) if site.urls.shows("news") else []
    text = plain_text(kb, person.body)
    line = headline(person)
    return {
        "photo": site.href(person.photo) if person.photo else None,
        "headline": line,
        "links": links(site, person),
        "news": news,
        "more_news": len(kb.entities["news"]) > len(news),
        "chosen": bool(chosen),
        "works": chosen[:SELECTED] or list(papers[:NEWEST]),
        "papers_page": _papers_page(site, person, len(papers)),
        "papers": plural(len(papers), "All {count} paper", "All {count} papers") if papers else "",
        "feed": feed_link(site, "index", "news") if news else None,
        "description": shorten(text) or ". ".join(filter(None, (person.name.text, line))) + ".",
        "crumbs": (),
    }


def _papers_page(site: ViewContext, person: Person, papers: int) -> str:
    """Return the address of the list of all papers: the person's page may have the newest only."""
    if papers > RECENT and "publications" in shown_in_cv(person):
        return site.page_url(docname("cv", person.id), "publications")
    return site.page_url(docname("person", person.id), "papers")


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
    """Return the icon, the label and the address of each link, the curriculum vitae first."""
    found: list[tuple[str, str, str]] = []
    if person.cv:
        cv = site.page_url(docname("cv", person.id))
        found.append((shape_of("cv"), _("Curriculum vitae"), cv))
        if site.urls.pdf:
            found.append((shape_of("cv"), _("CV as PDF"), site.file_url(pdf_of(person.id))))
    if person.orcid:
        found.append((shape_of("orcid"), "ORCID", f"https://orcid.org/{person.orcid}"))
    for key, address in person.links.items():
        if href := site.href(address):
            found.append((shape_of(key, href), link_label(key), href))
    return found
