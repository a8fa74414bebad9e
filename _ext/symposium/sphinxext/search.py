"""The search of a site: its page, and the words by which documents are found."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from symposium.export.publishing_files import NOT_FOUND
from symposium.kinds import BY_FOLDER
from symposium.locale import N_, _
from symposium.sphinxext.build_site import WHOLE_SITE, BuildSite, ShownPage, on_page, site_of
from symposium.sphinxext.config import is_site
from symposium.sphinxext.document_facts import all_facts, facts_of
from symposium.sphinxext.manifest import SEARCH_ROOT, manifests
from symposium.sphinxext.theme import lists_something

UNSEEN = (nodes.comment, nodes.raw, nodes.system_message)


def setup(app: Sphinx) -> None:
    """Replace Sphinx's search, and store the words of documents."""
    on_page(app, describe_page)
    app.connect("doctree-read", note_words)
    app.connect("builder-inited", switch_off_index)
    app.connect("html-collect-pages", search_page)


def note_words(app: Sphinx, doctree: nodes.document) -> None:
    """Store the text of a document, unless it describes a record, whose text is in the record."""
    docname, site = app.env.docname, site_of(app)
    if docname not in site.documents and docname not in site.index_pages:
        texts = (
            text for text in doctree.findall(nodes.Text) if not isinstance(text.parent, UNSEEN)
        )
        words = (word for text in texts for word in text.astext().split())
        facts_of(app.env, docname).words = " ".join(words)


def has_index(app: Sphinx) -> bool:
    """Tell whether a build makes a search index; a host has its own search."""
    return is_site(app) and bool(app.config.symposium_search)


def describe_page(page: ShownPage) -> None:
    """Add the search index and the lists of records to the search page and the 404 page."""
    if page.name == PAGE:
        page.context["symposium_search"] = SEARCH_ROOT if has_index(page.app) else ""
    if page.template == NOT_FOUND:
        page.context["symposium_search_page"] = bool(page.app.config.symposium_search)
    if page.name == PAGE or page.template == NOT_FOUND:
        page.context["symposium_lists"] = lists_of(page.app)


def hidden_documents(app: Sphinx) -> frozenset[str]:
    """Return the documents whose metadata exclude them from the search."""
    metadata = app.env.metadata.items()
    return frozenset(name for name, fields in metadata if {"nosearch", "no-search"} & {*fields})


def other_pages(app: Sphinx, site: BuildSite) -> list[tuple[str, str, str, str]]:
    """Return facet, docname, title and words of the documents that describe no record."""
    hidden, facts = hidden_documents(app), all_facts(app.env)
    root = app.config.root_doc
    return [
        (
            "home" if name == root else "page",
            name,
            title.astext(),
            facts[name].words if name in facts else "",
        )
        for name, title in sorted(app.env.titles.items())
        if name not in site.documents and name not in site.index_pages and name not in hidden
    ]


# The search page, which also links to the lists that are not empty.

PAGE = "search"
YEARS = ("years/index", N_("Years"))


def switch_off_index(app: Sphinx) -> None:
    """Switch off Sphinx's index, which has only documents, and traces of earlier builds."""
    if app.builder.name in WHOLE_SITE:
        app.builder.search = False  # type: ignore[attr-defined]


def lists_of(app: Sphinx) -> list[dict[str, str]]:
    """Return docname and title of each list that is not empty."""
    site = site_of(app)
    lists = [(f"{kind.folder}/index", kind.title) for kind in BY_FOLDER.values()]
    return [
        {"page": page, "title": _(title)}
        for page, title in (*lists, YEARS)
        if lists_something(site, page)
    ]


def search_page(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Yield the search page, unless it is up to date."""
    builder: Any = app.builder
    if builder.name not in WHOLE_SITE or PAGE in app.config.html_additional_pages:
        return  # the project may have its own
    if not manifests[app].unchanged or not builder.get_output_path(PAGE).exists():
        yield PAGE, {}, "search.html"
