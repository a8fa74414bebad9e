"""Our pages in the search of a host."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

from docutils import nodes
from docutils.utils import new_document
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder

from symposium.kinds.paper import Paper
from symposium.knowledge import KnowledgeBase
from symposium.pages.maths import as_typed
from symposium.pages.subjects import Subject, paged, title_of
from symposium.pages.urls import docname
from symposium.sphinxext.build_site import WHOLE_SITE, site_of


def setup(app: Sphinx) -> None:
    """Feed the index when all documents have been written, before it is stored."""
    app.connect("html-collect-pages", feed)


def feed(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Add our pages to the index of the host's search; yield no page."""
    builder = app.builder
    if (
        builder.name in WHOLE_SITE
        and isinstance(builder, StandaloneHTMLBuilder)
        and builder.indexer
    ):
        site = site_of(app)
        layout = site.scope.layout
        names = printed_forms(site.kb)
        ours: list[str] = []
        for subject in paged(site.kb, site.urls):
            name = layout.docname(docname(*subject))
            if name in app.env.found_docs:
                continue  # Sphinx has indexed it
            ours.append(name)
            title = as_typed(title_of(site.kb, subject))
            kind, record_id = subject
            texts = texts_of_work(site.kb.works[record_id]) if kind == "paper" else names[subject]
            # Sphinx ranks titles above all text. Those of works would come before the host's pages.
            named = kind == "person"
            text = document_of(title if named else "", [title, *sorted(texts)])
            builder.indexer.feed(name, f"{name}.html", title, text)
        # Sphinx takes what is no document out before it stores the index.
        prune = builder.indexer.prune
        builder.indexer.prune = lambda docnames: prune({*docnames, *ours})  # type: ignore[method-assign]
    yield from ()


def document_of(title: str, texts: Iterable[str]) -> nodes.document:
    """Return a document that holds the words by which a page is found."""
    document, section = new_document(""), nodes.section(ids=["top"], names=[])
    section += [nodes.title("", title)] if title else []
    section += [nodes.paragraph("", text) for text in texts if text]
    document += section
    return document


def texts_of_work(work: Paper) -> Iterator[str]:
    """Yield what the page of a work says besides its title, as far as one searches for it."""
    yield ", ".join(one.name.text for one in (*work.authors, *work.editors))
    yield work.venue or ""
    yield str(work.year or "")
    yield ", ".join(work.topics)
    yield work.abstract or ""
    yield work.key


def printed_forms(kb: KnowledgeBase) -> dict[Subject, set[str]]:
    """Return the printed forms of the names of persons."""
    found: dict[Subject, set[str]] = defaultdict(set)
    for text, person in kb.identity.by_text.items():
        found["person", person].add(text)
    return found
