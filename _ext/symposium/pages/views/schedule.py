"""The view of an excerpt of a programme, which stands on a page of somebody's own."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from symposium.knowledge.excerpts import Excerpt, lines_of
from symposium.pages.site import Site
from symposium.pages.times import zone_label
from symposium.pages.views.event import programme


def view(site: Site, asked: Excerpt) -> dict[str, Any]:
    """Return what ``schedule.html`` needs."""
    event = site.kb.events[site.kb.find("event", asked.event) or ""]
    chosen = lines_of(site.kb, asked)
    sessions = site.kb.schedule.of_event[event.id]
    shown = zip(sessions, programme(site, event), strict=True)
    rows = [row for session, row in shown if session in chosen]
    if asked.compact:
        rows = [(day, replace(line, paper=None)) for day, line in rows]
    return {"rows": rows, "zone": zone_label(event), "compact": asked.compact}
