"""Facets by which readers can narrow search results: the only list of them.

`symposium.search.records` finds their values; the search index passes them on to scripts.
"""

from __future__ import annotations

from collections.abc import Mapping

from symposium.locale import N_

FACETS: Mapping[str, str] = {
    "kind": N_("Kind"), "year": N_("Year"), "venue": N_("Venue"), "topic": N_("Topic"),
    "has": N_("With"), "award": N_("Award"), "source": N_("Source"),
}  # fmt: skip
"""Facets with their titles, in the order in which a reader sees them."""

THINGS: Mapping[str, str] = {
    "award": N_("Award"), "code": N_("Code"), "data": N_("Data"), "pdf": N_("Pdf"),
    "poster": N_("Poster"), "slides": N_("Slides"), "video": N_("Video"),
}  # fmt: skip
"""The values of ``has``, with their titles."""
