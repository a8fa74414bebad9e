"""Making papers of entries: inheritance, repeated keys, ids.

That is inheritance, keys that stand twice, ids, and commands that are reported once. ``@xdata``
entries only lend their fields, and the settings that some styles keep in entries
(``@IEEEtranBSTCTL``) are not works: neither becomes a paper.
"""

from __future__ import annotations

from collections.abc import Iterable

from symposium.kinds.paper import Paper
from symposium.model.ids import told_apart
from symposium.model.problems import Code, Place, Problem
from symposium.reading.bibtex_reader import RawEntry, duplicate
from symposium.reading.cache import Cache, Found
from symposium.reading.chunks import INHERITING, LENDER, entry_row
from symposium.reading.inherited_entries import InheritedEntries, Located
from symposium.reading.paper_codec import Long, Makers, Plain, Tables, problem_of


def to_papers(raw: Iterable[RawEntry], path: str = "") -> tuple[list[Paper], list[Problem]]:
    """Return the papers that the entries describe, in their order, and the problems.

    The entries of several files may come together: parents are found across files, and of two
    entries with one key the first becomes a paper. ``path`` is only used where an entry has none.
    """
    assembly = Assembly(Cache(None))
    store, tables = assembly.cache.fresh.store, Tables()
    for entry in raw:
        long: list[bytes] = []
        row = entry_row(entry, tables, long)
        where = entry.place.path or path
        offset = store.add(long[0])
        located = Located(where, entry.place.line, row, store, offset, len(long[0]))
        assembly.entries.append(located)
    return assembly.papers(), assembly.problems


class Assembly:
    """Puts the pieces of all files together."""

    def __init__(self, cache: Cache) -> None:
        self.cache = cache
        self.problems: list[Problem] = []
        self.entries: list[Located] = []
        self._ids: dict[str, str] = {}
        self._reported: set[tuple[str, str]] = set()

    def add(self, path: str, pieces: Iterable[Found]) -> None:
        """Take what the pieces of a file say; of two entries with one key the first."""
        first: dict[str, int] = {}
        before = 0
        for (entries, problems, _, _, lines, _), extents, store in pieces:
            for problem in problems:
                self.problems.append(problem_of(problem, path, (before,)))
            for index, entry in enumerate(entries):
                key, line = entry[3], before + entry[0] + 1
                if key in first:
                    place = Place(path, line, entry[1])
                    self.problems.append(duplicate(key, first[key], place))
                    continue
                first[key] = line
                extent = extents[2 * index : 2 * index + 2]
                self.entries.append(Located(path, line, entry, store, *extent))
            before += lines

    def papers(self) -> list[Paper]:
        """Return the papers, in the order of their entries."""
        papers: list[Paper] = []
        makers = Makers()
        keys: dict[str, Located] = {}
        inherited = None
        if any(located.entry[6] for located in self.entries):
            inherited = InheritedEntries(self.entries, self.cache)
            self.problems += inherited.family.problems
        for index, located in enumerate(self.entries):
            _, column, kind, key, made, problems, _, digest, row = located.entry
            others: tuple[int, ...] = ()
            if kind != LENDER:
                first = keys.setdefault(key, located)
                if first is not located:
                    self._set_aside(located, first)
                    continue
            if kind == INHERITING and inherited is not None:
                (problems, digest, row, _), located, others = inherited.get(index)  # noqa: PLW2901
            if problems:
                self._report(located.path, problems, (located.line, *others))
            if kind == LENDER:
                continue
            path, line, _, store, offset, size = located
            long = Long((store, offset, size), (path, line, column), others)
            if self._ids.setdefault(made, key) != key:
                made = self._told_apart(key, made, Place(path, line, column))
            papers.append(makers.paper(row, made, key, digest, long))
        return papers

    def _set_aside(self, located: Located, first: Located) -> None:
        key, place = located.entry[3], Place(located.path, located.line, located.entry[1])
        where = f"{first.path}:{first.line}"
        message = f'The key "{key}" is also in {where}; this entry is left out'
        self.problems.append(Problem(Code.BIB_DUPLICATE_KEY, message, place))

    def _report(self, path: str, rows: Iterable[Plain], lines: tuple[int, ...]) -> None:
        """Note the problems of an entry; unknown LaTeX commands once per file."""
        for row in rows:
            problem = problem_of(row, path, lines)
            if problem.code is Code.BIB_LATEX:
                if (path, problem.message) in self._reported:
                    continue
                self._reported.add((path, problem.message))
            self.problems.append(problem)

    def _told_apart(self, key: str, made: str, place: Place) -> str:
        """Return the id of an entry for which the slug of its key is taken."""
        other = self._ids[made]
        own = told_apart(made, key, self._ids)
        self._ids[own] = key
        message = f'The keys "{other}" and "{key}" have the same address, {made}'
        hint = f"this entry has the address {own}; give it another key"
        self.problems.append(Problem(Code.ID_COLLISION, message, place, hint))
        return own
