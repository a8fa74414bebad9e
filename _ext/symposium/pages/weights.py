"""How many bytes of HTML a row of a listing takes: estimated from cheap facts, never rendered.

The estimates are for what most pages have. Where maths or characters beyond ASCII take more, the
limit of a page (`parts.BUDGET`) has room for it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from symposium.knowledge import KnowledgeBase
from symposium.pages.listing import Listing, Style

SHOWN = 40
"""Names that the line of a paper shows (``macros/items.html``)."""
NAME = 38
"""A link to a person without name and id."""
FORMULA = 400
"""What a formula adds as MathML."""


def weights(kb: KnowledgeBase, listing: Listing) -> list[int]:
    """Return the estimated bytes of each row."""
    weight = WEIGHTS[listing.style]
    return [weight(kb, listing.kind, row) for row in listing.rows]


def title_weight(text: str) -> int:
    """Return the bytes of a title as HTML.

    >>> title_weight("Plain"), title_weight("On $n$"), title_weight("王")
    (5, 406, 3)
    """
    formulas = FORMULA * (text.count("$") // 2) if "$" in text else 0
    return formulas + (len(text) if text.isascii() else 3 * len(text))


def _paper(kb: KnowledgeBase, _kind: str, paper_id: str) -> int:
    paper = kb.works[paper_id]
    people = (paper.authors or paper.editors)[:SHOWN]
    size = 220 + len(paper_id) + title_weight(paper.title)
    size += NAME * len(people) + 2 * sum([len(one.name.text) for one in people])
    size += sum([160 * len(one.marks) for one in people if one.marks])
    size += 2 * len(paper.venue) if paper.venue else 0
    size += 60 + len(paper.doi) if paper.doi else 0
    size += 70 if paper.arxiv else 0
    for award in paper.awards:
        size += 70 + len(award)
    for key, address in paper.links.items():
        size += 40 + len(address) if key.lower() in {"pdf", "code"} else 0
    return size


def _item(kb: KnowledgeBase, kind: str, record_id: str) -> int:
    """Return the bytes of the line of any record."""
    if kind == "paper":
        return _paper(kb, kind, record_id)
    if kind == "talk":
        talk = kb.talks[record_id]
        people = talk.speakers or talk.authors
        title = 2 * title_weight(talk.title or "")
        return 550 + title + sum(NAME + 2 * len(one.name.text) for one in people)
    return 400 + 2 * title_weight(kb.title_of(kind, record_id))


def _link(kb: KnowledgeBase, kind: str, record_id: str) -> int:
    return 70 + len(record_id) + title_weight(kb.title_of(kind, record_id))


def _column(_kb: KnowledgeBase, _kind: str, row: tuple[str, int]) -> int:
    return 85 + 2 * len(row[0])


def _letter(_kb: KnowledgeBase, _kind: str, record_id: str) -> int:
    return 88 + 2 * len(record_id)


def _venue(kb: KnowledgeBase, _kind: str, venue_id: str) -> int:
    venue = kb.venues[venue_id]
    return 130 + len(venue_id) + len(venue.name) + len(venue.short or "")


def _card(kb: KnowledgeBase, kind: str, record_id: str) -> int:
    return 500 + _link(kb, kind, record_id)


def _corrections(_kb: KnowledgeBase, _kind: str, row: tuple[str, str, Sequence[Any]]) -> int:
    mended = sum(500 + len(one.printed) + len(one.corrected) for one in row[2])
    return 250 + 2 * len(row[1]) + mended


def _mention(_kb: KnowledgeBase, _kind: str, row: Any) -> int:
    quoted = sum(len(piece.text) + 200 * len(piece.ids) for piece in row.sentence)
    return 300 + quoted + len(row.page) + len(row.title) + len(row.section)


def _programme(_kb: KnowledgeBase, _kind: str, row: tuple[str | None, Any]) -> int:
    line = row[1]
    talk = 2 * title_weight(line.talk.title or "") if line.talk else 0
    paper = 200 + 2 * title_weight(line.paper.title) if line.paper else 0
    people = sum(
        NAME + 2 * len(one.name.text) + 120 * len(group.affiliations)
        for group in line.people
        for one in group.people
    )
    return 600 + talk + paper + people


def _role(_kb: KnowledgeBase, _kind: str, row: Any) -> int:
    title = len(row.advisee.title or "") if row.advisee else 0
    return 300 + 2 * len(row.person) + title


WEIGHTS: dict[Style, Callable[[KnowledgeBase, str, Any], int]] = {
    "cards": _card,
    "columns": _column,
    "corrections": _corrections,
    "elsewhere": lambda kb, _, row: _item(kb, "talk", row[1]),
    "items": _item,
    "links": lambda kb, kind, row: _link(kb, *row) if not kind else _link(kb, kind, row),
    "mentions": _mention,
    "people": _letter,
    "programme": _programme,
    "roles": _role,
    "subjects": _letter,
    "talks": lambda kb, _, row: _item(kb, "talk", row[1]),
    "topics": _card,
    "tracked": lambda kb, _, row: 400 + _link(kb, "paper", row[0]),
    "venues": _venue,
    "volumes": _paper,
    "years": _paper,
}
