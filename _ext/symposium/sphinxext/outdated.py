"""Finding outdated documents by digests of what they show."""

from __future__ import annotations

import json
import re
from itertools import count
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from symposium.kinds import KINDS
from symposium.model.gate import read_file
from symposium.model.optional_packages import version_of
from symposium.query.selection import faults_of
from symposium.sphinxext.bibliography_directive import select
from symposium.sphinxext.build_site import BuildSite, site_of
from symposium.sphinxext.citation_styles import digest_of_styles
from symposium.sphinxext.document_facts import all_facts, facts_of
from symposium.sphinxext.domain import page_of
from symposium.sphinxext.file_links import page_meant, status_of_page
from symposium.sphinxext.fragments import text_shown_on
from symposium.sphinxext.reports import progress
from symposium.sphinxext.search import has_index
from symposium.sphinxext.stored_values import digest, own_code
from symposium.sphinxext.theme import navigation

Inputs = dict[str, dict[str, str]]
"""A kind of input (``settings``, ``files``, ``versions``), then a name, to its value or digest."""

RE_ADDRESS = re.compile(r" at 0x[0-9a-f]+")
"""Where a function is in the memory of a process."""


def frame_inputs(app: Sphinx) -> Inputs:
    """Return all that goes into the frame of a page: settings, files, versions."""
    stand_there = ("project", "copyright", "version", "release", "language", "author", "root_doc")
    config = {
        value.name: RE_ADDRESS.sub("", repr(value.value))
        for value in app.config
        if value.rebuild == "html"
        or value.name.startswith(("html_", "symposium_"))
        or value.name in stand_there
    }
    folders = [
        Path(app.confdir, name)
        for name in (*app.config.templates_path, *app.config.html_static_path)
    ]
    # Where themes and packages lie does not count, nor who makes a page.
    outside = count(1)
    names = [
        folder.relative_to(app.confdir).as_posix()
        if folder.is_relative_to(app.confdir)
        else f"({next(outside)})"
        for folder in folders
    ]
    templates = len(app.config.templates_path)
    config["templates_path"], config["html_static_path"] = map(
        repr, (names[:templates], names[templates:])
    )
    config["symposium_jobs"] = config["symposium_executor"] = ""
    files = {
        f"{name}/{path.relative_to(folder).as_posix()}": digest(read_file(path))
        for name, folder in zip(names, folders, strict=True)
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
    packages = ("citeproc-py", "sphinx", "docutils", "myst-parser", "jinja2")
    versions = {name: version_of(name) for name in packages}
    # A theme is an extension, and may be of any version.
    versions |= {name: str(one.version) for name, one in app.extensions.items()}
    site = site_of(app)
    versions |= {
        "the code of Symposium": own_code(),
        "a plugin": site.plugins.digest,
        "a citation style": digest_of_styles(app),
        "the builder": app.builder.name,
        "whether there are PDFs": str(site.urls.pdf),
    }
    return {"settings": config, "files": files, "versions": versions}


def frame_digest(app: Sphinx, inputs: str) -> str:
    """Return the digest of the frame of all pages; ``inputs`` is that of its inputs."""
    return digest(f"{inputs} {navigation_inputs(app)}".encode())


def navigation_inputs(app: Sphinx) -> str:
    """Return a digest of what follows from how much there is, and stands on all pages.

    That are the entries of the header, which index the search page asks, and whether there are
    files to cite from.
    """
    site = site_of(app)
    handed_out = site.urls.hands_out(site.kb.works)
    if not site.scope.site:
        # A host's own navigation is made of its tables of contents, and their titles.
        titles = sorted((name, title.astext()) for name, title in app.env.titles.items())
        navigated = [titles, sorted(app.env.toctree_includes.items())]
        return digest(repr((navigated, handed_out)).encode())
    pages = [item["page"] for item in navigation(app, site, "")]
    return digest(repr((pages, has_index(app), handed_out)).encode())


def said(env: BuildEnvironment) -> str:
    """Return a digest of what the documents say and show of records, and of which there are."""
    return digest(repr((sorted(env.found_docs), sorted(all_facts(env).items()))).encode())


def document_shows(app: Sphinx, docname: str) -> str:
    """Return a digest of what a document shows of records: its fragment, its references."""
    site = site_of(app)
    page = site.scope.layout.page(docname)
    facts = facts_of(app.env, docname)
    shown: list[object] = []
    what = site.documents.get(docname)
    number = site.work.shows.page(*what) if what and not site.pages.notes_reading else None
    if number is not None:
        shown.append(number)
    elif what or site.shows_fragment(docname):
        shown.append(repr(site.fragment_of(docname)))
    if (other := text_shown_on(app, docname)) is not None:
        shown.append(document_shows(app, other))
    if what:
        shown += [site.pages.added_values(*what), site.pages.correction(*what)]
    shown += [_reference(site, mention.kind, mention.id) for mention in facts.mentions]
    papers = site.work.shows.items("paper")
    for asked in facts.bibliographies:
        shown += [papers[one] for one in select(site, docname, asked)]
    for link in sorted(facts.links):
        shown += [page_meant(app, link), repr(status_of_page(site, link))]
    for target in sorted(facts.anything):
        shown += [_reference(site, kind.name, target) for kind in KINDS]
    if facts.overview:
        shown.append(str(site.pages.overview(page)))
    known = (one for one in facts.schedules if site.kb.find("event", one.event))
    shown += [site.pages.schedule(one, page) for one in known]
    together = len(facts.listings)
    for listing in facts.listings:
        faults = faults_of(site.kb, listing.query)
        shown.append(repr(faults) if faults else site.pages.listed(listing, page, together))
    return digest(json.dumps(shown).encode())


def _reference(site: BuildSite, kind: str, text: str) -> list[object]:
    known = site.kb.find(kind, text)
    if known is None:
        return [kind, text]
    return [kind, known, page_of(site, kind, known), site.work.shows.items(kind)[known]]


def shown_today(app: Sphinx, env: BuildEnvironment) -> dict[str, str]:
    """Return the digests of what the documents show, by page."""
    page_of, today = site_of(app).scope.layout.page, dict[str, str]()
    for number, docname in enumerate(sorted(env.found_docs)):
        progress(app)("comparing pages", number, len(env.found_docs))
        today[page_of(docname)] = document_shows(app, docname)
    progress(app).finish()
    return today
