"""Feeds: which pages have one, where it is, and what stands in it.

A record whose page lists works has a feed if it has a file of its own, or many works. Each series
of events has one, too.
"""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import uuid5

from symposium.kinds import BY_FOLDER, BY_NAME, KINDS
from symposium.knowledge import KnowledgeBase
from symposium.knowledge.relation_table import LISTS, Named
from symposium.knowledge.relations import values_of
from symposium.locale import _
from symposium.model.dates import Date, Period
from symposium.model.ids import slug
from symposium.pages.citing.forms import has_by_products
from symposium.pages.programmes.agenda import NAMESPACE, Agenda
from symposium.pages.shown_times import first_date
from symposium.pages.urls import Urls, calendar_path, docname
from symposium.pages.view_context import ViewContext

MOST = 50
"""Entries of a feed: the newest."""
SITE = "index.atom"
"""The feed of all papers and talks."""

OWN = {
    kind: tuple(name for name, of in rows if of in {"paper", "talk"} and name != "edited_by")
    for kind, rows in LISTS.items()
}
"""Kind to the relations that give a record its works."""


def feed_path(kind: str, record_id: str) -> str:
    """Return the path of the feed of a record, beside its page."""
    return f"{docname(kind, record_id)}.atom"


def series_path(kb: KnowledgeBase, series_id: str) -> str:
    """Return the path of the feed of a series of events."""
    return f"events/{slug(kb.title_of('series', series_id))}.atom"


def feed_of(kb: KnowledgeBase, kind: str, record_id: str) -> str:
    """Return the path of the feed of a page, or of the series of an event; empty for none."""
    if kind == "index":
        known = BY_FOLDER.get(record_id)
        if known and known.newest_first:
            return f"{docname(kind, record_id)}.atom" if kb.entities[known.name] else ""
        return SITE if record_id in {"papers", "talks"} else ""
    if kind == "event":
        series = kb.events[record_id].series
        return series_path(kb, kb.relations.series_of_text[series]) if series else ""
    if kind == "series":
        return series_path(kb, record_id) if record_id in kb.relations.events_of_series else ""
    return feed_path(kind, record_id) if has_feed(kb, kind, record_id) else ""


def has_feed(kb: KnowledgeBase, kind: str, record_id: str) -> bool:
    """Tell whether a record has a feed of its own."""
    if kind not in BY_NAME or not BY_NAME[kind].has_feed:
        return False
    relations = kb.relations
    count = sum([len(getattr(relations, name).get(record_id, ())) for name in OWN.get(kind, ())])
    return has_by_products(kb, kind, record_id, count) and any(
        moment_of(kb, one) for one in works_of(kb, kind, record_id)
    )


def works_of(kb: KnowledgeBase, kind: str, record_id: str) -> list[Named]:
    """Return kind and id of the works that the page of a record lists."""
    relations, found = kb.relations, list[Named]()
    for name in OWN.get(kind, ()):
        of = "talk" if name.startswith("talks") else "paper"
        found += [(of, one) for one in getattr(relations, name).get(record_id, ())]
    for other, ids in relations.naming.get((kind, record_id), {}).items():
        found += [(other, one) for one in ids]
    for field, said in () if OWN.get(kind) else BY_NAME[kind].references.items():
        if said.refers in {"paper", "talk"}:
            ids = values_of(kb.entities[kind][record_id], field)
            found += [(said.refers, one) for one in ids]
    return list(dict.fromkeys(found))


@dataclass(frozen=True, slots=True)
class Feed:
    """What a feed is of."""

    title: str
    page: str
    """The docname of the page that has it."""
    works: list[Named]
    named: Named | None = None
    """Kind and id of the record of that page."""


def all_feeds(kb: KnowledgeBase, urls: Urls, site: str) -> dict[str, Feed]:
    """Return the feeds of a site, which has a title, by their paths."""
    found: dict[str, Feed] = {}
    if not urls.files:
        return found
    for kind, one in subjects(kb):
        if urls.shows(kind):
            works = works_of(kb, kind, one)
            path = feed_path(kind, one)
            found[path] = Feed(kb.title_of(kind, one), docname(kind, one), works, (kind, one))
    talks_of = kb.relations.talks_of_event
    for series, events in kb.relations.events_of_series.items() if urls.shows("event") else ():
        works = [("event", one) for one in events]
        works += [("talk", talk) for one in events for talk in talks_of.get(one, ())]
        found[series_path(kb, series)] = Feed(
            kb.title_of("series", series), docname("series", series), works
        )
    for dated in [one for one in KINDS if one.newest_first and kb.entities.get(one.name)]:
        if urls.shows(dated.name):
            path = feed_of(kb, "index", dated.folder)
            rows = [(dated.name, one) for one in kb.entities[dated.name]]
            title = _("News of {site}").format(site=site) if site else _("News")
            found[path] = Feed(title, docname("index", dated.folder), rows)
    if not urls.hosted:
        papers = [("paper", one) for one in kb.relations.newest]
        works = [*papers, *[("talk", one) for one in kb.talks]]
        found[SITE] = Feed(site or _("Papers and talks"), "index", works)
    return found


def subjects(kb: KnowledgeBase) -> Iterator[Named]:
    """Yield kind and id of all records that have a feed."""
    for kind in KINDS:
        for record_id in kb.entities.get(kind.name, ()) if kind.has_feed else ():
            if has_feed(kb, kind.name, record_id):
                yield kind.name, record_id


def moment_of(kb: KnowledgeBase, named: Named) -> datetime | None:
    """Return when a record came out: on its own date, else when it was first committed.

    Of a year or a month the day is not known: in it, the first commit is when readers can learn of
    the record.
    """
    kind, record_id = named
    record = kb.entities[kind][record_id]
    values = [getattr(record, name, None) for name in ("date", "start")]
    dates = next((one for one in values if isinstance(one, Date | Period | tuple)), None)
    if dates is None and kind == "talk" and record.event in kb.events:
        dates = kb.events[record.event].date
    date = first_date(dates)
    names = (record.key, *record.was) if kind == "paper" else (record.origin.place.path,)
    seconds = min([kb.committed[one] for one in names if one in kb.committed], default=None)
    committed = None if seconds is None else datetime.fromtimestamp(seconds, UTC)
    if date is None or not date.year:
        return committed
    begin = datetime(date.year, date.month or 1, date.day or 1, tzinfo=UTC)
    if date.day or committed is None:
        return begin
    month = date.month or 12
    end = datetime(date.year, month, monthrange(date.year, month)[1], tzinfo=UTC)
    return min(max(begin, committed), end)


def newest(kb: KnowledgeBase, works: list[Named]) -> list[tuple[datetime, Named]]:
    """Return the newest works with their dates, the newest first; those without one are none."""
    dated = [(moment, one) for one in works if (moment := moment_of(kb, one))]
    dated.sort(key=lambda row: row[0], reverse=True)
    return dated[:MOST]


def lasting_id(agenda: Agenda, kind: str, record_id: str) -> str:
    """Return an id that stays when a record is renamed, and tells no name."""
    return uuid5(NAMESPACE, f"{agenda.identity} {kind} {agenda.oldest(kind, record_id)}").urn


def path_of_calendar(urls: Urls, agenda: Agenda, kind: str, record_id: str) -> str | None:
    """Return the path of a record's calendar, if it has one."""
    known = urls.calendars and agenda.has_calendar(kind, record_id)
    return calendar_path(kind, record_id) if known else None


def calendar_of(site: ViewContext, kind: str, record_id: str) -> str | None:
    """Return the address of a record's calendar, if it has one."""
    path = path_of_calendar(site.urls, site.agenda, kind, record_id)
    return site.file_url(path) if path else None


def calendar_buttons(site: ViewContext, kind: str, record_id: str) -> list[tuple[str, str]]:
    """Return (label, address) of a record's calendar: to take, and to subscribe to."""
    address = calendar_of(site, kind, record_id)
    if not address:
        return []
    found = [(_("Calendar (.ics)"), address)]
    if base := site.urls.base.partition("://")[2]:
        found.append((_("Subscribe"), f"webcal://{base}{calendar_path(kind, record_id)}"))
    return found


def feed_link(site: ViewContext, kind: str, record_id: str) -> str | None:
    """Return the address of the feed of a page, if it has one."""
    if not site.urls.files or (kind == "index" and site.urls.hosted):
        return None
    path = feed_of(site.kb, kind, record_id)
    return site.file_url(path) if path else None
