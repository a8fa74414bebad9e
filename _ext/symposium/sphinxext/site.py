"""The site of a build: the project's records, loaded once, and what follows from them."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging

from symposium.export import cv_typst
from symposium.export.appointments import dated_files
from symposium.export.work import Work
from symposium.knowledge import NO_MENTIONS, KnowledgeBase, Mentions, build
from symposium.model.problems import Problem, Severity, one_line
from symposium.model.records import Gone
from symposium.pages import Fragment, Pages, Urls, docname
from symposium.pages.cv import people_with_cv
from symposium.pages.redirects import Heir, heirs_of_pages
from symposium.pages.subjects import folders
from symposium.pages.urls import Style
from symposium.reading.documents import EXCLUDED
from symposium.reading.folder import inputs_digest, read_project
from symposium.reading.history import last_changes
from symposium.reading.settings import identity_in
from symposium.sphinxext import executors
from symposium.sphinxext.facts import moved_documents
from symposium.sphinxext.remembered import own_code, recall, remember
from symposium.sphinxext.stored import digest

logger = logging.getLogger(__name__)

MANY = 10_000
"""Works from which on it takes noticeable time to forget them all."""
CACHE = "symposium-cache"
"""Folder beside the environment with what was read before."""
INDEX_PAGES = frozenset(f"{folder}/index" for folder in folders())
WHOLE_SITE = frozenset({"html", "dirhtml"})
"""Builders that publish derived pages too."""


@dataclass(frozen=True, slots=True)
class Read:
    """What was read."""

    kb: KnowledgeBase
    problems: tuple[Problem, ...]


class Site:
    """What one build knows.

    Records are read when somebody asks for them: a build in which nothing changed never does.
    """

    def __init__(self, root: Path, urls: Urls, read: Callable[[], Read]) -> None:
        self.root = root
        self.urls = urls
        self.mentions = NO_MENTIONS
        self.entries: Any = None
        """The bibliography in pybtex's form, made by `citations` when it is first needed."""
        self.sources = ""
        """Digest of all that was read; empty if it is not known."""
        self._read_project = read
        self._heirs: Mapping[str, Heir] | None = None

    @cached_property
    def _read(self) -> Read:
        return self._read_project()

    @property
    def kb(self) -> KnowledgeBase:
        """All records."""
        return self._read.kb

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with the sources."""
        return self._read.problems

    @cached_property
    def work(self) -> Work:
        """What pages and other outputs are made from."""
        return Work(self.kb, self.mentions, self.urls, self.root)

    @property
    def pages(self) -> Pages:
        """The renderer of all pages."""
        return self.work.pages

    @cached_property
    def documents(self) -> Mapping[str, tuple[str, str]]:
        """Docname of each file that describes a record, to its kind and id."""
        tables = {**self.kb.entities, "person": self.kb.identity.people.described}
        return {
            record.document: (kind, record.id)
            for kind, table in tables.items()
            for record in table.values()
            if record.document
        }

    @cached_property
    def gone(self) -> Mapping[str, Gone]:
        """Docname of each file that says of a record that it is gone."""
        return {one.document: one for one in self.kb.gone.values() if one.document}

    @property
    def index_pages(self) -> frozenset[str]:
        """Docnames of the lists of all records of a kind; any of them may have a file."""
        return INDEX_PAGES

    def page_of(self, document: str) -> str:
        """Return the page that a document stands for: that of its record, or its own."""
        what = self.documents.get(document)
        return docname(*what) if what else document

    def fragment_of(self, document: str) -> Fragment:
        """Return what the template makes of the record of a document."""
        return self.pages.render(self.page_of(document))

    def heirs(self, env: BuildEnvironment) -> Mapping[str, Heir]:
        """Return the pages that are no more, with those that they lead to."""
        if self._heirs is None:
            self._heirs = heirs_of_pages(self.kb, env.found_docs, moved_documents(env))
        return self._heirs

    def know(self, mentions: Mentions) -> None:
        """Take in what the documents say."""
        self.mentions = mentions
        self._heirs = None
        self.__dict__.pop("work", None)


_sites: WeakKeyDictionary[Sphinx, Site] = WeakKeyDictionary()


def setup(app: Sphinx) -> None:
    """Load the site before anything else asks for it."""
    app.connect("builder-inited", load_site, priority=100)
    app.connect("build-finished", _set_status, priority=900)


def site_of(app: Sphinx) -> Site:
    """Return the site of a build."""
    return _sites[app]


def site_of_env(env: BuildEnvironment) -> Site | None:
    """Return the site of the build that an environment belongs to, if there is one."""
    return _sites.get(env._app)  # noqa: SLF001


def load_site(app: Sphinx) -> None:
    """Find out what there is to read, read it unless nothing has changed, and report on it."""
    html = app.builder.name in WHOLE_SITE
    style: Style = "dirhtml" if app.builder.name == "dirhtml" else "html"
    pdf = html and cv_typst.is_installed()
    identity = identity_in({name: app.config[name] for name in ("project", "symposium_identity")})
    urls = Urls(style, app.config.html_baseurl, pdf=pdf, calendars=html, identity=identity)
    site = Site(Path(app.srcdir), urls, lambda: read(app))
    _sites[app] = site
    folder = Path(app.doctreedir)
    sources = digest(repr((own_code(), inputs_digest(*_where(app)))).encode())
    known = recall(folder, sources)
    if known is None:
        remember(folder, sources, site.problems)
    else:
        site.problems = known
    site.sources = sources
    report(site.problems)
    if html and not pdf:
        explain_missing_pdf(site.kb)


def _where(app: Sphinx) -> tuple[Path, list[str], list[str]]:
    """Return the folder of the project, its bibliographies, and what it leaves out."""
    # Files that the project leaves out are no records either; what we leave out is none anyway.
    exclude = [one for one in app.config.exclude_patterns if one not in EXCLUDED]
    return Path(app.srcdir), list(app.config.symposium_bibfiles), exclude


def read(app: Sphinx) -> Read:
    """Read the project."""
    records, problems = read_project(
        *_where(app), cache=Path(app.doctreedir) / CACHE, jobs=executors.jobs(app)
    )
    kb, found = build(records)
    kb = replace(kb, changed=last_changes(Path(app.srcdir), dated_files(kb)))
    # All this stays until the end: looking through it for garbage again and again takes longer
    # than making pages of it.
    gc.freeze()
    if len(kb.works) > MANY:
        keep_for_ever(kb)
    return Read(kb, tuple(sorted((*problems, *found), key=Problem.sort_key)))


def keep_for_ever(value: object) -> None:
    """Have Python never take an object apart, not even when the process ends.

    Freeing a hundred thousand papers one by one at the end takes two seconds, and nobody needs it.
    """
    with suppress(ImportError, AttributeError):  # Pythons other than CPython have no such count
        import ctypes  # noqa: PLC0415 - rarely needed

        ctypes.pythonapi.Py_IncRef(ctypes.py_object(value))


def explain_missing_pdf(kb: KnowledgeBase) -> None:
    """Say that no PDF can be made, if somebody asks for one."""
    wanted = next(iter(people_with_cv(kb)), None)
    if wanted:
        place = wanted.origin.at("cv")
        logger.warning(
            "the PDF of a curriculum vitae needs the package typst: pip install typst",
            location=f"{place.path}:{place.line}",
            type="symposium",
            subtype="typst",
        )


def report(problems: Iterable[Problem]) -> None:
    """Log problems where Sphinx logs its own: ``path:line: WARNING: message [symposium.CODE]``."""
    for problem in problems:
        place = problem.place
        location = f"{place.path}:{place.line}"
        if problem.severity is Severity.NOTICE:
            logger.verbose("%s: %s", location, one_line(problem.text))
        else:
            log = logger.error if problem.severity is Severity.ERROR else logger.warning
            log(
                "%s",
                one_line(problem.text),
                location=location,
                type="symposium",
                subtype=problem.code.code,
            )


def _set_status(app: Sphinx, exception: Exception | None) -> None:
    """Fail a build that could not honour what was written; every page has been made by then."""
    if exception is None and any(
        problem.severity is Severity.ERROR for problem in site_of(app).problems
    ):
        app.statuscode = 1
