"""Helpers of several views."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from markupsafe import Markup, escape

from symposium.kinds.person import Person
from symposium.knowledge import KnowledgeBase
from symposium.locale import _, plural
from symposium.pages.view_context import ViewContext


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
    return span_of(kb.works[one].year for one in ids)


def span_of(years: Iterable[int | None]) -> str:
    """Return the first and the last of years: ``2018–2021``."""
    known = sorted(filter(None, years))
    return "–".join(map(str, dict.fromkeys([*known[:1], *known[-1:]])))


def tally(kb: KnowledgeBase, person: str) -> str:
    """Return how many papers a person has, and behind a plus those on a page of theirs alone."""
    papers = len(kb.relations.papers_of_person.get(person, ()))
    more = len(kb.relations.listed_of_person.get(person, ()))
    return f"{papers} + {more}" if more else str(papers or "")


def more_on_own_page(count: int) -> str:
    """Return how many papers a page of a person lists besides those that print the name."""
    return plural(count, "{count} more on their own page", "{count} more on their own page")


def where_listed(site: ViewContext, person: Person, papers: Iterable[str]) -> Markup:
    """Return a sentence on works whose authors are cut short, with the pages that list them."""
    kb, ids = site.kb, {person.id, *person.earlier_ids}
    listings = [one.source or "" for paper in papers for one in kb.works[paper].listings]
    sources = map(kb.sources.get, dict.fromkeys(listings))
    pages = [one.id for one in sources if one and one.owner in ids]
    text = _(
        "Listed on: {pages}. The authors of these works are cut short (“et al.”) before this name. "
        "They are counted apart, and no author list is completed."
    )
    links = Markup(", ").join(site.link("source", one) for one in pages)
    return escape(text).format(pages=links)
