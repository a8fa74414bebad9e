"""Full-text search for programs, by SQLite in memory; pages have their own search."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

from symposium.kinds import BY_NAME
from symposium.knowledge import KnowledgeBase
from symposium.knowledge.relation_table import RecordKey
from symposium.model.errors import LocatedError
from symposium.model.memory import uncollected
from symposium.search.fields import ABOUT, IDS, PEOPLE, Fields
from symposium.search.records import ordered
from symposium.search.terms import ASKED, NICKNAMES, QUESTION, STOP, id_term, words

if TYPE_CHECKING:
    from sqlite3 import Connection

TABLE = """CREATE VIRTUAL TABLE records USING fts5(
    kind UNINDEXED, id UNINDEXED, title, people, about, text,
    tokenize = 'porter unicode61 remove_diacritics 2')"""
FIND = """SELECT kind, id FROM records WHERE records MATCH ? AND kind LIKE ?
    ORDER BY bm25(records, 0, 0, 10, 6, 4, 1), rowid DESC LIMIT ?"""
"""The numbers are weights of the columns. Among equal matches, later rows come first."""
RE_LEFT_OUT = re.compile(r"-[^\W\d]")
SHORTEST = 3
"""Smallest length of a word that is also searched as the beginning of others."""


class UnknownError(LocatedError, ValueError):
    """A record, kind or format is unknown, or there is no search; the message gives a remedy."""


class Search:
    """Index of the words of all records of a knowledge base."""

    def __init__(self, kb: KnowledgeBase) -> None:
        self._kb = kb
        self._ids: dict[str, list[RecordKey]] = {}

    def find(self, text: str, kind: str = "", limit: int = 10) -> list[RecordKey]:
        """Return the records that match a text: first those with this id, then the best matches.

        Raises:
            UnknownError: if SQLite lacks full-text search.
        """
        table = self._table
        of_id = self._ids.get(id_term(text.strip()), ())
        records = dict.fromkeys(key for key in of_id if kind in {"", key[0]})
        for query in _queries(text):
            if len(records) < limit:
                records.update(dict.fromkeys(table.execute(FIND, (query, kind or "%", limit))))
        return [*records][:limit]

    @cached_property
    def _table(self) -> Connection:
        try:
            # Some systems build Python without SQLite.
            import sqlite3  # noqa: PLC0415

            table = sqlite3.connect(":memory:")
            table.execute(TABLE)
        except Exception as error:
            message = "this Python lacks the full text of SQLite (FTS5), which the search needs"
            raise UnknownError(f"{message}: use another Python") from error
        with uncollected():
            table.executemany("INSERT INTO records VALUES (?, ?, ?, ?, ?, ?)", self._rows())
        return table

    def _rows(self) -> Iterator[tuple[str, ...]]:
        """Yield the row of each record, the most important last; fill the index of ids."""
        fields = Fields(self._kb)
        for entry in ordered(self._kb):
            kind = entry.of
            if kind not in BY_NAME:
                continue
            terms = fields.of(entry)
            for term in terms.get(IDS, ()):
                self._ids.setdefault(term, []).append((kind, entry.id))
            titles = chain(*(terms.get(level, ()) for level in range(PEOPLE)))
            people, about = (" ".join(terms.get(level, ())) for level in (PEOPLE, ABOUT))
            text = fields.text(entry)
            shown = text if text.isascii() else " ".join(words(text))
            yield kind, entry.id, " ".join(titles), people, about, shown


def _queries(text: str) -> Iterator[str]:
    """Yield queries, from strict to loose: all words, all as beginnings, any as beginnings.

    Records with a word after a minus sign are excluded.
    """
    parts = text.split()
    left_out = [term for part in parts if RE_LEFT_OUT.match(part) for term in words(part)]
    terms = words(" ".join(part for part in parts if not RE_LEFT_OUT.match(part)))
    question = QUESTION if QUESTION.isdisjoint(terms) else QUESTION | ASKED
    required = [term for term in terms if term not in STOP | question] or terms
    exact = [
        " OR ".join(f'"{name}"' for name in (term, *NICKNAMES.get(term, ()))) for term in required
    ]
    begun = [
        f'({either} OR "{term}" *)' if len(term) >= SHORTEST else f"({either})"
        for term, either in zip(required, exact, strict=True)
    ]
    without = "".join(f' NOT "{term}"' for term in left_out)
    if required:
        yield f"({' AND '.join(f'({either})' for either in exact)}){without}"
        yield f"({' AND '.join(begun)}){without}"
        yield f"({' OR '.join(begun)}){without}"
