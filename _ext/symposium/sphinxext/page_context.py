"""Filling the context of pages, from which templates of the theme make them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from docutils import nodes
from sphinx.application import Sphinx

from symposium.sphinxext.build_site import WHOLE_SITE


class ShownPage(NamedTuple):
    """A page that is about to be made by a template."""

    app: Sphinx
    name: str
    """Its docname."""
    template: str
    context: dict[str, Any]
    doctree: nodes.document | None
    """What Sphinx made of its document, if it has one."""


def on_page(app: Sphinx, fill: Callable[[ShownPage], None], priority: int = 500) -> None:
    """Have a function change the context of each page, where a whole site is built."""

    def handle(app: Sphinx, *page: Any) -> None:
        if app.builder.name in WHOLE_SITE:
            fill(ShownPage(app, *page))

    app.connect("html-page-context", handle, priority=priority)
