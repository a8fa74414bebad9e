"""Feeds: the pages that have one, its path and its entries.

A record whose page lists works has a feed if it has a file of its own, or many works. Each series
of events has one, too.
"""

from __future__ import annotations

from calendar import monthrange
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import uuid5

from symposium.kinds import BY_FOLDER, BY_NAME, KINDS
from symposium.knowledge import KnowledgeBase
from symposium.knowledge.relation_table import LISTS, RecordKey
from symposium.knowledge.relations import values_of
from symposium.locale import _
from symposium.model.dates import Date, Period
from symposium.model.ids import slug
from symposium.pages.citing.forms import has_by_products
from symposium.pages.programmes.agenda import NAMESPACE, Agenda
from symposium.pages.shown_times import first_date
from symposium.pages.urls import Urls, calendar_path, docname
from symposium.pages.view_context import ViewContext

MAX_ENTRIES = 50
"""Entries of a feed: the newest."""
SITE = "index.atom"
"""The feed of all papers and talks."""

OWN = {
    kind: [row for row in rows if row[1] in {"paper", "talk"} and row[0] != "edited_by"]
    for kind, rows in LISTS.items()
}
"""Relations of a record with works, by its kind: name of the relation, kind of the works."""


@dataclass(frozen=True, slots=True)
class Feed:
    """A feed, with the works that are its entries."""

    path: str
    title: str
    page: str
    """The docname of its page."""
    works: list[RecordKey]
    named: RecordKey | None = None
    """Kind and id of the record of that page."""


def feed_of(kb: KnowledgeBase, kind: str, record_id: str, site: str = "") -> Feed | None:
    """Return the feed of a page, of the series of an event, or of all papers and talks.

    ``site`` is the title of the site.
    """
    relations, page = kb.relations, docname(kind, record_id)
    if kind == "index":
        kind_of_folder = BY_FOLDER.get(record_id)
        if kind_of_folder and kind_of_folder.newest_first:
            title = _("News of {site}").format(site=site) if site else _("News")
            works = [(kind_of_folder.name, id_) for id_ in kb.entities[kind_of_folder.name]]
            return Feed(f"{page}.atom", title, page, works) if works else None
        if record_id not in {"papers", "talks"}:
            return None
        works = [("paper", paper_id) for paper_id in relations.newest]
        works += [("talk", talk_id) for talk_id in kb.talks]
        return Feed(SITE, site or _("Papers and talks"), "index", works)
    if kind == "event":
        series = kb.events[record_id].series
        return feed_of(kb, "series", relations.series_of_text[series]) if series else None
    if kind == "series":
        events = relations.events_of_series.get(record_id, ())
        works = [("event", event_id) for event_id in events]
        talks = relations.talks_of_event
        works += [("talk", talk_id) for event_id in events for talk_id in talks.get(event_id, ())]
        title = kb.title_of(kind, record_id)
        return Feed(f"events/{slug(title)}.atom", title, page, works) if works else None
    if kind not in BY_NAME or not BY_NAME[kind].has_feed:
        return None
    own = [
        (work_kind, getattr(relations, name).get(record_id, ()))
        for name, work_kind in OWN.get(kind, ())
    ]
    if not has_by_products(kb, kind, record_id, sum([len(ids) for _kind, ids in own])):
        return None
    works = [(work_kind, id_) for work_kind, ids in own for id_ in ids]
    for other, ids in relations.naming.get((kind, record_id), {}).items():
        works += [(other, id_) for id_ in ids]
    for field, link in () if OWN.get(kind) else BY_NAME[kind].references.items():
        if link.refers in {"paper", "talk"}:
            works += [(link.refers, id_) for id_ in values_of(kb.entities[kind][record_id], field)]
    if not any(moment_of(kb, work) for work in works):
        return None
    works = list(dict.fromkeys(works))
    return Feed(f"{page}.atom", kb.title_of(kind, record_id), page, works, (kind, record_id))


def all_feeds(kb: KnowledgeBase, urls: Urls, site: str) -> dict[str, Feed]:
    """Return the feeds of a site by path; ``site`` is its title."""
    if not urls.files:
        return {}
    shown = [kind for kind in KINDS if urls.shows(kind.name)]
    pages = [(kind.name, id_) for kind in shown if kind.has_feed for id_ in kb.entities[kind.name]]
    pages += [("series", id_) for id_ in kb.relations.events_of_series if urls.shows("event")]
    pages += [("index", kind.folder) for kind in shown if kind.newest_first]
    pages += [] if urls.hosted else [("index", "papers")]
    return {feed.path: feed for page in pages if (feed := feed_of(kb, *page, site))}


def moment_of(kb: KnowledgeBase, work: RecordKey) -> datetime | None:
    """Return when a record came out: on its own date, else when it was first committed.

    If only the year or month is known, it is the first commit, moved into that year or month.
    """
    kind, record_id = work
    record = kb.entities[kind][record_id]
    values = [getattr(record, name, None) for name in ("date", "start")]
    dates = next((value for value in values if isinstance(value, Date | Period | tuple)), None)
    if dates is None and kind == "talk" and record.event in kb.events:
        dates = kb.events[record.event].date
    date = first_date(dates)
    seconds = first_commit(kb, kind, record)
    committed = None if seconds is None else datetime.fromtimestamp(seconds, UTC)
    if date is None or not date.year:
        return committed
    begin = datetime(date.year, date.month or 1, date.day or 1, tzinfo=UTC)
    if date.day or committed is None:
        return begin
    month = date.month or 12
    end = datetime(date.year, month, monthrange(date.year, month)[1], tzinfo=UTC)
    return min(max(begin, committed), end)


def first_commit(kb: KnowledgeBase, kind: str, record: Any) -> int | None:
    """Return when a record was first committed, in seconds since 1970, if known."""
    names = (record.key, *record.was) if kind == "paper" else (record.origin.place.path,)
    return min([kb.committed[name] for name in names if name in kb.committed], default=None)


def newest(kb: KnowledgeBase, works: list[RecordKey]) -> list[tuple[datetime, RecordKey]]:
    """Return (date, work) of the newest works, newest first; works without a date are left out."""
    dated = [(moment, work) for work in works if (moment := moment_of(kb, work))]
    dated.sort(key=lambda row: row[0], reverse=True)
    return dated[:MAX_ENTRIES]


def lasting_id(agenda: Agenda, kind: str, record_id: str) -> str:
    """Return a URN that stays when a record is renamed, and reveals no name."""
    return uuid5(NAMESPACE, f"{agenda.identity} {kind} {agenda.oldest(kind, record_id)}").urn


def path_of_calendar(urls: Urls, agenda: Agenda, kind: str, record_id: str) -> str | None:
    """Return the path of a record's calendar, if it has one."""
    exists = urls.calendars and agenda.has_calendar(kind, record_id)
    return calendar_path(kind, record_id) if exists else None


def calendar_of(site: ViewContext, kind: str, record_id: str) -> str | None:
    """Return the address of a record's calendar, if it has one."""
    path = path_of_calendar(site.urls, site.agenda, kind, record_id)
    return site.file_url(path) if path else None


def calendar_buttons(site: ViewContext, kind: str, record_id: str) -> list[tuple[str, str]]:
    """Return (label, address) of a record's calendar: to download, and to subscribe to."""
    address = calendar_of(site, kind, record_id)
    if not address:
        return []
    buttons = [(_("Calendar (.ics)"), address)]
    if base := site.urls.base.partition("://")[2]:
        buttons.append((_("Subscribe"), f"webcal://{base}{calendar_path(kind, record_id)}"))
    return buttons


def feed_link(site: ViewContext, kind: str, record_id: str) -> str | None:
    """Return the address of the feed of a page, if it has one."""
    if not site.urls.files or (kind == "index" and site.urls.hosted):
        return None
    feed = feed_of(site.kb, kind, record_id)
    return site.file_url(feed.path) if feed else None
