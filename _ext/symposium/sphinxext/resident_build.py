"""Builds one after another in one process, each of which shows first what a save has changed.

The pages of changed documents, which Sphinx writes, and of works with a changed entry come before
everything else. They are not noted in the manifest: the build makes and compares them once more in
their turn, so that what it leaves does not depend on them.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence

from sphinx.application import Sphinx
from sphinx.cmd.build import main
from sphinx.environment import BuildEnvironment
from sphinx.locale import translators

from symposium.export.file_writing import write_if_changed
from symposium.export.outputs import PAGES
from symposium.model import memory
from symposium.pages.urls import docname
from symposium.sphinxext.build_site import BuildSite, site_of, take_sites
from symposium.sphinxext.manifest import RELATED, manifests
from symposium.sphinxext.publishing import brought

MANY = 20
"""The most changed works whose pages are made before all else."""

_listeners: list[Callable[[], None]] = []
"""Functions that are told when the pages of what has changed are there."""
_entries: dict[str, bytes] = {}
"""The digests of all entries in the last build of this process, by page."""


def build(arguments: Sequence[str], tell: Callable[[], None]) -> tuple[int, *tuple[BuildSite, ...]]:
    """Build as ``sphinx-build`` does, and return its exit status, and the site unless that failed.

    ``tell`` is called when the pages of what has changed are there; the others follow.
    """
    memory.resident = True
    gc.disable()  # it would search all that the process keeps
    translators.clear()  # each build adds its own to those that Sphinx looks through
    _listeners[:] = [tell]
    try:
        status = main(arguments)
    except SystemExit as end:
        status = int(end.code or 0)
    return status, *take_sites()


def setup(app: Sphinx) -> None:
    """Show changed pages first if somebody waits for them."""
    if _listeners:
        app.connect("env-get-updated", show_works, priority=400)
        app.connect("html-collect-pages", tell_listeners)  # Sphinx has written its own pages


def tell_listeners(_app: Sphinx) -> tuple[()]:
    """Tell the listeners; this handler of Sphinx adds no pages."""
    for tell in _listeners:
        tell()
    return ()


def show_works(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Write the pages of works with a changed entry, in the frames of the last build."""
    manifest, site = manifests[app], site_of(app)
    if not site.changed or not site.urls.shows("paper"):
        return []
    entries = {docname("paper", id_): work.digest for id_, work in site.kb.works.items()}
    changed = {page for page in entries if entries[page] != _entries.get(page)}
    _entries.update(entries)
    if len(changed) <= MANY:
        site.work.frames, taken = manifest.frames_by_key(), brought(app)
        related = site.kb.related_works
        # To compare all works would take longer than all else until these pages are there.
        are_kept = related.take(manifest.numbers(RELATED)[1 + len(entries) :])
        for page in changed - env.found_docs:
            for path, content in PAGES.make(site.work, page):
                if path not in taken:
                    write_if_changed(str(manifest.outdir / path), content)
        if are_kept:
            del related.lists  # of the last build
    return []
