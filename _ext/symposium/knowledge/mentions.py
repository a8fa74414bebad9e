"""Mentions: which page cites or names what, and in which sentence."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from symposium.kinds import BY_NAME
from symposium.kinds.paper import Paper
from symposium.knowledge.base import KnowledgeBase
from symposium.locale import _, separators

RE_ROLE = re.compile(
    r"\{(?P<kind>[a-z]+)\}"
    r"`(?:(?P<text>[^`<>]*[^`<>\s])\s*<(?P<id>[^`<>]+)>|(?P<only>[^`<>]+))`"
)
"""A role of ours in the text of a field."""


@dataclass(frozen=True, slots=True)
class TextPiece:
    """A part of a sentence: text, or a reference to things of one kind."""

    text: str = ""
    kind: str = ""
    """Empty for plain text."""
    ids: tuple[str, ...] = ()
    """What is referred to, as written: ids or cite keys."""
    cites: bool = False
    """Whether it is a citation."""
    bracketed: bool = False
    """Whether the whole citation stands in brackets: ``[Dryden et al., 2021]``."""


@dataclass(frozen=True, slots=True)
class Mention:
    """One place where a page cites a paper or names a person or a talk."""

    page: str
    """Docname of the page."""
    title: str
    section: str
    """Title of the section, empty for the page's own."""
    anchor: str
    kind: str
    id: str
    """What is mentioned, as written."""
    sentence: tuple[TextPiece, ...] = ()
    how: str = "mentions"
    """``cites`` or ``mentions``."""
    title_pieces: tuple[TextPiece, ...] = ()
    """The title where it refers to something itself, else nothing."""
    section_pieces: tuple[TextPiece, ...] = ()


@dataclass(frozen=True, slots=True)
class Mentions:
    """All mentions, by the page that makes them, in the order of the page."""

    by_page: Mapping[str, tuple[Mention, ...]] = field(default_factory=dict)

    def to_json(self) -> str:
        """Return all mentions as JSON text, sorted by page."""
        rows = {page: [asdict(m) for m in found] for page, found in sorted(self.by_page.items())}
        return json.dumps(rows, ensure_ascii=False, indent=1)

    @classmethod
    def from_json(cls, text: str) -> Mentions:
        """Return what `to_json` wrote.

        Raises:
            ValueError: if the text is not such JSON.
        """
        try:
            return cls(
                {page: tuple(map(_mention, rows)) for page, rows in json.loads(text).items()}
            )
        except (TypeError, KeyError, AttributeError) as exc:
            raise ValueError("not a list of mentions") from exc


def _mention(row: dict[str, Any]) -> Mention:
    pieces = {
        name: tuple(TextPiece(**{**one, "ids": tuple(one["ids"])}) for one in row[name])
        for name in ("sentence", "title_pieces", "section_pieces")
    }
    return Mention(**{**row, **pieces})


NO_MENTIONS = Mentions()


def pieces_of_text(text: str) -> tuple[TextPiece, ...]:
    """Return text of a field with the roles in it: ``{person}`` and the like, with text or without.

    >>> [(p.text, p.kind, p.ids) for p in pieces_of_text("via {person}`Amnon <amnon-barak>`.")]
    [('via ', '', ()), ('Amnon', 'person', ('amnon-barak',)), ('.', '', ())]
    """
    pieces: list[TextPiece] = []
    end = 0
    for found in RE_ROLE.finditer(text):
        if found["kind"] not in BY_NAME:
            continue
        pieces.append(TextPiece(text[end : found.start()]))
        pieces.append(
            TextPiece(found["text"] or "", found["kind"], (found["id"] or found["only"],))
        )
        end = found.end()
    pieces.append(TextPiece(text[end:]))
    return tuple(piece for piece in pieces if piece.text or piece.kind)


def group_by_target(mentions: Iterable[Mention]) -> dict[tuple[str, str], tuple[Mention, ...]]:
    """Return the mentions by (kind, id) of what they mention, in the order given."""
    found: dict[tuple[str, str], list[Mention]] = defaultdict(list)
    for mention in mentions:
        found[mention.kind, mention.id].append(mention)
    return {target: tuple(rows) for target, rows in found.items()}


# Short texts that stand for a record in running prose.


def authors_label(paper: Paper) -> str:
    """Return the authors as an author-year citation names them.

    One family name, two joined by "and", or the first with "et al."; editors, then the title,
    stand in where there is no author.
    """
    people = paper.authors or paper.editors
    families = [f"{one.name.prefix} {one.name.family}".strip() for one in people[:2]]
    if not families:
        return paper.title
    if len(people) > 2 or paper.et_al:
        return " ".join((families[0], _("et al.")))
    return separators(2)[0].join(families) if len(families) > 1 else families[0]


def year_label(paper: Paper) -> str:
    """Return the year of a work, or the text for an unknown year."""
    return str(paper.year) if paper.year else _("n.d.")


def author_year(paper: Paper) -> str:
    """Return the label of an author-year citation: ``Dryden et al. (2021)``."""
    return f"{authors_label(paper)} ({year_label(paper)})"


def piece_label(kb: KnowledgeBase, piece: TextPiece, record_id: str) -> str:
    """Return the text of a reference in a sentence: the author's own, or a label."""
    if piece.text:
        return piece.text
    if piece.bracketed:
        paper = kb.works[record_id]
        return f"{authors_label(paper)}, {year_label(paper)}"
    return label(kb, piece.kind, record_id)


def piece_text(kb: KnowledgeBase, piece: TextPiece) -> str:
    """Return a part of a sentence as text."""
    if piece.text or not piece.kind:
        return piece.text
    found = ((kb.find(piece.kind, text), text) for text in piece.ids)
    joined = "; ".join(
        text if record_id is None else piece_label(kb, piece, record_id)
        for record_id, text in found
    )
    return f"[{joined}]" if piece.bracketed else joined


def label(kb: KnowledgeBase, kind: str, record_id: str) -> str:
    """Return the text of a link to a record: author and year of a paper, else its title."""
    if kind == "paper":
        return author_year(kb.works[record_id])
    return kb.title_of(kind, record_id)
