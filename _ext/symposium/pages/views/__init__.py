"""What a template needs beyond its record: one optional view per kind.

A view takes the site and a record, and returns names for the template. Two of them mean
something to every page: ``description`` (for ``<head>``) and ``crumbs`` (the pages above). A kind
without a view has these by default.

The lists of a page that may be long are named apart, by `LISTINGS`, so that a page can be split
into parts before anything is rendered.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from symposium.pages.charts.placement import PICTURES
from symposium.pages.listing import Listings
from symposium.pages.view_context import ViewContext
from symposium.pages.views import (
    event,
    indexes,
    my_programme,
    organization,
    paper,
    person,
    series,
    source,
    talk,
    topic,
    venue,
    volume,
    years,
)

SIZE = 12_000
View = Callable[[ViewContext, Any], Mapping[str, Any]]

VIEWS: dict[str, View] = {
    "event": event.view,
    "organization": organization.view,
    "paper": paper.view,
    "person": person.view,
    "series": series.view,
    "source": source.view,
    "talk": talk.view,
    "topic": topic.view,
    "venue": venue.view,
    "volume": volume.view,
}

LISTINGS: dict[str, Callable[[ViewContext, Any], Listings]] = {
    "event": event.listings,
    "index": indexes.listings,
    "organization": organization.listings,
    "paper": paper.listings,
    "person": person.listings,
    "programme": lambda site, _: my_programme.listings(site),
    "series": series.listings,
    "source": source.listings,
    "talk": talk.listings,
    "topic": topic.listings,
    "venue": venue.listings,
    "volume": volume.listings,
    "year": lambda site, name: years.listings(site, years.YearView(name)),
}

SIZES = {
    "event": 25_000, "person": SIZE + PICTURES, "topic": SIZE + PICTURES, "venue": SIZE + 4_000,
}  # fmt: skip
"""Estimated bytes of a page without its listings; `SIZE` for other kinds."""
