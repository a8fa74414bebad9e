"""What a template needs beyond its record: one optional view per kind.

A view takes the site and a record, and returns names for the template. Three of them mean
something to every page: ``description`` (for ``<head>``), ``filters`` (search facets) and
``crumbs`` (the pages above). A kind without a view has these by default.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from symposium.pages.site import Site
from symposium.pages.views import event, paper, person, source, talk, topic, venue

View = Callable[[Site, Any], dict[str, Any]]

VIEWS: dict[str, View] = {
    "event": event.view,
    "paper": paper.view,
    "person": person.view,
    "source": source.view,
    "talk": talk.view,
    "topic": topic.view,
    "venue": venue.view,
}
