"""The view of an excerpt of a programme, which stands on a page of somebody's own."""

from __future__ import annotations

from typing import Any

from symposium.knowledge.excerpts import Excerpt, lines_of
from symposium.pages.site import Site


def view(site: Site, asked: Excerpt) -> dict[str, Any]:
    """Return what ``schedule.html`` needs."""
    event = site.kb.events[site.kb.find("event", asked.event) or ""]
    chosen = frozenset(lines_of(site.kb, asked))
    rows = [row for row in site.programme(event.id) if row.line.session in chosen]
    return {"rows": rows, "compact": asked.compact}
