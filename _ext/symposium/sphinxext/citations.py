"""Citations: the roles and styles of sphinxcontrib-bibtex, resolved from the knowledge base.

Every citation links to the page of its paper. The bibliography is not kept in the environment;
entries in pybtex's form are made on demand, for the keys that are cited or listed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from types import SimpleNamespace
from typing import Any

from docutils import nodes
from pybtex.database import Entry
from pybtex.richtext import Text
from pybtex.style import FormattedEntry
from pybtex.style.template import Node
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from sphinxcontrib.bibtex.domain import BibtexDomain
from sphinxcontrib.bibtex.foot_domain import BibtexFootDomain
from sphinxcontrib.bibtex.foot_roles import FootCiteRole
from sphinxcontrib.bibtex.plugin import register_plugin
from sphinxcontrib.bibtex.roles import CiteRole
from sphinxcontrib.bibtex.style import template
from sphinxcontrib.bibtex.style.referencing import BracketStyle, PersonStyle, format_references
from sphinxcontrib.bibtex.style.referencing.author_year import AuthorYearReferenceStyle
from sphinxcontrib.bibtex.style.referencing.basic_author_year import (
    BasicAuthorYearTextualReferenceStyle,
)

from symposium.locale import separators
from symposium.model.citation_syntax import Cited, read_targets
from symposium.sphinxext.build_site import BuildSite, site_of
from symposium.sphinxext.config import host_cites
from symposium.sphinxext.domain import link_to, warn_unknown
from symposium.sphinxext.pybtex_entries import entry_of, formatted, link_title, own_texts
from symposium.sphinxext.scope import app_of

logger = logging.getLogger(__name__)


@dataclass
class LinkedTextualStyle(BasicAuthorYearTextualReferenceStyle):
    """Textual citations whose link includes the names as well as the year."""

    def inner(self, role_name: str) -> Node:
        """Return the names and, in brackets, the year with the texts before and after it."""
        names = self.person.author_or_editor_or_title(full="s" in role_name)
        year_text = template.join2(sep1=self.pre_text_sep, sep2=self.post_text_sep)[
            template.pre_text, template.year, template.post_text
        ]
        bracketed = template.join[self.bracket.left, year_text, self.bracket.right]
        return template.reference[template.join(sep=self.text_reference_sep)[names, bracketed]]


def linked_style() -> AuthorYearReferenceStyle:
    """Return the default style: "Doe et al. (2020)", linked as a whole."""
    bracket = BracketStyle(left="(", right=")")
    person = PersonStyle(other=" et al.", sep2=separators(2)[0], last_sep=separators(3)[1])
    style = AuthorYearReferenceStyle(
        bracket_textual=bracket, bracket_parenthetical=bracket, bracket_year=bracket, person=person
    )
    textual: Any = LinkedTextualStyle(
        bracket=bracket,
        person=person,
        text_reference_sep=style.text_reference_sep,
        pre_text_sep=style.pre_text_sep,
        post_text_sep=style.post_text_sep,
    )
    style.role_style.update(dict.fromkeys(textual.role_names(), textual))
    return style


class CitationDomain(BibtexDomain):
    """The domain of sphinxcontrib-bibtex, with every citation linked to a paper's page."""

    def env_updated(self) -> Sequence[str]:
        """Skip the stock pass over all documents in order, which links to papers do not need."""
        return ()

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
        """Return the citation, with each key linked to the page of its paper."""
        del builder
        site, targets = site_of(app_of(env)), read_targets(target)
        if not targets:
            logger.warning('malformed citation "%s"', target, location=node, type="bibtex",
                           subtype="malformed")  # fmt: skip
            return contnode
        result = nodes.inline(
            rawsource=target, classes=["bibtex-citation"], ids=node.get("ids", [])
        )
        papers = [(site.kb.find("paper", cite.key), cite) for cite in targets]
        references = [_reference(site, fromdocname, paper, cite) for paper, cite in papers if paper]
        if references:
            result += format_references(self.reference_style, typ, references).render(self.backend)
        for link in list(result.findall(nodes.reference)):
            paper_id = link.attributes.pop("refuri")
            content = nodes.inline("", "", *link.children)
            link.replace_self(link_to(site, fromdocname, "paper", paper_id, content))
        own_texts(result)
        result[CITED] = [info.todocname for _, _, info in references]
        unknown = [cite.key for paper, cite in papers if paper is None]
        for key in unknown:
            warn_unknown(site, "paper", key, node, is_key=True)
        if unknown:
            result += nodes.Text(f"{' ' if references else ''}[{', '.join(unknown)}]")
        return result


CITED = "symposium-papers"
"""Attribute of a resolved citation: the ids of its papers."""
FOOTNOTE = "symposium-key"
"""Attribute of a reference to a footnote that cites: the cite key."""


def _reference(
    site: BuildSite, fromdocname: str, paper_id: str, target: Cited
) -> tuple[Entry, FormattedEntry, template.SphinxReferenceInfo]:
    paper = site.kb.works[paper_id]
    label = FormattedEntry(paper.key, Text(paper.title), paper.key)
    info = template.SphinxReferenceInfo(
        # For now the links are ids of papers; `resolve_xref` replaces them by addresses.
        builder=SimpleNamespace(name="", get_relative_uri=lambda _, paper: paper),  # type: ignore[arg-type]
        fromdocname=fromdocname,
        todocname=paper_id,
        citation_id="",
        title=None,
        pre_text=target.pre,
        post_text=target.post,
    )
    return entry_of(site, paper_id), label, info


class LinkedCiteRole(CiteRole):
    """A citation that stores nothing in the environment except its own node."""

    def result_nodes(
        self, document: nodes.document, env: BuildEnvironment, node: nodes.Element, is_ref: bool
    ) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Assign the citation to the domain ``cite``."""
        del env, is_ref
        if not node.get("refdomain"):
            node["refdomain"] = "cite"
            node["reftype"] = "p"
        document.note_explicit_target(node, node)
        return [node], []


class LinkedFootCiteRole(FootCiteRole):
    """A citation in a footnote; `link_footnotes` links its text to the page of its paper."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return the reference to a footnote; report unknown keys with the most similar one."""
        site = site_of(app_of(self.env))
        keys = [key.strip() for key in self.text.split(",")]
        papers = [(key, site.kb.find("paper", key)) for key in keys]
        unknown = [key for key, paper in papers if paper is None]
        for key in unknown:
            warn_unknown(site, "paper", key, (self.env.docname, self.lineno), is_key=True)
        if len(unknown) == len(keys):
            return [nodes.inline("", f"[{self.text}]")], []
        self.text = ", ".join(key for key, paper in papers if paper)
        domain: Any = self.env.domains["cite"]
        style, bibliography = self.config.bibtex_default_style, domain.bibdata.data
        entries = ((key, entry_of(site, paper)) for key, paper in papers if paper)
        bibliography.entries = {key: formatted(style, entry)[0] for key, entry in entries}
        result, messages = super().run()
        bibliography.entries = {}  # or they would be stored with the environment
        for node in result:
            if isinstance(node, nodes.Element):
                own_texts(node)
        if unknown:
            result.append(nodes.inline("", f" [{', '.join(unknown)}]"))
        return result, messages


def link_footnotes(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Link the titles in footnotes that cite to the pages of their papers."""
    site = site_of(app)
    papers = {}
    for reference in doctree.findall(nodes.footnote_reference):
        if FOOTNOTE in reference and (paper := site.kb.find("paper", reference[FOOTNOTE])):
            reference["classes"].append("sy-footcite")
            papers[reference.get("refid")] = paper
    for footnote in doctree.findall(nodes.footnote) if papers else ():
        if paper := next((papers[id_] for id_ in footnote["ids"] if id_ in papers), None):
            link = partial(link_to, site, docname, "paper", paper)
            link_title(footnote, site.kb.works[paper], link)
            own_texts(footnote)


def setup(app: Sphinx) -> None:
    """Replace the domain and roles of sphinxcontrib-bibtex, unless a host uses them."""
    if host_cites(app):
        return
    style: Any = linked_style
    register_plugin("sphinxcontrib.bibtex.style.referencing", "symposium", style, force=True)
    app.connect("doctree-resolved", link_footnotes, priority=300)
    app.add_domain(CitationDomain, override=True)
    roles: tuple[tuple[Any, Any], ...] = (
        (BibtexDomain, LinkedCiteRole), (BibtexFootDomain, LinkedFootCiteRole),
    )  # fmt: skip
    for domain, role in roles:
        app.add_role(domain.name, role(), override=True)
        for name in domain._role_names:  # noqa: SLF001
            app.add_role_to_domain(domain.name, name, role(), override=True)
