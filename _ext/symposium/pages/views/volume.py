"""The view of a volume: its papers in order, and the volumes before and after it."""

from __future__ import annotations

from typing import Any

from symposium.kinds.volume import Volume
from symposium.knowledge.volumes import editors_of
from symposium.locale import _, plural
from symposium.pages.listing import Listing, Listings, filled
from symposium.pages.view_context import ViewContext
from symposium.pages.views.common import topics_of


def view(site: ViewContext, volume: Volume) -> dict[str, Any]:
    """Return what ``volume.html`` needs."""
    kb = site.kb
    papers = kb.relations.papers_of_volume.get(volume.id, ())
    earlier, later = _beside(site, volume)
    count = plural(len(papers), "{count} paper", "{count} papers")
    facts = (count, volume.publisher, str(volume.year or ""))
    return {
        "papers": papers,
        "editors": editors_of(volume, kb.works, papers),
        "earlier": earlier,
        "later": later,
        "topics": topics_of(kb, volume),
        "buttons": site.links(volume),
        "description": f"{volume.title}: {', '.join(one for one in facts if one)}.",
        "crumbs": (("volumes/index", _("Volumes")),),
    }


def listings(site: ViewContext, volume: Volume) -> Listings:
    """Return the papers of a volume."""
    papers = site.kb.relations.papers_of_volume.get(volume.id, ())
    return filled(Listing("papers", _("Papers"), "items", papers, "paper"))


def _beside(site: ViewContext, volume: Volume) -> tuple[str | None, str | None]:
    """Return the volumes of the same venue before and after this one."""
    found = site.kb.relations.volumes_beside.get(volume.id, ())
    records = site.kb.entities["volume"]
    own = (volume.year or 0, volume.id)
    after = [one for one in found if (records[one].year or 0, one) > own]
    before = [one for one in found if one not in after]
    return next(iter(before), None), next(iter(after), None)
