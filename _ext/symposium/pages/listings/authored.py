"""The lists that authors put into their pages by ``{listing}``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from symposium.kinds import BY_FOLDER
from symposium.knowledge import KnowledgeBase
from symposium.pages.listing import Listing
from symposium.pages.listings.columns import TableColumn, columns_of, rows_of_table
from symposium.pages.listings.derived import DerivedListings, keys_of, works_behind
from symposium.pages.listings.facets import FEW, data_of, json_of
from symposium.pages.listings.request import ListingRequest
from symposium.pages.row_sizes import DETAILS, Scale
from symposium.pages.template_compiler import markup
from symposium.pages.urls import bibliography_path
from symposium.pages.view_context import ViewContext
from symposium.query import HeadedGroup, Query, Selection, faults_of, select

Selections = tuple[Selection, tuple[str, ...]]
"""What a query selects, and all that fits without its limit."""
Select = Callable[[Query], Selections]

ROOM = 110_000
"""Estimated bytes that all listings of a page share: authors write something besides."""
MOST = ROOM // 100
"""More rows fit nowhere."""
MORE = {"list": 60, "table": 420, "cards": 160, "compact": 60, "detailed": 60 + DETAILS}
"""What a row takes besides the line of its record: cells, its facets."""
PAGES = {
    ("papers", "author"): "person", ("papers", "editor"): "person", ("papers", "topic"): "topic",
    ("papers", "venue"): "venue", ("papers", "year"): "year", ("papers", "source"): "source",
    ("talks", "event"): "event", ("talks", "speaker"): "person", ("talks", "topic"): "topic",
    ("people", "topic"): "topic",
}  # fmt: skip
"""Which option selects what has a page of its own: what is listed, the field, and the kind."""


@dataclass(frozen=True, slots=True)
class ShownListing:
    """A group of a listing, as it is shown."""

    title: str
    count: int
    """How many there are, shown or not."""
    ids: tuple[str, ...]
    kind: str = ""
    id: str = ""
    rows: Sequence[Sequence[tuple[TableColumn, Any, str]]] = ()
    """The cells of a table."""


def view(
    site: ViewContext, select: Select, asked: ListingRequest, page: str, room: int
) -> dict[str, Any]:
    """Return what ``listed.html`` needs; it may take ``room`` bytes."""
    kb, query = site.kb, asked.query
    found, whole = select(query)
    kind = BY_FOLDER[query.what].name
    groups = found.groups or (HeadedGroup("", found.ids),)
    shown = list(_fitting(site, kind, asked, groups, room))
    ids = [one for group in shown for one in group.ids]
    columns = columns_of(site, kind, ids) if asked.view == "table" else ()
    if columns:
        shown = [replace(one, rows=rows_of_table(site, kind, one.ids, columns)) for one in shown]
    works = works_behind(kb, kind, whole) if site.urls.files else ()
    return {
        "asked": asked,
        "kind": kind,
        "what": query.what,
        "total": len(whole),
        "left_out": len(whole) - len(set(ids)),
        "elsewhere": all_of(site, query),
        "groups": shown,
        "is_grouped": bool(found.groups),
        "columns": columns,
        "listed": _listed(site, asked, page, [(kind, one) for one in ids], len(works)),
    }


def rooms(site: ViewContext, select: Select, together: Sequence[ListingRequest]) -> dict[int, int]:
    """Return how many bytes each listing of a page may take, by its number there.

    Short ones stand there whole; those that are too long share what is left.
    """
    if len(together) == 1:
        return {together[0].number: ROOM}
    needs = {one.number: _needed(site, select, one) for one in together}
    left, found = ROOM, {}
    for others, number in enumerate(sorted(needs, key=needs.__getitem__)):
        share = left // (len(needs) - others)
        found[number] = share
        left -= min(share, needs[number])
    return found


def _needed(site: ViewContext, select: Select, asked: ListingRequest) -> int:
    """Return the estimated bytes of all that a listing selects, as far as a page has room."""
    if faults_of(site.kb, asked.query):
        return 0
    found, _ = select(asked.query)
    kind, scale, needed = BY_FOLDER[asked.query.what].name, Scale(site.kb), 0
    for group in found.groups or (HeadedGroup("", found.ids),):
        needed += sum(_weights(scale, kind, asked, group.ids[:MOST]))
        if needed > ROOM:
            break
    return needed


def works_asked(kb: KnowledgeBase, asked: ListingRequest) -> tuple[str, ...]:
    """Return the works of the bibliography of a listing: of all that fits, shown or not."""
    if faults_of(kb, asked.query):
        return ()
    _, whole = selections(kb, asked.query)
    return works_behind(kb, BY_FOLDER[asked.query.what].name, whole) if whole else ()


def selections(kb: KnowledgeBase, query: Query) -> Selections:
    """Return what a query selects, and all that fits without its limit."""
    found = select(kb, query)
    if not found.left_out:
        return found, found.ids
    return found, select(kb, replace(query, limit=None, group="")).ids


def _listed(
    site: ViewContext, asked: ListingRequest, page: str, rows: list[tuple[str, str]], works: int
) -> DerivedListings | None:
    if not rows:
        return None
    path = bibliography_path(page, asked.number) if works else ""
    forms, data = site.hands_out, None
    if not asked.plain and len(rows) >= FEW:
        keys = [keys_of(site.kb, row) for row in rows] if works else ()
        data = markup(json_of(data_of(site.kb, rows, keys)))
    return DerivedListings(asked.name, asked.query.what, data, path, works, forms)


def _fitting(
    site: ViewContext, kind: str, asked: ListingRequest, groups: Sequence[HeadedGroup], room: int
) -> Iterator[ShownListing]:
    """Yield groups as long as there is room for them; the first row always has it."""
    scale, first = Scale(site.kb), True
    for group in groups:
        shown = 0
        for weight in _weights(scale, kind, asked, group.ids[:MOST]):
            room -= weight
            if room < 0 and not first:
                break
            first = False
            shown += 1
        if shown:
            ids = group.ids[:shown]
            yield ShownListing(group.title, len(group.ids), ids, group.kind, group.id)
        if room < 0:
            return


def _weights(scale: Scale, kind: str, asked: ListingRequest, ids: Sequence[str]) -> Iterator[int]:
    """Yield the estimated bytes of each row, with what stands beside it for the script."""
    weights = scale.weights(Listing("", "", "items", ids, kind))
    for record_id, weight in zip(ids, weights, strict=True):
        yield weight + MORE[asked.view] + len(keys_of(scale.kb, (kind, record_id)) or "")


def all_of(site: ViewContext, query: Query) -> str:
    """Return the address of the page that has all of a selection, or nothing."""
    if not query.conditions:
        return site.page_url(f"{query.what}/index")
    condition, text = query.conditions[0], query.conditions[0].values[0]
    kind = PAGES.get((query.what, condition.field))
    if len(query.conditions) > 1 or len(condition.values) > 1 or condition.negated or not kind:
        return ""
    if kind == "year":
        return site.url("year", text) if text in site.years else ""
    found = site.kb.find(kind, text)
    return site.url(kind, found) if found else ""
