"""The search of a site: whether it has an index, and what documents are found by."""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx

from symposium.sphinxext.build_site import BuildSite, site_of
from symposium.sphinxext.config import is_site
from symposium.sphinxext.document_facts import DocumentFacts, all_facts, facts_of
from symposium.sphinxext.page_context import ShownPage, on_page

ROOT = "search/root.bin"
"""The file that our own index begins with."""

HIDDEN = frozenset({"nosearch", "no-search"})
"""Marks of a document that searching does not find."""


def setup(app: Sphinx) -> None:
    """Tell the search page which index to ask, and keep what documents are found by."""
    on_page(app, describe_search_page)
    app.connect("doctree-read", note_words)


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


def describe_search_page(page: ShownPage) -> None:
    """Fill the context of the search page's template."""
    if page.name == "search":
        page.context["symposium_search"] = ROOT if has_index(page.app) else ""


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
