"""The lists of a page as records for Hugo: which works, people and topics stand on which part."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence

from hugo_values import (
    Record,
    Section,
    address,
    anchor_of,
    escaped,
    full,
    inferred,
    legend,
    mark,
    plural,
    section,
    shown,
    signs,
)  # fmt: skip
from symposium.kinds import BY_NAME
from symposium.kinds.paper import Contributor, Paper
from symposium.kinds.volume import Volume
from symposium.knowledge.volumes import EditedVolume
from symposium.pages.author_links import arxiv_href, doi_href
from symposium.pages.listing import Listing, by_year
from symposium.pages.listings.derived import DerivedListings
from symposium.pages.pagination import Pager, by_letter, key_of
from symposium.pages.view_context import ViewContext, byline
from symposium.pages.views.indexes import topic_count
from symposium.pages.views.paper import Row, by_hand
from symposium.pages.vocabulary import legend_of

AUTHORS = 40
"""Authors that an item of a list names."""
OPEN = 24
"""Rows of a list in columns that are shown; the others are folded away."""


class Lists:
    """What stands in the lists of pages."""

    def __init__(self, site: ViewContext) -> None:
        self.site = site
        self.kb = site.kb
        self._styles: dict[str, Callable[[Listing], Record]] = {
            "years": self._years,
            "volumes": self._years,
            "items": self._items,
            "related": lambda one: {"related": self.related(by_hand(self.kb, one.rows))},
            "columns": lambda one: self.columns(one.rows, one.kind),
            "edited": self._edited,
            "people": lambda one: {"people": self._letters("person", one.rows, self._person)},
            "subjects": lambda one: {"subjects": self._letters("topic", one.rows, self._topic)},
            "venues": lambda one: {"venues": self._letters("venue", one.rows, self._venue)},
        }

    def listings(self, listings: Iterable[Listing], pictures: Mapping[str, str]) -> list[Section]:
        """Return lists as sections, with the pictures above them.

        Raises:
            KeyError: if a list has a style that no template here shows.
        """
        return [made for one in listings if (made := self._listing(one, pictures))]

    def _listing(self, one: Listing, pictures: Mapping[str, str]) -> Section | None:
        more = {"page": f"../{one.continued}.html", "title": one.title, "number": one.number}
        return section(
            one.anchor,
            one.title,
            one.count,
            **self._styles[one.style](one),
            picture=pictures.get(one.anchor),
            left_out=f"{one.left_out:,}" if one.left_out and not one.continued else "",
            continued=more if one.continued else None,
        )

    def _years(self, one: Listing) -> Record:
        groups = by_year(self.kb, one.rows)
        years = [full(id=f"year-{year or 'none'}", year=year, ids=ids) for year, ids in groups]
        jump = [{"href": f"#year-{year or 'none'}", "text": year or "none"} for year, _ in groups]
        return full(
            years=years,
            jump=jump if one.style == "volumes" and len(groups) > 4 else None,
            marks=legend(legend_of(self.kb, [self.kb.works[paper] for paper in one.rows])),
        )

    def _items(self, one: Listing) -> Record:
        if one.kind == "volume":
            return full(volumes=[self._whole(self.kb.entities["volume"][row]) for row in one.rows])
        if one.kind != "paper":
            raise KeyError(one.kind)
        marks = legend_of(self.kb, [self.kb.works[paper] for paper in one.rows])
        return full(ids=list(one.rows), marks=legend(marks) if one.anchor == "papers" else None)

    def _whole(self, volume: Volume) -> Record:
        """Return what the line of a volume in a list says."""
        venue = self.kb.venues.get(volume.venue or "")
        return full(
            id=volume.id,
            title=shown(self.kb.title_of("volume", volume.id)),
            venue=full(id=venue.id, title=shown(venue.short or venue.name)) if venue else None,
            year=volume.year,
        )

    def related(self, rows: Iterable[Row]) -> list[Record]:
        """Return related papers: which they are and why is nothing for a template to find out."""
        return [
            full(
                id=one,
                title=shown(self.kb.works[one].title),
                mark=mark(self.kb, "paper", one),
                said=escaped(byline(self.kb.works[one])),
                why=escaped("; ".join(reasons)),
            )
            for one, reasons in rows
        ]

    def _edited(self, one: Listing) -> Record:
        return {"edited": [self._volume(row) for row in one.rows]}

    def _volume(self, one: EditedVolume) -> Record:
        kind = "volume" if one.volume else "paper" if one.paper else "venue"
        record_id = one.volume or one.paper or one.venue or ""
        return full(
            folder=BY_NAME[kind].folder,
            id=record_id,
            title=shown(one.title if kind == "venue" else self.kb.title_of(kind, record_id)),
            year=one.year if str(one.year) not in one.title else None,
            count=len(one.works),
        )

    def columns(self, rows: Sequence[tuple[str, int]], kind: str, most: int = OPEN) -> Record:
        """Return rows with numbers in two lists, the shown and the folded."""
        made = [
            full(id=one, title=shown(self.kb.title_of(kind, one)), count=count)
            for one, count in rows
        ]
        return full(folder=BY_NAME[kind].folder, shown=made[:most], folded=made[most:])

    def _letters(self, kind: str, ids: Sequence[str], row: Callable[[str], Record]) -> list[Record]:
        groups = by_letter(ids, key_of(self.kb, kind))
        return [
            {"id": anchor_of(letter), "title": letter, "rows": [row(one) for one in found]}
            for letter, found in groups
        ]

    def _person(self, one: str) -> Record:
        count = len(self.kb.relations.papers_of_person.get(one, ()))
        return full(id=one, title=shown(self.kb.people[one].name.inverted), count=count)

    def _topic(self, one: str) -> Record:
        title = shown(self.kb.title_of("topic", one))
        return full(id=one, title=title, count=topic_count(self.kb, one))

    def _venue(self, one: str) -> Record:
        venue = self.kb.venues[one]
        count = len(self.kb.relations.papers_of_venue.get(one, ()))
        short = venue.short if venue.short != venue.name else None
        name = escaped(venue.name) if short else ""
        return {"id": one, "title": shown(short or venue.name), "long": name, "count": count}

    def item(self, paper: Paper) -> Record:
        """Return what the line of a work in a list says."""
        venue = self.kb.venue_of(paper)
        people = paper.authors or paper.editors
        return full(
            id=paper.id,
            title=shown(paper.title),
            by=self.names(people[:AUTHORS]),
            et_al=paper.et_al and bool(paper.authors),
            more=max(0, len(people) - AUTHORS),
            edited=not paper.authors,
            where=bool(venue or paper.year or paper.doi or paper.arxiv or paper.links),
            venue=full(id=venue.id, title=shown(venue.short or venue.name)) if venue else None,
            year=paper.year,
            year_inferred=inferred(paper),
            doi=escaped(doi_href(paper.doi)) if paper.doi else "",
            arxiv=escaped(arxiv_href(paper.arxiv)) if paper.arxiv else "",
            links=[
                {"href": address(href), "label": label}
                for label, href in self.site.links(paper)
                if label in {"PDF", "Code"}
            ],
            mark=mark(self.kb, "paper", paper.id),
            badges=[{"text": escaped(one), "style": "award"} for one in paper.awards],
        )

    def names(self, people: Iterable[Contributor]) -> list[Record]:
        """Return people with their marks."""
        return [
            full(id=self.kb.person_of(one), name=shown(one.name.text), marks=signs(one.marks))
            for one in people
        ]


def pager(found: Pager | None) -> Record | None:
    """Return the links between the parts of a page."""
    if found is None:
        return None
    return full(
        previous=f"../{found.previous}.html" if found.previous else "",
        next=f"../{found.next}.html" if found.next else "",
        steps=[
            full(page=f"../{one.page}.html", number=one.number, label=one.label, gap=one.gap)
            for one in found.steps
        ],
    )


def listed(found: DerivedListings | None) -> Record | None:
    """Return what readers narrow a list with."""
    if found is None:
        return None
    return full(
        what=found.what,
        file=found.file,
        works=plural(found.works, "work"),
        data=json.loads(found.data) if found.data else None,
    )


def letters(found: Iterable[tuple[str, str]], page: str) -> list[Record]:
    """Return the letters of a list from A to Z, each with the place where it begins."""
    return [
        {"href": f"{'' if part == page else f'../{part}.html'}#{anchor_of(one)}", "text": one}
        for one, part in found
    ]
