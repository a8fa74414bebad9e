"""Data of a site for Hugo: one record for each page, with all relations resolved.

A record has values and short pieces of escaped HTML (titles with formulas, names); Hugo's templates
render sections, items and lists. The division of long pages into parts is data, too.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from typing import Any

from hugo_lists import Lists, letters, listed, pager
from hugo_values import (
    Record,
    Section,
    buttons,
    escaped,
    full,
    legend,
    mark,
    plural,
    section,
    shown,
    titles,
)  # fmt: skip
from markupsafe import Markup
from symposium.kinds.paper import Paper
from symposium.knowledge import KnowledgeBase, Mentions
from symposium.pages import Fragment, Pages, Urls
from symposium.pages.author_links import ROOT
from symposium.pages.charts.placement import picture
from symposium.pages.maths import as_typed
from symposium.pages.page_head import page_head
from symposium.pages.small_texts import RE_BLANK, clean
from symposium.pages.vocabulary import ROLES, STATUSES, facts, work_kind


class Recorder(Pages):
    """A renderer of pages that keeps the data for a template instead of rendering it."""

    data: Record

    def _fragment(
        self, page: str, kind: str, title: str, template: str, data: dict[str, Any]
    ) -> Fragment:
        del template
        self.data = data
        crumbs = tuple(data["crumbs"])
        plain = clean(as_typed(title))
        head = page_head(self._site, page, kind, as_typed(plain), data)
        return Fragment(page, kind, plain, shown(title), "", "", (), crumbs, head)


class Data:
    """Records of a site's knowledge base for Hugo."""

    def __init__(self, kb: KnowledgeBase, mentions: Mentions, urls: Urls) -> None:
        self.kb = kb
        self.urls = urls
        self.pages = Recorder(kb, mentions, urls)
        self.pages._sparse_people = None  # noqa: SLF001 - all data, of all persons
        self.site = self.pages._site  # noqa: SLF001 - the benchmark follows the views from inside
        self.lists = Lists(self.site)
        self._make: dict[str, Callable[[Record], Record]] = {
            "paper": self._paper,
            "person": self._person,
            "venue": self._venue,
            "organization": lambda data: full(
                people=data["people"] and plural(data["people"], "person", "people")
            ),
            "volume": self._volume,
            "topic": self._topic,
            "year": self._year,
        }

    def items(self) -> Iterator[tuple[str, Record]]:
        """Yield the id of each work, and its record for lists."""
        for paper_id, paper in self.kb.works.items():
            yield paper_id, self.lists.item(paper)

    def records(self, page_names: Container[str]) -> Iterator[tuple[str, Record, Fragment]]:
        """Yield kind, record and fragment of each page in ``page_names``.

        Further parts of a page have the kind ``part``.
        """
        for page, kind, name in self.pages.table.names():
            if page in page_names:
                fragment = self.pages.render(page)
                if fragment.part > 1:
                    kind, own = "part", self._part(fragment)  # noqa: PLW2901 - as said above
                elif kind == "index":
                    own = {"index": name, **self._index(name, fragment)}
                elif kind in self._make:
                    own = self._make[kind](self.pages.data)
                else:
                    continue
                yield kind, self._page(fragment, own), fragment

    def _page(self, fragment: Fragment, own: Record) -> Record:
        """Return the record of a page: the values of all pages, and its own."""
        data = self.pages.data
        plain = escaped(Markup(fragment.title_html).striptags())  # noqa: S704 - tags are removed
        shared = {} if "bare" in own else {"lists": data["lists"], "after": data["after"]}
        pictures = self._pictures(fragment)
        lists = {
            name: self.lists.listings(listings, pictures)
            for name, listings in shared.items()
            if listings
        }
        if data.get("chosen"):  # derived papers follow chosen ones
            chosen = next(listing for listing in lists["lists"] if listing["id"] == "related")
            chosen["related"] += self.lists.related(data["related_works"])
            lists["lists"].remove(chosen)
            lists["after"] = [*lists.get("after", []), chosen]
        record = full(
            page=fragment.page,
            name=fragment.page.rpartition("/")[2],
            title=fragment.title_html,
            text=plain if plain != fragment.title_html else "",
            head=fragment.head,  # metadata for machines is data, too
            feed=(data.get("feed") or "").replace(ROOT, "../"),
            pager=pager(data["pager"]),
            listed=listed(data["listed"]),
        )
        record |= own | lists
        # The contents have the order of the page.
        order = (
            "shown_years", "years", "newest", "selected", "lists", "posters", "people",
            "neighbours", "after", "related",
        )  # fmt: skip
        values = (value for name in order for value in _each(record.get(name)))
        contents = [[value["id"], value["title"]] for value in values if isinstance(value, Section)]
        return record | full(toc=contents if len(contents) > 2 else ())

    def _pictures(self, fragment: Fragment) -> dict[str, str]:
        """Return the charts of a page, by the anchors of their sections."""
        data, kind = self.pages.data, fragment.kind
        if fragment.part > 1 or kind not in {"person", "topic", "venue"}:
            return {}
        pictures = {
            listing.anchor: picture(self.site, kind, data["record"].id, listing)
            for listing in data["lists"]
        }
        return {anchor: html.replace(ROOT, "../") for anchor, html in pictures.items()}

    def _part(self, fragment: Fragment) -> Record:
        """Return the record of a further part of a page."""
        data = self.pages.data
        part = data["pager"]
        return full(
            kind=f"Page {part.number} of {part.count}",
            subject=fragment.kind,
            heading=shown(fragment.crumbs[-1][1]),
            folders=fragment.page.split("/")[1:-1],
            label=escaped(part.label),
            letters=letters(data["letters"], fragment.page),
            crumbs=[
                {"href": escaped(self.urls.relative(fragment.page, page)), "title": escaped(title)}
                for page, title in fragment.crumbs
            ],
        )

    def _paper(self, data: Record) -> Record:
        paper: Paper = data["record"]
        venue = data["venue"]
        links = escaped(data["printed_links"])
        parts = RE_BLANK.split(paper.abstract.strip()) if paper.abstract else ()
        abstract = [shown(" ".join(part.split())) for part in parts if part.split()]
        return full(
            kind=work_kind(paper),
            heading=shown(paper.title) if paper.poster else "",
            by=self.lists.names(paper.authors),
            et_al=paper.et_al,
            editors=self.lists.names(paper.editors),
            marks=legend(data["marks"]),
            where=bool(venue or paper.date or paper.awards),
            venue={"id": venue.id, "title": shown(paper.venue)} if venue else None,
            whole=data["volume"],
            volume=escaped(paper.volume),
            number=escaped(paper.number),
            pages=escaped((paper.pages or "").replace("--", "–")),
            publisher=escaped(paper.publisher or paper.institution),
            institution="" if paper.publisher else data["institution"],
            year={"id": paper.year, "title": shown(paper.date.printed)}
            if paper.date and paper.year
            else None,
            awards=[escaped(award) for award in paper.awards],
            standing=mark(self.kb, "paper", paper.id),
            preprint=STATUSES["preprint"] if paper.status == "preprint" else "",
            buttons=buttons(data["buttons"]),
            topics=titles(data["topics"]),
            abstract=section("abstract", "Abstract", parts=abstract),
            related=section(
                "related", "Related papers", rows=self.lists.related(data["related_works"])
            )
            if not data["chosen"]
            else None,
            bibtex=escaped(data["bibtex"]),
            keys=[{"program": program, "key": escaped(key)} for program, key in data["keys"]],
            about=_about(
                ("Links", [{"text": f"Printed in the abstract: {links}"}] if links else [], 0)
            ),
        )

    def _person(self, data: Record) -> Record:
        person, papers, posters = data["record"], data["papers"], data["posters"]
        facts = (
            ("papers", len(papers), "paper"),
            ("posters", len(posters), "poster"),
            ("coauthors", data["coauthors"], "co-author"),
        )
        rows = [{"id": name, "text": plural(count, word)} for name, count, word in facts if count]
        selected = data["selected"]
        return full(
            kind=ROLES.get(person.role, person.role.capitalize()) if person.role else "Person",
            facts=rows if papers or posters else None,
            span=data["years"],
            topics=titles(data["topics"]),
            about=_about(
                (
                    "Also printed as",
                    [self._form(f, data["shown_per_form"]) for f in data["forms"]],
                    data["more_forms"],
                ),
                (
                    "Person",
                    [{"text": "Known from printed names alone."}]
                    if data["state"] == "derived"
                    else [],
                    0,
                ),
            ),
            selected=section("selected", "Selected works", len(selected), ids=selected),
        )

    def _form(self, form: tuple[str, tuple[tuple[str, str], ...]], most: int) -> Record:
        """Return a printed form of a name, with up to ``most`` pages and the number of others."""
        text, pages = form
        rows = [
            {
                "page": self.site.url(kind, record_id).removeprefix(ROOT),
                "title": shown(self.kb.title_of(kind, record_id)),
                "mark": mark(self.kb, kind, record_id),
            }
            for kind, record_id in pages[:most]
        ]
        return full(text=escaped(text), where=rows, more=max(0, len(pages) - most))

    def _venue(self, data: Record) -> Record:
        venue, examples, forms = data["record"], data["printed"], data["forms"]
        return full(
            kind=escaped(venue.series or "Venue"),
            short=escaped(venue.short) if venue.short != venue.name else "",
            works=plural(len(data["papers"]), "work"),
            span=data["years"],
            buttons=buttons(data["buttons"]),
            about=_about(
                (
                    f"Printed in {plural(forms, 'other form')}",
                    [{"text": escaped(text)} for text in examples],
                    max(0, forms - len(examples)),
                ),
            ),
            people=section(
                "people", "Frequent authors", **self.lists.columns(data["people"], "person")
            )
            if data["people"]
            else None,
        )

    def _volume(self, data: Record) -> Record:
        volume, kb = data["record"], self.kb
        venue = kb.venues.get(volume.venue or "")
        beside = (("Before:", data["earlier"]), ("After:", data["later"]))
        return full(
            heading=shown(volume.title),
            venue=full(id=venue.id, title=shown(venue.name)) if venue else None,
            editors=self.lists.names(data["editors"]),
            papers=plural(len(data["papers"]), "paper") if data["papers"] else "",
            year=full(id=volume.year, linked=volume.year in kb.relations.papers_of_year),
            facts=[
                full(
                    label=field.label if field.attribute != "publisher" else "", text=escaped(text)
                )
                for field, text in facts(volume)
                if field.attribute != "year"
            ],
            entry=volume.entry if volume.entry in kb.works else "",
            beside=[
                full(label=label, id=volume_id, title=shown(kb.title_of("volume", volume_id)))
                for label, volume_id in beside
                if volume_id
            ],
            buttons=buttons(data["buttons"]),
            topics=titles(data["topics"]),
        )

    def _topic(self, data: Record) -> Record:
        papers, people, more = data["papers"], data["people"], data["more_people"]
        return full(
            works=plural(len(papers), "work") if papers else "",
            span=data["years"],
            people=section(
                "people",
                "People",
                len(people) + more,
                **self.lists.columns(people, "person"),
                more=f"{more:,}" if more else "",
            )
            if people
            else None,
            neighbours=section(
                "neighbours", "Appears together with", topics=titles(data["neighbours"])
            ),
        )

    def _year(self, data: Record) -> Record:
        rows, people = ((data["papers"], "paper"), (data["posters"], "poster")), data["people"]
        return full(
            counts=[plural(len(ids), word) for ids, word in rows if ids],
            earlier=data["earlier"],
            later=data["later"],
            people=section("people", "Frequent authors", **self.lists.columns(people, "person"))
            if people
            else None,
        )

    def _index(self, name: str, fragment: Fragment) -> Record:
        data = self.pages.data
        lists, years = data["lists"], data.get("years", ())
        own = full(
            total=f"{data['total']:,}" if data["total"] else "",
            explored=name == "people" and self.site.explored,
            letters=letters(data["letters"], fragment.page),
        )
        if name == "years":
            works = data["works"].items()
            own["bars"] = [_bar(year, count, data["most"], "work") for year, count in works]
        if years:
            bars = [_bar(year, count, data["most"], "paper") for year, count in years]
            own["shown_years"] = section("years", "Years", len(bars), bars=bars)
        if lists and (lists[0].anchor, lists[0].style) == ("all", "items"):
            own["bare"] = self.lists.listings(lists, {})  # its list has no heading
        return own


def _bar(year: str, count: int, most: int, noun: str) -> Record:
    width = round(100 * count / most, 1) if most else 0.0
    return {"id": year, "width": f"{width}", "text": plural(count, noun)}


def _about(*terms: tuple[str, list[Record], int]) -> list[Record]:
    """Return the rows of "About this page": terms, each with descriptions and how many more."""
    return [
        {"term": term, "rows": rows + ([{"text": f"and {more:,} more"}] if more else [])}
        for term, rows, more in terms
        if rows
    ]


def _each(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
