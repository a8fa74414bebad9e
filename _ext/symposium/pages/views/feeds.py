"""Where the feed of a page is: beside it, or with the series of an event."""

from __future__ import annotations

from symposium.pages.feeds import feed_of
from symposium.pages.view_context import ViewContext


def feed_link(site: ViewContext, kind: str, record_id: str) -> str | None:
    """Return the address of the feed of a page, if it has one."""
    if not site.urls.files or (kind == "index" and site.urls.hosted):
        return None
    path = feed_of(site.kb, kind, record_id)
    return site.file_url(path) if path else None
