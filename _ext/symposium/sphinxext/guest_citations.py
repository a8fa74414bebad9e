"""Citations in a host with sphinxcontrib-bibtex: printed as before, linked to our pages.

Only where they lead is ours: to the page of the work. Its title in a bibliography leads there too.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any, ClassVar

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.environment import BuildEnvironment
from sphinxcontrib.bibtex.domain import BibtexDomain

from symposium.knowledge import Mention, Mentions
from symposium.knowledge.mentions import TextPiece
from symposium.sphinxext.build_site import WHOLE_SITE, BuildSite, site_of
from symposium.sphinxext.citations import FOOTNOTE, KeyedFootCiteRole, foot_domain
from symposium.sphinxext.config import host_cites
from symposium.sphinxext.domain import link_to, page_of
from symposium.sphinxext.pybtex_entries import link_title
from symposium.sphinxext.scope import app_of


class HostCitationDomain(BibtexDomain):
    """The host's citations, which lead to the pages of works."""

    roles: ClassVar[dict[str, Any]] = BibtexDomain.roles

    def resolve_xref(  # type: ignore[override]  # noqa: PLR0917 - Sphinx's signature
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        typ: str,
        target: str,
        node: pending_xref,
        contnode: nodes.Element,
    ) -> nodes.Element:
        """Return the citation as the host has it, each key linked to the page of its work."""
        made = super().resolve_xref(env, fromdocname, builder, typ, target, node, contnode)
        if builder.name not in WHOLE_SITE:
            return made
        site = site_of(app_of(self.env))
        keys = self.keys_by_id()
        documents = {name for name, _ in keys}
        places = {builder.get_relative_uri(fromdocname, name): name for name in documents}
        for reference in list(made.findall(nodes.reference)):
            page, _, anchor = reference.get("refuri", "").partition("#")
            place = (places.get(page, fromdocname), reference.get("refid") or anchor)
            paper = paged(site, self.env, keys.get(place, ""))
            if paper:
                content = nodes.inline("", "", *reference.children)
                link = link_to(site, builder, fromdocname, "paper", paper, content)
                if "reftitle" in reference and isinstance(link, nodes.reference):
                    link["reftitle"] = reference["reftitle"]
                reference.replace_self(link)
        return made

    def keys_by_id(self) -> dict[tuple[str, str], str]:
        """Return the cite key of each entry that is listed, by docname and id of its place."""
        return {
            (one.bibliography_key.docname, one.citation_id): one.entry.key for one in self.citations
        }


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

    def key(text: str) -> str:
        if find("paper", text):
            return text
        bare = (text.removeprefix(one) for one in prefixes if text.startswith(one))
        return next((one for one in bare if find("paper", one)), text)

    def piece(one: TextPiece) -> TextPiece:
        return replace(one, ids=tuple(map(key, one.ids))) if one.cites else one

    def mention(one: Mention) -> Mention:
        if one.how != "cites":
            return one
        return replace(one, id=key(one.id), sentence=tuple(map(piece, one.sentence)))

    return Mentions({page: tuple(map(mention, rows)) for page, rows in mentions.by_page.items()})


def setup(app: Sphinx) -> None:
    """Take the place of the domains of sphinxcontrib-bibtex, where a host uses them."""
    if host_cites(app):
        app.add_domain(HostCitationDomain, override=True)
        app.add_domain(foot_domain(KeyedFootCiteRole), override=True)
        app.add_role("footcite", KeyedFootCiteRole(), override=True)
        app.connect("doctree-resolved", link_titles, priority=300)


def link_titles(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Link the titles in bibliographies and footnotes to the pages of the works."""
    cited = {
        reference.get("refid", ""): reference.attributes.pop(FOOTNOTE)
        for reference in doctree.findall(nodes.footnote_reference)
        if FOOTNOTE in reference
    }
    if app.builder.name not in WHOLE_SITE:
        return
    site = site_of(app)
    domain: Any = app.env.get_domain("cite")
    keys = {one: key for (name, one), key in domain.keys_by_id().items() if name == docname}
    keys |= cited
    entries = (nodes.citation, nodes.list_item, nodes.footnote)
    for node in [node for kind in entries for node in doctree.findall(kind)]:
        key = next((keys[one] for one in node["ids"] if one in keys), "")
        if paper := paged(site, app.env, key):
            link = partial(link_to, site, app.builder, docname, "paper", paper)
            link_title(node, site.kb.works[paper], link, otherwise="")
