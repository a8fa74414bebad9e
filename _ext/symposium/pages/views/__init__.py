"""The pages of a site by their kind: the template of each, its view, and its lists.

A view takes the site, and the record or the name that the page is about. It returns names for the
template; the guide lists them. Two of them mean something to every page: ``description`` (for
``<head>``) and ``crumbs`` (the pages above). The pages of all records have these by default.

The lists of a page that may be long are named apart, so that a page can be split into parts before
anything is rendered.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

from symposium.pages.charts.placement import PICTURES
from symposium.pages.listing import Listings
from symposium.pages.view_context import ViewContext
from symposium.pages.views import (
    cv,
    event,
    gathering,
    indexes,
    paper,
    person,
    site_pages,
    talk,
)


class PageKind(NamedTuple):
    """What makes the pages of one kind."""

    template: str
    view: Callable[[ViewContext, Any], Mapping[str, Any]]
    listings: Callable[[ViewContext, Any], Listings] = lambda *_: ()
    size: int = 12_000
    """Estimated bytes of a page without its lists."""


def _gathering(kind: str, view: Callable[[ViewContext, Any], Any], more: int = 0) -> PageKind:
    return PageKind(f"{kind}.html", view, partial(gathering.listings, kind), 12_000 + more)


PAGE_KINDS: Mapping[str, PageKind] = {
    "event": PageKind("event.html", event.view, event.listings, 25_000),
    "organization": PageKind(
        "organization.html", gathering.organization, gathering.organization_listings
    ),
    "paper": PageKind("paper.html", paper.view, paper.listings),
    "person": PageKind("person.html", person.view, person.listings, 12_000 + PICTURES),
    "series": _gathering("series", gathering.series),
    "source": PageKind("source.html", gathering.source, gathering.source_listings),
    "talk": PageKind("talk.html", talk.view, talk.listings),
    "topic": _gathering("topic", gathering.topic, PICTURES),
    "venue": _gathering("venue", gathering.venue, 4_000),
    "volume": _gathering("volume", gathering.volume),
    "cv": PageKind("cv.html", cv.view),
    "year": PageKind("year.html", site_pages.year, site_pages.year_listings),
    "index": PageKind("indexes/{}.html", indexes.view, indexes.listings),
    "programme": PageKind(
        "my-programme.html", site_pages.my_programme, site_pages.my_programme_listings
    ),
    "list": PageKind("my-list.html", site_pages.my_list),
    "explore": PageKind("explore.html", site_pages.explore),
}
"""All kinds of pages but those of records that say all by their fields (`views.general`)."""
