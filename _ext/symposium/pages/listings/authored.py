"""The lists that authors put into their pages by the directive ``{listing}``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal, NamedTuple

from markupsafe import Markup, escape

from symposium.kinds import BY_FOLDER, BY_NAME
from symposium.kinds.event import Event
from symposium.kinds.paper import Contributor, Paper
from symposium.kinds.participants import Participant
from symposium.kinds.person import Person
from symposium.kinds.talk import Talk
from symposium.knowledge import KnowledgeBase
from symposium.locale import N_, _, number
from symposium.model.dates import Dates
from symposium.pages.author_links import links_of_work
from symposium.pages.listing import Listing, tally
from symposium.pages.listings.derived import DerivedListings, data_of, works_behind
from symposium.pages.maths import maths
from symposium.pages.pagination import row_size
from symposium.pages.shown_times import date_text, first_date
from symposium.pages.small_texts import in_a_row
from symposium.pages.template_compiler import markup
from symposium.pages.urls import bibliography_path
from symposium.pages.view_context import ViewContext
from symposium.pages.views.talk import when_of
from symposium.pages.vocabulary import facts, named_people, role_label
from symposium.query.fields import fields_of
from symposium.query.options import Query
from symposium.query.selection import HeadedGroup, Selection, faults_of, select


@dataclass(frozen=True, slots=True)
class ListingRequest:
    """A listing that an author asks for on a page."""

    query: Query
    view: str = "list"
    """One of `symposium.query.options.VIEWS`."""
    heading: str = ""
    name: str = "listing-1"
    """The prefix of its parameters in addresses."""
    number: int = 1
    """Its place among the listings of its page, from 1."""
    plain: bool = False
    """Whether it is shown without a filter and facets."""


NAMES = 12
"""Names shown in a cell; further ones are counted."""


class TableColumn(NamedTuple):
    """A column of a table."""

    label: str
    cell: Callable[[ViewContext, Any], str | None]
    """Returns the content of the cell of a record."""
    order: Callable[[ViewContext, Any], str] = lambda _site, _record: ""
    """Returns the text by which a cell is sorted, if not its content."""
    heads: bool = False
    """Whether its cells are the headers of their rows."""
    number: bool = False
    """Whether it shows years, days or numbers."""
    sorts: bool = True
    line: Literal["people", "fact", ""] = "fact"
    """The part of a card or a short item that has its content; empty if none has it."""


Cells = Sequence[tuple[TableColumn, str, str]]
"""The columns of a row, each with the content of its cell and the text by which that is sorted."""


def _authors(site: ViewContext, paper: Paper) -> Markup:
    people = paper.authors or paper.editors
    shown = in_a_row([site.names((author,)) for author in people], NAMES)
    if paper.et_al:
        shown += markup(", " + _("et al."))
    elif people and not paper.authors:
        shown += markup(" " + _("(eds.)"))
    return shown


def _speakers(site: ViewContext, talk: Talk) -> Markup:
    return in_a_row([site.person(speaker) for speaker in talk.speakers or talk.authors], NAMES)


def _by_first(people: Sequence[Contributor | Participant]) -> str:
    return people[0].name.sort_key if people else ""


def _venue(site: ViewContext, paper: Paper) -> Markup | None:
    venue = site.kb.venue_of(paper)
    return site.link("venue", venue.id, venue.short or venue.name) if venue else None


def _event(site: ViewContext, talk: Talk) -> Markup:
    is_known = talk.event in site.kb.events
    return site.link("event", talk.event) if is_known else maths(talk.venue or "")


def _links(rows: Iterable[tuple[str, str]]) -> Markup:
    html = [Markup('<a href="{}">{}</a>').format(href, label) for label, href in rows]
    return markup(" ".join(html))


def _links_of_paper(site: ViewContext, paper: Paper) -> Markup:
    labels = ("PDF", _("Code"), _("Slides"), _("Video"))
    return _links(links_of_work(paper, site.kb.files, *labels))


def _papers(site: ViewContext, person: Person) -> str:
    relations = site.kb.relations
    papers, more = relations.papers_of_person, relations.listed_of_person.get(person.id, ())
    return str(len(papers.get(person.id, ())) + len(more)) if more else ""


def _talks(site: ViewContext, event: Event) -> str:
    talks = site.kb.relations.talks_of_event.get(event.id)
    return number(len(talks)) if talks else ""


def _when(date: Dates | None, when: str | None) -> str:
    return date_text(date) if date else when or ""


def _iso(date: Dates | None) -> str:
    first = first_date(date)
    return first.iso if first else ""


def _title(kind: str) -> TableColumn:
    return TableColumn(N_("Title"), lambda site, record: site.link(kind, record.id), heads=True)


COLUMNS: Mapping[str, Sequence[TableColumn]] = {
    "paper": (
        TableColumn(N_("Year"), lambda _, paper: str(paper.year or ""),
                    lambda _, paper: str(paper.year or ""), number=True),
        _title("paper"),
        TableColumn(N_("Authors"), _authors,
                    lambda _, paper: _by_first(paper.authors or paper.editors), line="people"),
        TableColumn(N_("Venue"), _venue),
        TableColumn(N_("Links"), _links_of_paper, sorts=False),
    ),
    "person": (
        TableColumn(N_("Name"), lambda site, person: site.link("person", person.id),
                    lambda site, person: site.kb.identity.names[person.id].sort_key, heads=True),
        TableColumn(N_("Affiliation"), lambda _, person: (
            person.affiliations[0].organization if person.affiliations else "")),
        TableColumn(N_("Role"), lambda _, person: role_label(person.role) if person.role else ""),
        TableColumn(N_("Papers"), lambda site, person: tally(site.kb, person.id), _papers,
                    number=True, line=""),
    ),
    "event": (
        TableColumn(N_("Date"), lambda _, event: _when(event.date, event.when),
                    lambda _, event: _iso(event.date), number=True),
        _title("event"),
        TableColumn(N_("Place"), lambda _, event: event.location),
        TableColumn(N_("Talks"), _talks, number=True, line=""),
    ),
    "talk": (
        TableColumn(N_("Date"), lambda site, talk: _when(when_of(site, talk).date, talk.when),
                    lambda site, talk: _iso(when_of(site, talk).date), number=True),
        _title("talk"),
        TableColumn(N_("Speakers"), _speakers,
                    lambda _, talk: _by_first(talk.speakers or talk.authors), line="people"),
        TableColumn(N_("Event"), _event),
        TableColumn(N_("Links"), lambda site, talk: _links(site.links(talk)), sorts=False),
    ),
}  # fmt: skip


def _usual(kind: str) -> Iterator[TableColumn]:
    """Yield the columns of a kind that `COLUMNS` lacks, from the description of its fields."""
    yield _title(kind)
    yield TableColumn("People", lambda site, record: (
        in_a_row([site.person(who) for who in named_people(record)], NAMES)),
        line="people")  # fmt: skip
    for field in BY_NAME[kind].fields.values():
        if field.label and field.item and not field.role:
            yield TableColumn(field.label, partial(_fact, field.attribute))
    if "links" in BY_NAME[kind].fields:
        yield TableColumn("Links", lambda site, record: _links(site.links(record)), sorts=False)


def _fact(name: str, _: ViewContext, record: Any) -> str:
    rows = (text for field, text in facts(record, in_item=True) if field.attribute == name)
    return next(rows, "")


def table_of(
    site: ViewContext, kind: str, ids: Iterable[str]
) -> tuple[Sequence[TableColumn], Mapping[str, Cells]]:
    """Return the columns in which any of these records has a value, and the row of each record."""
    columns = tuple(COLUMNS.get(kind) or _usual(kind))
    records = {id_: site.kb.entities[kind][id_] for id_ in ids}
    shown = {
        id_: [column.cell(site, record) or "" for column in columns]
        for id_, record in records.items()
    }
    used = [
        (at, column)
        for at, column in enumerate(columns)
        if column.heads or any(row[at] for row in shown.values())
    ]
    rows = {
        id_: [(column, shown[id_][at], column.order(site, record)) for at, column in used]
        for id_, record in records.items()
    }
    return [column for _at, column in used], rows


def in_short(site: ViewContext, kind: str, ids: Iterable[str]) -> dict[str, tuple[str, str]]:
    """Return the people of these records, as HTML, and their facts, as text, by id."""
    return {id_: _in_short(row) for id_, row in table_of(site, kind, ids)[1].items()}


def _in_short(row: Cells) -> tuple[str, str]:
    people = next((shown for column, shown, _order in row if column.line == "people"), "")
    cells = [
        (column.number, escape(shown).striptags())
        for column, shown, _order in row
        if shown and column.line == "fact" and column.sorts and not column.heads
    ]
    cells.sort(key=lambda cell: cell[0])  # years and days come last
    return people, ", ".join([text for _number, text in cells])


ROOM = 110_000
"""Estimated bytes that all listings of a page share; the rest is for the text of the page."""
BESIDE = {"list": 160, "table": 520, "cards": 260, "compact": 160}
"""Estimated bytes of a row besides the item of its record, by view: for cells and facets."""


def view(site: ViewContext, asked: ListingRequest, page: str, together: int) -> dict[str, Any]:
    """Return what ``listed.html`` needs for one of the ``together`` listings of a page."""
    kb, query = site.kb, asked.query
    selection, whole = selections(kb, query)
    kind = BY_FOLDER[query.what].name
    sample = Listing(
        "", "", "items", selection.ids[: ROOM // 100], kind
    )  # no page has room for more
    size = row_size(kb, sample) + BESIDE[asked.view]
    room = max(1, ROOM // together // size)
    groups: list[tuple[HeadedGroup, int]] = []
    for group in selection.groups or (HeadedGroup("", selection.ids),):
        if fitting := group.ids[:room]:
            groups.append((replace(group, ids=fitting), len(group.ids)))
            room -= len(fitting)
    ids = [id_ for group, _count in groups for id_ in group.ids]
    columns, rows = table_of(site, kind, ids) if asked.view == "table" else ((), {})
    return {
        "asked": asked,
        "kind": kind,
        "what": query.what,
        "total": len(whole),
        "left_out": len(whole) - len(set(ids)),
        "elsewhere": all_of(site, query),
        "groups": groups,
        "is_grouped": bool(selection.groups),
        "columns": columns,
        "rows": rows,
        "listed": _narrowed_by(site, asked, page, ids, whole) if ids else None,
    }


def _narrowed_by(
    site: ViewContext, asked: ListingRequest, page: str, ids: Iterable[str], whole: Iterable[str]
) -> DerivedListings:
    """Return the facets of the shown records, and the file of all works that the query selects."""
    kind = BY_FOLDER[asked.query.what].name
    works = works_behind(site.kb, kind, whole) if site.urls.files else ()
    path = bibliography_path(page, asked.number) if works else ""
    rows = [(kind, id_) for id_ in ids]
    data = None if asked.plain else data_of(site.kb, rows, keyed=bool(works))
    return DerivedListings(asked.name, asked.query.what, data, path, len(works), site.hands_out)


def works_asked(kb: KnowledgeBase, asked: ListingRequest) -> tuple[str, ...]:
    """Return the works of the bibliography of a listing: all that it selects, shown or not."""
    if faults_of(kb, asked.query):
        return ()
    _, whole = selections(kb, asked.query)
    return works_behind(kb, BY_FOLDER[asked.query.what].name, whole) if whole else ()


def selections(kb: KnowledgeBase, query: Query) -> tuple[Selection, tuple[str, ...]]:
    """Return the selection of a query, and the ids that it selects without its limit."""
    selection = select(kb, query)
    if not selection.left_out:
        return selection, selection.ids
    return selection, select(kb, replace(query, limit=None, group="")).ids


def all_of(site: ViewContext, query: Query) -> str:
    """Return the address of the page that has all records of a selection; empty without one."""
    if not query.conditions:
        return site.page_url(f"{query.what}/index")
    condition, text = query.conditions[0], query.conditions[0].values[0]
    field = fields_of(query.what).get(condition.field)
    if len(query.conditions) > 1 or len(condition.values) > 1 or condition.negated or not field:
        return ""
    if (query.what, condition.field) == ("papers", "year"):
        return site.url("year", text) if text in site.years else ""
    record_id = site.kb.find(field.kind, text) if field.kind else None
    return site.url(field.kind, record_id) if record_id else ""
