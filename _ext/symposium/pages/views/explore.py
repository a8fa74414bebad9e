"""The view of the network of all co-authors."""

from __future__ import annotations

from symposium.locale import _
from symposium.pages.charts.collaboration import PEOPLE, people_together
from symposium.pages.template_names import ExploreNames
from symposium.pages.view_context import ViewContext

NETWORK = "explore.json"
"""The file that holds the network, at the root of the site."""
LISTED = 60
"""So many people are listed for those who cannot see the map, or have no JavaScript."""


def view(site: ViewContext) -> ExploreNames:
    """Return what ``explore.html`` needs."""
    people = people_together(site.kb)
    rows = [(one, works, len(site.kb.coauthors_of(one))) for one, works in people[:LISTED]]
    rows.sort(key=lambda row: -row[2])
    return {
        "network": site.file_url(NETWORK),
        "suffix": site.urls.path("x")[1:],
        "total": len(people),
        "shown": min(len(people), PEOPLE),
        "rows": rows,
        "description": _("Who works with whom: a map of the co-authors of this site."),
        "crumbs": (("people/index", _("People")),),
    }
