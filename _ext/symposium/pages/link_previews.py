"""Pictures that networks show with a link to a record, and what is drawn where it has none."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from symposium.knowledge import KnowledgeBase
from symposium.pages.citing.forms import has_by_products
from symposium.pages.maths import as_typed
from symposium.pages.shown_times import printed
from symposium.pages.small_texts import clean
from symposium.pages.urls import Urls, docname
from symposium.pages.vocabulary import affiliation_text

KINDS = ("person", "paper", "event")
"""Kinds whose previews are drawn: of records that have files of their own."""
MAX_TITLE, MAX_NAMES = 160, 6

RE_BEYOND = re.compile("[^\x00-\u052f\u1e00-\u2e7f\ud800-\uf8ff\ufe00-\ufe6f\uff00-\uffff]")
"""Letters that the fonts of the Typst compiler lack."""


class Preview(NamedTuple):
    """What a drawn preview shows."""

    path: str
    """Of the picture, relative to the root of the site."""
    title: str
    names: str
    """Authors of a paper, affiliations of a person, time and place of an event."""


def preview_of(kb: KnowledgeBase, urls: Urls, kind: str, record: Any) -> Preview | None:
    """Return what is drawn for a record; nothing where that cannot be drawn, or nobody asks.

    Networks ask for absolute addresses. The fonts of the compiler are the same on all machines,
    unlike those that a machine has for other scripts.
    """
    if kind not in KINDS or not (urls.pdf and urls.base) or urls.hosted:
        return None
    if not has_by_products(kb, kind, record.id, 0) or picture_of(record):
        return None
    title = clean(as_typed(kb.title_of(kind, record.id)))
    names = clean(" · ".join(filter(None, _names(kind, record))))
    if RE_BEYOND.search(title + names):
        return None
    if len(title) > MAX_TITLE:
        title = f"{title[:MAX_TITLE].rpartition(' ')[0]} …"
    return Preview(f"{docname(kind, record.id)}.png", title, names)


def picture_of(record: Any) -> str | None:
    """Return the path of the picture of a work or person; networks show no SVG."""
    path = getattr(record, "thumbnail", None) or getattr(record, "photo", None)
    return path if path and not path.endswith(".svg") else None


def _names(kind: str, record: Any) -> list[str]:
    if kind == "paper":
        names = [author.name.text for author in record.authors]
        return [*names[:MAX_NAMES], "…"] if len(names) > MAX_NAMES else names
    if kind == "person":
        return [affiliation_text(one) for one in record.affiliations[:2]]
    return [record.when or printed(record.date), record.location or ""]
