"""Digests of documents and of their frame: which documents must be written again."""

from __future__ import annotations

import json
import re
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
from symposium.sphinxext.document_facts import facts_of
from symposium.sphinxext.domain import page_of
from symposium.sphinxext.file_links import page_meant, status_of_page
from symposium.sphinxext.fragments import text_shown_on
from symposium.sphinxext.manifest import Inputs
from symposium.sphinxext.reports import progress
from symposium.sphinxext.search import has_index
from symposium.sphinxext.stored_values import digest, own_code
from symposium.sphinxext.theme import navigation

NAVIGATION = "the navigation of the site"
"""The name of `navigation_digest` among the inputs of frames."""
RE_ADDRESS = re.compile(r" at 0x[0-9a-f]+")
"""The address of an object in the memory of a process."""


def frame_inputs(app: Sphinx) -> Inputs:
    """Return all that the frame of a page is made from, except the navigation."""
    basics = ("project", "copyright", "version", "release", "language", "author", "root_doc")
    settings = {
        value.name: RE_ADDRESS.sub("", repr(value.value))
        for value in app.config
        if value.rebuild == "html"
        or value.name.startswith(("html_", "symposium_"))
        or value.name in basics
    }
    settings |= {"symposium_jobs": "", "symposium_executor": ""}  # they change no page
    files: dict[str, str] = {}
    for setting in ("templates_path", "html_static_path"):
        folders = _named_folders(app, setting)
        settings[setting] = repr([*folders])
        files |= {
            f"{path.relative_to(folder).as_posix()} of Symposium"
            if folder.is_relative_to(app.doctreedir)  # ours are published from there
            else f"{name}/{path.relative_to(folder).as_posix()}": digest(read_file(path))
            for name, folder in folders.items()
            for path in sorted(folder.rglob("*"))
            if path.is_file()
        }
    packages = ("citeproc-py", "sphinx", "docutils", "myst-parser", "jinja2", "snowballstemmer")
    versions = {name: version_of(name) for name in packages}
    # A theme is an extension, and may be of any version.
    versions |= {name: str(extension.version) for name, extension in app.extensions.items()}
    site = site_of(app)
    return (
        settings
        | files
        | {f"the version of {name}": text for name, text in versions.items()}
        | {
            "the code of Symposium": own_code(),
            "a plugin": site.plugins.digest,
            "a citation style": digest_of_styles(app),
            "the builder": app.builder.name,
            "whether there are PDFs": str(site.urls.pdf),
        }
    )


def published_states(root: Path) -> list[tuple[str, int, int]]:
    """Return the paths, sizes and times of what lies below ``files/``: copies may be outdated."""
    states = {path.relative_to(root): path.lstat() for path in Path(root, "files").rglob("*")}
    return sorted((str(path), now.st_size, now.st_mtime_ns) for path, now in states.items())


def _named_folders(app: Sphinx, setting: str) -> dict[str, Path]:
    """Return folders by their paths in the project; those of packages, which move, by number."""
    folders = [Path(app.confdir, path) for path in app.config[setting]]
    outside = [folder for folder in folders if not folder.is_relative_to(app.confdir)]
    return {
        f"{setting} {outside.index(folder)}"
        if folder in outside
        else folder.relative_to(app.confdir).as_posix(): folder
        for folder in folders
    }


def navigation_digest(app: Sphinx) -> str:
    """Return a digest of the parts of every page that depend on how many records there are.

    They are the entries of the header, the search index, and links to files for citing.
    """
    site = site_of(app)
    handed_out = site.urls.hands_out(site.kb.works)
    if not site.scope.site:
        # The navigation of a host shows its tables of contents, with titles.
        titles = sorted((name, title.astext()) for name, title in app.env.titles.items())
        toctrees = [titles, sorted(app.env.toctree_includes.items())]
        return digest(repr((toctrees, handed_out)).encode())
    pages = [item["page"] for item in navigation(app, site, "")]
    return digest(repr((pages, has_index(app), handed_out)).encode())


def document_digest(app: Sphinx, docname: str) -> str:
    """Return a digest of all that a document shows of records: its fragment, lists and links."""
    site = site_of(app)
    page = site.scope.layout.page(docname)
    facts = facts_of(app.env, docname)
    shown: list[object] = []
    subject = site.documents.get(docname)
    number = site.work.shows.page(*subject) if subject and not site.pages.notes_reading else None
    if number is not None:
        shown.append(number)
    elif subject or site.shows_fragment(docname):
        shown.append(repr(site.fragment_of(docname)))
    if (other := text_shown_on(app, docname)) is not None:
        shown.append(document_digest(app, other))
    if subject:
        shown += [site.pages.added_values(*subject), site.pages.correction(*subject)]
    shown += [_reference(site, mention.kind, mention.id) for mention in facts.mentions]
    papers = site.work.shows.items("paper")
    for options in facts.bibliographies:
        shown += [papers[paper] for paper in select(site, docname, options)]
    titles = app.env.titles
    for link in facts.links:
        title = titles.get(site.scope.layout.docname(link))
        shown += [page_meant(app, link), repr(status_of_page(site, link)), title and title.astext()]
    domain = app.env.domains.standard_domain
    for target in facts.targets:
        shown += [_reference(site, kind.name, target) for kind in KINDS]
        places = [domain.objects.get((kind, target)) for kind in domain.object_types]
        labels = domain.labels.get(target.lower()), domain.anonlabels.get(target.lower())
        shown.append(repr((places, labels)))  # some titles are translated late
    if facts.overview:
        shown.append(str(site.pages.overview(page)))
    excerpts = (excerpt for excerpt in facts.schedules if site.kb.find("event", excerpt.event))
    shown += [site.pages.schedule(excerpt, page) for excerpt in excerpts]
    count = len(facts.listings)
    for listing in facts.listings:
        faults = faults_of(site.kb, listing.query)
        shown.append(repr(faults) if faults else site.pages.listed(listing, page, count))
    return digest(json.dumps(shown).encode())


def _reference(site: BuildSite, kind: str, text: str) -> list[object]:
    """Return what a link to a record shows; only its text if there is no such record."""
    record_id = site.kb.find(kind, text)
    if record_id is None:
        return [kind, text]
    return [kind, record_id, page_of(site, kind, record_id), site.work.shows.items(kind)[record_id]]


def document_digests(app: Sphinx, env: BuildEnvironment) -> dict[str, str]:
    """Return the digests of all documents, by page."""
    page_of, digests = site_of(app).scope.layout.page, dict[str, str]()
    for number, docname in enumerate(sorted(env.found_docs)):
        progress(app)("comparing pages", number, len(env.found_docs))
        digests[page_of(docname)] = document_digest(app, docname)
    progress(app).finish()
    return digests
