"""Facets by which readers can narrow search results: the only list of them.

Their values are found by `symposium.search.records`; scripts hear of them by the index.
"""

from __future__ import annotations

from collections.abc import Mapping

from symposium.locale import N_

FACETS: Mapping[str, str] = {
    "kind": N_("Kind"), "year": N_("Year"), "venue": N_("Venue"), "topic": N_("Topic"),
    "has": N_("With"), "award": N_("Award"), "source": N_("Source"),
}  # fmt: skip
"""Each with its title, in the order in which a reader sees them."""

THINGS: Mapping[str, str] = {
    "award": N_("Award"), "code": N_("Code"), "data": N_("Data"), "pdf": N_("Pdf"),
    "poster": N_("Poster"), "slides": N_("Slides"), "video": N_("Video"),
}  # fmt: skip
"""The values of ``has``: what a record may have, with what it is called."""
