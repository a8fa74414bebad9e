"""The site of a build: the project's records, loaded once, and what follows from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging

from symposium.export import cv_typst
from symposium.knowledge import NO_MENTIONS, KnowledgeBase, Mentions, build
from symposium.model.kinds import KINDS
from symposium.model.problems import Problem, Severity
from symposium.pages import Fragment, Pages, Urls, docname
from symposium.pages.cv import people_with_cv
from symposium.reading.folder import read_project
from symposium.sphinxext.config import EXCLUDED

logger = logging.getLogger(__name__)

INDEX_PAGES = frozenset({*(f"{kind.folder}/index" for kind in KINDS), "years/index"})
WHOLE_SITE = frozenset({"html", "dirhtml"})
"""Builders that publish derived pages too."""


@dataclass(slots=True)
class Site:
    """What one build knows. ``pages`` is replaced once the mentions are known."""

    root: Path
    kb: KnowledgeBase
    problems: tuple[Problem, ...]
    urls: Urls
    pages: Pages
    mentions: Mentions = NO_MENTIONS
    documents: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Docname of each file that describes a record, to its kind and id."""
    entries: Any = None
    """The bibliography in pybtex's form, made by `citations` when it is first needed."""

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

    def know(self, mentions: Mentions) -> None:
        """Take in what the documents say."""
        self.mentions = mentions
        self.pages = Pages(self.kb, mentions, self.urls)


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
    """Read the project and report what is wrong with it."""
    root = Path(app.srcdir)
    # Files that the project leaves out are no records either; what we leave out is none anyway.
    exclude = [one for one in app.config.exclude_patterns if one not in EXCLUDED]
    records, problems = read_project(root, app.config.symposium_bibfiles, exclude)
    kb, found = build(records)
    urls = Urls(
        "dirhtml" if app.builder.name == "dirhtml" else "html",
        app.config.html_baseurl,
        pdf=app.builder.name in WHOLE_SITE and can_make_pdfs(kb),
    )
    site = Site(
        root=root,
        kb=kb,
        problems=tuple(sorted((*problems, *found), key=Problem.sort_key)),
        urls=urls,
        pages=Pages(kb, NO_MENTIONS, urls),
        documents={
            record.document: (kind, record_id)
            for kind, record_id in kb
            if (record := kb.entities[kind][record_id]).document
        },
    )
    _sites[app] = site
    report(site.problems)


def can_make_pdfs(kb: KnowledgeBase) -> bool:
    """Tell whether PDFs can be made; say so once if somebody asks for one in vain."""
    if cv_typst.is_installed():
        return True
    wanted = next(iter(people_with_cv(kb)), None)
    if wanted:
        place = wanted.origin.at("cv")
        logger.warning(
            "the PDF of a curriculum vitae needs the package typst: pip install typst",
            location=f"{place.path}:{place.line}",
            type="symposium",
            subtype="typst",
        )
    return False


def report(problems: Iterable[Problem]) -> None:
    """Log problems where Sphinx logs its own: ``path:line: WARNING: message [symposium.CODE]``."""
    for problem in problems:
        place = problem.place
        location = f"{place.path}:{place.line}"
        if problem.severity is Severity.NOTICE:
            logger.verbose("%s: %s", location, problem.text)
        else:
            log = logger.error if problem.severity is Severity.ERROR else logger.warning
            log(problem.text, location=location, type="symposium", subtype=problem.code.code)


def _set_status(app: Sphinx, exception: Exception | None) -> None:
    """Fail a build that could not honour what was written; every page has been made by then."""
    if exception is None and any(
        problem.severity is Severity.ERROR for problem in site_of(app).problems
    ):
        app.statuscode = 1
