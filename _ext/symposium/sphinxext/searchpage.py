"""The search page, written only when the frame of pages changes.

Sphinx would write it in every build, which is a tenth of the time of one that has nothing else to
do. It stands in the frame of all pages: when the frame changes, all documents are written again.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from weakref import WeakSet

from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder

from symposium.kinds import BY_FOLDER
from symposium.locale import N_, _
from symposium.sphinxext.build_site import WHOLE_SITE, site_of
from symposium.sphinxext.page_context import ShownPage, on_page
from symposium.sphinxext.theme import lists_something

PAGE = "search"
YEARS = ("years/index", N_("Years"))

_writing: WeakSet[Sphinx] = WeakSet()
"""Builds that have written the page of a document, in this process if one of several."""


def setup(app: Sphinx) -> None:
    """Take the place of Sphinx's search."""
    app.connect("builder-inited", switch_off_index)
    on_page(app, note_document)
    on_page(app, add_lists)
    app.connect("html-collect-pages", search_page)


def switch_off_index(app: Sphinx) -> None:
    """Make no index of Sphinx's: it knows documents only, and keeps traces of earlier builds."""
    if app.builder.name in WHOLE_SITE and isinstance(app.builder, StandaloneHTMLBuilder):
        app.builder.search = False


def note_document(page: ShownPage) -> None:
    """Remember that a document is written; the first is always written in the main process."""
    if page.name in page.app.env.found_docs:
        _writing.add(page.app)


def add_lists(page: ShownPage) -> None:
    """Tell the search page which lists hold everything, for those who cannot search."""
    if page.name == PAGE:
        page.context["symposium_lists"] = lists_of(page.app)


def lists_of(app: Sphinx) -> list[dict[str, str]]:
    """Return docname and title of each list that holds something."""
    site = site_of(app)
    lists = [(f"{kind.folder}/index", kind.title) for kind in BY_FOLDER.values()]
    return [
        {"page": page, "title": _(title)}
        for page, title in (*lists, YEARS)
        if lists_something(site, page)
    ]


def search_page(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Yield the search page, unless the one that is there is still right."""
    builder = app.builder
    if builder.name not in WHOLE_SITE or not isinstance(builder, StandaloneHTMLBuilder):
        return
    if PAGE in app.config.html_additional_pages:
        return  # the project has one of its own
    if app in _writing or not builder.get_output_path(PAGE).exists():
        yield PAGE, {}, "search.html"
