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
    inventory,
    limits,
    links,
    listings,
    losses,
    maths,
    mentions,
    outputs,
    parser,
    permanence,
    safety,
    search,
    searchpage,
    site,
    stopping,
    theme,
)

PARTS = (
    config,
    folders,
    doctrees,
    losses,
    stopping,
    buildinfo,
    executors,
    safety,
    limits,
    site,
    encodings,
    facts,
    parser,
    documents,
    domain,
    citations,
    bibliography,
    links,
    mentions,
    directives,
    listings,
    fragments,
    maths,
    theme,
    assets,
    search,
    searchpage,
    inventory,
    permanence,
    outputs,
)
"""In the order in which their handlers of one event run."""


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up every part of the extension."""
    for name in ("myst_parser", "sphinx_design", "sphinxcontrib.bibtex"):
        app.setup_extension(name)
    for part in PARTS:
        part.setup(app)
    return {
        "version": symposium.__version__,
        "env_version": facts.shape(),
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }
