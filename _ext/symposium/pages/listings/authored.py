"""The lists that authors put into their pages by ``{listing}``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from markupsafe import Markup, escape

from symposium.kinds import BY_FOLDER, BY_NAME
from symposium.kinds.paper import Paper
from symposium.kinds.participants import Participant
from symposium.kinds.person import Person
from symposium.kinds.talk import Talk
from symposium.knowledge import KnowledgeBase
from symposium.locale import N_, _, number
from symposium.model.dates import Dates
from symposium.pages.author_links import links_of_work
from symposium.pages.listing import Listing, tally
from symposium.pages.listings.derived import DerivedListings, Row, data_of, works_behind
from symposium.pages.maths import maths
from symposium.pages.pagination import DETAILS, row_size
from symposium.pages.shown_times import first_date, printed
from symposium.pages.small_texts import in_a_row
from symposium.pages.template_compiler import markup
from symposium.pages.urls import bibliography_path
from symposium.pages.view_context import ViewContext
from symposium.pages.views.talk import when_of
from symposium.pages.vocabulary import facts, named_people, role_label, year_label
from symposium.query.fields import fields_of
from symposium.query.options import Query
from symposium.query.selection import HeadedGroup, Selection, faults_of, select


@dataclass(frozen=True, slots=True)
class ListingRequest:
    """A listing on a page of somebody's own."""

    query: Query
    view: str = "list"
    """One of `symposium.query.options.VIEWS`."""
    heading: str = ""
    name: str = "listing-1"
    """Before its parameters in addresses."""
    number: int = 1
    """Which listing of its page it is."""
    plain: bool = False
    """Whether it is shown without anything to narrow it."""


NAMES = 12
"""Names shown in a cell; the others are counted."""

Cell = tuple[Markup, str]
"""What a cell shows, and what it is sorted by if not by that."""


@dataclass(frozen=True, slots=True)
class TableColumn:
    """A column of a table."""

    label: str
    cell: Callable[[ViewContext, Any], Cell]
    heads: bool = False
    """Whether its cells head their rows."""
    number: bool = False
    """Whether it shows years, days or numbers."""
    sorts: bool = True


TableCell = tuple[TableColumn, Markup, str]


def _plain(text: str | None) -> Cell:
    return escape(text or ""), ""


def _authors(site: ViewContext, paper: Paper) -> Cell:
    people = paper.authors or paper.editors
    shown = in_a_row([site.names((one,)) for one in people], NAMES)
    if paper.et_al:
        shown += markup(", " + _("et al."))
    elif people and not paper.authors:
        shown += markup(" " + _("(eds.)"))
    return shown, people[0].name.sort_key if people else ""


def _venue(site: ViewContext, paper: Paper) -> Cell:
    venue = site.kb.venue_of(paper)
    if venue is None:
        return _plain("")
    return site.link("venue", venue.id, venue.short or venue.name), ""


def _paper_links(site: ViewContext, paper: Paper) -> Cell:
    labels = ("PDF", _("Code"), _("Slides"), _("Video"))
    return _links(links_of_work(paper, site.kb.files, *labels))


def _links(found: Sequence[tuple[str, str]]) -> Cell:
    made = [Markup('<a href="{}">{}</a>').format(href, label) for label, href in found]
    return markup(" ".join(made)), ""


def _papers(site: ViewContext, person: Person) -> Cell:
    relations = site.kb.relations
    papers, more = relations.papers_of_person, relations.listed_of_person.get(person.id)
    count = len(papers.get(person.id, ()))
    if more:
        return escape(tally(site.kb, person.id)), str(count + len(more))
    return _plain(number(count) if count else "")


def _date(date: Dates | None, when: str | None) -> Cell:
    first = first_date(date)
    return escape(printed(date) if date else when or ""), first.iso if first else ""


def _speakers(site: ViewContext, talk: Talk) -> Cell:
    people: Sequence[Participant] = talk.speakers or talk.authors
    return in_a_row([site.person(one) for one in people], NAMES), (
        people[0].name.sort_key if people else ""
    )


COLUMNS: Mapping[str, Sequence[TableColumn]] = {
    "paper": (
        TableColumn(N_("Year"), lambda _, paper: (escape(year_label(paper)), str(paper.year or "")),
                    number=True),
        TableColumn(N_("Title"), lambda site, paper: (
            site.link("paper", paper.id, paper.title), ""), heads=True),
        TableColumn(N_("Authors"), _authors),
        TableColumn(N_("Venue"), _venue),
        TableColumn(N_("Links"), _paper_links, sorts=False),
    ),
    "person": (
        TableColumn(N_("Name"), lambda site, person: (site.link("person", person.id),
                                             site.kb.identity.names[person.id].sort_key),
               heads=True),
        TableColumn(N_("Affiliation"), lambda _, person: _plain(
            person.affiliations[0].organization if person.affiliations else "")),
        TableColumn(N_("Role"), lambda _, person: _plain(
            role_label(person.role) if person.role else "")),
        TableColumn(N_("Papers"), _papers, number=True),
    ),
    "event": (
        TableColumn(N_("Date"), lambda _, event: _date(event.date, event.when), number=True),
        TableColumn(N_("Title"), lambda site, event: (site.link("event", event.id), ""),
                    heads=True),
        TableColumn(N_("Place"), lambda _, event: _plain(event.location)),
        TableColumn(N_("Talks"), lambda site, event: _plain(number(len(talks)) if (
            talks := site.kb.relations.talks_of_event.get(event.id)) else ""), number=True),
    ),
    "talk": (
        TableColumn(N_("Date"), lambda site, talk: _date(when_of(site, talk).date, talk.when),
                    number=True),
        TableColumn(N_("Title"), lambda site, talk: (site.link("talk", talk.id), ""), heads=True),
        TableColumn(N_("Speakers"), _speakers),
        TableColumn(N_("Event"), lambda site, talk: (
            site.link("event", talk.event) if talk.event in site.kb.events
            else maths(talk.venue or ""), "")),
        TableColumn(N_("Links"), lambda site, talk: _links(site.links(talk)), sorts=False),
    ),
}  # fmt: skip


def _usual(kind: str) -> Iterator[TableColumn]:
    """Yield the columns of a kind that brings none: what its record describes for lists."""
    yield TableColumn("Title", lambda site, one: (site.link(kind, one.id), ""), heads=True)
    yield TableColumn("People", lambda site, one: (
        in_a_row([site.person(who) for who in named_people(one)], NAMES), ""))  # fmt: skip
    for said in BY_NAME[kind].fields.values():
        if said.label and said.item and not said.role:
            yield TableColumn(said.label, partial(_fact, said.attribute))
    if "links" in BY_NAME[kind].fields:
        yield TableColumn("Links", lambda site, one: _links(site.links(one)), sorts=False)


def _fact(name: str, _: ViewContext, record: Any) -> Cell:
    found = (text for said, text in facts(record, in_item=True) if said.attribute == name)
    return _plain(next(found, ""))


def table_of(
    site: ViewContext, kind: str, ids: Sequence[str]
) -> tuple[Sequence[TableColumn], dict[str, list[TableCell]]]:
    """Return the columns in which any of these records has something, and the row of each."""
    records = site.kb.entities[kind]
    columns = tuple(COLUMNS.get(kind) or _usual(kind))
    cells = {one: [column.cell(site, records[one]) for column in columns] for one in ids}
    used = [
        (place, column)
        for place, column in enumerate(columns)
        if column.heads or any(row[place][0] for row in cells.values())
    ]
    rows = {one: [(column, *row[at]) for at, column in used] for one, row in cells.items()}
    return [column for _unused, column in used], rows


Selections = tuple[Selection, tuple[str, ...]]
"""What a query selects, and all that fits without its limit."""
Select = Callable[[Query], Selections]

ROOM = 110_000
"""Estimated bytes that all listings of a page share: authors write something besides."""
BESIDE = {"list": 160, "table": 520, "cards": 260, "compact": 160, "detailed": 160 + DETAILS}
"""What a row takes besides the line of its record: cells, its facets."""


@dataclass(frozen=True, slots=True)
class ShownListing:
    """A group of a listing, as it is shown."""

    title: str
    count: int
    """How many there are, shown or not."""
    ids: tuple[str, ...]
    kind: str = ""
    id: str = ""
    rows: Sequence[Sequence[TableCell]] = ()
    """The cells of a table."""


def view(
    site: ViewContext, select: Select, asked: ListingRequest, page: str, room: int
) -> dict[str, Any]:
    """Return what ``listed.html`` needs; it may take ``room`` bytes."""
    kb, query = site.kb, asked.query
    found, whole = select(query)
    kind = BY_FOLDER[query.what].name
    groups = found.groups or (HeadedGroup("", found.ids),)
    shown = list(_fitting(site, asked, groups, room))
    ids = [one for group in shown for one in group.ids]
    columns, rows = table_of(site, kind, ids) if asked.view == "table" else ((), {})
    if rows:
        shown = [replace(one, rows=[rows[row] for row in one.ids]) for one in shown]
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
    for others, place in enumerate(sorted(needs, key=needs.__getitem__)):
        share = left // (len(needs) - others)
        found[place] = share
        left -= min(share, needs[place])
    return found


def _needed(site: ViewContext, select: Select, asked: ListingRequest) -> int:
    """Return the estimated bytes of all that a listing selects."""
    if faults_of(site.kb, asked.query):
        return 0
    ids = select(asked.query)[0].ids
    return len(ids) * _row_size(site, asked, ids)


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
    site: ViewContext, asked: ListingRequest, page: str, rows: list[Row], works: int
) -> DerivedListings | None:
    if not rows:
        return None
    path = bibliography_path(page, asked.number) if works else ""
    data = None if asked.plain else data_of(site.kb, rows, keyed=bool(works))
    return DerivedListings(asked.name, asked.query.what, data, path, works, site.hands_out)


def _fitting(
    site: ViewContext, asked: ListingRequest, groups: Sequence[HeadedGroup], room: int
) -> Iterator[ShownListing]:
    """Yield groups as long as there is room for them; the first row always has it."""
    fitting = max(1, room // _row_size(site, asked, [one for group in groups for one in group.ids]))
    for group in groups:
        ids = group.ids[:fitting]
        fitting -= len(ids)
        if ids:
            yield ShownListing(group.title, len(group.ids), ids, group.kind, group.id)


def _row_size(site: ViewContext, asked: ListingRequest, ids: Sequence[str]) -> int:
    """Return the estimated bytes of a row, with what stands beside it for the script."""
    kind, rows = BY_FOLDER[asked.query.what].name, ids[: ROOM // 100]  # more fit nowhere
    return row_size(site.kb, Listing("", "", "items", rows, kind)) + BESIDE[asked.view]


def all_of(site: ViewContext, query: Query) -> str:
    """Return the address of the page that has all of a selection, or nothing."""
    if not query.conditions:
        return site.page_url(f"{query.what}/index")
    condition, text = query.conditions[0], query.conditions[0].values[0]
    field = fields_of(query.what).get(condition.field)
    if len(query.conditions) > 1 or len(condition.values) > 1 or condition.negated or not field:
        return ""
    if (query.what, condition.field) == ("papers", "year"):
        return site.url("year", text) if text in site.years else ""
    found = site.kb.find(field.kind, text) if field.kind else None
    return site.url(field.kind, found) if found else ""
