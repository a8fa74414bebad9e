"""The Sphinx side: domain, roles, citations, documents, the page frame, and outdated pages.

Only this package imports Sphinx, docutils, MyST or sphinxcontrib-bibtex. A project is a *site*,
which this extension makes as a whole, or a *host*, a documentation to which it adds derived pages.
"""

from __future__ import annotations

import gc
from importlib import import_module

from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

import symposium
from symposium.sphinxext import config
from symposium.sphinxext.stored_values import own_code

PARTS = (
    "languages", "scope", "build_folders", "stopping", "executors", "reports", "safety",
    "discovery", "limits", "project_templates", "citation_styles", "build_site", "document_facts",
    "parser", "document_sources", "domain", "citations", "bibliography_directive",
    "guest_citations", "file_links", "mention_collector", "directives", "fragments",
    "document_nodes", "theme", "branding", "assets", "search", "guest_pages", "permalink_check",
    "linkcheck", "output_builder", "resident_build", "offline",
)  # fmt: skip
"""The modules of this package, and the order in which their handlers of the same event run."""
OF_SITES = frozenset({
    "build_folders", "limits", "document_nodes", "theme", "branding", "assets", "search",
    "permalink_check", "linkcheck", "resident_build", "offline",
})  # fmt: skip
OF_GUESTS = frozenset({"guest_citations", "guest_pages"})
"""The parts that only sites (`symposium_site`) need, and those of guests in documentation."""


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the parts of the extension that a site, or a guest, needs."""
    config.setup(app)
    config.load_project_plugins(app)  # first of all, as plugins may add kinds
    site = config.is_site(app)
    # A host gets no other extension that it has not chosen, except for citations.
    for name in ("myst_parser", "sphinx_design") if site else ():
        app.setup_extension(name)
    app.setup_extension("sphinxcontrib.bibtex")
    left_out = OF_GUESTS if site else OF_SITES
    for part in PARTS:
        if part not in left_out:
            import_module(f"{__name__}.{part}").setup(app)
    gc.freeze()  # until the build ends: its collections need not search all modules
    return {
        "version": symposium.__version__,
        # After an upgrade, all documents are read again.
        "env_version": int(own_code(), 16),
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }
