"""The outputs of a site: all that a build publishes besides the pages of documents.

An output is made of tasks. A task makes one file or a few, from the knowledge base alone, in
whatever process; and it has a number that changes when what it makes may change. So a build makes
again what must be made again, on all cores, whatever the output. A new one is a line in `OUTPUTS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from pathlib import Path
from typing import Protocol

from symposium.export import api, cv_typst
from symposium.export.api_values import Context
from symposium.export.search_index import record_files, text_files, word_files
from symposium.export.search_records import Entry, ordered
from symposium.knowledge import KnowledgeBase, Mentions
from symposium.pages import Pages, Urls
from symposium.pages.frame import Frame, Key, frame_key
from symposium.pages.parts import Plan
from symposium.pages.redirects import Heir, heirs_of_pages
from symposium.pages.shows import Shows, number

Task = tuple[str, int | None]
"""Name of a task, unique in its output, and its number; ``None`` if it is done in every build."""


OWN = frozenset({"plans_made_elsewhere"})
"""What each process has for itself."""


@dataclass
class Work:
    """What all tasks are done from. It can be sent to other processes and machines."""

    kb: KnowledgeBase
    mentions: Mentions
    urls: Urls
    root: Path
    """The folder of the project."""
    frames: Mapping[Key, Frame | None] = field(default_factory=dict)
    """The theme's page by key; ``None`` where the theme must render each page itself."""
    documents: frozenset[str] = frozenset()
    """Docnames of the pages that are written elsewhere."""
    prose: tuple[tuple[str, str, str], ...] = ()
    """Facet, docname and title of the documents that stand for no record."""
    hidden: frozenset[str] = frozenset()
    """Docnames of the pages that searching does not find."""
    moved: tuple[tuple[str, Heir], ...] = ()
    """Docnames of earlier pages of documents that stand for no record, with their heirs."""
    plans_made_elsewhere: Callable[[], dict[str, Plan]] | None = None
    """Waits for another process that finds out how long pages are split."""

    @cached_property
    def pages(self) -> Pages:
        """The renderer of all pages."""
        return Pages(self.kb, self.mentions, self.urls)

    @cached_property
    def shows(self) -> Shows:
        """The numbers of what pages show."""
        return Shows(self.kb, self.mentions, self.urls)

    @cached_property
    def api(self) -> Context:
        """What the records of the API need to know."""
        return api.make_context(self.kb, self.mentions, self.urls)

    @cached_property
    def tables(self) -> Mapping[str, tuple[str, list[str]]]:
        """The tables of the API."""
        return api.table_ids(self.kb)

    @cached_property
    def entries(self) -> list[Entry]:
        """The records of the search index."""
        return ordered(self.kb, self.prose, self.hidden)

    @cached_property
    def heirs(self) -> Mapping[str, tuple[str, Heir]]:
        """The pages that are no more, with those that they lead to, by their paths."""
        heirs = heirs_of_pages(self.kb, self.documents, self.moved)
        return {self.urls.file(page): (page, heir) for page, heir in sorted(heirs.items())}

    @cached_property
    def all_shown(self) -> int:
        """The number of all that the search index is made of."""
        shows, kb = self.shows, self.kb
        others = [kind for kind in kb.entities if kind not in {"paper", "person"}]
        return hash((
            number(repr((self.prose, sorted(self.hidden), self.urls))),
            *shows.works.values(),
            *shows.people.values(),
            *[number(repr(person)) for person in kb.identity.people.described.values()],
            *[shows.record(kind, one) for kind in others for one in kb.entities[kind]],
        ))  # fmt: skip

    def __getstate__(self) -> dict[str, object]:
        """Return what other processes need; the rest they make themselves."""
        return {one.name: getattr(self, one.name) for one in fields(self) if one.name not in OWN}


class Output(Protocol):
    """A kind of files that a build publishes."""

    name: str
    limit: int | None
    """Bytes that no file of it exceeds, however large the site; ``None`` where authors decide."""
    long: bool
    """Whether a single task may take long enough for a process of its own."""
    threaded: bool
    """Whether it is made by a library that has threads of its own. A forked process would wait for
    them for ever, so the process of the build makes it."""

    def tasks(self, work: Work) -> Iterator[Task]:
        """Yield all tasks; those that share much should be neighbours."""

    def make(self, work: Work, task: str) -> Iterator[tuple[str, bytes]]:
        """Yield path (relative to the root of the site) and content of what a task makes."""


class DerivedPages:
    """The pages that have no document."""

    name = "pages"
    limit: int | None = 200_000
    long = False
    threaded = False

    def tasks(self, work: Work) -> Iterator[Task]:
        """Yield a task for each page; its name is the docname."""
        pages, shows, documents = work.pages, work.shows, work.documents
        subjects = sorted(pages.subjects(), key=self._neighbourhood(work))
        numbers = [shows.page(*one) for one in subjects]
        if work.plans_made_elsewhere:
            pages.plans = work.plans_made_elsewhere()
        for one, known in zip(subjects, numbers, strict=True):
            for page in pages.parts_of(*one):
                if page not in documents:
                    yield page, known

    def _neighbourhood(self, work: Work) -> Callable[[tuple[str, str]], int]:
        """Return what puts the pages in order: persons by the place of their newest paper.

        Co-authors come one after another, and the items of their papers, which a renderer keeps
        for a while, are made once and not for each of them.
        """
        papers, position = work.kb.relations.papers_of_person, work.kb.relations.position

        def place(subject: tuple[str, str]) -> int:
            ids = papers.get(subject[1], ()) if subject[0] == "person" else ()
            return position[ids[0]] if ids else -1

        return place

    def make(self, work: Work, task: str) -> Iterator[tuple[str, bytes]]:
        """Yield the page."""
        made = work.pages.render(task)
        frame = work.frames.get(frame_key(task, bool(made.toc)))
        if frame is not None:
            yield work.urls.file(task), frame.fill(made, work.urls).encode()


class Redirects:
    """Pages that stand where another page was."""

    name = "redirects"
    limit: int | None = 20_000
    long = False
    threaded = False

    def tasks(self, work: Work) -> Iterator[Task]:
        """Yield a task for each page; its name is the path."""
        for path, heir in work.heirs.items():
            yield path, number(repr((heir, work.urls)))

    def make(self, work: Work, task: str) -> Iterator[tuple[str, bytes]]:
        """Yield the page."""
        yield task, work.pages.redirect(*work.heirs[task]).encode()


class Api:
    """The facts as JSON."""

    name = "api"
    limit: int | None = 32_000_000
    long = False
    threaded = False

    def tasks(self, work: Work) -> Iterator[Task]:
        """Yield a task for each file."""
        for name, table in work.tables.items():
            for index in range(api.parts_of(table)):
                shown = [work.shows.page(table[0], one) for one in api.ids_of_part(table, index)]
                known = None if None in shown else hash((index, *shown))
                yield f"{name} {index}", known
        yield "index", None
        yield "schema", None

    def make(self, work: Work, task: str) -> Iterator[tuple[str, bytes]]:
        """Yield one file."""
        if task == "index":
            yield api.index_file(work.kb)
        elif task == "schema":
            yield api.schema_file()
        else:
            name, _, index = task.partition(" ")
            yield api.table_file(work.api, name, work.tables[name], int(index))


class PublishedFiles:
    """The files below ``files/``, as they are."""

    name = "files"
    limit: int | None = None
    long = False
    threaded = False

    def tasks(self, work: Work) -> Iterator[Task]:
        """Yield a task for each file."""
        for path in sorted(work.kb.files):
            yield path, None

    def make(self, work: Work, task: str) -> Iterator[tuple[str, bytes]]:
        """Yield the file."""
        yield task, (work.root / task).read_bytes()


class CvPdfs:
    """Curricula vitae as PDF."""

    name = "cv-pdf"
    limit: int | None = None
    long = False
    threaded = True

    def tasks(self, work: Work) -> Iterator[Task]:
        """Yield a task for each person who has one."""
        if work.urls.pdf:
            for path, source, _ in cv_typst.pdfs(work.kb, work.urls):
                yield path, number(source.decode())

    def make(self, work: Work, task: str) -> Iterator[tuple[str, bytes]]:
        """Yield the PDF."""
        for path, _, compile_pdf in cv_typst.pdfs(work.kb, work.urls):
            if path == task:
                yield path, compile_pdf()


SEARCH = "search-"
"""Begins the names of the outputs that make up the search index of our own."""


@dataclass
class SearchPart:
    """A part of the search index: the three are made independently of each other."""

    name: str
    files: Callable[[KnowledgeBase, Urls, Sequence[Entry]], Iterator[tuple[str, bytes]]]
    limit: int | None = 100_000
    long: bool = True
    threaded: bool = False

    def tasks(self, work: Work) -> Iterator[Task]:
        """Yield one task."""
        yield self.name, work.all_shown

    def make(self, work: Work, task: str) -> Iterator[tuple[str, bytes]]:
        """Yield all files of the part."""
        del task
        yield from self.files(work.kb, work.urls, work.entries)


OUTPUTS: tuple[Output, ...] = (
    DerivedPages(),
    Api(),
    Redirects(),
    PublishedFiles(),
    CvPdfs(),
    SearchPart(f"{SEARCH}words", word_files),
    SearchPart(f"{SEARCH}text", text_files),
    SearchPart(f"{SEARCH}records", record_files),
)
"""In the order in which they are made."""
BY_NAME: Mapping[str, Output] = {output.name: output for output in OUTPUTS}
