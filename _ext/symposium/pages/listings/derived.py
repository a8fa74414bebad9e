"""The lists of pages without a file: index pages, and pages of years."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from symposium import kinds
from symposium.knowledge import KnowledgeBase
from symposium.knowledge.relation_table import Ids
from symposium.pages.author_links import ROOT
from symposium.pages.listing import Listing, Listings
from symposium.pages.listings.facets import FEWEST_ROWS, Row, data_of, json_of
from symposium.pages.subjects import is_listed
from symposium.pages.template_compiler import markup
from symposium.pages.urls import bibliography_path, docname
from symposium.pages.view_context import ViewContext

LARGEST = 5_000
"""An index page has no bibliography of more works than these: the pages of years have them all."""
KIND_OF_STYLE = {"people": "person", "subjects": "topic", "venues": "venue",
                 "talks": "talk", "elsewhere": "talk"}  # fmt: skip
PAIRED = frozenset({"columns", "elsewhere", "talks"})
"""Styles whose rows hold an id and something else."""


@dataclass(frozen=True, slots=True)
class DerivedListings:
    """What a list brings along so that a reader can narrow it."""

    name: str
    """Before its parameters in addresses; nothing where a page is one list."""
    what: str
    """What is counted: ``papers``."""
    data: Any
    """JSON for the script."""
    file: str = ""
    """Path of its bibliography."""
    works: int = 0
    """How many entries that has."""
    forms: bool = False
    """Whether there are the other forms beside it."""

    @property
    def href(self) -> str:
        """The address of the bibliography."""
        return ROOT + self.file


def listed_on(
    site: ViewContext, kind: str, name: str, shown: Listings, view: Mapping[str, Any]
) -> DerivedListings | None:
    """Return what narrows the lists that a page, or a part of one, shows; ``None`` for no list.

    ``view`` is what the view of an index page says of it.
    """
    if kind == "year":
        rows, what = list(rows_of(shown)), "entries"
    elif kind == "index" and name == "papers":
        rows, what = list(_papers(view)), "works" if view.get("posters") else "papers"
    elif kind == "index" and is_listed(name):
        rows, what = list(rows_of(shown)), name
    else:
        return None
    works = works_listed(site.kb, kind, name) if site.urls.files else ()
    if len(rows) < FEWEST_ROWS:
        rows = []
    if not rows and not works:
        return None
    keys = [keys_of(site.kb, row) for row in rows] if works and name != "people" else ()
    page = docname(kind, "papers" if name == "people" else name)
    return DerivedListings(
        "",
        what,
        markup(json_of(data_of(site.kb, rows, keys))) if rows else None,
        bibliography_path(page) if works else "",
        len(works),
        site.hands_out,
    )


def rows_of(listings: Iterable[Listing]) -> Iterator[Row]:
    """Yield kind and id of each row, in the order in which a page shows them."""
    for one in listings:
        kind = KIND_OF_STYLE.get(one.style, one.kind)
        for row in one.rows:
            if one.style in PAIRED:
                yield kind, row[0] if one.style == "columns" else row[1]
            else:
                yield kind, row


def _papers(view: Mapping[str, Any]) -> Iterator[Row]:
    if view.get("shape") in {"full", "rows"}:
        for _, ids in view["years"]:
            yield from (("paper", one) for one in ids)
        yield from (("paper", one) for one in view["posters"])


def keys_of(kb: KnowledgeBase, row: Row) -> str | None:
    """Return the cite keys of the works behind a row, which hold no commas.

    It is ``None`` where there are none, and empty for a work whose page has the name of its key.
    """
    kind, record_id = row
    if kind == "paper":
        key = kb.works[record_id].key
        return "" if key == record_id else key
    keys = [kb.works[one].key for one in works_behind(kb, kind, (record_id,))]
    return ",".join(keys) or None


def works_behind(kb: KnowledgeBase, kind: str, ids: Iterable[str]) -> Ids:
    """Return the works of talks, events or people, each once."""
    rel = kb.relations
    if kind == "paper":
        return tuple(dict.fromkeys(ids))
    if kind == "talk":
        found = (kb.paper_of(kb.talks[one]) for one in ids)
        return tuple(dict.fromkeys([paper.id for paper in found if paper]))
    if kind == "event":
        return works_behind(kb, "talk", (t for e in ids for t in rel.talks_of_event.get(e, ())))
    if kind == "person":
        tables = (rel.papers_of_person, rel.posters_of_person)
        works = (one for person in ids for table in tables for one in table.get(person, ()))
        return tuple(dict.fromkeys(works))
    return ()


def works_listed(kb: KnowledgeBase, kind: str, name: str) -> Ids:
    """Return the works of the bibliography of a page; none where there is no such file.

    Everybody's papers are all papers: the index of people leads to the file of theirs.
    """
    if kind == "year":
        return kb.relations.papers_of_year.get(int(name), ())
    if name in {"papers", "people"}:
        newest = kb.relations.newest
        return newest if len(newest) <= LARGEST else ()
    if name in {"events", "talks"}:
        one = kinds.BY_FOLDER[name].name
        found = works_behind(kb, one, kb.entities[one])
        return found if len(found) <= LARGEST else ()
    return ()


def bibliographies(
    kb: KnowledgeBase, years: Iterable[str]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the docname and the works of each page made from records that has a bibliography."""
    pages = [("index", name) for name in ("events", "papers", "talks")]
    for kind, name in (*pages, *(("year", year) for year in years)):
        if works := works_listed(kb, kind, name):
            yield docname(kind, name), works
