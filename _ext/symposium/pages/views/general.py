"""The pages of a site by their kind: the view of each, its lists, its template, and its parts.

A view takes the site, and the record or the name that the page is about. It returns names for the
template, which the guide lists. Every page needs ``description`` (for ``<head>``) and ``crumbs``
(the pages above); those of records have them by default, and their topics and links too.

The lists of a page are made apart from its view, so that a page can be split into parts before
anything is rendered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache, cached_property
from typing import Any, NamedTuple

from symposium import kinds
from symposium.kinds import BY_NAME, BY_RECORD
from symposium.knowledge import KnowledgeBase
from symposium.knowledge.relation_table import LISTS, RecordKey
from symposium.knowledge.relations import values_of
from symposium.knowledge.volumes import most_edited
from symposium.locale import _
from symposium.pages.charts.placement import PICTURES
from symposium.pages.citing.tags import record_tags
from symposium.pages.evidence import inferences
from symposium.pages.feeds import calendar_of, feed_link
from symposium.pages.listing import Listing, Listings, filled
from symposium.pages.listings.derived import listed_on
from symposium.pages.pagination import Plan, make_plan, part_name
from symposium.pages.publication_status import MARKED, status_of
from symposium.pages.small_texts import plain_text, shorten
from symposium.pages.subjects import exists, folders, paged, subject_of
from symposium.pages.urls import docname
from symposium.pages.view_context import ViewContext
from symposium.pages.views import cv, event, gathering, home, indexes, paper, person, talk


class PageKind(NamedTuple):
    """The view of the pages of one kind, their lists and their template."""

    view: Callable[[ViewContext, Any], Mapping[str, Any]]
    listings: Callable[[ViewContext, Any], Listings] = lambda *_: ()
    size: int = 12_000
    """Estimated bytes of a page without its lists."""
    template: str = "{kind}.html"


PAGE_KINDS: Mapping[str, PageKind] = {
    "event": PageKind(event.view, event.listings, 25_000),
    "organization": PageKind(gathering.organization, gathering.organization_listings),
    "paper": PageKind(paper.view, paper.listings),
    "person": PageKind(person.view, person.listings, 12_000 + PICTURES),
    "series": PageKind(gathering.series, gathering.listings),
    "source": PageKind(gathering.source, gathering.source_listings),
    "talk": PageKind(talk.view, talk.listings),
    "topic": PageKind(gathering.topic, gathering.topic_listings, 12_000 + PICTURES),
    "venue": PageKind(gathering.venue, gathering.listings, 16_000),
    "volume": PageKind(gathering.volume, gathering.listings),
    "cv": PageKind(cv.view),
    "year": PageKind(home.year, home.year_listings),
    "index": PageKind(indexes.view, indexes.listings, template="indexes/{name}.html"),
    "programme": PageKind(home.my_programme, home.my_programme_listings, template="{name}.html"),
    "list": PageKind(home.my_list, template="{name}.html"),
    "explore": PageKind(home.explore),
}
"""All kinds of pages; records of other kinds show just their fields (`described`)."""

FITTING_ROWS = 24
"""Rows that fit on any page, whatever they show: the row of a paper has up to 4 KB."""
FITTING_AUTHORS = 12
"""Works of more authors are counted: a few have more co-authors than fit on any page."""


NOTHING: Mapping[str, Any] = {
    "lists": (), "after": (), "mentions": None, "coauthors": 0, "pager": None, "files": "",
    "publication_status": None, "letters": (), "listed": None, "topics": (), "buttons": (),
    "added": (), "inferred": (),
}  # fmt: skip
"""The names that all templates know, for a page that has nothing of what they hold."""


def page_kind(kind: str) -> PageKind:
    """Return the view, the lists and the template of a kind of page."""
    return PAGE_KINDS.get(kind) or PageKind(described, _named_by)


def subject(site: ViewContext, kind: str, name: str) -> Any:
    """Return the record that a page is about, or else its name."""
    table = site.kb.entities.get("person" if kind == "cv" else kind)
    return name if table is None else table[name]


def common_names(
    site: ViewContext,
    about: RecordKey,
    listings: Listings,
    plan: Plan | None = None,
    number: int = 1,
) -> dict[str, Any]:
    """Return the names that all templates know, for a page or a part of it (from 1)."""
    kind, name = about
    placed: dict[str, list[Listing]] = {"main": [], "after": [], "end": []}
    coauthors = 0
    for listing in plan.cut(listings, number) if plan else listings:
        placed[listing.place].append(listing)
        if listing.anchor == "coauthors":
            coauthors = listing.count
    return {
        **NOTHING,
        "lists": placed["main"],
        "after": placed["after"],
        "mentions": placed["end"][0] if placed["end"] else None,
        "coauthors": coauthors,
        "pager": plan.pager(number) if plan else None,
        "publication_status": status_of(site.kb, kind, name) if kind in MARKED else None,
        "letters": indexes.letters(site, name, listings, plan) if kind == "index" else (),
        "listed": listed_on(site, kind, name, placed["main"]),
    }


def names_for(site: ViewContext, kind: str, name: str) -> dict[str, Any]:
    """Return the further names for the template of a page: those of all records, and its view's."""
    about = subject(site, kind, name)
    own = page_kind(kind).view(site, about)
    data: dict[str, Any] = {"record": None if isinstance(about, str) else about}
    if kind == "index":
        data |= {"crumbs": (), "feed": feed_link(site, kind, name)}
    elif kind in BY_NAME:
        data |= {
            "crumbs": ((f"{BY_NAME[kind].folder}/index", _(BY_NAME[kind].title)),),
            "description": site.kb.title_of(kind, name),
            "sources": site.kb.sources_of(kind, name),
            "inferred": inferences(about),
            "calendar": calendar_of(site, kind, name),
            "feed": feed_link(site, kind, name),
        }
        if "topics" not in own and hasattr(about, "topics"):
            data["topics"] = site.topics(about)
        if "buttons" not in own and hasattr(about, "links"):
            data["buttons"] = site.links(about)
    return {**data, **own}


def described(site: ViewContext, record: Any) -> dict[str, Any]:
    """Return the names for ``<head>`` of a record of a kind without a view of its own.

    A reference manager takes a description for an abstract, so it is the text of the record.
    """
    kind = BY_RECORD[type(record)]
    text = plain_text(site.kb, getattr(record, "body", ""))
    if kind.cited_as:
        title = site.kb.title_of(kind.name, record.id)
        return {"description": text, "head": record_tags(kind, record, title, site.urls)}
    return {"description": shorten(text)} if text else {}


def all_listings(site: ViewContext, kind: str, name: str) -> Listings:
    """Return the lists of a page in order: its own, records that name it, pages that mention it."""
    own = page_kind(kind).listings(site, subject(site, kind, name))
    if kind not in BY_NAME:
        return own
    naming, mentions = site.naming(kind, name), site.mentions(kind, name)
    if not naming and not mentions:
        return own
    listings = [
        Listing(other.folder, _(other.title), "items", ids, other.name, place="after")
        for other, ids in naming
        if (kind, other.name) != ("person", "volume")  # these are "Edited volumes"
    ]
    if mentions:
        is_cited = any(mention.how == "cites" for mention in mentions)
        title = _("Cited on") if is_cited else _("Mentioned on")
        listings.append(Listing("cited-on", title, "mentions", mentions, place="end",
                                total=len({mention.page for mention in mentions})))  # fmt: skip
    return (*own, *listings)


def _named_by(_site: ViewContext, record: Any) -> Listings:
    """Return the lists of the records that the fields of a record name."""
    return filled(
        *(
            Listing(name, _(field.heading or BY_NAME[field.refers].title), "items",
                    values_of(record, name), field.refers)
            for name, field in BY_RECORD[type(record)].references.items()
            if field.refers not in {"topic", "source"}
        )
    )  # fmt: skip


def long_pages(site: ViewContext) -> Iterator[RecordKey]:
    """Yield the pages that may need parts, judged by the numbers of their rows alone."""
    kb, relations = site.kb, site.kb.relations
    tables = [
        (kind, getattr(relations, name)) for kind, rows in LISTS.items() for name, _of in rows
    ]
    pages: list[RecordKey] = [
        (kind, record_id)
        for kind, table in tables
        for record_id, ids in table.items()
        if len(ids) > FITTING_ROWS and record_id in kb.entities[kind]
        if table is not relations.edited_by or most_edited(kb, ids) > FITTING_ROWS
    ]
    pages += [("person", person) for person in _with_many_coauthors(kb)]
    pages += [
        ("paper", id_) for id_, paper in kb.works.items() if len(paper.related) > FITTING_ROWS
    ]
    pages += [
        target
        for target, lists in relations.naming.items()
        if sum(map(len, lists.values())) > FITTING_ROWS
    ]
    pages += site.often_mentioned(FITTING_ROWS)
    more = [kind.name for kind in kinds.described() if kind.name != "volume"]
    pages += [(kind, id_) for kind in ("event", "source", *more) for id_ in kb.entities[kind]]
    pages += [("year", year) for year in site.years]
    pages += [("index", name) for name in folders()]
    yield from dict.fromkeys(pages)


def _with_many_coauthors(kb: KnowledgeBase) -> list[str]:
    """Return the persons whose works with many authors have more co-authors than fit on a page."""
    coauthors: Counter[str] = Counter()
    for work in kb.works.values():
        if len(work.authors) > FITTING_AUTHORS:
            coauthors.update(dict.fromkeys(kb.authors_of(work.id), len(work.authors)))
    most = FITTING_AUTHORS * FITTING_ROWS
    return [person for person, count in coauthors.items() if count > most]


class PageTable:
    """All pages of a site; ``listings`` returns the lists of a page by its kind and id."""

    def __init__(
        self, kb: KnowledgeBase, site: ViewContext, listings: Callable[[str, str], Listings]
    ) -> None:
        self._kb = kb
        self._site = site
        self._listings = listings
        self.plan = cache(self._plan)
        """The plan of a page, by its kind and id, if it is too long for one part."""

    def names(self) -> Iterator[tuple[str, str, str]]:
        """Yield (docname, kind, id) of every page, in a stable order.

        Kinds come in the order of their registration, then curricula vitae, years, index pages,
        a reader's own programme, the network of co-authors.
        The parts of a page follow it: ``years/2023``, ``years/2023/2``.
        """
        for kind, name in paged(self._kb, self._site.urls):
            page = docname(kind, name)
            yield page, kind, name
            if (kind, name) in self._long and (plan := self.plan(kind, name)):
                for number in range(2, len(plan.parts) + 1):
                    yield part_name(page, number), kind, name

    @cached_property
    def by_page(self) -> dict[str, RecordKey]:
        """Docname of each page to the kind and id of its subject."""
        return {page: (kind, name) for page, kind, name in self.names()}

    def subject(self, page: str) -> RecordKey:
        """Return the kind and id of the subject of a page; only for a part, look at all pages."""
        subject = subject_of(page)
        return subject if subject and exists(self._kb, subject) else self.by_page[page]

    def part(self, page: str) -> tuple[Plan, list[Any]]:
        """Return the plan of a page, and the rows of one of its later parts."""
        subject = self.by_page[page]
        plan = self.plan(*subject)
        assert plan  # noqa: S101 - it has parts
        shown = plan.cut(self._listings(*subject), int(page.rpartition("/")[2]))
        return plan, [row for listing in shown for row in listing.rows]

    @cached_property
    def _long(self) -> frozenset[RecordKey]:
        return frozenset(long_pages(self._site))

    def _plan(self, kind: str, id_: str) -> Plan | None:
        if (kind, id_) not in self._long:
            return None
        listings = self._listings(kind, id_)
        return make_plan(self._kb, docname(kind, id_), listings, page_kind(kind).size)
