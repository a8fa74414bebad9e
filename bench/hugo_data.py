"""The data of a site as Hugo wants them: one record for each page, joined beforehand.

A record holds values and short pieces of escaped HTML (titles with formulas, names); sections,
items and lists are left to Hugo's templates.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from typing import Any

from hugo_indexes import Indexes
from hugo_values import (
    Record,
    Section,
    badges,
    buttons,
    by_year,
    escaped,
    folded,
    full,
    legend,
    section,
    shown,
    signs,
    titles,
)  # fmt: skip
from symposium.model.records import Contributor, Paper
from symposium.pages.head import RE_SPACE
from symposium.pages.links import ROOT, arxiv_href, doi_href
from symposium.pages.maths import as_typed
from symposium.pages.prose import RE_BLANK
from symposium.pages.render import Pages
from symposium.pages.views import indexes, years
from symposium.pages.words import ROLES, STATUSES, plural, work_kind

AUTHORS = 40
"""Authors that an item of a list names."""


class Data:
    """The knowledge base of a site in records for Hugo."""

    def __init__(self, pages: Pages) -> None:
        self.pages = pages
        self.site = pages._site  # noqa: SLF001 - the benchmark follows the views from inside
        self.kb = self.site.kb
        self.indexes = Indexes(self.kb)
        self._make: dict[str, Callable[[Record], Record]] = {
            "paper": self._paper,
            "person": self._person,
            "venue": self._venue,
            "topic": self._topic,
            "year": self._year,
        }

    def items(self) -> Iterator[tuple[str, Record]]:
        """Yield the id of each work and what its line in a list says."""
        for paper_id, paper in self.kb.works.items():
            yield paper_id, self._item(paper)

    def records(self, wanted: Container[str]) -> Iterator[tuple[str, Record]]:
        """Yield the kind and the record of each of the pages that are wanted, in their order."""
        for page, kind, name in self.pages.names():
            if page not in wanted:
                continue
            if kind == "index":
                data = indexes.view(self.site, name)
                made = {"index": name, **self.indexes.record(name, data)}
                title = indexes.index_title(name)
            elif kind == "year":
                data = {**years.view(self.site, years.Year(name)), "name": name}
                made, title = self._year(data), name
            elif kind in self._make:
                data = self.pages._entity(kind, name)  # noqa: SLF001
                made, title = self._make[kind](data), self.kb.title_of(kind, name)
            else:
                continue
            yield kind, {**self._page(page, title, data, made), **made}

    def _page(self, page: str, title: str, data: Record, made: Record) -> Record:
        """Return what all pages have; the contents follow from the sections of ``made``."""
        head = [("description", data["description"]), *data.get("head", ())]
        html = shown(title)
        values = [one for value in made.values() for one in _each(value)]
        return full(
            page=page,
            name=page.rpartition("/")[2],
            title=html,
            text=escaped(as_typed(title)) if html != escaped(title) else "",
            head=[
                {"name": name, "content": escaped(RE_SPACE.sub(" ", value))}
                for name, value in head
                if value
            ],
            filters=[
                {"name": escaped(name), "value": escaped(value)}
                for name, value in data["filters"]
                if ("kind", "index") not in data["filters"]
            ],
            toc=[
                {"id": one["id"], "title": one["title"]}
                for one in values
                if isinstance(one, Section)
            ],
        )

    def _paper(self, data: Record) -> Record:
        paper: Paper = data["record"]
        venue, twins, related = data["venue"], list(data["twins"]), data["related"]
        anchor, title = ("papers", "Papers") if paper.poster else ("posters", "Posters")
        parts = RE_BLANK.split(paper.abstract.strip()) if paper.abstract else ()
        abstract = [shown(" ".join(part.split())) for part in parts if part.split()]
        return full(
            kind=work_kind(paper),
            by=self._names(paper.authors),
            et_al=paper.et_al,
            editors=self._names(paper.editors),
            marks=legend(data["marks"]),
            where=bool(venue or paper.date or paper.awards),
            venue={"id": venue.id, "title": shown(paper.venue)} if venue else None,
            venue_inferred=[one for one in ("booktitle", "venue") if one in paper.inferred],
            volume=escaped(paper.volume),
            number=escaped(paper.number),
            pages=escaped((paper.pages or "").replace("--", "–")),
            publisher=escaped(paper.publisher or paper.institution),
            year={"id": paper.year, "title": shown(paper.date.printed)}
            if paper.date and paper.year
            else None,
            year_inferred=[one for one in ("year", "date") if one in paper.inferred],
            awards=[escaped(award) for award in paper.awards],
            status=_status(paper),
            buttons=buttons(data["buttons"]),
            topics=titles(data["topics"]),
            abstract=section("abstract", "Abstract", parts=abstract),
            twins=section(anchor, title, len(twins), ids=twins),
            related=section("related", "Related works", len(related), ids=related),
            bibtex=section("bibtex", "BibTeX", text=escaped(data["bibtex"])),
        )

    def _person(self, data: Record) -> Record:
        person = data["record"]
        papers, posters, edited = data["papers"], data["posters"], data["edited"]
        facts = (
            ("papers", papers, "paper"),
            ("posters", posters, "poster"),
            ("coauthors", data["coauthors"], "co-author"),
        )
        return full(
            kind=ROLES.get(person.role, person.role.capitalize()) if person.role else "Person",
            facts=[
                {"id": one, "text": plural(len(rows), word)} for one, rows, word in facts if rows
            ]
            if papers or posters
            else None,
            span=data["years"],
            buttons=buttons(data["buttons"]),
            topics=titles(data["topics"]),
            forms=[self._form(*row) for row in data["forms"]],
            derived=data["state"] == "derived",
            marks=legend(data["marks"]),
            selected=section(
                "selected", "Selected works", len(data["selected"]), ids=data["selected"]
            ),
            papers=section("papers", "Papers", len(papers), years=by_year(data["papers_by_year"])),
            posters=section("posters", "Posters", len(posters), ids=list(posters)),
            edited=section("edited", "Edited volumes", len(edited), ids=list(edited)),
            coauthors=section(
                "coauthors",
                "Co-authors",
                len(data["coauthors"]),
                **self._people(data["coauthors"]),
            ),
        )

    def _form(self, text: str, where: tuple[tuple[str, str], ...]) -> Record:
        """Return a printed form of a name, where it stands, and how many more places there are."""
        rows = [
            {
                "page": self.site.url(kind, one).removeprefix(ROOT),
                "title": shown(self.kb.title_of(kind, one)),
            }
            for kind, one in where[:12]
        ]
        return full(text=escaped(text), where=rows, more=max(0, len(where) - 12))

    def _venue(self, data: Record) -> Record:
        venue, papers, groups = data["record"], data["papers"], by_year(data["papers_by_year"])
        jump = [{"id": one["id"], "text": one.get("year", "none")} for one in groups]
        return full(
            kind=escaped(venue.series or "Venue"),
            short=escaped(venue.short) if venue.short != venue.name else "",
            works=plural(len(papers), "work"),
            span=data["years"],
            buttons=buttons(data["buttons"]),
            other=plural(len(data["printed"]), "other form"),
            printed=[escaped(text) for text in data["printed"]],
            marks=legend(data["marks"]),
            papers=section(
                "papers",
                "Papers",
                len(papers),
                years=groups,
                jump={"label": "Years", "targets": jump} if len(groups) > 4 else None,
            ),
            people=section("people", "Frequent authors", **self._people(data["people"])),
        )

    def _topic(self, data: Record) -> Record:
        papers, more = data["papers"], data["more_people"]
        return full(
            works=plural(len(papers), "work") if papers else "",
            span=data["years"],
            marks=legend(data["marks"]),
            papers=section("papers", "Papers", len(papers), years=by_year(data["papers_by_year"])),
            people=section(
                "people",
                "People",
                len(data["people"]) + more,
                **self._people(data["people"]),
                more=more,
            ),
            neighbours=section(
                "neighbours", "Appears together with", topics=titles(data["neighbours"])
            ),
        )

    def _year(self, data: Record) -> Record:
        papers, posters = data["papers"], data["posters"]
        rows = ((papers, "paper"), (posters, "poster"))
        return full(
            counts=[plural(len(ids), word) for ids, word in rows if ids],
            earlier=data["earlier"],
            later=data["later"],
            marks=legend(data["marks"]),
            papers=section("papers", "Papers", len(papers), ids=papers),
            posters=section("posters", "Posters", len(posters), ids=posters),
            people=section("people", "Frequent authors", **self._people(data["people"])),
        )

    def _people(self, rows: Iterable[tuple[str, int]]) -> Record:
        return folded([
            full(id=one, title=shown(self.kb.title_of("person", one)), count=count)
            for one, count in rows
        ])  # fmt: skip

    def _item(self, paper: Paper) -> Record:
        venue = self.kb.venue_of(paper)
        return full(
            id=paper.id,
            title=shown(paper.title),
            by=self._names(paper.authors[:AUTHORS]),
            et_al=paper.et_al,
            more=max(0, len(paper.authors) - AUTHORS),
            editors=self._names(paper.editors) if not paper.authors else None,
            where=bool(venue or paper.year or paper.doi or paper.arxiv or paper.links),
            venue={"id": venue.id, "title": shown(venue.short or venue.name)} if venue else None,
            year=paper.year,
            doi=escaped(doi_href(paper.doi)) if paper.doi else "",
            arxiv=escaped(arxiv_href(paper.arxiv)) if paper.arxiv else "",
            links=buttons(row for row in self.site.links(paper) if row[0] in {"PDF", "Code"}),
            badges=[{"text": escaped(one), "style": "award"} for one in paper.awards]
            + badges(paper),
        )

    def _names(self, people: Iterable[Contributor]) -> list[Record]:
        """Return people with their marks."""
        return [
            full(id=self.kb.person_of(one), name=shown(one.name.text), marks=signs(one.marks))
            for one in people
        ]


def _each(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _status(paper: Paper) -> Record | None:
    if not paper.status or not STATUSES.get(paper.status, paper.status):
        return None
    style = "alert" if paper.status in {"retracted", "withdrawn"} else "info"
    text = STATUSES.get(paper.status, "")
    return full(word=escaped(paper.status.capitalize()), text=escaped(text), style=style)
