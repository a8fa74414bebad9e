"""Lists of pages as records for Hugo: works, people and topics on each part of a page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from hugo_values import (
    Record,
    Section,
    anchor_of,
    buttons,
    escaped,
    full,
    legend,
    mark,
    plural,
    section,
    shown,
    signs,
    titles,
)  # fmt: skip
from symposium.kinds import BY_NAME
from symposium.kinds.paper import Contributor, Paper
from symposium.kinds.volume import Volume
from symposium.knowledge.volumes import EditedVolume
from symposium.pages.listing import Listing, by_year
from symposium.pages.listings.derived import DerivedListings
from symposium.pages.pagination import SHOWN, Pager, by_letter, key_of
from symposium.pages.shown_times import date_text
from symposium.pages.view_context import ViewContext, byline
from symposium.pages.views.indexes import topic_count
from symposium.pages.views.paper import Row, by_hand
from symposium.pages.views.paper import buttons as work_buttons
from symposium.pages.vocabulary import issued, work_kind

OPEN = 24
"""Number of rows shown in a list with columns; the others are folded."""


class Lists:
    """Converter of lists to records."""

    def __init__(self, site: ViewContext) -> None:
        self.site = site
        self.kb = site.kb
        self._styles: dict[str, Callable[[Listing], Record]] = {
            "years": self._years,
            "volumes": self._years,
            "items": self._items,
            "related": lambda listing: {"related": self.related(by_hand(self.kb, listing.rows))},
            "columns": lambda listing: self.columns(listing.rows, listing.kind),
            "edited": self._edited,
            "members": self._members,
            "people": lambda listing: {
                "people": self._letters("person", listing.rows, self._person)
            },
            "subjects": lambda listing: {
                "subjects": self._letters("topic", listing.rows, self._topic)
            },
            "venues": lambda listing: {"venues": self._letters("venue", listing.rows, self._venue)},
        }

    def listings(self, listings: Iterable[Listing], pictures: Mapping[str, str]) -> list[Section]:
        """Return lists as sections, with their charts.

        Raises:
            KeyError: if there is no template for the style of a list.
        """
        return [part for listing in listings if (part := self._listing(listing, pictures))]

    def _listing(self, listing: Listing, pictures: Mapping[str, str]) -> Section | None:
        more = {
            "page": f"../{listing.continued}.html",
            "title": listing.title,
            "number": listing.number,
        }
        return section(
            listing.anchor,
            listing.title,
            listing.count,
            **self._styles[listing.style](listing),
            picture=pictures.get(listing.anchor),
            left_out=f"{listing.left_out:,}" if listing.left_out and not listing.continued else "",
            continued=more if listing.continued else None,
        )

    def _years(self, listing: Listing) -> Record:
        groups = by_year(self.kb, listing.rows)
        years = [full(id=f"year-{year or 'none'}", year=year, ids=ids) for year, ids in groups]
        jump = [{"href": f"#year-{year or 'none'}", "text": year or "none"} for year, _ in groups]
        return full(
            years=years,
            jump=jump if listing.style == "volumes" and len(groups) > 4 else None,
            marks=legend(self.site.legend(listing.rows)),
        )

    def _items(self, listing: Listing) -> Record:
        if listing.kind == "volume":
            volumes = self.kb.entities["volume"]
            return full(whole=[self._whole(volumes[row]) for row in listing.rows])
        if listing.kind == "organization":
            rows = [(row, self.kb.title_of("organization", row)) for row in listing.rows]
            return full(whole=[{"folder": "organizations", **row} for row in titles(rows)])
        if listing.kind != "paper":
            raise KeyError(listing.kind)
        return full(ids=list(listing.rows), marks=legend(self.site.legend(listing.rows)))

    def _whole(self, volume: Volume) -> Record:
        """Return the record of a volume in a list."""
        venue = self.kb.venues.get(volume.venue or "")
        return full(
            folder="volumes",
            id=volume.id,
            title=shown(self.kb.title_of("volume", volume.id)),
            venue=full(id=venue.id, title=shown(venue.short or venue.name)) if venue else None,
            year=volume.year,
        )

    def related(self, rows: Iterable[Row]) -> list[Record]:
        """Return related papers with the reasons, which templates cannot compute."""
        return [
            full(
                id=paper,
                title=shown(self.kb.works[paper].title),
                mark=mark(self.kb, "paper", paper),
                said=escaped(byline(self.kb.works[paper])),
                why=escaped("; ".join(reasons)),
            )
            for paper, reasons in rows
        ]

    def _members(self, listing: Listing) -> Record:
        """Return people with their theses, from which alone a bibliography has members."""
        works = self.kb.works
        return full(
            members=[
                full(
                    id=person,
                    title=shown(self.kb.title_of("person", person)),
                    theses=[
                        full(id=id_, kind=work_kind(works[id_]), when=date_text(line.start))
                        for line in lines
                        for _kind, id_ in [line.at]
                    ],
                )
                for person, lines in listing.rows
            ]
        )

    def _edited(self, listing: Listing) -> Record:
        return {"edited": [self._volume(row) for row in listing.rows]}

    def _volume(self, volume: EditedVolume) -> Record:
        kind = "volume" if volume.volume else "paper" if volume.paper else "venue"
        record_id = volume.volume or volume.paper or volume.venue or ""
        return full(
            folder=BY_NAME[kind].folder,
            id=record_id,
            title=shown(volume.title if kind == "venue" else self.kb.title_of(kind, record_id)),
            year=volume.year if str(volume.year) not in volume.title else None,
            count=len(volume.works),
        )

    def columns(self, rows: Sequence[tuple[str, int]], kind: str, most: int = OPEN) -> Record:
        """Return rows with their counts in two lists, shown and folded."""
        items = [
            full(id=record_id, title=shown(self.kb.title_of(kind, record_id)), count=count)
            for record_id, count in rows
        ]
        return full(folder=BY_NAME[kind].folder, shown=items[:most], folded=items[most:])

    def _letters(self, kind: str, ids: Sequence[str], row: Callable[[str], Record]) -> list[Record]:
        groups = by_letter(ids, key_of(self.kb, kind))
        return [
            {"id": anchor_of(letter), "title": letter, "rows": [row(id_) for id_ in group]}
            for letter, group in groups
        ]

    def _person(self, person_id: str) -> Record:
        count = len(self.kb.relations.papers_of_person.get(person_id, ()))
        return full(id=person_id, title=shown(self.kb.people[person_id].name.inverted), count=count)

    def _topic(self, topic_id: str) -> Record:
        title = shown(self.kb.title_of("topic", topic_id))
        return full(id=topic_id, title=title, count=topic_count(self.kb, topic_id))

    def _venue(self, venue_id: str) -> Record:
        venue = self.kb.venues[venue_id]
        count = len(self.kb.relations.papers_of_venue.get(venue_id, ()))
        short = venue.short if venue.short != venue.name else None
        name = escaped(venue.name) if short else ""
        return {"id": venue_id, "title": shown(short or venue.name), "long": name, "count": count}

    def item(self, paper: Paper) -> Record:
        """Return the record of a work in a list."""
        venue = self.kb.venue_of(paper)
        short = paper.detail("abbr") or (venue.short if venue else None)
        people = paper.authors or paper.editors
        return full(
            id=paper.id,
            title=shown(paper.title),
            by=self.names(people[:SHOWN]),
            et_al=paper.et_al and bool(paper.authors),
            more=max(0, len(people) - SHOWN),
            edited=not paper.authors,
            short=escaped(short) if not venue or short != venue.name else "",
            venue=full(id=venue.id, title=shown(venue.name)) if venue else None,
            issued=escaped(issued(paper)),
            date=escaped(paper.date.printed) if paper.date else "",
            awards=[escaped(award) for award in paper.awards],
            abstract=bool(paper.abstract),
            links=buttons(work_buttons(self.site, paper)),
            mark=mark(self.kb, "paper", paper.id),
        )

    def names(self, people: Iterable[Contributor]) -> list[Record]:
        """Return people with their marks."""
        return [
            full(
                id=self.kb.person_of(person),
                name=shown(person.name.text),
                marks=signs(person.marks),
            )
            for person in people
        ]


def pager(links: Pager | None) -> Record | None:
    """Return the links between the parts of a page."""
    if links is None:
        return None
    return full(
        previous=f"../{links.previous}.html" if links.previous else "",
        next=f"../{links.next}.html" if links.next else "",
        steps=[
            full(page=f"../{step.page}.html", number=step.number, label=step.label, gap=step.gap)
            for step in links.steps
        ],
    )


def listed(listings: DerivedListings | None) -> Record | None:
    """Return the data for filtering a list."""
    if listings is None:
        return None
    return full(
        what=listings.what,
        file=listings.file,
        works=plural(listings.works, "work"),
        data=listings.data,
        facets='"rows":' in (listings.data or ""),
    )


def letters(places: Iterable[tuple[str, str]], page: str) -> list[Record]:
    """Return the letters of an alphabetical list as links to their sections."""
    return [
        {"href": f"{'' if part == page else f'../{part}.html'}#{anchor_of(letter)}", "text": letter}
        for letter, part in places
    ]
