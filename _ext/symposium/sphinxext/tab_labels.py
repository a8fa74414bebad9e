"""Labels of tabs as HTML knows them.

sphinx-design says of a label what it controls. HTML forbids that: a label belongs to its button,
which says it already.
"""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx
from sphinx_design.tabs import sd_tab_label


def setup(app: Sphinx) -> None:
    """Mend the labels when references are resolved: the tabs are made by then."""
    app.connect("doctree-resolved", mend)


def mend(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Take ``aria-controls`` from the labels of a document."""
    del app, docname
    for label in doctree.findall(sd_tab_label):
        label.attributes.pop("aria_controls", None)
