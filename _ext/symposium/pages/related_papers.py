"""The related papers of a paper: a row for each, with the reasons."""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup, escape

from symposium.kinds.paper import Paper
from symposium.knowledge import KnowledgeBase
from symposium.locale import N_, _
from symposium.pages.template_compiler import markup
from symposium.pages.view_context import ViewContext

CHOSEN = N_("chosen by hand")

Row = tuple[str, tuple[str, ...]]
"""Id of a work, and why it is named."""


def chosen(kb: KnowledgeBase, paper_id: str) -> list[str]:
    """Return the works that the entry of a paper or its file names as related."""
    found = (kb.find("paper", text) for text in kb.works[paper_id].related)
    return list(dict.fromkeys([one for one in found if one and one != paper_id]))


def found(kb: KnowledgeBase, paper: Paper) -> list[Row]:
    """Return the works that are found to be related, besides those chosen by hand."""
    works = kb.related_works.of(paper.id, chosen(kb, paper.id) if paper.related else ())
    return [(one.id, one.reasons) for one in works]


def by_hand(kb: KnowledgeBase, rows: Iterable[tuple[str, str]]) -> list[Row]:
    """Return works that were chosen by hand, given with the work that names them."""
    return [(one, (_(CHOSEN), *kb.related_works.reasons(of, one))) for one, of in rows]


def related_rows(site: ViewContext, rows: Iterable[Row]) -> Markup:
    """Return a line for each work."""
    head = site.head
    return markup(
        "\n".join([
            f"<li>{head(one)} <small>{escape(joined(reasons))}</small></li>"
            for one, reasons in rows
        ])
    )  # fmt: skip


def joined(reasons: Iterable[str]) -> str:
    """Return reasons as one text."""
    return "; ".join(reasons)
