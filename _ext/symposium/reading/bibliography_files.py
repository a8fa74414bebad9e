"""Reading bibliographies: new chunks one by one, then all entries together."""

from __future__ import annotations

import marshal
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Sequence
from hashlib import blake2b

from symposium.kinds.paper import Paper
from symposium.model.encodings import decode_file, with_line_feeds
from symposium.model.ids import told_apart
from symposium.model.memory import latest
from symposium.model.problems import Code, Place, Problem
from symposium.model.progress import Tell, untold
from symposium.reading import chunks, paper_codec
from symposium.reading.bibtex_reader import PREDEFINED, RawEntry, duplicate
from symposium.reading.cache import Cache, CachedRow, Store
from symposium.reading.entry_facts import EntryFacts


def to_papers(raw: Iterable[RawEntry], path: str = "") -> tuple[list[Paper], list[Problem]]:
    """Return the papers that the entries describe, in their order, and the problems.

    The entries may come from several files: parents are found across files, and of two entries
    with one key the first becomes a paper. ``path`` is used for entries without one.
    """
    assembly = Assembly()
    for entry in raw:
        row, data = chunks.chunk_entry(entry, assembly.shared)
        long = assembly.long(row, data, entry.place.path or path, entry.place.line)
        assembly.entries.append((row, long))
    return assembly.papers(), assembly.problems


class Assembly:
    """Collects the entries of all files and makes papers of them."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.entries: list[tuple[chunks.ChunkEntry, paper_codec.Long]] = []
        self.shared: paper_codec.Shared = {}
        self._store = Store()
        self._ids: dict[str, str] = {}
        self._reported: set[tuple[str, str]] = set()

    def add(self, path: str, pieces: Iterable[CachedRow]) -> None:
        """Add the chunks of a file; of two entries with one key the first."""
        first: dict[str, int] = {}
        before = 0
        for (entries, problems, _, lines), extents, store in pieces:
            self.problems += [paper_codec.problem_of(problem, path, before) for problem in problems]
            for index, entry in enumerate(map(chunks.ChunkEntry._make, entries)):
                extent = extents[2 * index : 2 * index + 2]
                long = paper_codec.Long(store, extent, path, before + entry.line + 1, entry.column)
                if entry.key in first:
                    self.problems.append(duplicate(entry.key, first[entry.key], long.place))
                else:
                    first[entry.key] = long.line
                    self.entries.append((entry, long))
            before += lines

    def long(self, entry: chunks.ChunkEntry, data: bytes, path: str, line: int) -> paper_codec.Long:
        """Return the long part of an entry, which stays in memory."""
        extent = self._store.add(data), len(data)
        return paper_codec.Long(self._store, extent, path, line, entry.column)

    def papers(self) -> list[Paper]:
        """Return the papers, in the order of their entries."""
        papers: list[Paper] = []
        keys: dict[str, paper_codec.Long] = {}
        inherited = self._inherited()
        for index, own in enumerate(self.entries):
            entry, long = inherited.get(index, own)
            if entry.kind != chunks.LENDER:
                first = keys.setdefault(entry.key, long)
                if first is not long:
                    where = f"{first.path}:{first.line}"
                    message = f'The key "{entry.key}" is also in {where}; this entry is left out'
                    self.problems.append(Problem(Code.BIB_DUPLICATE_KEY, message, long.place))
                    continue
            if entry.problems:
                self._report(
                    paper_codec.problem_of(row, long.path, long.line) for row in entry.problems
                )
            if entry.kind == chunks.LENDER:
                continue
            paper_id = entry.slug
            if self._ids.setdefault(paper_id, entry.key) != entry.key:
                paper_id = self._told_apart(entry.key, paper_id, long.place)
            papers.append(paper_codec.paper_of(entry.row, paper_id, entry.key, entry.digest, long))
        return papers

    def _inherited(self) -> dict[int, tuple[chunks.ChunkEntry, paper_codec.Long]]:
        """Return the entries that inherit, completed, by their numbers."""
        if not any(entry.kind for entry, _ in self.entries):  # as in most projects
            return {}
        keys = [entry.key for entry, _ in self.entries]
        family = Family(keys, lambda index: self.entries[index][1].entry())
        inherited = {}
        for index, (entry, long) in enumerate(self.entries):
            if entry.kind != chunks.PAPER:
                whole = family.whole(index)
            if entry.kind == chunks.INHERITING:
                inherited[index] = self._read(entry, long, whole)
        self.problems += family.problems
        return inherited

    def _read(
        self, entry: chunks.ChunkEntry, long: paper_codec.Long, whole: RawEntry
    ) -> tuple[chunks.ChunkEntry, paper_codec.Long]:
        """Return an entry read anew from ``whole``, its own fields with inherited ones."""
        reader = EntryFacts(whole)
        facts = reader.read()
        # The digest covers values only: the lines of parents may move.
        completed = entry._replace(
            problems=paper_codec.problem_rows(reader.problems, long.line),
            digest=paper_codec.digest(entry.digest + marshal.dumps(whole.fields, 2)),
            row=paper_codec.row_of(facts, self.shared),
        )
        data = paper_codec.long_part(whole, facts.get("abstract"))
        return completed, self.long(completed, data, long.path, long.line)

    def _report(self, problems: Iterable[Problem]) -> None:
        """Add the problems of an entry; unknown LaTeX commands once per file."""
        for problem in problems:
            if problem.code is Code.BIB_LATEX:
                report = (problem.place.path, problem.message)
                if report in self._reported:
                    continue
                self._reported.add(report)
            self.problems.append(problem)

    def _told_apart(self, key: str, paper_id: str, place: Place) -> str:
        """Return the id of an entry for which the slug of its key is taken."""
        other = self._ids[paper_id]
        own = told_apart(paper_id, key, self._ids)
        self._ids[own] = key
        message = f'The keys "{other}" and "{key}" have the same address, {paper_id}'
        hint = f"this entry has the address {own}; give it another key"
        self.problems.append(Problem(Code.ID_COLLISION, message, place, hint))
        return own


@latest(lambda files, *_, **__: [(path, blake2b(data).digest()) for path, data in files])
def read_bibliographies(
    files: Sequence[tuple[str, bytes]], cache: Cache, jobs: int = 1, tell: Tell = untold
) -> tuple[list[Paper], list[Problem]]:
    """Return the papers of all files, given by path and content, in order; and the problems.

    Abbreviations of one file hold in the files after it, as in BibTeX.
    """
    assembly = Assembly()
    strings, state = dict(PREDEFINED), b""
    for path, data in files:
        clean, problems = _clean(data, path)
        assembly.problems += problems
        cuts = list(chunks.cuts_of(clean, state))
        assembly.add(path, chunks.read_chunks(clean, cuts, strings, cache, jobs=jobs, tell=tell))
        state = next((cut.key for cut in reversed(cuts) if cut.defines), state)
    return assembly.papers(), assembly.problems


def _clean(data: bytes, path: str) -> tuple[bytes, list[Problem]]:
    """Return a file as UTF-8 with line feeds as line ends, and the problems of its encoding."""
    text, problems = decode_file(data, path, Code.BIB_ENCODING)
    if not problems and b"\r" not in data and not data.startswith(BOM_UTF8):  # as most are
        return data, []
    return with_line_feeds(text).encode(), problems


# Inheritance of entries by ``crossref`` and ``xdata``, after the biblatex manual (appendix B).
# One difference, on purpose: fields of the parent alone (its DOI, address on the web, pages,
# abstract, keywords, awards …) are not inherited, so that no paper carries its proceedings' DOI.

MAX_DEPTH = 20
"""Generations of parents that are followed."""

NOT_INHERITED = frozenset({
    "ids", "cites", "crossref", "xref", "xdata", "entryset", "entrysubtype", "execute", "label",
    "options", "presort", "related", "relatedoptions", "relatedstring", "relatedtype",
    "shorthand", "shorthandintro", "sortkey", "sorttitle", "indextitle", "indexsorttitle",
    "shorttitle", "doi", "url", "urldate", "eprint", "eprinttype", "archiveprefix",
    "eprintclass", "primaryclass", "pages", "abstract", "keywords", "mendeley-tags", "note",
    "file", "pdf", "code", "slides", "video", "poster", "website", "html", "supp", "data",
    "award", "award_name", "selected", "status", "notice", "pubstate", "sources",
    "author+an", "editor+an",
    "author+an:person", "editor+an:person", "pagetotal", "timestamp", "owner", "groups",
})  # fmt: skip

LINKS = ("xdata", "crossref")
"""Fields that name parents, the one whose fields take precedence first."""

TITLES = ("title", "subtitle", "titleaddon")
"""Fields of a parent that become another field of the child."""

APPEARED = frozenset({"booktitle", "journaltitle", "journal"})
"""Fields that say where a work appeared: where a child has one, those of its parent do not count,
as in BibTeX."""

MULTI_VOLUME = frozenset({"mvbook", "mvcollection", "mvproceedings", "mvreference"})
WHOLE = frozenset({"book", "collection", "proceedings", "reference", "manual", "periodical"})


Fields = dict[str, tuple[str, tuple[int, int]]]
"""The fields of an entry by name, each with its place: its own in order, then inherited ones."""


class Family:
    """The entries of a project, of which some inherit fields.

    No entry inherits from itself, in any number of steps. ``entry`` returns an entry by its
    index in ``keys``.
    """

    def __init__(self, keys: Iterable[str], entry: Callable[[int], RawEntry]) -> None:
        self.entry = entry
        self.problems: list[Problem] = []
        self._index: dict[str, int] = {}
        self._folded: dict[str, int] = {}
        self._fields: dict[int, Fields] = {}
        for index, key in enumerate(keys):
            self._index.setdefault(key, index)
            self._folded.setdefault(key.lower(), index)

    def whole(self, index: int) -> RawEntry:
        """Return an entry with its own fields and those that it inherits."""
        own = self.entry(index)
        more = list(self.fields(index).items())[len(own.values()) :]
        fields = (*own.fields, *((name, value) for name, (value, _) in more))
        return own._replace(fields=fields, places=(*own.places, *(place for _, (_, place) in more)))

    def fields(self, index: int, above: tuple[int, ...] = ()) -> Fields:
        """Return the fields of an entry; ``above`` are the entries that lead to it."""
        if index in self._fields:
            return self._fields[index]
        entry = self.entry(index)
        fields: Fields = {}
        for (name, value), place in zip(entry.fields, entry.places, strict=True):
            fields.setdefault(name, (value, place))
        for link in LINKS:
            if link not in fields:
                continue
            value, place = fields[link]
            is_data = link == "xdata"
            for key in map(str.strip, value.split(",") if is_data else [value]):
                parent = self._index.get(key, self._folded.get(key.lower())) if key else None
                if parent is None or parent in {index, *above} or len(above) > MAX_DEPTH:
                    fault = (
                        f'names "{key}", and there is no such entry'
                        if parent is None
                        else f'leads back to itself or too far, by "{key}"'
                    )
                    message = f'{link} of "{entry.key}" {fault}'
                    where = Place(entry.place.path, *place)
                    self.problems.append(Problem(Code.BIB_MISSING_PARENT, message, where))
                    continue
                kind = self.entry(parent).type
                taken = APPEARED if APPEARED & fields.keys() else ()
                for name, lent in self.fields(parent, (*above, index)).items():
                    target = name if is_data else _target(name, entry.type, kind)
                    if target and target not in taken:
                        fields.setdefault(target, lent)
        self._fields[index] = fields
        return fields


def _target(name: str, child: str, parent: str) -> str | None:
    """Return the field of the child that a field of its parent fills, or ``None``."""
    if name in NOT_INHERITED:
        return None
    if name not in TITLES:
        return name
    if parent in MULTI_VOLUME and (child in WHOLE or child.startswith("in")):
        return f"main{name}"
    if parent == "periodical" or child == "article":
        return {"title": "journaltitle", "subtitle": "journalsubtitle"}.get(name)
    if child.startswith(("in", "supp", "bookin", "conference")) or parent in WHOLE:
        return f"book{name}"
    return None
