"""What readers narrow lists by: the facets of rows, and the lists of index pages and years."""

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
from symposium.query.selection import context_of

Row = tuple[str, str]
"""Kind and id of the record that a row stands for."""

MOST_VALUES = 150
"""Of a facet with more values than these the most frequent are offered."""
OFFERED = ("Code", N_("Data"), "PDF", N_("Poster"), "Slides", "Video")
"""Links that are worth being asked for."""


Values = tuple[str | int | None, ...]


@dataclass(frozen=True, slots=True)
class Facet:
    """What rows can be chosen by."""

    name: str
    """Its name in addresses."""
    label: str
    values: Callable[[KnowledgeBase, str], Values]
    """What the record of an id has of it."""
    newest_first: bool = False
    """Whether its values are years; others stand with the most frequent first."""


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
    found = _offered(paper.links) if paper.links else ()
    if paper.awards:
        found += (_("Award"),)
    if paper_id in kb.relations.talks_of_paper:
        found += (_("Talk"),)
    if paper.status and (known := status_of(kb, "paper", paper_id)):
        found += (known.word,)
    return found


def _profile(kb: KnowledgeBase, person: str) -> Person | None:
    """Return who has a file; others have nothing to choose by, and are the most by far."""
    return kb.identity.people.described.get(person)


def _person_has(kb: KnowledgeBase, person: str) -> Values:
    return (
        _("Profile") if person in kb.identity.people.described else None,
        _("Papers") if person in kb.relations.papers_of_person else None,
        _("Talks") if person in kb.relations.talks_of_person else None,
    )


FACETS: Mapping[str, Sequence[Facet]] = {
    "paper": (
        Facet("year", N_("Year"), lambda kb, one: (kb.works[one].year,), newest_first=True),
        Facet("venue", N_("Venue"), _venue),
        Facet("topic", N_("Topic"), lambda kb, one: _topics(kb, kb.works[one])),
        Facet("type", N_("Type"), lambda kb, one: (work_kind(kb.works[one]),)),
        Facet("has", N_("With"), _paper_has),
    ),
    "person": (
        Facet("role", N_("Role"), lambda kb, one: (
            (role_label(who.role),) if (who := _profile(kb, one)) and who.role else ())),
        Facet("affiliation", N_("Affiliation"), lambda kb, one: tuple(
            [at.organization for at in who.affiliations if not at.end]
            if (who := _profile(kb, one)) else ())),
        Facet("topic", N_("Topic"), lambda kb, one: _topics(kb, _profile(kb, one))),
        Facet("has", N_("With"), _person_has),
    ),
    "event": (
        Facet("year", N_("Year"), lambda kb, one: (year_of(kb.events[one].date),),
              newest_first=True),
        Facet("series", N_("Series"), lambda kb, one: (kb.events[one].series,)),
        Facet("place", N_("Place"), lambda kb, one: (kb.events[one].location,)),
        Facet("topic", N_("Topic"), lambda kb, one: _topics(kb, kb.events[one])),
    ),
    "talk": (
        Facet("year", N_("Year"), lambda kb, one: (year_of(context_of(kb).date_of(one)),),
              newest_first=True),
        Facet("event", N_("Event"), lambda kb, one: (
            event.title if (event := kb.events.get(kb.talks[one].event or ""))
            else kb.talks[one].venue,)),
        Facet("topic", N_("Topic"), lambda kb, one: _topics(kb, kb.talks[one])),
        Facet("type", N_("Type"), lambda kb, one: (talk_kind(kb.talks[one].kind),)),
        Facet("has", N_("With"), lambda kb, one: (
            *_offered(kb.talks[one].links), _("Paper") if kb.talks[one].paper else None)),
    ),
}  # fmt: skip
"""By kind; besides, rows can be chosen by the fields of which their kind says so."""


def _of_field(kind: str, said: Field) -> Facet:
    dated = isinstance(said.type, DateField)
    return Facet(
        said.attribute,
        N_("Year") if dated else said.label,
        lambda kb, one: values_of_facet(said, kb.entities[kind][one]),
        newest_first=dated,
    )


def facets_of(kb: KnowledgeBase, rows: Sequence[Row]) -> list[dict[str, Any]]:
    """Return the facets of a list, as the script reads them: those whose values differ.

    ``rows`` says of each row the places of its values: ``0 1,4 -``.
    """
    kinds = dict.fromkeys([kind for kind, _unused in rows])
    facets: dict[str, dict[str, Facet]] = {}
    for kind in kinds:
        for one in (*FACETS.get(kind, ()), *[_of_field(kind, f) for f in BY_NAME[kind].facets]):
            facets.setdefault(one.name, {})[kind] = one
    return [made for of_kind in facets.values() if (made := _offer(kb, of_kind, rows))]


def _offer(
    kb: KnowledgeBase, of_kind: Mapping[str, Facet], rows: Sequence[Row]
) -> dict[str, Any] | None:
    facet = [*of_kind.values()][-1]
    found = [of_kind[kind].values(kb, one) if kind in of_kind else () for kind, one in rows]
    # Rows are many, and what they have is mostly the same.
    times = Counter(found)
    shown = {
        values: tuple(dict.fromkeys([as_typed(str(one)) for one in values if one]))
        for values in times
    }
    counts: Counter[str] = Counter()
    for values, number in times.items():
        counts.update(dict.fromkeys(shown[values], number))
    if len(counts) < 2 or len(set(map(frozenset, shown.values()))) == 1:
        return None
    order = sorted(counts, key=lambda one: (-counts[one], one))[:MOST_VALUES]
    if facet.newest_first:
        order.sort(key=lambda one: -int(one))
    place = {value: str(index) for index, value in enumerate(order)}
    places = {
        values: ",".join([place[one] for one in typed if one in place]) or "-"
        for values, typed in shown.items()
    }
    shown_rows = " ".join([places[values] for values in found])
    return {"name": facet.name, "label": _(facet.label), "values": order, "rows": shown_rows}


LARGEST = 5_000
"""An index page has no bibliography of more works than these: the pages of years have them all."""


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
    site: ViewContext, kind: str, name: str, shown: Sequence[Listing]
) -> DerivedListings | None:
    """Return what narrows the lists that a page, or a part of one, shows; ``None`` for no list."""
    if kind != "year" and not (kind == "index" and is_listed(name)):
        return None
    what = "entries" if kind == "year" else name
    anchors = {one.anchor for one in shown}
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
    """Return the data about the rows of a list that the script cannot read from them, as JSON.

    There are none for few rows. With ``keyed``, as the list has a bibliography, they hold the cite
    keys of the works of each row.
    """
    if len(rows) < 4:
        return None
    data: dict[str, Any] = {"facets": facets_of(kb, rows)}
    if keyed:
        data["keys"] = [keys_of(kb, row) for row in rows]
    return markup(json_in_html(data))


def rows_of(listings: Iterable[Listing]) -> Iterator[Row]:
    """Yield kind and id of each row, in the order in which a page shows them."""
    for one in listings:
        for row in one.rows:
            pairs = {"columns": 0, "talks": 1}  # an id and something else
            yield one.kind, row[pairs[one.style]] if one.style in pairs else row


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
    if kind == "event":
        kind, ids = "talk", [talk for one in ids for talk in rel.talks_of_event.get(one, ())]
    if kind == "talk":
        papers = (kb.paper_of(kb.talks[one]) for one in ids)
        ids = [paper.id for paper in papers if paper]
    elif kind == "person":
        tables = (rel.papers_of_person, rel.posters_of_person)
        ids = [one for person in ids for table in tables for one in table.get(person, ())]
    elif kind != "paper":
        return ()
    return tuple(dict.fromkeys(ids))


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
