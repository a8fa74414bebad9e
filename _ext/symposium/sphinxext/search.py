"""The search of a site: whether it has an index, and what documents are found by."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from weakref import WeakSet

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder

from symposium.export.publishing_files import NOT_FOUND
from symposium.kinds import BY_FOLDER
from symposium.locale import N_, _
from symposium.sphinxext.build_site import WHOLE_SITE, BuildSite, site_of
from symposium.sphinxext.config import is_site
from symposium.sphinxext.document_facts import DocumentFacts, all_facts, facts_of
from symposium.sphinxext.manifest import SEARCH_ROOT
from symposium.sphinxext.page_context import ShownPage, on_page
from symposium.sphinxext.theme import lists_something

HIDDEN = frozenset({"nosearch", "no-search"})
"""Marks of a document that searching does not find."""


def setup(app: Sphinx) -> None:
    """Take the place of Sphinx's search, and keep what documents are found by."""
    on_page(app, describe_page)
    app.connect("doctree-read", note_words)
    app.connect("builder-inited", switch_off_index)
    on_page(app, note_document)
    app.connect("html-collect-pages", search_page)


def note_words(app: Sphinx, doctree: nodes.document) -> None:
    """Keep the text of a document that describes no record; those of records are in these."""
    docname, site = app.env.docname, site_of(app)
    if docname not in site.documents and docname not in site.index_pages:
        texts = doctree.findall(nodes.Text)
        shown = (text.astext() for text in texts if not _is_unseen(text.parent))
        facts_of(app.env, docname).words = " ".join(word for text in shown for word in text.split())


def _is_unseen(node: nodes.Element) -> bool:
    return isinstance(node, nodes.comment | nodes.raw | nodes.system_message)


def has_index(app: Sphinx) -> bool:
    """Tell whether a build makes an index; a host has a search of its own."""
    return is_site(app) and bool(app.config.symposium_search)


def describe_page(page: ShownPage) -> None:
    """Tell the search page and the one for wrong addresses where one searches, or else looks."""
    if page.name == PAGE:
        page.context["symposium_search"] = SEARCH_ROOT if has_index(page.app) else ""
    if page.template == NOT_FOUND:
        page.context["symposium_search_page"] = bool(page.app.config.symposium_search)
    if page.name == PAGE or page.template == NOT_FOUND:
        page.context["symposium_lists"] = lists_of(page.app)


def is_hidden(app: Sphinx, docname: str) -> bool:
    """Tell whether a document says of itself that searching does not find it."""
    return not HIDDEN.isdisjoint(app.env.metadata.get(docname, ()))


def hidden_documents(app: Sphinx) -> frozenset[str]:
    """Return the documents that say of themselves that searching does not find them."""
    return frozenset(name for name in app.env.metadata if is_hidden(app, name))


def other_pages(app: Sphinx, site: BuildSite) -> list[tuple[str, str, str, str]]:
    """Return facet, docname, title and words of the documents that stand for no record."""
    hidden, facts = hidden_documents(app), all_facts(app.env)
    root = app.config.root_doc
    return [
        ("home" if name == root else "page", name, title.astext(), words_of(facts.get(name)))
        for name, title in app.env.titles.items()
        if name not in site.documents and name not in site.index_pages and name not in hidden
    ]


def words_of(facts: DocumentFacts | None) -> str:
    """Return the words that are kept of a document."""
    return facts.words if facts else ""


# The search page, written only when the frame of pages changes.

PAGE = "search"
YEARS = ("years/index", N_("Years"))

_writing: WeakSet[Sphinx] = WeakSet()
"""Builds that have written the page of a document, in this process if one of several."""


def switch_off_index(app: Sphinx) -> None:
    """Make no index of Sphinx's: it knows documents only, and keeps traces of earlier builds."""
    if app.builder.name in WHOLE_SITE and isinstance(app.builder, StandaloneHTMLBuilder):
        app.builder.search = False


def note_document(page: ShownPage) -> None:
    """Remember that a document is written; the first is always written in the main process."""
    if page.name in page.app.env.found_docs:
        _writing.add(page.app)


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
