"""The entries of the bibliography, and how other records name them."""

from __future__ import annotations

from collections.abc import Iterable

from symposium.knowledge.nearest import Spellings
from symposium.model.problems import Code, Place, Problem
from symposium.model.records import Paper


class Entries:
    """The papers by id, which grow as files add to them, and how each may be named."""

    __slots__ = ("by_id", "keys", "spellings")

    def __init__(self, papers: Iterable[Paper]) -> None:
        """Take the entries of the bibliography, in the order of the file."""
        self.by_id = {paper.id: paper for paper in papers}
        self.keys = {paper.key: paper.id for paper in self.by_id.values()}
        """Cite key to id."""
        self.spellings = Spellings(self.by_id, self.keys)

    def find(self, text: str) -> str | None:
        """Return the id of the entry that has ``text`` as its key, or else as its id."""
        paper_id = self.keys.get(text, text)
        return paper_id if paper_id in self.by_id else None

    def unknown(self, text: str, place: Place) -> Problem:
        """Return the problem that no entry is called ``text``."""
        hint = self.spellings.hint(text, "add its entry to the bibliography")
        return Problem(Code.PAPER_UNKNOWN, f'no entry has the key "{text}"', place, hint)
