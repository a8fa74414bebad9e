"""Outputs: all that a whole site holds besides the pages of documents.

Derived pages, the files of ``files/``, ``api/v1`` and the search index are written when Sphinx has
finished its own pages, and only where something changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from weakref import WeakKeyDictionary

from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.environment import BuildEnvironment
from sphinx.util import logging

from symposium.export import cv_typst
from symposium.export.api import api_files
from symposium.pages import Fragment
from symposium.sphinxext import search
from symposium.sphinxext.frame import Frame, faithful_frame, render_by_theme
from symposium.sphinxext.manifest import Manifest
from symposium.sphinxext.outdated import documents_to_write, frame_inputs
from symposium.sphinxext.site import WHOLE_SITE, Site, site_of

logger = logging.getLogger(__name__)

_manifests: WeakKeyDictionary[Sphinx, Manifest] = WeakKeyDictionary()


def setup(app: Sphinx) -> None:
    """Find out what to write again, and write what Sphinx does not."""
    app.connect("env-get-updated", find_outdated)
    app.connect("build-finished", write_outputs, priority=400)


def find_outdated(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Return the documents that must be written again though they were not read again."""
    if app.builder.name not in WHOLE_SITE:
        return []
    manifest = Manifest.load(app)
    _manifests[app] = manifest
    manifest.begin()
    inputs = frame_inputs(app)
    outdated = documents_to_write(app, env, manifest.documents)
    if manifest.interrupted or manifest.inputs != inputs:
        outdated = sorted(env.found_docs)
    manifest.inputs = inputs
    return outdated


def write_outputs(app: Sphinx, exception: Exception | None) -> None:
    """Write all outputs, remove what no longer belongs to the site, and index it."""
    if exception is not None or app not in _manifests:
        return
    if not isinstance(app.builder, StandaloneHTMLBuilder):
        return
    site, manifest = site_of(app), _manifests.pop(app)
    kept: set[str] = set()
    for path, content in site_files(app, app.builder, site):
        manifest.write(path, content)
        kept.add(path)
    for path, source, make in cv_typst.pdfs(site.kb, site.urls) if site.urls.pdf else ():
        manifest.write_made(path, source, make)
        kept.add(path)
    for document in app.env.found_docs:
        path = site.urls.file(document)
        manifest.note(path)
        kept.add(path)
    manifest.remove_all_but(kept)
    (Path(app.doctreedir) / "mentions.json").write_text(site.mentions.to_json(), encoding="utf-8")
    if app.config.symposium_search:
        pages = {path: known for path, known in manifest.files.items() if path.endswith(".html")}
        search.index(Path(app.outdir), pages)
    manifest.finish()


def site_files(
    app: Sphinx, builder: StandaloneHTMLBuilder, site: Site
) -> Iterator[tuple[str, bytes]]:
    """Yield path and content of every output."""
    for made in derived_pages(app, site):
        yield site.urls.file(made[0].page), _page(builder, site, *made).encode("utf-8")
    yield from api_files(site.kb, site.mentions, site.urls)
    for path in sorted(site.kb.files):
        yield path, (site.root / path).read_bytes()


def derived_pages(app: Sphinx, site: Site) -> Iterator[tuple[Fragment, dict[str, Frame | None]]]:
    """Yield the pages that have no document, with the frames made so far."""
    frames: dict[str, Frame | None] = {}
    for page, _kind, _id in site.pages.names():
        if page not in app.env.found_docs:
            yield site.pages.render(page), frames


def _page(
    builder: StandaloneHTMLBuilder, site: Site, made: Fragment, frames: dict[str, Frame | None]
) -> str:
    """Return the whole page of a fragment."""
    if made.kind == "index":
        return render_by_theme(builder, site.urls, made)
    key = f"{made.page.rpartition('/')[0]} {bool(made.toc)}"
    if key not in frames:
        frames[key] = faithful_frame(builder, site.urls, made)
    frame = frames[key]
    return frame.fill(made) if frame else render_by_theme(builder, site.urls, made)
