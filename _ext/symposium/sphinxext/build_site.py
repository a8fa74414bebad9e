"""The site of a build: the project's records, loaded once, and the values derived from them."""

from __future__ import annotations

import atexit
import gc
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from symposium.export.appointments import bibliographies_with_history, files_with_history
from symposium.export.build_work import BuildWork
from symposium.kinds import BY_FOLDER
from symposium.kinds.base import Gone
from symposium.knowledge import NO_MENTIONS, KnowledgeBase, Mentions, build
from symposium.locale import current
from symposium.model import optional_packages
from symposium.model.memory import latest, uncollected
from symposium.model.problems import Problem, Severity
from symposium.pages import Fragment, Pages, Urls, docname
from symposium.pages.cv_sections import people_with_cv
from symposium.pages.subjects import Redirect, folders, is_empty, redirects_of_pages
from symposium.pages.urls import forge_of
from symposium.reading.disk import EXCLUDED
from symposium.reading.folder import inputs_digest, read_project
from symposium.reading.git_history import Changes, changes, first_of_entries, state
from symposium.reading.layout import Layout, identity_in
from symposium.sphinxext import executors
from symposium.sphinxext.citation_styles import styles_of
from symposium.sphinxext.config import address_given, host_cites, is_open, plugins_of
from symposium.sphinxext.discovery import problems_of
from symposium.sphinxext.document_facts import are_shown, facts_of, moved_documents
from symposium.sphinxext.project_templates import Compiled, folders_of
from symposium.sphinxext.reports import progress, report, warn
from symposium.sphinxext.scope import app_of, scope_of
from symposium.sphinxext.stored_values import digest, own_code, recall, remember

WHOLE_SITE = frozenset({"html", "dirhtml"})
"""The builders that also publish derived pages."""
SOURCES = "symposium-sources.bin"
"""The file with the digest of the sources of the stored environment, and their problems."""


class BuildSite:
    """The data of one build.

    Records are read when they are first asked for: a build in which nothing changed reads none.
    """

    def __init__(self, app: Sphinx) -> None:
        self.app = app
        self.scope = scope_of(app)
        self.root = Path(app.srcdir, self.scope.layout.base)
        self.plugins = plugins_of(app)
        self.urls = urls_of(app)
        self.mentions = NO_MENTIONS
        self.entries: dict[str, Any] = {}
        """Entries in pybtex's form that were already made, by the ids of their papers."""
        read_from = own_code(), self.plugins.digest, inputs_digest(*self.where)
        self.sources = digest(repr(read_from).encode())
        """Digest of all sources."""
        self.changed = False
        """Whether the sources differ from those of the stored environment."""
        self.source_problems: tuple[Problem, ...] = ()
        """The problems found when the sources were read."""
        self.problems: tuple[Problem, ...] = ()
        """All problems of the sources that this build reports."""

    @property
    def where(self) -> tuple[Path, tuple[str, ...], tuple[str, ...], Layout]:
        """The folder of the project, its bibliographies, its exclude patterns, its layout."""
        # The reader excludes the extension's own patterns itself.
        exclude = tuple([pattern for pattern in self.scope.exclude if pattern not in EXCLUDED])
        bibliographies = tuple(self.app.config.symposium_bibfiles)
        return Path(self.app.srcdir), bibliographies, exclude, self.scope.layout

    @cached_property
    def commit(self) -> str:
        """The last commit of the project, by which its files' times change; empty without git."""
        return state(Path(self.app.srcdir))

    @cached_property
    def kb(self) -> KnowledgeBase:
        """The knowledge base of all records."""
        return read(self)[0]

    @cached_property
    def work(self) -> BuildWork:
        """The work from which pages and other outputs are made."""
        return BuildWork(
            self.kb, self.mentions, self.urls, self.root, templates=folders_of(self.app),
            plugins=self.plugins, styles=styles_of(self.app),
            compiled=Compiled(self.app, f"{own_code()} {current().digest}"),
        )  # fmt: skip

    @property
    def pages(self) -> Pages:
        """The renderer of all pages."""
        return self.work.pages

    @cached_property
    def documents(self) -> Mapping[str, tuple[str, str]]:
        """Kind and id of the record that each file describes, by docname."""
        tables = {**self.kb.entities, "person": self.kb.identity.people.described}
        docname_of = self.scope.layout.docname
        return {
            docname_of(record.document): (kind, record.id)
            for kind, table in tables.items()
            for record in table.values()
            if record.document
        }

    @cached_property
    def gone(self) -> Mapping[str, Gone]:
        """Note of each file that declares its record gone, by docname."""
        docname_of = self.scope.layout.docname
        return {docname_of(gone.document): gone for gone in self.kb.gone.values() if gone.document}

    @cached_property
    def index_pages(self) -> frozenset[str]:
        """Docnames of the indexes of kinds; a document may exist for each of them."""
        layout = self.scope.layout
        if layout.records is not None:
            return frozenset()  # such files are pages of the host
        # In a host's documentation, the index of a kind without records is a page of its author.
        shown = (folder for folder in folders() if self.scope.site or not is_empty(self.kb, folder))
        pages = (layout.docname(f"{folder}/index") for folder in shown)
        return frozenset(filter(self.scope.is_paged, pages))

    @cached_property
    def home(self) -> tuple[str, str] | None:
        """Kind and id of the record whose page is the home page, if there is one."""
        home = self.app.config.symposium_home if self.scope.site else ""
        folder, _, name = home.strip("/").partition("/")
        kind = BY_FOLDER.get(folder)
        record_id = self.kb.find(kind.name, name) if kind and name else None
        return (kind.name, record_id) if kind and record_id and self.urls.shows(kind.name) else None

    @property
    def owner(self) -> str | None:
        """Id of the person whose page is the home page, if there is one."""
        return self.home[1] if self.home and self.home[0] == "person" else None

    def is_home(self, document: str) -> bool:
        """Tell whether a document is the home page, and that page shows a record."""
        return document == self.app.config.root_doc and self.home is not None

    def shows_fragment(self, document: str) -> bool:
        """Tell whether a template adds a fragment to the text of a document."""
        if document in self.index_pages:  # nothing is added if it has no records, or lists them
            page, facts = self.scope.layout.page(document), facts_of(self.app.env, document)
            own = (asked for asked in facts.listings if f"{asked.query.what}/index" == page)
            is_listed = any(asked.query.limit is None for asked in own)  # else it shows a few
            return page in self.pages.table.by_page and not is_listed
        return document in self.documents or self.is_home(document)

    def page_of(self, document: str) -> str:
        """Return the page of a document: that of the record it describes, or its own."""
        record = self.documents.get(document)
        return docname(*record) if record else self.scope.layout.page(document)

    def fragment_of(self, document: str) -> Fragment:
        """Return the fragment that a template makes for a document's record."""
        if self.is_home(document) and self.home:
            return self.pages.home(*self.home, self.scope.layout.page(document))
        return self.pages.render(self.page_of(document))

    def page_shown(self, page: str, env: BuildEnvironment) -> str | None:
        """Return a derived page or, if the host has a document of that name, the page of its list.

        Return ``None`` if that list is a document of the host too.
        """
        for name in (page, f"{page.partition('/')[0]}/index"):
            if not self.is_taken(name, env):
                return name
        return None

    def is_taken(self, page: str, env: BuildEnvironment) -> bool:
        """Tell whether a document of the host, not of a record, has the name of a derived page."""
        is_foreign = not self.scope.site and not self.scope.layout.holds(page)
        return is_foreign and page in env.found_docs

    @cached_property
    def redirects(self) -> Mapping[str, Redirect]:
        """Earlier pages, each with the redirect to its successor."""
        env, layout = self.app.env, self.scope.layout
        pages = frozenset(map(layout.page, env.found_docs))
        return redirects_of_pages(self.kb, pages, moved_documents(env, layout))

    def set_mentions(self, mentions: Mentions) -> None:
        """Store the mentions in all documents."""
        self.mentions = mentions
        for name in ("work", "redirects"):
            self.__dict__.pop(name, None)

    def is_idle(self, env: BuildEnvironment) -> bool:
        """Tell whether a host uses neither records nor directives of this extension."""
        return not self.scope.site and next(iter(self.kb), None) is None and not are_shown(env)


_sites: WeakKeyDictionary[Sphinx, BuildSite] = WeakKeyDictionary()


def setup(app: Sphinx) -> None:
    """Load the site before other handlers use it."""
    app.connect("builder-inited", load_site, priority=100)
    app.connect("build-finished", _end, priority=900)


def take_sites() -> list[BuildSite]:
    """Return the sites of finished builds, and keep none: each refers to its application."""
    sites = [*_sites.values()]
    _sites.clear()
    return sites


def site_of(app: Sphinx) -> BuildSite:
    """Return the site of a build."""
    return _sites[app]


def site_of_env(env: BuildEnvironment) -> BuildSite | None:
    """Return the site of an environment's build, if it has one."""
    return _sites.get(app_of(env))


def load_site(app: Sphinx) -> None:
    """Read the sources unless nothing has changed, and report their problems."""
    _sites[app] = site = BuildSite(app)
    source_problems = recall(Path(app.doctreedir, SOURCES), site.sources)
    site.changed = source_problems is None
    if source_problems is None:
        site.kb, source_problems = read(site)
    site.source_problems = source_problems
    # A host's bibliography worked before; only ``symposium check`` reports its problems.
    untold = app.config.symposium_bibfiles if host_cites(app) else ()
    every = {*source_problems, *problems_of(app)}
    problems = [problem for problem in every if problem.place.path not in untold]
    site.problems = tuple(sorted(problems, key=Problem.sort_key))
    report(site.problems)
    if app.builder.name in WHOLE_SITE and not site.urls.pdf:
        explain_missing_pdf(site.kb)


def urls_of(app: Sphinx) -> Urls:
    """Return the addresses of a build."""
    html, scope = app.builder.name in WHOLE_SITE, scope_of(app)
    return Urls(
        "dirhtml" if app.builder.name == "dirhtml" else "html",
        base_address(app),
        pdf=html and optional_packages.has("pdf"),
        files=html,
        identity=identity_in({key: app.config[key] for key in ("project", "symposium_identity")}),
        kinds=scope.kinds,
        folder=scope.layout.base,
        most_cited=app.config.symposium_citation_files,
        hosted=not scope.site,
        searched=scope.site and bool(app.config.symposium_search),
        forge=forge_of(app.config.symposium_forge) if html else None,
    )


def base_address(app: Sphinx) -> str:
    """Return the address below which derived pages are published; empty if it is not known."""
    if app.builder.name == "linkcheck":
        return ""  # new pages are not published yet, so their links would be broken
    base: str = app.config.html_baseurl
    if not base and is_open(app.config, "html_baseurl"):
        base = address_given()
    return f"{base.removesuffix('/')}/{scope_of(app).layout.base}" if base else ""


@latest(lambda site: (site.root, site.scope, site.sources, site.commit))
@uncollected()  # garbage collection would go through all new records again and again
def read(site: BuildSite) -> tuple[KnowledgeBase, tuple[Problem, ...]]:
    """Read the project; return its knowledge base and its problems."""
    app, tell, whole = site.app, progress(site.app), site.scope.site
    cache, jobs = Path(app.doctreedir) / "symposium-cache", executors.jobs(app)
    records, problems = read_project(*site.where, cache=cache, jobs=jobs, tell=tell)
    kb, kb_problems = build(records, tell)
    tell("asking git when files changed")
    files = files_with_history(kb, whole=whole), bibliographies_with_history(kb) if whole else ()
    history, begun = _history(Path(app.srcdir), site.commit, *map(frozenset, files))
    kb = replace(kb, changed=history.last, committed={**history.first, **begun})
    gc.freeze()  # all of this lasts as long as the build: garbage collection need not search it
    atexit.register(gc.freeze)  # nor what is left at the end
    tell.finish()
    return kb, (*problems, *kb_problems)


@lru_cache(maxsize=1)  # for the next build of this process
def _history(
    root: Path, _commit: str, files: frozenset[str], bibliographies: frozenset[str]
) -> tuple[Changes, Mapping[str, int]]:
    return changes(root, files), first_of_entries(root, bibliographies)


def explain_missing_pdf(kb: KnowledgeBase) -> None:
    """Warn that PDFs cannot be made if a person has a curriculum vitae."""
    person = next(iter(people_with_cv(kb)), None)
    if person:
        place = person.origin.at("cv")
        message = optional_packages.missing("pdf", "the PDF of a curriculum vitae")
        warn(message, "typst", f"{place.path}:{place.line}")


def _end(app: Sphinx, exception: Exception | None) -> None:
    """Remember the sources of the environment that Sphinx has stored by now.

    If they have errors, the build fails, though every page has been made.
    """
    gc.unfreeze()
    if exception is None:
        site = site_of(app)
        remember(Path(app.doctreedir, SOURCES), site.sources, site.source_problems)
        if any(problem.severity is Severity.ERROR for problem in site.problems):
            app.statuscode = 1


class ShownPage(NamedTuple):
    """The arguments of ``html-page-context``: a page that is about to be rendered."""

    app: Sphinx
    name: str
    """The docname."""
    template: str
    context: dict[str, Any]
    doctree: nodes.document | None
    """The doctree of its document, if it has one."""


def on_page(app: Sphinx, fill: Callable[[ShownPage], None], priority: int = 500) -> None:
    """Register a function that changes the context of each page when a whole site is built."""

    def handle(app: Sphinx, *page: Any) -> None:
        if app.builder.name in WHOLE_SITE:
            fill(ShownPage(app, *page))

    app.connect("html-page-context", handle, priority=priority)
