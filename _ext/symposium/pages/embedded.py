"""Embedded videos and documents: what a page may show in place, once its reader asks for it.

Nothing is loaded before. Files of the site are shown as they are; of other hosts only players whose
addresses are known.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

from symposium.pages.author_links import link_label, safe_href
from symposium.pages.view_context import ViewContext

PLAYERS = (
    (
        re.compile(r"https://(?:(?:www\.|m\.)?youtube\.com/(?:watch\?v=|live/|embed/)|youtu\.be/)"
                   r"([\w-]{11})(?![\w-])"),
        "https://www.youtube-nocookie.com/embed/{}", "youtube-nocookie.com",
    ),
    (
        re.compile(r"https://(?:player\.)?vimeo\.com/(?:video/)?(\d{4,12})(?!\d)"),
        "https://player.vimeo.com/video/{}?dnt=1", "player.vimeo.com",
    ),
)  # fmt: skip
"""Addresses of videos, those of their players, and the hosts of these."""


class Embedded(NamedTuple):
    """What can be shown in place."""

    label: str
    """What the link is called: Video, PDF, …"""
    href: str
    """What may stand in ``href``: where it is."""
    player: str
    """The address of a player elsewhere; empty for a file of the site."""
    host: str
    """Where that player comes from."""
    video: bool


def functions(site: ViewContext) -> dict[str, Callable[..., Any]]:
    """Return the functions by the names that templates know them by."""
    return {"embedded": partial(embedded, site)}


def embedded(site: ViewContext, links: Mapping[str, str]) -> list[Embedded]:
    """Return what of the links of a record can be shown in place."""
    found = []
    for key, text in links.items():
        href = safe_href(text, site.kb.files)
        if href is None:
            continue
        if text.startswith("files/") and text.endswith((".pdf", ".mp4")):
            found.append(Embedded(link_label(key), href, "", "", text.endswith(".mp4")))
        for known, player, host in PLAYERS:
            if video := known.match(text):
                found.append(Embedded(link_label(key), href, player.format(video[1]), host, True))
    return found
