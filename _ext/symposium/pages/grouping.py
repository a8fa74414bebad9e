"""Headings of rows in lists, for templates."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby
from typing import Any

from symposium.knowledge import KnowledgeBase
from symposium.knowledge.identity import State
from symposium.pages.alphabet import by_letter, key_of
from symposium.pages.mark_legends import legend_of
from symposium.pages.own_page import tally
from symposium.pages.programmes.page_of_programme import bands, days_shown, jumps
from symposium.pages.views.common import by_year
from symposium.pages.views.indexes import topic_count


def grouping(kb: KnowledgeBase) -> dict[str, Callable[..., Any]]:
    """Return the functions by the names that templates know them by."""
    return {
        "bands": bands,
        "by_first": by_first,
        "by_letter": lambda kind, ids: by_letter(ids, key_of(kb, kind)),
        "by_year": lambda ids: by_year(kb, ids),
        "days_shown": days_shown,
        "is_described": lambda person: kb.state_of(person) is State.DESCRIBED,
        "jumps": jumps,
        "marks_in": lambda ids: legend_of(kb, (kb.works[one] for one in ids)),
        "tally": lambda person: tally(kb, person),
        "topic_count": lambda topic: topic_count(kb, topic),
    }


def by_first(rows: Iterable[tuple[Any, Any]]) -> list[tuple[Any, list[Any]]]:
    """Return the second members of pairs by their first, neighbours together.

    >>> by_first([("a", 1), ("a", 2), ("b", 3)])
    [('a', [1, 2]), ('b', [3])]
    """
    return [(first, [row[1] for row in group]) for first, group in groupby(rows, lambda r: r[0])]
