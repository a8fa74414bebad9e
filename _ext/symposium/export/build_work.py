"""The work of a build: all data from which the outputs of a site are made."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache, cached_property, lru_cache
from pathlib import Path

from jinja2 import BytecodeCache

from symposium.export.api import Parts, parts_of
from symposium.export.api_tables import Shapes, of_kind
from symposium.export.api_values import Context
from symposium.export.appointments import Appointments
from symposium.knowledge import KnowledgeBase, Mentions
from symposium.knowledge.relation_table import RecordKey
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
from symposium.search.fields import Fields as SearchFields
from symposium.search.records import PAGES, SearchRecord, ordered
from symposium.search.rows import Rows

Task = tuple[str, int | None]
"""Name of a task, unique in its output, and its number; ``None`` if every build does it."""


@dataclass
class Output:
    """A sort of file that a build publishes; `symposium.export.outputs` lists all of them."""

    name: str
    doing: str
    """The text of the progress report; outputs with the same text are counted together."""
    tasks: Callable[[BuildWork], Iterator[Task]]
    """Yields all tasks, those that share much next to each other. A task that makes one file has
    the path of the file as its name."""
    make: Callable[[BuildWork, str], Files]
    """Yields the files of a task, given its name."""
    long: bool = False
    """Whether a single task may take long enough for a process of its own."""
    threaded: bool = False
    """Whether a library with threads of its own makes it. A forked process would wait for them
    forever, so such tasks are done in the process of the build."""


@dataclass
class BuildWork:
    """The data of all tasks. It can be sent to other processes and machines."""

    kb: KnowledgeBase
    mentions: Mentions
    urls: Urls
    root: Path
    """The folder of the project."""
    frames: Mapping[Key, Frame | None] = field(default_factory=dict)
    """Pages of the theme, to be filled, by key; ``None`` if the theme must render each page."""
    documents: frozenset[str] = frozenset()
    """Docnames of the pages that Sphinx writes."""
    prose: tuple[tuple[str, str, str, str], ...] = ()
    """Facet, docname, title and words of the documents that describe no record."""
    hidden: frozenset[str] = frozenset()
    """Docnames of the pages that the search index leaves out."""
    unlisted: frozenset[str] = frozenset()
    """Docnames of the pages that the sitemap leaves out."""
    brought: frozenset[str] = frozenset()
    """Paths of the project's own files, which are never overwritten."""
    title: str = ""
    """The title of the site."""
    markdown: bool | None = None
    """Whether pages have twins in Markdown; if ``None``, there is no ``llms.txt`` either."""
    published_api: bool = True
    """Whether the facts are published as JSON."""
    not_found: str = ""
    """The content of the 404 page; empty if the project has its own."""
    moved: tuple[tuple[str, Redirect], ...] = ()
    """Earlier docnames of documents that describe no record, with their redirects."""
    listings: tuple[tuple[str, ListingRequest], ...] = ()
    """The listings in documents, each with its docname."""
    templates: tuple[str, ...] = ()
    """The folders of the project's own templates."""
    plugins: Plugins = field(default_factory=Plugins)
    """The contributions of plugins to the site."""
    kept: Path | None = None
    """The folder of what a build keeps of the search index for the next one."""
    compiled: BytecodeCache | None = None
    """The cache of compiled templates."""
    styles: tuple[StyleFile, ...] | None = ()
    """Styles of formatted references; if ``None``, the default ones, or none on a large site."""
    related: Sequence[int] = ()
    """What `Fingerprints.related` was in the last build, if the same code has made it."""
    texts: Texts = field(default_factory=current)
    """The texts of the site in its language."""

    @cached_property
    def pages(self) -> Pages:
        """The renderer of all pages."""
        return Pages(
            self.kb, self.mentions, self.urls, self.templates, plugins=self.plugins,
            texts=self.texts, compiled=self.compiled, styles=self.styles,
        )  # fmt: skip

    @cached_property
    def titles(self) -> Mapping[str, str]:
        """The titles of the documents that describe no record, by docname."""
        return {page: title for _facet, page, title, _words in self.prose}

    @cached_property
    def shows(self) -> Fingerprints:
        """The fingerprints of the facts that pages show."""
        return Fingerprints(self.kb, self.mentions, self.related)

    @cached_property
    def api(self) -> Context:
        """The context in which the values of the API are made."""
        return Context(self.kb, self.mentions, self.urls)

    @cached_property
    def shapes(self) -> Shapes:
        """Function that returns the shape of the API's objects of a kind."""
        return cache(of_kind)

    @cached_property
    def api_parts(self) -> Parts:
        """The files of the API, and their records."""
        return parts_of(self.kb)

    @cached_property
    def appointments(self) -> Appointments:
        """The entries of calendars."""
        return Appointments(self.kb, self.urls)

    @cached_property
    def listed(self) -> Mapping[str, Sequence[str]]:
        """The works of each list and record with bibliography files, by the path of the BibTeX."""
        if not self.urls.files:
            return {}
        kb = self.kb
        rows: list[tuple[str, Sequence[str]]] = [
            (bibliography_path(page), works) for page, works in bibliographies(kb, years(kb))
        ]
        rows += [
            (bibliography_path(page, request.number), works_asked(kb, request))
            for page, request in self.listings
        ]
        if self.urls.hands_out(kb.works):
            for kind in ("paper", *COLLECTIONS):
                for id_ in kb.entities[kind] if self.urls.shows(kind) else ():
                    works = (id_,) if kind == "paper" else works_of(kb, kind, id_)
                    rows.append((f"{docname(kind, id_)}.{FORMS[0].ending}", works))
        return {path: works for path, works in rows if works}

    @cached_property
    def cited(self) -> Callable[[str], tuple[str, ...]]:
        """Function that returns a work in each of `FORMS`, cached as it is in many files."""
        works, base = self.kb.works, self.urls.base
        return lru_cache(maxsize=1 << 11)(lambda paper_id: entries(works[paper_id], base, FORMS))

    @cached_property
    def feeds(self) -> Mapping[str, Feed]:
        """The feeds of the site by their paths."""
        return all_feeds(self.kb, self.urls, self.title)

    @cached_property
    def feed_entries(self) -> dict[tuple[RecordKey, int], str]:
        """Finished entries of feeds, by record and depth, as several feeds share an entry."""
        return {}

    @cached_property
    def entries(self) -> list[SearchRecord]:
        """The records of the search index."""
        return ordered(self.kb, self.prose, self.hidden)

    @cached_property
    def search(self) -> tuple[SearchFields, Rows]:
        """What the search index finds records by, and what it shows of them."""
        fields = SearchFields(self.kb)
        return fields, Rows(self.kb, self.urls, fields)

    @cached_property
    def indexed(self) -> list[int]:
        """The fingerprints of `entries`, with all that the search index has of them."""
        common = number(repr((self.urls, sorted(self.kb.identity.former))))
        return [hash((common, self._indexed(entry))) for entry in self.entries]

    def _indexed(self, entry: SearchRecord) -> int:
        if entry.kind in PAGES:
            return number(repr(entry))
        beyond = self.search[0].beyond(entry)
        shown = None if beyond is None else self.shows.facts(entry.of, entry.id)
        if shown is None:
            return hash((self.shows.everything, number(repr(entry))))
        return hash((shown, number(repr(beyond)))) if beyond else shown

    @cached_property
    def redirects(self) -> Mapping[str, tuple[str, Redirect]]:
        """Redirects by the path of the earlier page."""
        redirects = redirects_of_pages(self.kb, self.documents, self.moved)
        return {
            self.urls.file(page): (page, redirect)
            for page, redirect in sorted(redirects.items())
            if not self._is_page_of_today(page)
        }

    def _is_page_of_today(self, page: str) -> bool:
        """Tell whether an earlier page has the same file as a page of today: "a" and "a/index"."""
        file = self.urls.file(page)
        return any(
            self.urls.file(variant) == file and is_made(self.kb, self.documents, variant)
            for variant in (page.removesuffix("/index"), f"{page}/index")
        )

    @cached_property
    def all_shown(self) -> int:
        """A number that changes when the search index may change."""
        common = repr((self.prose, sorted(self.hidden), self.urls))
        return hash((number(common), self.shows.everything))

    def __getstate__(self) -> dict[str, object]:
        """Return the fields alone: other processes compute the cached properties themselves."""
        return {field.name: getattr(self, field.name) for field in fields(self)}
