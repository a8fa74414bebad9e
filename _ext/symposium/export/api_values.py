"""What all exported records have in common: addresses, dates and numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from symposium.kinds.base import Correction
from symposium.kinds.participants import Affiliation
from symposium.knowledge import KnowledgeBase
from symposium.knowledge.mentions import pieces_of_text
from symposium.knowledge.short_texts import piece_text
from symposium.model.dates import Date
from symposium.model.names import fold_name
from symposium.pages.programmes.agenda import Agenda
from symposium.pages.urls import Urls, calendar_path, docname

Json = dict[str, Any]

RE_THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3})+")


@dataclass(frozen=True, slots=True)
class Context:
    """What the functions below need to know besides the record."""

    kb: KnowledgeBase
    urls: Urls
    cited_on: Mapping[str, tuple[Json, ...]]
    """Paper id to the places that cite it."""
    agenda: Agenda
    printed_affiliations: Mapping[str, tuple[Affiliation, ...]]
    """Person id to the affiliations that programmes print."""
    contributors: dict[int, Json] = field(default_factory=dict)
    """What was written of contributors, by their identity: many works share them."""

    def url(self, kind: str, record_id: str) -> str:
        """Return the address of a record's page, relative to the root of the site."""
        return self.urls.path(docname(kind, record_id))

    def calendar(self, kind: str, record_id: str) -> str | None:
        """Return the address of a record's calendar, if it has one."""
        if not self.urls.calendars or not self.agenda.has_calendar(kind, record_id):
            return None
        return calendar_path(kind, record_id)


def number(text: str | None) -> int | float | str | None:
    """Return a number where the text is one and nothing of how it is printed gets lost.

    Commas between thousands are not kept.

    >>> number("44"), number("7.5"), number("7.50"), number("1,234"), number("nan"), number(None)
    (44, 7.5, '7.50', 1234, 'nan', None)
    """
    if text is None:
        return None
    if RE_THOUSANDS.fullmatch(text):
        return int(text.replace(",", ""))
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


def corrections(kb: KnowledgeBase, rows: Sequence[Correction]) -> Sequence[Correction]:
    """Return printed slips and their mendings without those that would show a former name."""
    if not (rows and kb.identity.former):
        return rows
    hidden = _any_of(kb.identity.former)
    return [row for row in rows if not hidden.search(fold_name(row.printed))]


@lru_cache(maxsize=1)
def _any_of(texts: frozenset[str]) -> re.Pattern[str]:
    return re.compile("|".join(map(re.escape, texts)))


def words_of(kb: KnowledgeBase, text: str) -> str:
    """Return the text of a field, its roles replaced by what they say."""
    return "".join(piece_text(kb, piece) for piece in pieces_of_text(text))
