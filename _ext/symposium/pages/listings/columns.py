"""The columns of a table of records, for each kind; empty ones are left out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from markupsafe import Markup, escape

from symposium.kinds import BY_NAME
from symposium.kinds.event import Event
from symposium.kinds.paper import Paper
from symposium.kinds.participants import Participant
from symposium.kinds.person import Person
from symposium.kinds.talk import Talk
from symposium.knowledge import KnowledgeBase
from symposium.locale import N_, _, number, plural
from symposium.pages.author_links import arxiv_href, doi_href
from symposium.pages.described import facts, named_people
from symposium.pages.maths import maths
from symposium.pages.own_page import tally
from symposium.pages.shown_times import first_date, printed
from symposium.pages.template_compiler import markup
from symposium.pages.view_context import ViewContext
from symposium.pages.views.whereabouts import when_of
from symposium.pages.vocabulary import role_label, year_label

LINKED = ("PDF", N_("Code"), N_("Slides"), N_("Video"))
"""Links of a paper that a table shows, besides DOI and arXiv."""
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


def _plain(text: str | None) -> Cell:
    return escape(text or ""), ""


def _joined(parts: Sequence[Markup]) -> Markup:
    shown = ", ".join(parts[:NAMES])
    more = len(parts) - NAMES
    return markup(
        shown + plural(more, ", and {count} more", ", and {count} more") if more > 0 else shown
    )


def _paper_title(site: ViewContext, paper: Paper) -> Cell:
    return site.link("paper", paper.id, paper.title), ""


def _authors(site: ViewContext, paper: Paper) -> Cell:
    people = paper.authors or paper.editors
    shown = _joined([site.names((one,)) for one in people])
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
    found = [("DOI", doi_href(paper.doi))] if paper.doi else []
    found += [("arXiv", arxiv_href(paper.arxiv))] if paper.arxiv else []
    found += [one for one in site.links(paper) if one[0] in map(_, LINKED)]
    return _links(found)


def _links(found: Sequence[tuple[str, str]]) -> Cell:
    made = [Markup('<a href="{}">{}</a>').format(href, label) for label, href in found]
    return markup(" ".join(made)), ""


def _affiliation(_: ViewContext, person: Person) -> Cell:
    return _plain(person.affiliations[0].organization if person.affiliations else "")


def _role(_: ViewContext, person: Person) -> Cell:
    return _plain(role_label(person.role) if person.role else "")


def _year(_: ViewContext, paper: Paper) -> Cell:
    return escape(year_label(paper)), str(paper.year or "")


def _papers(site: ViewContext, person: Person) -> Cell:
    relations = site.kb.relations
    papers, more = relations.papers_of_person, relations.listed_of_person.get(person.id)
    count = len(papers.get(person.id, ()))
    if more:
        return escape(tally(site.kb, person.id)), str(count + len(more))
    return _plain(number(count) if count else "")


def _talks(site: ViewContext, event: Event) -> Cell:
    count = len(site.kb.relations.talks_of_event.get(event.id, ()))
    return _plain(number(count) if count else "")


def _event_date(_: ViewContext, event: Event) -> Cell:
    first = first_date(event.date)
    return escape(printed(event.date) if event.date else event.when or ""), (
        first.iso if first else ""
    )


def _talk_date(site: ViewContext, talk: Talk) -> Cell:
    date = when_of(site, talk).date
    first = first_date(date)
    return escape(printed(date) if date else talk.when or ""), first.iso if first else ""


def _speakers(site: ViewContext, talk: Talk) -> Cell:
    people: Sequence[Participant] = talk.speakers or talk.authors
    return _joined([site.person(one) for one in people]), (
        people[0].name.sort_key if people else ""
    )


def _event_of(site: ViewContext, talk: Talk) -> Cell:
    if talk.event in site.kb.events:
        return site.link("event", talk.event), ""
    return maths(talk.venue or ""), ""


COLUMNS: Mapping[str, Sequence[TableColumn]] = {
    "paper": (
        TableColumn(N_("Year"), _year, number=True),
        TableColumn(N_("Title"), _paper_title, heads=True),
        TableColumn(N_("Authors"), _authors),
        TableColumn(N_("Venue"), _venue),
        TableColumn(N_("Links"), _paper_links, sorts=False),
    ),
    "person": (
        TableColumn(N_("Name"), lambda site, person: (site.link("person", person.id),
                                             site.kb.identity.names[person.id].sort_key),
               heads=True),
        TableColumn(N_("Affiliation"), _affiliation),
        TableColumn(N_("Role"), _role),
        TableColumn(N_("Papers"), _papers, number=True),
    ),
    "event": (
        TableColumn(N_("Date"), _event_date, number=True),
        TableColumn(N_("Title"), lambda site, event: (site.link("event", event.id), ""),
                    heads=True),
        TableColumn(N_("Place"), lambda _, event: _plain(event.location)),
        TableColumn(N_("Talks"), _talks, number=True),
    ),
    "talk": (
        TableColumn(N_("Date"), _talk_date, number=True),
        TableColumn(N_("Title"), lambda site, talk: (site.link("talk", talk.id), ""), heads=True),
        TableColumn(N_("Speakers"), _speakers),
        TableColumn(N_("Event"), _event_of),
        TableColumn(N_("Links"), lambda site, talk: _links(site.links(talk)), sorts=False),
    ),
}  # fmt: skip


def _usual(kind: str) -> Iterator[TableColumn]:
    """Yield the columns of a kind that brings none: what its record describes for lists."""
    yield TableColumn("Title", lambda site, one: (site.link(kind, one.id), ""), heads=True)
    yield TableColumn("People", lambda site, one: (
        _joined([site.person(who) for who in named_people(one)]), ""))  # fmt: skip
    for said in BY_NAME[kind].fields.values():
        if said.label and said.item and not said.role:
            yield TableColumn(said.label, partial(_fact, said.attribute))
    if "links" in BY_NAME[kind].fields:
        yield TableColumn("Links", lambda site, one: _links(site.links(one)), sorts=False)


def _fact(name: str, _: ViewContext, record: Any) -> Cell:
    found = (text for said, text in facts(record, in_item=True) if said.attribute == name)
    return _plain(next(found, ""))


def columns_of(site: ViewContext, kind: str, ids: Sequence[str]) -> tuple[TableColumn, ...]:
    """Return the columns in which any of these records has something."""
    records = _records(site.kb, kind, ids)
    return tuple(
        column
        for column in COLUMNS.get(kind) or tuple(_usual(kind))
        if column.heads or any(column.cell(site, record)[0] for record in records)
    )


def rows_of_table(
    site: ViewContext, kind: str, ids: Sequence[str], columns: Sequence[TableColumn]
) -> list[list[tuple[TableColumn, Markup, str]]]:
    """Return the cells of a table, row by row, each with its column."""
    return [
        [(column, *column.cell(site, record)) for column in columns]
        for record in _records(site.kb, kind, ids)
    ]


def _records(kb: KnowledgeBase, kind: str, ids: Sequence[str]) -> list[Any]:
    return [kb.entities[kind][one] for one in ids]
