"""The works of a record, which are handed out beside its page."""

from __future__ import annotations

from symposium.knowledge import KnowledgeBase
from symposium.knowledge.relation_table import Ids
from symposium.pages.author_links import ROOT
from symposium.pages.listings.derived import works_behind
from symposium.pages.urls import Urls, docname

COLLECTIONS = ("person", "venue", "topic", "event", "volume")
"""Kinds of records that have works."""
MANY = 10
"""Works that a record without a file of its own needs for by-products beside its page."""


def has_by_products(kb: KnowledgeBase, kind: str, record_id: str, works: int) -> bool:
    """Tell whether a record with so many works has a feed, and files of them, beside its page.

    Those of all authors would be more files than their pages.
    """
    if works >= MANY:
        return True
    if kind == "person":
        return record_id in kb.identity.people.described
    return kb.entities[kind][record_id].document is not None


def files_of(kb: KnowledgeBase, urls: Urls, kind: str, record_id: str) -> str:
    """Return the address of the files of the works of a record but for their endings, if any."""
    if kind not in COLLECTIONS or not urls.hands_out(kb.works):
        return ""
    return f"{ROOT}{docname(kind, record_id)}." if works_of(kb, kind, record_id) else ""


def works_of(kb: KnowledgeBase, kind: str, record_id: str) -> Ids:
    """Return the works that are handed out beside the page of a record."""
    if kind == "venue":
        found = kb.relations.papers_of_venue.get(record_id, ())
    elif kind == "volume":
        found = kb.relations.papers_of_volume.get(record_id, ())
    elif kind == "topic":
        found = kb.relations.papers_of_topic.get(record_id, ())
    else:
        found = works_behind(kb, kind, (record_id,))
    # A single work has files of its own, which suffice.
    return found if len(found) > 1 and has_by_products(kb, kind, record_id, len(found)) else ()
