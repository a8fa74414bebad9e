"""The view of the map of all co-authors."""

from __future__ import annotations

from typing import Any

from symposium.locale import _
from symposium.pages.charts.collaboration import PEOPLE, people_together
from symposium.pages.view_context import ViewContext

FILE = "explore.json"
"""The file that holds the map, at the root of the site."""
LISTED = 60
"""So many people are listed for those who cannot see the map, or have no JavaScript."""


def view(site: ViewContext) -> dict[str, Any]:
    """Return what ``explore.html`` needs."""
    people = people_together(site.kb)
    rows = [(one, works, len(site.kb.coauthors_of(one))) for one, works in people[:LISTED]]
    return {
        "file": site.file_url(FILE),
        "suffix": site.urls.path("x")[1:],
        "total": len(people),
        "shown": min(len(people), PEOPLE),
        "rows": sorted(rows, key=lambda row: -row[2]),
        "description": _("A map of this site: who works with whom."),
        "crumbs": (("people/index", _("People")),),
    }
