"""Facets by which readers narrow lists, and the files of works of index pages and years."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from symposium import kinds
from symposium.fields.compound_types import Field
from symposium.fields.date_types import DateField
from symposium.kinds import BY_NAME
from symposium.kinds.event import Event
from symposium.kinds.paper import Paper
from symposium.kinds.person import Person
from symposium.kinds.talk import Talk
from symposium.knowledge import KnowledgeBase
from symposium.knowledge.relation_table import Ids
from symposium.locale import N_, _
from symposium.pages.author_links import ROOT, link_label
from symposium.pages.listing import Listing
from symposium.pages.maths import as_typed
from symposium.pages.publication_status import status_of
from symposium.pages.shown_times import year_of
from symposium.pages.small_texts import json_in_html
from symposium.pages.subjects import is_listed
from symposium.pages.template_compiler import markup
from symposium.pages.urls import bibliography_path, docname
from symposium.pages.view_context import ViewContext
from symposium.pages.vocabulary import role_label, talk_kind, values_of_facet, work_kind

Row = tuple[str, str]
"""Kind and id of the record of a row."""

MOST_VALUES = 150
"""The most values that a facet offers; these are the most frequent ones."""
OFFERED = ("Code", N_("Data"), "PDF", N_("Poster"), "Slides", "Video")
"""Labels of links by which readers can choose."""


Values = tuple[str | int | None, ...]


@dataclass(frozen=True, slots=True)
class Facet:
    """A property by whose values rows can be chosen."""

    name: str
    """Its name in addresses."""
    label: str
    values: Callable[[KnowledgeBase, str], Values]
    """Returns the values of the record of an id."""
    newest_first: bool = False
    """Whether its values are years, newest first; other values come by frequency."""


def _venue(kb: KnowledgeBase, paper: str) -> Values:
    venue = kb.venue_of(kb.works[paper])
    return (venue.short or venue.name,) if venue else ()


def _topics(kb: KnowledgeBase, record: Paper | Person | Talk | Event | None) -> Values:
    topics = record.topics if record else ()
    return tuple([topic.title for topic in kb.topics_of(topics)]) if topics else ()


def _offered(links: Mapping[str, str]) -> Values:
    offered = set(map(_, OFFERED))
    return tuple([label for label in map(link_label, links) if label in offered])


def _paper_has(kb: KnowledgeBase, paper_id: str) -> Values:
    paper = kb.works[paper_id]
    values = _offered(paper.links) if paper.links else ()
    if paper.awards:
        values += (_("Award"),)
    if paper_id in kb.relations.talks_of_paper:
        values += (_("Talk"),)
    if paper.status and (status := status_of(kb, "paper", paper_id)):
        values += (status.word,)
    return values


def _profile(kb: KnowledgeBase, person: str) -> Person | None:
    """Return a person with a file; most people have none, and no facts to choose by."""
    return kb.identity.people.described.get(person)


def _person_has(kb: KnowledgeBase, person: str) -> Values:
    return (
        _("Profile") if person in kb.identity.people.described else None,
        _("Papers") if person in kb.relations.papers_of_person else None,
        _("Talks") if person in kb.relations.talks_of_person else None,
    )


FACETS: Mapping[str, Sequence[Facet]] = {
    "paper": (
        Facet("year", N_("Year"), lambda kb, paper: (kb.works[paper].year,), newest_first=True),
        Facet("venue", N_("Venue"), _venue),
        Facet("topic", N_("Topic"), lambda kb, paper: _topics(kb, kb.works[paper])),
        Facet("type", N_("Type"), lambda kb, paper: (work_kind(kb.works[paper]),)),
        Facet("has", N_("With"), _paper_has),
    ),
    "person": (
        Facet("role", N_("Role"), lambda kb, person: (
            (role_label(who.role),) if (who := _profile(kb, person)) and who.role else ())),
        Facet("affiliation", N_("Affiliation"), lambda kb, person: tuple(
            [at.organization for at in who.affiliations if not at.end]
            if (who := _profile(kb, person)) else ())),
        Facet("topic", N_("Topic"), lambda kb, person: _topics(kb, _profile(kb, person))),
        Facet("has", N_("With"), _person_has),
    ),
    "event": (
        Facet("year", N_("Year"), lambda kb, event: (year_of(kb.events[event].date),),
              newest_first=True),
        Facet("series", N_("Series"), lambda kb, event: (kb.events[event].series,)),
        Facet("place", N_("Place"), lambda kb, event: (kb.events[event].location,)),
        Facet("topic", N_("Topic"), lambda kb, event: _topics(kb, kb.events[event])),
    ),
    "talk": (
        Facet("year", N_("Year"), lambda kb, talk: (year_of(kb.date_of(kb.talks[talk])),),
              newest_first=True),
        Facet("event", N_("Event"), lambda kb, talk: (kb.occasion_of(kb.talks[talk]),)),
        Facet("topic", N_("Topic"), lambda kb, talk: _topics(kb, kb.talks[talk])),
        Facet("type", N_("Type"), lambda kb, talk: (talk_kind(kb.talks[talk].kind),)),
        Facet("has", N_("With"), lambda kb, talk: (
            *_offered(kb.talks[talk].links), _("Paper") if kb.talks[talk].paper else None)),
    ),
}  # fmt: skip
"""The facets of kinds; all kinds have further ones for their fields with ``facet``."""


def _of_field(kind: str, field: Field) -> Facet:
    dated = isinstance(field.type, DateField)
    return Facet(
        field.attribute,
        N_("Year") if dated else field.label,
        lambda kb, id_: values_of_facet(field, kb.entities[kind][id_]),
        newest_first=dated,
    )


def facets_of(kb: KnowledgeBase, rows: Sequence[Row]) -> list[dict[str, Any]]:
    """Return the facets of a list whose values differ, in the form that the script reads.

    ``rows`` of a facet has the places of the values of each row: ``0 1,4 -``.
    """
    kinds = dict.fromkeys([kind for kind, _unused in rows])
    facets: dict[str, dict[str, Facet]] = {}
    for kind in kinds:
        for facet in (*FACETS.get(kind, ()), *[_of_field(kind, f) for f in BY_NAME[kind].facets]):
            facets.setdefault(facet.name, {})[kind] = facet
    return [offer for of_kind in facets.values() if (offer := _offer(kb, of_kind, rows))]


def _offer(
    kb: KnowledgeBase, of_kind: Mapping[str, Facet], rows: Sequence[Row]
) -> dict[str, Any] | None:
    facet = [*of_kind.values()][-1]
    of_rows = [of_kind[kind].values(kb, id_) if kind in of_kind else () for kind, id_ in rows]
    # Rows are many, and most have the same values.
    times = Counter(of_rows)
    shown = {
        values: tuple(dict.fromkeys([as_typed(str(value)) for value in values if value]))
        for values in times
    }
    counts: Counter[str] = Counter()
    for values, number in times.items():
        counts.update(dict.fromkeys(shown[values], number))
    if len(counts) < 2 or len(set(map(frozenset, shown.values()))) == 1:
        return None
    order = sorted(counts, key=lambda value: (-counts[value], value))[:MOST_VALUES]
    if facet.newest_first:
        order.sort(key=lambda year: -int(year))
    place = {value: str(index) for index, value in enumerate(order)}
    places = {
        values: ",".join([place[value] for value in typed if value in place]) or "-"
        for values, typed in shown.items()
    }
    shown_rows = " ".join([places[values] for values in of_rows])
    return {"name": facet.name, "label": _(facet.label), "values": order, "rows": shown_rows}


LARGEST = 5_000
"""The most works in a bibliography of an index page; the pages of years have them all."""


@dataclass(frozen=True, slots=True)
class DerivedListings:
    """Data and files with which a list can be narrowed and exported."""

    name: str
    """The prefix of its parameters in addresses; empty on a page that is one list."""
    what: str
    """The noun for its rows: ``papers``."""
    data: Any
    """JSON for the script."""
    file: str = ""
    """Path of its bibliography."""
    works: int = 0
    """The number of entries of that file."""
    forms: bool = False
    """Whether files in the other formats lie beside it."""

    @property
    def href(self) -> str:
        """The address of the bibliography."""
        return ROOT + self.file


def listed_on(
    site: ViewContext, kind: str, name: str, shown: Sequence[Listing]
) -> DerivedListings | None:
    """Return the data that narrow the lists of a page or of a part of it; ``None`` without any."""
    if kind != "year" and not (kind == "index" and is_listed(name)):
        return None
    what = "entries" if kind == "year" else name
    anchors = {listing.anchor for listing in shown}
    if name == "papers" and "posters" in anchors:
        what = "works"
    rows = [] if "newest" in anchors else list(rows_of(shown))  # those are but a few of all
    works = works_listed(site.kb, kind, name) if site.urls.files else ()
    data = data_of(site.kb, rows, keyed=bool(works) and name != "people")
    if data is None and not works:
        return None
    path = bibliography_path(docname(kind, "papers" if name == "people" else name)) if works else ""
    return DerivedListings("", what, data, path, len(works), site.hands_out)


def data_of(kb: KnowledgeBase, rows: Sequence[Row], *, keyed: bool) -> Markup | None:
    """Return the facets of the rows of a list as JSON for the script; ``None`` for few rows.

    With ``keyed``, where the list has a bibliography, they also hold the cite keys of each row.
    """
    if len(rows) < 4:
        return None
    data: dict[str, Any] = {"facets": facets_of(kb, rows)}
    if keyed:
        data["keys"] = [keys_of(kb, row) for row in rows]
    return markup(json_in_html(data))


def rows_of(listings: Iterable[Listing]) -> Iterator[Row]:
    """Yield kind and id of each row, in the order in which a page shows them."""
    for listing in listings:
        for row in listing.rows:
            pairs = {"columns": 0, "talks": 1}  # the place of the id in a row
            yield listing.kind, row[pairs[listing.style]] if listing.style in pairs else row


def keys_of(kb: KnowledgeBase, row: Row) -> str | None:
    """Return the cite keys of the works of a row, with commas between them.

    ``None`` means no works, an empty text a work whose page has the name of its key.
    """
    kind, record_id = row
    if kind == "paper":
        key = kb.works[record_id].key
        return "" if key == record_id else key
    keys = [kb.works[work].key for work in works_behind(kb, kind, (record_id,))]
    return ",".join(keys) or None


def works_behind(kb: KnowledgeBase, kind: str, ids: Iterable[str]) -> Ids:
    """Return the works of talks, events or people, each work once."""
    rel = kb.relations
    if kind == "event":
        kind, ids = "talk", [talk for event in ids for talk in rel.talks_of_event.get(event, ())]
    if kind == "talk":
        papers = (kb.paper_of(kb.talks[talk]) for talk in ids)
        ids = [paper.id for paper in papers if paper]
    elif kind == "person":
        tables = (rel.papers_of_person, rel.posters_of_person)
        ids = [work for person in ids for table in tables for work in table.get(person, ())]
    elif kind != "paper":
        return ()
    return tuple(dict.fromkeys(ids))


def works_listed(kb: KnowledgeBase, kind: str, name: str) -> Ids:
    """Return the works of the bibliography of a page; none if the page has no such file.

    The index of people leads to the file of the index of papers, as it has the same works.
    """
    if kind == "year":
        return kb.relations.papers_of_year.get(int(name), ())
    if name in {"papers", "people"}:
        newest = kb.relations.newest
        return newest if len(newest) <= LARGEST else ()
    if name in {"events", "talks"}:
        kind = kinds.BY_FOLDER[name].name
        works = works_behind(kb, kind, kb.entities[kind])
        return works if len(works) <= LARGEST else ()
    return ()


def bibliographies(
    kb: KnowledgeBase, years: Iterable[str]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the docname and the works of each index page and year that has a bibliography."""
    pages = [("index", name) for name in ("events", "papers", "talks")]
    for kind, name in (*pages, *(("year", year) for year in years)):
        if works := works_listed(kb, kind, name):
            yield docname(kind, name), works
