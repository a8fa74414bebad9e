"""The site of a build: the project's records, loaded once, and what follows from them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from symposium.export.appointments import (
    bibliographies_with_history,
    files_with_history,
)
from symposium.export.build_work import BuildWork
from symposium.kinds import BY_FOLDER
from symposium.kinds.base import Gone
from symposium.knowledge import NO_MENTIONS, KnowledgeBase, Mentions, build
from symposium.locale import current
from symposium.model import optional_packages
from symposium.model.memory import uncollected
from symposium.model.problems import Problem, Severity
from symposium.pages import Fragment, Pages, Urls, docname
from symposium.pages.cv_sections import people_with_cv
from symposium.pages.subjects import Redirect, folders, is_empty, redirects_of_pages
from symposium.pages.urls import forge_of
from symposium.reading.disk import EXCLUDED
from symposium.reading.folder import inputs_digest, read_project
from symposium.reading.git_history import changes, first_of_entries
from symposium.reading.layout import Layout, identity_in
from symposium.sphinxext import executors
from symposium.sphinxext.citation_styles import styles_of
from symposium.sphinxext.config import address_given, host_cites, is_open, plugins_of
from symposium.sphinxext.discovery import problems_of
from symposium.sphinxext.document_facts import are_shown, moved_documents
from symposium.sphinxext.project_templates import Compiled, folders_of
from symposium.sphinxext.reports import progress, report, warn
from symposium.sphinxext.scope import app_of, scope_of
from symposium.sphinxext.stored_values import digest, own_code, recall, remember

WHOLE_SITE = frozenset({"html", "dirhtml"})
"""Builders that publish derived pages too."""
SOURCES = "symposium-sources.json"
"""Where it is kept what the stored environment was made from, and what was wrong with it."""


class BuildSite:
    """What one build knows.

    Records are read when somebody asks for them: a build in which nothing changed never does.
    """

    def __init__(self, app: Sphinx) -> None:
        self.app = app
        self.scope = scope_of(app)
        self.root = Path(app.srcdir, self.scope.layout.base)
        self.plugins = plugins_of(app)
        self.urls = urls_of(app)
        self.mentions = NO_MENTIONS
        self.entries: dict[str, Any] = {}
        """Entries in pybtex's form, by the ids of their papers: those that were asked for."""
        read_from = own_code(), self.plugins.digest, inputs_digest(*_where(app))
        self.sources = digest(repr(read_from).encode())
        """Digest of all that is read."""
        self.changed = False
        """Whether it is not what the stored environment was made from."""
        self.found: tuple[Problem, ...] = ()
        """What reading it found wrong."""
        self.problems: tuple[Problem, ...] = ()
        """What is wrong with the sources."""

    @cached_property
    def kb(self) -> KnowledgeBase:
        """All records."""
        return read(self.app)[0]

    @cached_property
    def work(self) -> BuildWork:
        """What pages and other outputs are made from."""
        return BuildWork(
            self.kb,
            self.mentions,
            self.urls,
            self.root,
            templates=folders_of(self.app),
            plugins=self.plugins,
            compiled=Compiled(self.app, f"{own_code()} {current().digest}"),
            styles=styles_of(self.app),
        )

    @property
    def pages(self) -> Pages:
        """The renderer of all pages."""
        return self.work.pages

    @cached_property
    def documents(self) -> Mapping[str, tuple[str, str]]:
        """Docname of each file that describes a record, to its kind and id."""
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
        """Docname of each file that says of a record that it is gone."""
        docname_of = self.scope.layout.docname
        return {docname_of(one.document): one for one in self.kb.gone.values() if one.document}

    @cached_property
    def index_pages(self) -> frozenset[str]:
        """Docnames of the lists of all records of a kind; any of them may have a file of ours."""
        layout = self.scope.layout
        if layout.records is not None:
            return frozenset()  # they are the host's
        # A list of nothing is the prose of its author, in somebody else's documentation.
        ours = (one for one in folders() if self.scope.site or not is_empty(self.kb, one))
        pages = (layout.docname(f"{folder}/index") for folder in ours)
        return frozenset(filter(self.scope.is_paged, pages))

    @cached_property
    def home(self) -> tuple[str, str] | None:
        """The kind and the id of the record that the home page shows, if it is that of one."""
        wanted = self.app.config.symposium_home if self.scope.site else ""
        folder, _, name = wanted.strip("/").partition("/")
        kind = BY_FOLDER.get(folder)
        found = self.kb.find(kind.name, name) if kind and name else None
        return (kind.name, found) if kind and found and self.urls.shows(kind.name) else None

    @property
    def owner(self) -> str | None:
        """Whose profile the home page is, if it is one."""
        return self.home[1] if self.home and self.home[0] == "person" else None

    def is_home(self, document: str) -> bool:
        """Tell whether a document is the home page, and that the page of a record."""
        return document == self.app.config.root_doc and self.home is not None

    def shows_fragment(self, document: str) -> bool:
        """Tell whether a document shows what a template makes, around the words of its author."""
        if document in self.index_pages:  # a list of nothing is the words of its author alone
            return self.scope.layout.page(document) in self.pages.table.by_page
        return document in self.documents or self.is_home(document)

    def page_of(self, document: str) -> str:
        """Return the page that a document stands for: that of its record, or its own."""
        what = self.documents.get(document)
        return docname(*what) if what else self.scope.layout.page(document)

    def fragment_of(self, document: str) -> Fragment:
        """Return what the template makes of the record of a document."""
        if self.is_home(document) and self.home:
            return self.pages.home(*self.home, self.scope.layout.page(document))
        return self.pages.render(self.page_of(document))

    def page_shown(self, page: str, env: BuildEnvironment) -> str | None:
        """Return a page of ours or, if the host has one of that name, the list that it stands in.

        There is neither where that list, too, is a page of the host.
        """
        for name in (page, f"{page.partition('/')[0]}/index"):
            if not self.is_taken(name, env):
                return name
        return None

    def is_taken(self, page: str, env: BuildEnvironment) -> bool:
        """Tell whether a document of the host, and no record, has the name of a page of ours."""
        theirs = not self.scope.site and not self.scope.layout.holds(page)
        return theirs and page in env.found_docs

    @cached_property
    def redirects(self) -> Mapping[str, Redirect]:
        """The pages that are no more, with those that they lead to."""
        env, layout = self.app.env, self.scope.layout
        pages = frozenset(map(layout.page, env.found_docs))
        return redirects_of_pages(self.kb, pages, moved_documents(env, layout))

    def know(self, mentions: Mentions) -> None:
        """Take in what the documents say."""
        self.mentions = mentions
        for name in ("work", "redirects"):
            self.__dict__.pop(name, None)

    def is_idle(self, env: BuildEnvironment) -> bool:
        """Tell whether a host has nothing that is ours to show: no record and no directive."""
        return not self.scope.site and next(iter(self.kb), None) is None and not are_shown(env)


_sites: WeakKeyDictionary[Sphinx, BuildSite] = WeakKeyDictionary()


def setup(app: Sphinx) -> None:
    """Load the site before anything else asks for it."""
    app.connect("builder-inited", load_site, priority=100)
    app.connect("build-finished", _end, priority=900)


def site_of(app: Sphinx) -> BuildSite:
    """Return the site of a build."""
    return _sites[app]


def site_of_env(env: BuildEnvironment) -> BuildSite | None:
    """Return the site of the build that an environment belongs to, if there is one."""
    return _sites.get(app_of(env))


def load_site(app: Sphinx) -> None:
    """Find out what there is to read, read it unless nothing has changed, and report on it."""
    _sites[app] = site = BuildSite(app)
    known = recall(Path(app.doctreedir, SOURCES), site.sources)
    site.changed = known is None
    if known is None:
        site.kb, known = read(app)
    site.found = known
    # The bibliography of a host served before we came: what is wrong with it is told by a check.
    untold = app.config.symposium_bibfiles if host_cites(app) else ()
    problems = (one for one in {*known, *problems_of(app)} if one.place.path not in untold)
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
        identity=identity_in(
            {name: app.config[name] for name in ("project", "symposium_identity")}
        ),
        kinds=scope.kinds,
        folder=scope.layout.base,
        most_cited=app.config.symposium_citation_files,
        hosted=not scope.site,
        searched=scope.site and bool(app.config.symposium_search),
        forge=forge_of(app.config.symposium_forge) if html else None,
    )


def base_address(app: Sphinx) -> str:
    """Return the address below which our pages are published; nothing if it is not known."""
    if app.builder.name == "linkcheck":
        return ""  # a page that is not published yet cannot answer
    base: str = app.config.html_baseurl
    if not base and is_open(app.config, "html_baseurl"):
        base = address_given()
    return f"{base.removesuffix('/')}/{scope_of(app).layout.base}" if base else ""


def _where(app: Sphinx) -> tuple[Path, list[str], list[str], Layout]:
    """Return the folder of the project, its bibliographies, what it leaves out, its layout."""
    # Files that the project leaves out are no records either; what we leave out is none anyway.
    scope = scope_of(app)
    exclude = [one for one in scope.exclude if one not in EXCLUDED]
    return Path(app.srcdir), list(app.config.symposium_bibfiles), exclude, scope.layout


@uncollected()  # before what stays is set apart, looking for garbage would go through all of it
def read(app: Sphinx) -> tuple[KnowledgeBase, tuple[Problem, ...]]:
    """Read the project; return its records, and what is wrong with it."""
    tell = progress(app)
    records, problems = read_project(
        *_where(app),
        cache=Path(app.doctreedir) / "symposium-cache",
        jobs=executors.jobs(app),
        tell=tell,
    )
    kb, found = build(records, tell)
    tell("asking git when files changed")
    root, whole = Path(app.srcdir), scope_of(app).site
    history = changes(root, files_with_history(kb, whole=whole))
    begun = first_of_entries(root, bibliographies_with_history(kb) if whole else ())
    kb = replace(kb, changed=history.last, committed={**history.first, **begun})
    tell.finish()
    return kb, (*problems, *found)


def explain_missing_pdf(kb: KnowledgeBase) -> None:
    """Say that no PDF can be made, if somebody asks for one."""
    wanted = next(iter(people_with_cv(kb)), None)
    if wanted:
        place = wanted.origin.at("cv")
        what = optional_packages.missing("pdf", "the PDF of a curriculum vitae")
        warn(what, "typst", f"{place.path}:{place.line}")


def _end(app: Sphinx, exception: Exception | None) -> None:
    """Remember what was read, with which the environment has been stored by now.

    A build that could not honour what was written fails; every page has been made.
    """
    if exception is None:
        site = site_of(app)
        remember(Path(app.doctreedir, SOURCES), site.sources, site.found)
        if any(problem.severity is Severity.ERROR for problem in site.problems):
            app.statuscode = 1


class ShownPage(NamedTuple):
    """A page that is about to be made by a template."""

    app: Sphinx
    name: str
    """Its docname."""
    template: str
    context: dict[str, Any]
    doctree: nodes.document | None
    """What Sphinx made of its document, if it has one."""


def on_page(app: Sphinx, fill: Callable[[ShownPage], None], priority: int = 500) -> None:
    """Have a function change the context of each page, where a whole site is built."""

    def handle(app: Sphinx, *page: Any) -> None:
        if app.builder.name in WHOLE_SITE:
            fill(ShownPage(app, *page))

    app.connect("html-page-context", handle, priority=priority)
