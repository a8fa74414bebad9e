"""The work of a build: all that the outputs of a site are made from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache, cached_property, lru_cache
from pathlib import Path

from jinja2 import BytecodeCache

from symposium.export.api import Tables, tables
from symposium.export.api_objects import Shape
from symposium.export.api_tables import of_kind
from symposium.export.api_values import Context
from symposium.export.appointments import Appointments
from symposium.kinds.kind import Kind
from symposium.knowledge import KnowledgeBase, Mentions
from symposium.knowledge.relation_table import Named
from symposium.locale import Texts, current
from symposium.pages import Pages, Urls
from symposium.pages.citing.forms import COLLECTIONS, FORMS, entries, works_of
from symposium.pages.citing.references import StyleFile
from symposium.pages.feeds import Feed, all_feeds
from symposium.pages.fingerprints import Fingerprints, number
from symposium.pages.frame import Frame, Key
from symposium.pages.listings.authored import ListingRequest, works_asked
from symposium.pages.listings.derived import bibliographies
from symposium.pages.subjects import Redirect, is_made, redirects_of_pages, years
from symposium.pages.urls import bibliography_path, docname
from symposium.plugin import Files
from symposium.plugin.collection import Plugins
from symposium.search.records import SearchRecord, ordered

Task = tuple[str, int | None]
"""Name of a task, unique in its output, and its number; ``None`` if it is done in every build."""


@dataclass
class Output:
    """A kind of files that a build publishes: `symposium.export.outputs` lists them all."""

    name: str
    doing: str
    """What is said while it is made; outputs that say the same are counted together."""
    tasks: Callable[[BuildWork], Iterator[Task]]
    """Yields all tasks, called by the paths of what they make where that is one file; those that
    share much should be neighbours."""
    make: Callable[[BuildWork, str], Files]
    """Yields what a task makes."""
    long: bool = False
    """Whether a single task may take long enough for a process of its own."""
    threaded: bool = False
    """Whether it is made by a library that has threads of its own. A forked process would wait for
    them for ever, so the process of the build makes it."""


@dataclass
class BuildWork:
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
    prose: tuple[tuple[str, str, str, str], ...] = ()
    """Facet, docname, title and words of the documents that stand for no record."""
    hidden: frozenset[str] = frozenset()
    """Docnames of the pages that searching does not find."""
    unlisted: frozenset[str] = frozenset()
    """Docnames of the pages that search engines are not told of."""
    brought: frozenset[str] = frozenset()
    """Paths of the files that the project brings along; nothing of ours takes their places."""
    title: str = ""
    """What the site is called."""
    markdown: bool | None = None
    """Whether pages have twins in Markdown; with ``None`` there is no ``llms.txt`` either."""
    published_api: bool = True
    """Whether the facts are published as JSON."""
    not_found: str = ""
    """The page that hosts show where there is none; empty if the project brings its own."""
    moved: tuple[tuple[str, Redirect], ...] = ()
    """Docnames of earlier pages of documents that stand for no record, with their redirects."""
    listings: tuple[tuple[str, ListingRequest], ...] = ()
    """What documents list, each with its docname."""
    templates: tuple[str, ...] = ()
    """The folders in which the project has templates of its own."""
    plugins: Plugins = field(default_factory=Plugins)
    """What adds to the site from outside."""
    compiled: BytecodeCache | None = None
    """What templates were compiled to."""
    styles: tuple[StyleFile, ...] | None = ()
    """Of formatted references; with ``None`` the usual ones, where there are not too many works."""
    texts: Texts = field(default_factory=current)
    """The language of what is made."""

    @cached_property
    def pages(self) -> Pages:
        """The renderer of all pages."""
        return Pages(
            self.kb,
            self.mentions,
            self.urls,
            self.templates,
            plugins=self.plugins,
            texts=self.texts,
            compiled=self.compiled,
            styles=self.styles,
        )

    @cached_property
    def shows(self) -> Fingerprints:
        """The numbers of what pages show."""
        return Fingerprints(self.kb, self.mentions)

    @cached_property
    def api(self) -> Context:
        """What the records of the API need to know."""
        return Context(self.kb, self.mentions, self.urls)

    @cached_property
    def shapes(self) -> Callable[[Kind], Shape]:
        """Return what the objects of the API hold, by kind."""
        return cache(of_kind)

    @cached_property
    def tables(self) -> Tables:
        """The tables of the API."""
        return tables(self.kb)

    @cached_property
    def appointments(self) -> Appointments:
        """The entries of calendars."""
        return Appointments(self.kb, self.urls)

    @cached_property
    def listed(self) -> Mapping[str, Sequence[str]]:
        """The works of each list and record that has files, by the path of its BibTeX."""
        if not self.urls.files:
            return {}
        kb = self.kb
        rows: list[tuple[str, Sequence[str]]] = [
            (bibliography_path(page), works) for page, works in bibliographies(kb, years(kb))
        ]
        rows += [
            (bibliography_path(page, asked.number), works_asked(kb, asked))
            for page, asked in self.listings
        ]
        if self.urls.hands_out(kb.works):
            for kind in ("paper", *COLLECTIONS):
                for one in kb.entities[kind] if self.urls.shows(kind) else ():
                    works = (one,) if kind == "paper" else works_of(kb, kind, one)
                    rows.append((f"{docname(kind, one)}.{FORMS[0].ending}", works))
        return {path: works for path, works in rows if works}

    @cached_property
    def cited(self) -> Callable[[str], tuple[str, ...]]:
        """Return what each of `FORMS` says of a work, which is in many files."""
        works, base = self.kb.works, self.urls.base
        return lru_cache(maxsize=1 << 11)(lambda one: entries(works[one], base, FORMS))

    @cached_property
    def feeds(self) -> Mapping[str, Feed]:
        """The feeds of the site by their paths."""
        return all_feeds(self.kb, self.urls, self.title)

    @cached_property
    def feed_entries(self) -> dict[tuple[Named, int], str]:
        """Entries of feeds that have been written, by record and depth: several feeds have one."""
        return {}

    @cached_property
    def entries(self) -> list[SearchRecord]:
        """The records of the search index."""
        return ordered(self.kb, self.prose, self.hidden)

    @cached_property
    def redirects(self) -> Mapping[str, tuple[str, Redirect]]:
        """Redirects by the paths of the earlier pages."""
        redirects = redirects_of_pages(self.kb, self.documents, self.moved)
        return {
            self.urls.file(page): (page, redirect)
            for page, redirect in sorted(redirects.items())
            if not self._is_page_of_today(page)
        }

    def _is_page_of_today(self, page: str) -> bool:
        """Tell whether an earlier page has the file of one that there is: "a" that of "a/index"."""
        file = self.urls.file(page)
        return any(
            self.urls.file(one) == file and is_made(self.kb, self.documents, one)
            for one in (page.removesuffix("/index"), f"{page}/index")
        )

    @cached_property
    def all_shown(self) -> int:
        """The number of all that the search index is made of."""
        around = repr((self.prose, sorted(self.hidden), self.urls))
        return hash((number(around), self.shows.everything))

    def __getstate__(self) -> dict[str, object]:
        """Return what other processes need; the rest they make themselves."""
        return {one.name: getattr(self, one.name) for one in fields(self)}
