"""The search for programs: SQLite's full text in memory; pages have a search of their own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

from symposium.kinds import BY_NAME
from symposium.knowledge import KnowledgeBase
from symposium.knowledge.relation_table import Named
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
"""The numbers weigh the columns. Of records that fit alike, the last is the most wanted."""
RE_LEFT_OUT = re.compile(r"-[^\W\d]")
SHORTEST = 3
"""Letters of a word that others may begin with."""


class UnknownError(LocatedError, ValueError):
    """What is asked for is not there, or cannot be read; the message says what to do."""


class Search:
    """The words of all records of a knowledge base."""

    def __init__(self, kb: KnowledgeBase) -> None:
        self._kb = kb
        self._ids: dict[str, list[Named]] = {}

    def find(self, text: str, kind: str = "", limit: int = 10) -> list[Named]:
        """Return the records that fit a text best: those of this id, then the best first.

        Raises:
            UnknownError: if this Python cannot search.
        """
        table = self._table
        of_id = self._ids.get(id_term(text.strip()), ())
        found = dict.fromkeys(key for key in of_id if kind in {"", key[0]})
        for query in _queries(text):
            if len(found) < limit:
                found.update(dict.fromkeys(table.execute(FIND, (query, kind or "%", limit))))
        return [*found][:limit]

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
        """Yield the row of each record, the most wanted last; note its ids."""
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
    """Yield expressions that find ever more: all words, all as beginnings, any of these.

    A word behind a minus is in none of the records.
    """
    parts = text.split()
    left_out = [term for part in parts if RE_LEFT_OUT.match(part) for term in words(part)]
    terms = words(" ".join(part for part in parts if not RE_LEFT_OUT.match(part)))
    question = QUESTION if QUESTION.isdisjoint(terms) else QUESTION | ASKED
    wanted = [term for term in terms if term not in STOP | question] or terms
    exact = [
        " OR ".join(f'"{name}"' for name in (term, *NICKNAMES.get(term, ()))) for term in wanted
    ]
    begun = [
        f'({either} OR "{term}" *)' if len(term) >= SHORTEST else f"({either})"
        for term, either in zip(wanted, exact, strict=True)
    ]
    without = "".join(f' NOT "{term}"' for term in left_out)
    if wanted:
        yield f"({' AND '.join(f'({either})' for either in exact)}){without}"
        yield f"({' AND '.join(begun)}){without}"
        yield f"({' OR '.join(begun)}){without}"
