"""Short texts that stand for a record in running prose."""

from __future__ import annotations

from symposium.kinds.paper import Paper
from symposium.knowledge.base import KnowledgeBase
from symposium.knowledge.mentions import TextPiece
from symposium.locale import _, separators


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
