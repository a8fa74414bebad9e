"""The view of the maps of all co-authors and of papers."""

from __future__ import annotations

from symposium.locale import _
from symposium.pages.charts.collaboration import PEOPLE, people_together
from symposium.pages.charts.kinship import papers_shown
from symposium.pages.site_template_names import ExploreNames
from symposium.pages.view_context import ViewContext

FILES = {"people": "explore.json", "papers": "explore-papers.json"}
"""The files that hold the maps, at the root of the site."""
LISTED = 60
"""So many people are listed for those who cannot see the map, or have no JavaScript."""


def view(site: ViewContext) -> ExploreNames:
    """Return what ``explore.html`` needs."""
    people, papers = people_together(site.kb), papers_shown(site.kb)
    relations = site.kb.relations
    facets = (
        ("year", _("Year"), _("All years"), relations.papers_of_year),
        ("topic", _("Topic"), _("All topics"), relations.papers_of_topic),
        ("venue", _("Venue"), _("All venues"), relations.papers_of_venue),
    )
    rows = [(one, works, len(site.kb.coauthors_of(one))) for one, works in people[:LISTED]]
    rows.sort(key=lambda row: -row[2])
    return {
        "maps": [
            (name, site.file_url(file))
            for name, file in FILES.items()
            if name == "people" or papers
        ],
        "facets": [facet[:3] for facet in facets if facet[3]],
        "drawn": len(papers),
        "papers": len(site.kb.papers),
        "suffix": site.urls.path("x")[1:],
        "total": len(people),
        "shown": min(len(people), PEOPLE),
        "rows": rows,
        "description": _(
            "Maps of this site: who works with whom, and which papers have similar subjects."
        ),
        "crumbs": (("people/index", _("People")),),
    }
