"""What the scripts of a search call kinds and facets, in the language of the site."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from symposium.kinds import KINDS
from symposium.kinds.facet_names import FACETS, THINGS
from symposium.locale import _, plural_forms, translated
from symposium.plugin import SearchFacet

Words = tuple[str, str, Sequence[str]]
"""What one of a kind is called, the title of a group of them, and the forms of how many."""


def search_words(added: Sequence[SearchFacet] = ()) -> dict[str, Any]:
    """Return what is said of kinds, of facets, also those added, and of the values of ``has``."""
    facets = [(name, translated(title)) for name, title in FACETS.items()]
    return {
        "kinds": kinds(),
        "facets": [*facets, *((one.name, translated(one.title)) for one in added)],
        "things": {name: translated(title) for name, title in THINGS.items()},
    }


def kinds() -> dict[str, Words]:
    """Return the words for each kind of result."""
    return {
        **{
            kind.name: (
                translated(kind.called[0]),
                translated(kind.title),
                plural_forms(*kind.counted),
            )
            for kind in KINDS
        },
        "poster": (_("poster"), _("Posters"), plural_forms("{count} poster", "{count} posters")),
        "year": (_("year"), _("Years"), plural_forms("{count} year", "{count} years")),
        "index": (_("list"), _("Lists"), plural_forms("{count} list", "{count} lists")),
        "page": (_("page"), _("Pages"), plural_forms("{count} page", "{count} pages")),
        "home": (
            _("home page"),
            _("Home page"),
            plural_forms("{count} home page", "{count} home pages"),
        ),
    }
