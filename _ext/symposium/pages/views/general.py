"""The lists of every page, and the pages that may need several parts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sized
from typing import Any

from symposium import kinds
from symposium.kinds.kind import Kind
from symposium.knowledge import KnowledgeBase, Mention
from symposium.knowledge.relations import values_of
from symposium.locale import _
from symposium.pages.listing import Listing, Listings, filled
from symposium.pages.subjects import folders
from symposium.pages.view_context import ViewContext
from symposium.pages.views import LISTINGS

FEW = 24
"""Rows that fit on any page, whatever they show: a line of a paper has up to 4 KB."""
CROWD = 12
"""So many authors on each of a few works make as many co-authors as fit on any page."""

Page = tuple[str, str]
"""Kind and id."""


def all_listings(site: ViewContext, kind: str, name: str) -> Listings:
    """Return the lists of a page, in its order: its own, what names it, where it is mentioned."""
    make = LISTINGS.get(kind)
    if kind not in kinds.BY_NAME:
        return make(site, name) if make else ()
    record = site.kb.entities[kind][name]
    own = make(site, record) if make else _named_by(kinds.BY_NAME[kind], record)
    naming, mentions = site.naming(kind, name), site.mentions(kind, name)
    if not naming and not mentions:
        return own
    found = [
        Listing(other.folder, _(other.title), "items", ids, other.name, place="after")
        for other, ids in naming
        if (kind, other.name) != ("person", "volume")  # they are among the edited ones
    ]
    if mentions:
        found.append(Listing("cited-on", _how(mentions), "mentions", mentions, place="end"))
    return (*own, *found)


def _named_by(kind: Kind, record: Any) -> Listings:
    """Return the lists of what a record without a view of its own names."""
    return filled(
        *(
            Listing(field, _(said.heading or _title(said.refers)), "items", ids, said.refers)
            for field, said in kind.references.items()
            if said.refers not in {"topic", "source"} and (ids := values_of(record, field))
        )
    )


def _title(kind: str) -> str:
    return kinds.BY_NAME[kind].title


def _how(mentions: Iterable[Mention]) -> str:
    cited = any(one.how == "cites" for one in mentions)
    return _("Cited on") if cited else _("Mentioned on")


def long_pages(site: ViewContext) -> Iterator[Page]:
    """Yield the pages that may need parts: their lists are counted, no more."""
    kb, rel = site.kb, site.kb.relations
    tables: tuple[tuple[str, Mapping[str, Sized]], ...] = (
        ("paper", rel.talks_of_paper),
        ("paper", rel.posters_of_paper),
        ("paper", rel.cites),
        ("paper", rel.cited_by),
        ("person", rel.papers_of_person),
        ("person", rel.listed_of_person),
        ("person", rel.posters_of_person),
        ("person", rel.talks_of_person),
        ("person", rel.edited_by),
        ("person", rel.named_in),
        ("topic", rel.papers_of_topic),
        ("topic", rel.talks_of_topic),
        ("venue", rel.papers_of_venue),
        ("volume", rel.papers_of_volume),
    )
    found = [(kind, one) for kind, table in tables for one, ids in table.items()
             if len(ids) > FEW]  # fmt: skip
    found += [("person", one) for one in _with_many_coauthors(kb)]
    found += [("paper", one.id) for one in kb.works.values() if len(one.related) > FEW]
    found += [target for target, by_kind in rel.naming.items()
              if sum(map(len, by_kind.values())) > FEW]  # fmt: skip
    found += site.often_mentioned(FEW)
    more = [kind.name for kind in kinds.described() if kind.name != "volume"]
    found += [(kind, one) for kind in ("event", "source", *more) for one in kb.entities[kind]]
    found += [("year", year) for year in site.years]
    found += [("index", name) for name in folders()]
    yield from dict.fromkeys(found)


def _with_many_coauthors(kb: KnowledgeBase) -> Iterator[str]:
    """Yield those who stand on works with many authors."""
    authors: Counter[str] = Counter()
    for paper in kb.works.values():
        if len(paper.authors) > CROWD:
            authors.update(dict.fromkeys(kb.authors_of(paper.id), len(paper.authors)))
    yield from (one for one, count in authors.items() if count > CROWD * FEW)
