"""Legends: what the marks of authors mean, in the words of the source that prints them."""

from __future__ import annotations

from collections.abc import Iterable

from symposium.kinds.paper import Paper
from symposium.knowledge import KnowledgeBase
from symposium.locale import _
from symposium.model.locators import sources_of
from symposium.pages.vocabulary import MARKS, marks_of

Legend = list[tuple[str, str]]
"""Signs, each with what it means; a note on a mark comes last and has no sign."""


def legend_of(kb: KnowledgeBase, papers: Iterable[Paper]) -> Legend:
    """Return what explains the marks of these works.

    A mark has the words of a source if all works that carry it have them from there.
    """
    papers = list(papers)
    marks = marks_of(papers)
    if not marks:
        return []
    rows = [(MARKS[mark][0], _meaning(kb, mark, papers)) for mark in marks]
    notes = dict.fromkeys(one.marks_note for one in papers if one.marks_note)
    return [*rows, *(("", note) for note in notes)]


def _meaning(kb: KnowledgeBase, mark: str, papers: Iterable[Paper]) -> str:
    marked = (one for one in papers if any(mark in author.marks for author in one.authors))
    found = {_printed(kb, mark, one) for one in marked}
    words = found.pop() if len(found) == 1 else ""
    return words or _(MARKS[mark][2])


def _printed(kb: KnowledgeBase, mark: str, paper: Paper) -> str:
    sources = (kb.sources[one] for one in sources_of(paper.sources) if one in kb.sources)
    return next((one.marks[mark] for one in sources if mark in one.marks), "")
