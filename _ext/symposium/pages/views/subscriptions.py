"""Where the calendar and the feed of a page are: beside it, or with the series of an event."""

from __future__ import annotations

from symposium.locale import _
from symposium.pages.feeds import feed_of
from symposium.pages.urls import calendar_path
from symposium.pages.view_context import ViewContext

KINDS = frozenset({"event", "talk", "person"})
"""Kinds of records that may have a calendar."""


def calendar_of(site: ViewContext, kind: str, record_id: str) -> str | None:
    """Return the address of a record's calendar, if it has one."""
    if kind not in KINDS or not site.urls.calendars:
        return None
    if not site.agenda.has_calendar(kind, record_id):
        return None
    return site.file_url(calendar_path(kind, record_id))


def calendar_buttons(site: ViewContext, kind: str, record_id: str) -> list[tuple[str, str]]:
    """Return (label, address) of a record's calendar: to take, and to subscribe to."""
    address = calendar_of(site, kind, record_id)
    if not address:
        return []
    found = [(_("Calendar (.ics)"), address)]
    scheme, colon, rest = site.urls.base.partition("://")
    if colon and scheme.lower() in {"http", "https"}:
        found.append((_("Subscribe"), f"webcal://{rest}{calendar_path(kind, record_id)}"))
    return found


def feed_link(site: ViewContext, kind: str, record_id: str) -> str | None:
    """Return the address of the feed of a page, if it has one."""
    if not site.urls.files or (kind == "index" and site.urls.hosted):
        return None
    path = feed_of(site.kb, kind, record_id)
    return site.file_url(path) if path else None
