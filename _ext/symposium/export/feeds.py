"""Atom feeds (RFC 4287) of the newest works: of a page, of a series of events, of the site."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from typing import Any
from urllib.parse import quote
from uuid import uuid5
from xml.sax.saxutils import escape

from symposium.export.build_work import BuildWork, Output, Task
from symposium.knowledge.base import MANY_AUTHORS
from symposium.knowledge.relation_table import RecordKey
from symposium.locale import _
from symposium.pages.feeds import first_commit, lasting_id, newest
from symposium.pages.fingerprints import number
from symposium.pages.maths import as_typed
from symposium.pages.programmes.agenda import NAMESPACE, Agenda
from symposium.pages.small_texts import clean, plain_text
from symposium.pages.urls import docname
from symposium.plugin import Files

RFC3339 = "%Y-%m-%dT%H:%M:%SZ"


def _tasks(work: BuildWork) -> Iterator[Task]:
    items, common = work.shows.items, number(repr((work.urls, work.title)))
    agenda, kb = work.appointments.agenda, work.kb

    @cache
    def entry(key: RecordKey) -> int:
        """Return the number of an entry: those of its record, its lasting id and its date."""
        kind, name = key
        own = agenda.oldest(kind, name), first_commit(kb, kind, kb.entities[kind][name])
        return hash((items(kind)[name], *([number(repr(own))] if own != (name, None) else ())))

    for path, feed in work.feeds.items():
        own = agenda.oldest(*feed.named) if feed.named else ""
        shown = number(repr((feed.title, feed.page, own)))
        yield path, hash((common, shown, *map(entry, feed.works)))


def _feed(work: BuildWork, path: str) -> Files:
    agenda, feed = work.appointments.agenda, work.feeds[path]
    own_id = uuid5(NAMESPACE, f"{agenda.identity} feed {path}").urn
    rows = newest(work.kb, feed.works)
    updated = rows[0][0] if rows else datetime.fromtimestamp(0, UTC)
    author = work.title or _("The editors")
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        '<feed xmlns="http://www.w3.org/2005/Atom">',
        f"<title>{_text(feed.title)}</title>",
        f"<id>{lasting_id(agenda, *feed.named) if feed.named else own_id}</id>",
        f"<updated>{updated:{RFC3339}}</updated>",
        f"<author><name>{_text(author)}</name></author>",
        f'<link rel="alternate" type="text/html" href="{_address(work, path, feed.page)}"/>',
    ]
    if work.urls.base:
        own = escape(f"{work.urls.base}{quote(path)}")
        lines.append(f'<link rel="self" type="application/atom+xml" href="{own}"/>')
    entries = [_entry(work, agenda, path, *row) for row in rows]
    yield path, "\n".join([*lines, *entries, "</feed>\n"]).encode()


FEEDS = Output("feeds", "making feeds", _tasks, _feed)


def _entry(work: BuildWork, agenda: Agenda, path: str, moment: datetime, subject: RecordKey) -> str:
    key = (subject, path.count("/"))
    if entry := work.feed_entries.get(key):
        return entry
    kind, record_id = subject
    record: Any = work.kb.entities[kind][record_id]
    people = getattr(record, "authors", ()) or getattr(record, "speakers", ())
    abstract = getattr(record, "abstract", None) or getattr(record, "description", None)
    if kind == "news":
        abstract = plain_text(work.kb, record.body)
    where = getattr(record, "venue", None) or getattr(record, "location", None)
    dated = not getattr(record, "is_date_inferred", False)
    year = str(moment.year) if dated else _("{year} (inferred)").format(year=record.year)
    summary = abstract or ", ".join(filter(None, (where, year)))
    address = _address(work, path, docname(kind, record_id))
    parts = (
        "<entry>",
        f"<title>{_text(work.kb.title_of(kind, record_id))}</title>",
        f"<id>{lasting_id(agenda, kind, record_id)}</id>",
        f'<link rel="alternate" type="text/html" href="{address}"/>',
        *([f"<published>{moment:{RFC3339}}</published>"] if dated else []),
        f"<updated>{moment:{RFC3339}}</updated>",
        *[f"<author><name>{_text(who.name.text)}</name></author>" for who in people[:MANY_AUTHORS]],
        f"<summary>{_text(summary)}</summary>",
        "</entry>",
    )
    entry = work.feed_entries[key] = "\n".join(parts)
    return entry


def _text(text: str) -> str:
    """Return a text escaped for XML, on one line, maths as typed."""
    return escape(" ".join(clean(as_typed(text)).split()))


def _address(work: BuildWork, path: str, page: str) -> str:
    """Return the address of a page, relative to the feed if the site's address is not known."""
    base = work.urls.base or "../" * path.count("/")
    return escape(f"{base}{quote(work.urls.path(page))}" or "./", {'"': "&quot;"})
