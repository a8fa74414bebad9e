"""Directives that show what the knowledge base holds."""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from symposium.sphinxext.facts import facts_of
from symposium.sphinxext.fragments import replace_with_fragment
from symposium.sphinxext.site import site_of


class overview(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes so
    """Where the overview of the site is to stand."""


class OverviewDirective(SphinxDirective):
    """``{overview}``: what the site holds, at a glance."""

    def run(self) -> list[nodes.Node]:
        """Leave a place; the overview is made when all documents have been read."""
        facts_of(self.env, self.env.docname).overview = True
        return [overview()]


def setup(app: Sphinx) -> None:
    """Register the directives."""
    app.add_node(overview)
    app.add_directive("overview", OverviewDirective)
    app.connect("doctree-resolved", fill, priority=400)


def fill(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Put the overview where the directive left a place."""
    for place in list(doctree.findall(overview)):
        replace_with_fragment(app, place, site_of(app).pages.overview(docname), docname)
