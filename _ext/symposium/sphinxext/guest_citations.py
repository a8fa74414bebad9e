"""Citations in a host that uses sphinxcontrib-bibtex: formatted as before, with other links.

Citations, and titles in bibliographies, link to the page of the work.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from symposium.knowledge import Mention, Mentions
from symposium.sphinxext.build_site import WHOLE_SITE, BuildSite, site_of
from symposium.sphinxext.citations import FOOTNOTE
from symposium.sphinxext.config import host_cites
from symposium.sphinxext.domain import link_to, page_of
from symposium.sphinxext.pybtex_entries import link_title


def paged(site: BuildSite, env: BuildEnvironment, key: str) -> str | None:
    """Return the id of the work with a cite key, if it has a derived page."""
    paper = site.kb.find("paper", key) if key and site.urls.shows("paper") else None
    return paper if paper and site.page_shown(page_of(site, "paper", paper), env) else None


def without_prefixes(app: Sphinx, mentions: Mentions) -> Mentions:
    """Return mentions with the cite keys of the bibliography files.

    In a host that lists works several times, the keys of each list have a prefix (``:keyprefix:``).
    """
    domain: Any = app.env.get_domain("cite")
    prefixes = {bib.keyprefix for bib in domain.bibliographies.values() if bib.keyprefix}
    if not prefixes:
        return mentions
    find = site_of(app).kb.find

    def bare(text: str) -> str:
        keys = (text.removeprefix(prefix) for prefix in ("", *prefixes) if text.startswith(prefix))
        return next((key for key in keys if find("paper", key)), text)

    def unprefixed(mention: Mention) -> Mention:
        sentence = [
            replace(piece, ids=tuple(map(bare, piece.ids))) if piece.role else piece
            for piece in mention.sentence
        ]
        key = bare(mention.id) if mention.how == "cites" else mention.id
        return replace(mention, id=key, sentence=tuple(sentence))

    return Mentions({page: tuple(map(unprefixed, rows)) for page, rows in mentions.by_page.items()})


def setup(app: Sphinx) -> None:
    """Link the citations of a host to the pages of works."""
    if host_cites(app):
        app.connect("doctree-resolved", link_works, priority=300)


def link_works(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Link citations, and the titles in bibliographies and footnotes, to the pages of the works."""
    footnotes = {
        reference.get("refid", ""): reference.attributes.pop(FOOTNOTE)
        for reference in doctree.findall(nodes.footnote_reference)
        if FOOTNOTE in reference
    }
    if app.builder.name not in WHOLE_SITE:
        return
    site = site_of(app)
    domain: Any = app.env.get_domain("cite")
    keys = {
        (citation.bibliography_key.docname, citation.citation_id): citation.entry.key
        for citation in domain.citations
    }
    address = app.builder.get_relative_uri
    places = {address(docname, name): name for name in {name for name, _ in keys}}

    link = partial(link_to, site, docname, "paper")
    citations = (
        node for node in doctree.findall(nodes.inline) if "bibtex-citation" in node["classes"]
    )
    for reference in [node for citation in citations for node in citation.findall(nodes.reference)]:
        page, _, anchor = reference.get("refuri", "").partition("#")
        place = (places.get(page, docname), reference.get("refid") or anchor)
        if paper := paged(site, app.env, keys.get(place, "")):
            linked = link(paper, nodes.inline("", "", *reference.children))
            if "reftitle" in reference and isinstance(linked, nodes.reference):
                linked["reftitle"] = reference["reftitle"]
            reference.replace_self(linked)
    listed = {place: key for (name, place), key in keys.items() if name == docname} | footnotes
    entries = (nodes.citation, nodes.list_item, nodes.footnote)
    for node in [node for kind in entries for node in doctree.findall(kind)]:
        key = next((listed[id_] for id_ in node["ids"] if id_ in listed), "")
        if paper := paged(site, app.env, key):
            link_title(node, site.kb.works[paper], partial(link, paper), otherwise="")
