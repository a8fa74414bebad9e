"""The Sphinx side: domain, roles, citations, documents, the page frame, and outdated pages.

Only this package imports Sphinx, docutils, MyST or sphinxcontrib-bibtex. A project is a *site*,
which this extension makes as a whole, or a *host*, a documentation to which it adds derived pages.
"""

from __future__ import annotations

from importlib import import_module

from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

import symposium
from symposium.sphinxext import config
from symposium.sphinxext.stored_values import own_code

BOTH, SITE, GUEST = {True, False}, {True}, {False}
"""The builds that set up a part: all, sites (`symposium_site`), guests in other documentation."""

PARTS = (
    ("languages", BOTH),
    ("scope", BOTH),
    ("build_folders", SITE),
    ("stopping", BOTH),
    ("executors", BOTH),
    ("reports", BOTH),
    ("safety", BOTH),
    ("discovery", BOTH),
    ("limits", SITE),
    ("project_templates", BOTH),
    ("citation_styles", BOTH),
    ("build_site", BOTH),
    ("document_facts", BOTH),
    ("parser", BOTH),
    ("document_sources", BOTH),
    ("domain", BOTH),
    ("citations", BOTH),
    ("bibliography_directive", BOTH),
    ("guest_citations", GUEST),
    ("file_links", BOTH),
    ("mention_collector", BOTH),
    ("directives", BOTH),
    ("fragments", BOTH),
    ("document_nodes", SITE),
    ("theme", SITE),
    ("branding", SITE),
    ("assets", SITE),
    ("search", SITE),
    ("guest_pages", GUEST),
    ("permalink_check", SITE),
    ("linkcheck", SITE),
    ("output_builder", BOTH),
    ("resident_build", SITE),
    ("offline", SITE),
)
"""The modules of this package, and the order in which their handlers of the same event run."""


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the parts of the extension that a site, or a guest, needs."""
    config.setup(app)
    config.load_project_plugins(app)  # first of all, as plugins may add kinds
    site = config.is_site(app)
    # A host gets no other extension that it has not chosen, except for citations.
    for name in ("myst_parser", "sphinx_design") if site else ():
        app.setup_extension(name)
    app.setup_extension("sphinxcontrib.bibtex")
    for part, needed_by in PARTS:
        if site in needed_by:
            import_module(f"{__name__}.{part}").setup(app)
    return {
        "version": symposium.__version__,
        # After an upgrade, all documents are read again.
        "env_version": int(own_code(), 16),
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }
