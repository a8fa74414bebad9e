"""Helpers of several views."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from symposium.knowledge import KnowledgeBase


def by_year(kb: KnowledgeBase, ids: Iterable[str]) -> list[tuple[int | None, list[str]]]:
    """Return works by year, in the order given, those without a year last."""
    groups: dict[int | None, list[str]] = {}
    works = kb.works
    for paper_id in ids:
        groups.setdefault(works[paper_id].year, []).append(paper_id)
    return sorted(groups.items(), key=lambda group: -(group[0] or 0))


def frequent_authors(kb: KnowledgeBase, ids: Iterable[str]) -> Sequence[tuple[str, int]]:
    """Return the authors of works with the number of works, most first, then A–Z."""
    counts: Counter[str] = Counter()
    for paper_id in ids:
        counts.update(set(kb.authors_of(paper_id)))
    return kb.most_first(counts)


def years_span(kb: KnowledgeBase, ids: Iterable[str]) -> str:
    """Return the years of works: ``2018–2021``."""
    works = kb.works
    years = [year for one in ids if (year := works[one].year)]
    if not years:
        return ""
    first, last = min(years), max(years)
    return str(first) if first == last else f"{first}–{last}"
