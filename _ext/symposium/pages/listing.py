"""Listings: the lists of a page, which may need several parts, and counts of what is in them.

A view names the listings of a record in the order in which its page shows them. A page whose
listings are too long is split into parts (`pagination`), and each part shows a slice of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from symposium.knowledge import KnowledgeBase
from symposium.locale import plural

Style = Literal[
    "cards", "columns", "corrections", "edited", "given", "items", "links",
    "members", "mentions", "people", "programme", "related", "roles", "served", "subjects",
    "talks", "topics", "tracked", "venues", "volumes", "years",
]  # fmt: skip
"""Styles of rows: each has a macro in ``macros/listing.html`` and a size (`row_size`)."""

LETTERED = frozenset({"people", "subjects", "venues"})
"""Styles whose rows are the ids of an `Alphabet`."""
YEARLY = frozenset({"volumes", "years"})
"""Styles that show works under their years."""


Joints = Sequence[tuple[int, bool]]
"""Rows before which a list may be split, in order; each with whether that is a good place."""


# Not frozen: each page makes several, and frozen ones take eight times as long to make.
@dataclass(slots=True)
class Listing:
    """A list of a page, or the slice of it that a part shows."""

    anchor: str
    """Id of its section."""
    title: str
    style: Style
    rows: Sequence[Any]
    """The rows; their form depends on the style."""
    kind: str = ""
    """Kind of the records in it, where all rows are of one kind."""
    place: Literal["main", "after", "end"] = "main"
    """Its place on the page: among the lists, behind all else, or under the provenance."""
    total: int | None = None
    """The number in its heading, if it is not that of the rows; no number for 0."""
    left_out: int = 0
    """Number of further rows, which no part shows."""
    joints: Joints = ()
    """Rows at which it may be split; empty if at any."""
    continued: str = ""
    """Docname of the part of the page where the list goes on."""
    number: int = 0
    """The number of that part."""
    note: str = ""
    """A remark on all of its rows, as HTML."""

    @property
    def count(self) -> int:
        """The number in the heading."""
        return len(self.rows) if self.total is None else self.total


Listings = tuple[Listing, ...]


def filled(*listings: Listing) -> Listings:
    """Return the listings that have rows."""
    return tuple(listing for listing in listings if listing.rows)


def by_year(kb: KnowledgeBase, ids: Iterable[str]) -> list[tuple[int | None, list[str]]]:
    """Return works by year, newest first and those without a year last."""
    groups: dict[int | None, list[str]] = {}
    works = kb.works
    for paper_id in ids:
        groups.setdefault(works[paper_id].year, []).append(paper_id)
    return sorted(groups.items(), key=lambda group: -(group[0] or 0))


def frequent_authors(kb: KnowledgeBase, ids: Iterable[str]) -> Sequence[tuple[str, int]]:
    """Return authors with their number of these works, most first, then A–Z."""
    counts: Counter[str] = Counter()
    for paper_id in ids:
        counts.update(set(kb.authors_of(paper_id)))
    return kb.most_first(counts)


def years_span(kb: KnowledgeBase, ids: Iterable[str]) -> str:
    """Return the years of works: ``2018–2021``."""
    return span_of(kb.works[paper_id].year for paper_id in ids)


def span_of(years: Iterable[int | None]) -> str:
    """Return the first and the last of years: ``2018–2021``."""
    known = sorted(filter(None, years))
    return "–".join(map(str, dict.fromkeys([*known[:1], *known[-1:]])))


def tally(kb: KnowledgeBase, person: str) -> str:
    """Return the number of a person's papers, and behind a plus of those on their own page only."""
    papers = len(kb.relations.papers_of_person.get(person, ()))
    more = len(kb.relations.listed_of_person.get(person, ()))
    return f"{papers} + {more}" if more else str(papers or "")


def more_on_own_page(count: int) -> str:
    """Return a text with the number of papers that only the person's own page lists."""
    return plural(count, "{count} more on their own page", "{count} more on their own page")
