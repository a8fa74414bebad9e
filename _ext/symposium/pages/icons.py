"""Icons of links: plain drawings of our own, since no page loads anything from elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

SHAPES: Mapping[str, str] = MappingProxyType({
    "mail": "M1.5 3.5h13v9h-13zM2 4l6 5 6-5",
    "web": "M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM1.5 8h13M8 1.5c-4.5 4-4.5 9 0 13"
    "M8 1.5c4.5 4 4.5 9 0 13",
    "code": "M5 4 1 8l4 4M11 4l4 4-4 4M9.3 2.5 6.7 13.5",
    "scholar": "M8 2.5 .8 6.5 8 10.5l7.2-4zM4 8.4v3.2c2 2.2 6 2.2 8 0V8.4M15.2 6.5v4",
    "id": "M1.5 3h13v10h-13zM5.2 6.4a1.3 1.3 0 1 0 .1 0M3.3 11c.4-2.2 3.5-2.2 3.9 0M9.5 6.5h3"
    "M9.5 9.5h3",
    "page": "M3.5 1.5h6l3 3v10h-9zM9.5 1.5v3h3M5.5 7.5h5M5.5 10.5h5",
    "talk": "M1.5 2.5h13v8.5H7l-3.5 3v-3h-2z",
    "list": "M5.5 4h9M5.5 8h9M5.5 12h9M2 4h.6M2 8h.6M2 12h.6",
})  # fmt: skip
"""Paths in a square of 16, drawn with a line."""

OF_LINKS: Mapping[str, str] = MappingProxyType({
    **dict.fromkeys(("email", "mail"), "mail"),
    **dict.fromkeys(("github", "gitlab", "codeberg", "bitbucket", "code"), "code"),
    **dict.fromkeys(("scholar", "google_scholar", "semantic_scholar"), "scholar"),
    **dict.fromkeys(("orcid",), "id"),
    **dict.fromkeys(("cv", "pdf", "resume"), "page"),
    **dict.fromkeys(("mastodon", "bluesky", "twitter", "x", "linkedin", "matrix"), "talk"),
    **dict.fromkeys(("dblp", "openalex", "acl", "publications"), "list"),
})  # fmt: skip
"""Names of links, and the shape of each; all others are pages on the web."""


def shape_of(key: str, address: str = "") -> str:
    """Return the shape that stands for a link.

    >>> shape_of("github") == SHAPES["code"], shape_of("blog") == SHAPES["web"]
    (True, True)
    >>> shape_of("write", "mailto:ada@example.org") == SHAPES["mail"]
    True
    """
    if address.startswith("mailto:"):
        return SHAPES["mail"]
    return SHAPES[OF_LINKS.get(key.lower().replace("-", "_"), "web")]
