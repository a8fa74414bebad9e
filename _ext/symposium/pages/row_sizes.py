"""Estimates of how many bytes of HTML a row of a list takes.

The estimates are for what most pages have. Where maths or characters beyond ASCII take more, the
limit of a page (`pagination.BUDGET`) has room for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from symposium.kinds.paper import Paper
from symposium.knowledge import KnowledgeBase
from symposium.knowledge.edited_volumes import EditedVolume
from symposium.pages.listing import YEARLY, Listing, Style
from symposium.pages.programmes.day_lines import BEGINNING

SHOWN = 40
"""Names that the line of a paper or a talk shows (``macros/items.html``)."""
NAME = 38
"""A link to a person without name and id."""
LINKED_NAME = NAME + 2 * 20
"""A link to a person of usual name and id."""
DETAILS = 900
"""What the line of a work takes more where it shows a picture and buttons."""
FORMULA = 400
"""What a formula adds as MathML."""


class _Lines(dict[str, int]):
    """Bytes of the line of each work by its id: it stands in several lists, and is weighed once."""

    def __init__(self, works: Mapping[str, Paper]) -> None:
        self._works = works

    def __missing__(self, paper_id: str) -> int:
        size = self[paper_id] = _paper(self._works[paper_id])
        return size


class Scale:
    """Weighs the rows of listings."""

    def __init__(self, kb: KnowledgeBase) -> None:
        self.kb = kb
        self._lines = _Lines(kb.works)

    def weights(self, listing: Listing) -> list[int]:
        """Return the estimated bytes of each row."""
        if listing.kind == "paper" and listing.style in ITEMS:
            if listing.style == "detailed":
                return [self._lines[one] + DETAILS for one in listing.rows]
            return [*map(self._lines.__getitem__, listing.rows)]
        weight = WEIGHTS[listing.style]
        return [weight(self.kb, listing.kind, row) for row in listing.rows]

    def at_most(self, person_id: str) -> int:
        """Return what the lists of a person may take, where each co-author counts every time."""
        rel, line = self.kb.relations, self._lines.__getitem__
        written = (
            *rel.papers_of_person.get(person_id, ()),
            *rel.listed_of_person.get(person_id, ()),
            *rel.posters_of_person.get(person_id, ()),
        )
        lines = sum(map(line, written)) + sum(map(line, rel.edited_by.get(person_id, ())))
        authors = sum(map(len, map(rel.authors_of_paper.__getitem__, written)))
        named = len(rel.named_in.get(person_id, ()))
        return lines + 130 * authors + 1500 * named


def title_weight(text: str) -> int:
    """Return the bytes of a title as HTML.

    >>> title_weight("Plain"), title_weight("On $n$"), title_weight("王")
    (5, 406, 3)
    """
    formulas = FORMULA * (text.count("$") // 2) if "$" in text else 0
    return formulas + (len(text) if text.isascii() else 3 * len(text))


def _paper(paper: Paper) -> int:
    """Return the bytes of the line of a work (``paper_item`` in ``macros/items.html``)."""
    size = 220 + len(paper.id) + title_weight(paper.title) + _picked(paper)
    # Hundreds of thousands of names are not measured one by one: few are longer than this.
    people = (paper.authors or paper.editors)[:SHOWN]
    size += LINKED_NAME * len(people) + sum([160 * len(one.marks) for one in people if one.marks])
    size += 2 * len(paper.venue) if paper.venue else 0
    size += 60 + len(paper.doi) if paper.doi else 0
    size += 70 if paper.arxiv else 0
    for award in paper.awards:
        size += 70 + len(award)
    if paper.status:
        size += 200 + len(paper.links.get("notice", ""))
    for key, address in paper.links.items():
        size += 40 + len(address) if key.lower() in {"pdf", "code"} else 0
    return size


def _picked(paper: Paper) -> int:
    """Return the bytes of a work for reference managers (`citing.tags.work_in_list`)."""
    title = len(paper.title) if paper.title.isascii() else 4 * len(paper.title)
    size = 280 + title + 44 * min(len(paper.authors), SHOWN)
    return size + len(paper.venue or "") + len(paper.doi or "")


def _item(kb: KnowledgeBase, kind: str, record_id: str) -> int:
    """Return the bytes of the line of any record that is no work."""
    if kind == "talk":
        talk = kb.talks[record_id]
        people = (talk.speakers or talk.authors)[:SHOWN]
        title = 2 * title_weight(talk.title or "")
        links = sum(40 + len(address) for address in talk.links.values())
        return 700 + title + links + sum(NAME + 2 * len(one.name.text) for one in people)
    return 400 + 2 * title_weight(kb.title_of(kind, record_id))


def _link(kb: KnowledgeBase, kind: str, record_id: str) -> int:
    return 70 + len(record_id) + title_weight(kb.title_of(kind, record_id))


def _column(_kb: KnowledgeBase, _kind: str, row: tuple[str, int]) -> int:
    return 76 + 2 * len(row[0])


def _letter(_kb: KnowledgeBase, _kind: str, record_id: str) -> int:
    return 88 + 2 * len(record_id)


def _venue(kb: KnowledgeBase, _kind: str, venue_id: str) -> int:
    venue = kb.venues[venue_id]
    return 130 + len(venue_id) + len(venue.name) + len(venue.short or "")


def _card(kb: KnowledgeBase, kind: str, record_id: str) -> int:
    return 500 + _link(kb, kind, record_id)


def _edited(_kb: KnowledgeBase, _kind: str, row: EditedVolume) -> int:
    return 200 + 2 * title_weight(row.title)


def _corrections(_kb: KnowledgeBase, _kind: str, row: tuple[str, str, Sequence[Any]]) -> int:
    mended = sum(500 + len(one.printed) + len(one.corrected) for one in row[2])
    return 250 + 2 * len(row[1]) + mended


def _mention(_kb: KnowledgeBase, _kind: str, row: Any) -> int:
    pieces = (*row.sentence, *row.title_pieces, *row.section_pieces)
    quoted = sum(len(piece.text) + 200 * len(piece.ids) for piece in pieces)
    return 300 + quoted + len(row.page) + len(row.title) + len(row.section)


def _programme(_kb: KnowledgeBase, _kind: str, row: Any) -> int:
    line, grid = row.line, row.day.grid
    size = 700 + len(line.slot.room or "") * 2 + 3 * len(line.slot.track or "")
    size += title_weight(line.slot.title or "")
    if line.slot.status or line.slot.note:
        size += 100 + title_weight(line.slot.note or "")
    if grid:  # its share of cells that hold nothing
        size += 100 + 45 * grid.empty // len(row.day.lines)
    chairs = [one for group in line.chair for one in group.people]
    within = [one for talk in line.inside for group in talk.people for one in group.people]
    size += sum(NAME + 120 + 2 * len(one.name.text) for one in (*chairs, *within))
    size += sum(
        350 + len(one.talk.id) + 2 * title_weight(one.talk.title or "") for one in line.inside
    )
    if line.talk is None:
        return size
    title = title_weight(line.talk.title or "")
    links = sum(120 + len(address) + title for address in line.talk.links.values())
    size += 4 * len(line.talk.id) + title + links
    if line.paper:
        size += 700 + 2 * title_weight(line.paper.title)
        size += sum(len(address) for address in line.paper.links.values())
    if line.abstract:
        shown = line.abstract[:BEGINNING] if row.day.programme.brief else line.abstract
        size += 230 + 2 * title + title_weight(shown) * 11 // 10
    return size + sum(
        NAME + 2 * len(one.name.text) + 120 * len(group.affiliations)
        for group in line.people
        for one in group.people
    )


def _member(_kb: KnowledgeBase, _kind: str, row: tuple[str, Sequence[Any]]) -> int:
    return 150 + 2 * len(row[0]) + 350 * len(row[1])


def _role(_kb: KnowledgeBase, _kind: str, row: Any) -> int:
    title = len(row.advisee.title or "") if row.advisee else 0
    return 300 + 2 * len(row.person) + title


ITEMS = frozenset({"items", *YEARLY})
"""Styles that show a line of several facts for each record."""

WEIGHTS: dict[Style, Callable[[KnowledgeBase, str, Any], int]] = {
    "cards": _card,
    "columns": _column,
    "corrections": _corrections,
    "edited": _edited,
    "elsewhere": lambda kb, _, row: _item(kb, "talk", row[1]),
    "given": lambda kb, _, row: _item(kb, "talk", row[1]),
    "items": _item,
    "links": lambda kb, kind, row: _link(kb, *row) if not kind else _link(kb, kind, row),
    "members": _member,
    "mentions": _mention,
    "people": _letter,
    "programme": _programme,
    "related": lambda kb, _, row: 400 + _link(kb, "paper", row[0]),
    "roles": _role,
    "served": lambda kb, _, row: 200 + _link(kb, "event", row[0]) + 2 * len("".join(row[1])),
    "subjects": _letter,
    "talks": lambda kb, _, row: _item(kb, "talk", row[1]),
    "topics": _card,
    "tracked": lambda kb, _, row: 400 + _link(kb, "paper", row[0]),
    "venues": _venue,
}
