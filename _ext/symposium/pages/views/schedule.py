"""The view of an excerpt of a programme in a page of an author."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from symposium.knowledge.programme_excerpts import Excerpt, lines_of
from symposium.knowledge.schedule import rooms_of
from symposium.pages.programmes.day_lines import Row
from symposium.pages.programmes.page_of_programme import days_shown
from symposium.pages.view_context import ViewContext


def view(site: ViewContext, asked: Excerpt) -> dict[str, Any]:
    """Return what ``schedule.html`` needs."""
    event = site.kb.events[site.kb.find("event", asked.event) or ""]
    chosen = frozenset(lines_of(site.kb, asked))
    rows = [row for row in site.programme(event.id) if row.line.session in chosen]
    shown = []
    for day, lines in days_shown(rows):  # no column is for a room of which no line is shown
        rooms = rooms_of(event, (line.session for line in lines))
        excerpt = replace(day, lines=lines, rooms=rooms)
        shown += [Row(excerpt, line) for line in lines]
    return {"rows": shown, "compact": asked.compact}
