"""Citations in a host with sphinxcontrib-bibtex: printed as before, linked to our pages.

Only where they lead is ours: to the page of the work. Its title in a bibliography leads there too.
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
    """Return the id of the work that has a cite key, if a page of ours shows it."""
    paper = site.kb.find("paper", key) if key and site.urls.shows("paper") else None
    return paper if paper and site.page_shown(page_of(site, "paper", paper), env) else None


def without_prefixes(app: Sphinx, mentions: Mentions) -> Mentions:
    """Return mentions with cite keys as the bibliographies have them.

    A host that lists works several times gives the keys of each list a prefix (``:keyprefix:``).
    """
    domain: Any = app.env.get_domain("cite")
    prefixes = {one.keyprefix for one in domain.bibliographies.values() if one.keyprefix}
    if not prefixes:
        return mentions
    find = site_of(app).kb.find

    def bare(text: str) -> str:
        keys = (text.removeprefix(one) for one in ("", *prefixes) if text.startswith(one))
        return next((key for key in keys if find("paper", key)), text)

    def mention(one: Mention) -> Mention:
        sentence = [
            replace(piece, ids=tuple(map(bare, piece.ids))) if piece.cites else piece
            for piece in one.sentence
        ]
        key = bare(one.id) if one.how == "cites" else one.id
        return replace(one, id=key, sentence=tuple(sentence))

    return Mentions({page: tuple(map(mention, rows)) for page, rows in mentions.by_page.items()})


def setup(app: Sphinx) -> None:
    """Have the citations of a host lead to the pages of works."""
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
        (one.bibliography_key.docname, one.citation_id): one.entry.key for one in domain.citations
    }
    address = app.builder.get_relative_uri
    places = {address(docname, name): name for name in {name for name, _ in keys}}

    link = partial(link_to, site, app.builder, docname, "paper")
    citations = (
        one for one in doctree.findall(nodes.inline) if "bibtex-citation" in one["classes"]
    )
    for reference in [one for citation in citations for one in citation.findall(nodes.reference)]:
        page, _, anchor = reference.get("refuri", "").partition("#")
        place = (places.get(page, docname), reference.get("refid") or anchor)
        if paper := paged(site, app.env, keys.get(place, "")):
            made = link(paper, nodes.inline("", "", *reference.children))
            if "reftitle" in reference and isinstance(made, nodes.reference):
                made["reftitle"] = reference["reftitle"]
            reference.replace_self(made)
    listed = {place: key for (name, place), key in keys.items() if name == docname} | footnotes
    entries = (nodes.citation, nodes.list_item, nodes.footnote)
    for node in [node for kind in entries for node in doctree.findall(kind)]:
        key = next((listed[one] for one in node["ids"] if one in listed), "")
        if paper := paged(site, app.env, key):
            link_title(node, site.kb.works[paper], partial(link, paper), otherwise="")
