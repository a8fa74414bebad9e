"""The Sphinx side: domain, roles, citations, documents, the page frame and what is out of date.

This is the only package that imports Sphinx, docutils, MyST or sphinxcontrib-bibtex. ``setup``
only wires; each module does one thing.
"""

from __future__ import annotations

from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

import symposium
from symposium.sphinxext import (
    assets,
    bibliography,
    buildinfo,
    citations,
    config,
    directives,
    doctrees,
    documents,
    domain,
    encodings,
    executors,
    facts,
    folders,
    fragments,
    host_citations,
    host_pages,
    host_search,
    host_settings,
    hosting,
    inventory,
    limits,
    links,
    listings,
    losses,
    maths,
    mentions,
    missing,
    outputs,
    parser,
    permanence,
    progress,
    quiet,
    safety,
    scope,
    search,
    searchpage,
    site,
    stopping,
    theme,
)

BOTH, SITE, GUEST = {True, False}, {True}, {False}
"""Which builds set a part up: all, sites, guests."""

PARTS = (
    (scope, BOTH),
    (missing, SITE),
    (folders, SITE),
    (doctrees, SITE),
    (losses, SITE),
    (stopping, SITE),
    (buildinfo, SITE),
    (executors, BOTH),
    (progress, BOTH),
    (quiet, BOTH),
    (safety, BOTH),
    (limits, SITE),
    (site, BOTH),
    (encodings, SITE),
    (facts, BOTH),
    (parser, BOTH),
    (documents, BOTH),
    (domain, BOTH),
    (citations, BOTH),
    (bibliography, BOTH),
    (host_citations, GUEST),
    (links, BOTH),
    (mentions, BOTH),
    (directives, BOTH),
    (listings, BOTH),
    (fragments, BOTH),
    (maths, SITE),
    (theme, SITE),
    (assets, SITE),
    (search, SITE),
    (searchpage, SITE),
    (hosting, SITE),
    (inventory, SITE),
    (host_settings, GUEST),
    (host_pages, GUEST),
    (host_search, GUEST),
    (permanence, SITE),
    (outputs, BOTH),
)
"""In the order in which their handlers of one event run."""


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the parts of the extension that a site, or a guest, consists of."""
    config.setup(app)
    ours = config.is_site(app)
    # What a host does not have stays away from its pages, but for citations.
    for name in ("myst_parser", "sphinx_design") if ours else ():
        app.setup_extension(name)
    app.setup_extension("sphinxcontrib.bibtex")
    for part, needed_by in PARTS:
        if ours in needed_by:
            part.setup(app)
    return {
        "version": symposium.__version__,
        "env_version": facts.shape(),
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }
