"""The entries of the bibliography, and how other records name them."""

from __future__ import annotations

from collections.abc import Iterable

from symposium.kinds.paper import Paper
from symposium.knowledge.aliases import aliases_of
from symposium.knowledge.nearest import Spellings
from symposium.knowledge.tombstones import NOBODY, Tombstones, or_gone
from symposium.model.ids import slug
from symposium.model.problems import Code, Place, Problem


class EntryIndex:
    """The papers by id, which grow as files add to them, and how each may be named."""

    __slots__ = ("_dois", "aliases", "by_id", "gone", "keys", "spellings")

    def __init__(self, papers: Iterable[Paper], gone: Tombstones = NOBODY) -> None:
        """Take the entries of the bibliography, in the order of the file, and what is gone."""
        self.gone = gone
        self.by_id = {paper.id: paper for paper in papers}
        self.keys = {paper.key: paper.id for paper in self.by_id.values()}
        """Cite key to id."""
        self.aliases = aliases_of(self.by_id.values())
        """Earlier id to id."""
        self.spellings = Spellings(self.by_id, self.keys)
        self._dois: dict[str, str] | None = None

    def find(self, text: str) -> str | None:
        """Return the id of the entry that has ``text`` as its key, its id, or an earlier one."""
        paper_id = self.keys.get(text, text)
        if paper_id in self.by_id:
            return paper_id
        alias = self.aliases.get(slug(text)) if self.aliases else None
        return alias if alias in self.by_id else None

    def key_of_doi(self, doi: str) -> str | None:
        """Return the cite key of the entry with a DOI, in whatever letters."""
        if self._dois is None:  # asked for slips alone
            self._dois = {one.doi.lower(): one.key for one in self.by_id.values() if one.doi}
        return self._dois.get(doi.lower())

    def unknown(self, text: str, place: Place) -> Problem:
        """Return the problem that no entry is called ``text``."""
        hint = self.spellings.hint(text, "add its entry to the bibliography")
        problem = Problem(Code.PAPER_UNKNOWN, f'no entry has the key "{text}"', place, hint)
        return or_gone(problem, self.gone, "paper", text)
