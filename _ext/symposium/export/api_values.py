"""What all exported records have in common: addresses, dates and numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from symposium.knowledge import KnowledgeBase
from symposium.model.dates import Date
from symposium.model.records import Affiliation
from symposium.pages.urls import Urls, docname

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Context:
    """What the functions below need to know besides the record."""

    kb: KnowledgeBase
    urls: Urls
    cited_on: Mapping[str, tuple[Json, ...]]
    """Paper id to the places that cite it."""
    printed_affiliations: Mapping[str, tuple[Affiliation, ...]]
    """Person id to the affiliations that programmes print."""

    def url(self, kind: str, record_id: str) -> str:
        """Return the address of a record's page, relative to the root of the site."""
        return self.urls.path(docname(kind, record_id))


def number(text: str | None) -> int | float | str | None:
    """Return a number where the text is one and nothing of how it is printed gets lost.

    >>> number("44"), number("7.5"), number("7.50"), number("1,234"), number("nan"), number(None)
    (44, 7.5, '7.50', '1,234', 'nan', None)
    """
    if text is None:
        return None
    for read in (int, float):
        try:
            value: int | float = read(text)
        except ValueError:
            continue
        if str(value) == text and text.strip("-").replace(".", "").isdigit():
            return value
    return text


def iso(date: Date | None) -> str | None:
    """Return a date as it is exported."""
    return date.iso if date else None
