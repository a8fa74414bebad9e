"""Citations: roles and styles of sphinxcontrib-bibtex, answered from our own records.

Every citation links to the page of its paper. Nothing of the bibliography is kept in the
environment; entries in pybtex's form are made for the keys that are cited or listed, on demand.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import partial
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

from symposium.locale import formats, separators
from symposium.model.citation_syntax import Cited, read_targets
from symposium.sphinxext.build_site import BuildSite, site_of
from symposium.sphinxext.config import host_cites
from symposium.sphinxext.domain import link_to, warned_of_gone
from symposium.sphinxext.pybtex_entries import entry_of, formatted, link_title, own_texts
from symposium.sphinxext.scope import app_of

logger = logging.getLogger(__name__)

# The style of citations where nobody has chosen another: "Doe et al. (2020)", linked as a whole.

ROUND = partial(BracketStyle, left="(", right=")")


@dataclass
class LinkedTextualStyle(BasicAuthorYearTextualReferenceStyle):
    """Textual citations whose link has the names as well as the year."""

    def inner(self, role_name: str) -> Node:
        """Return the names and, in brackets, the year with what is said before and behind it."""
        names = self.person.author_or_editor_or_title(full="s" in role_name)
        year_text = template.join2(sep1=self.pre_text_sep, sep2=self.post_text_sep)[
            template.pre_text, template.year, template.post_text
        ]
        behind = template.join[self.bracket.left, year_text, self.bracket.right]
        return template.reference[template.join(sep=self.text_reference_sep)[names, behind]]


@dataclass
class LinkedStyle(AuthorYearReferenceStyle):
    """Author and year in round brackets, as texts outside documents have them too."""

    bracket_textual: BracketStyle = field(default_factory=ROUND)
    bracket_parenthetical: BracketStyle = field(default_factory=ROUND)
    bracket_year: BracketStyle = field(default_factory=ROUND)
    person: PersonStyle = field(default_factory=partial(PersonStyle, other=" et al."))

    def __post_init__(self) -> None:
        """Take the place of the textual style."""
        super().__post_init__()  # type: ignore[no-untyped-call]
        own: Any = LinkedTextualStyle(
            bracket=self.bracket_textual,
            person=self.person,
            text_reference_sep=self.text_reference_sep,
            pre_text_sep=self.pre_text_sep,
            post_text_sep=self.post_text_sep,
        )
        self.role_style.update(dict.fromkeys(own.role_names(), own))


class CitationDomain(BibtexDomain):
    """The domain of sphinxcontrib-bibtex, with every citation leading to a paper's page."""

    def clear_doc(self, docname: str) -> None:
        """Keep nothing: mentions are ours to remember."""
        del docname
        self.citation_refs.clear()

    def merge_domaindata(self, docnames: AbstractSet[str], otherdata: dict[str, Any]) -> None:
        """Keep nothing."""

    def env_updated(self) -> Sequence[str]:
        """Skip the labelling of whole bibliographies, which citations do not need."""
        self.citation_refs.clear()
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
        """Return the citation, each key linked to the page of its paper."""
        site, targets = site_of(app_of(env)), read_targets(target)
        if not targets:
            logger.warning('malformed citation "%s"', target, location=node, type="bibtex",
                           subtype="malformed")  # fmt: skip
            return contnode
        result = nodes.inline(
            rawsource=target, classes=["bibtex-citation"], ids=node.get("ids", [])
        )
        papers = [(site.kb.find("paper", one.key), one) for one in targets]
        references = [_reference(site, fromdocname, paper, one) for paper, one in papers if paper]
        if references:
            result += format_references(self.reference_style, typ, references).render(self.backend)
        for link in list(result.findall(nodes.reference)):
            paper_id = link.attributes.pop("refuri", "").removeprefix(MARK)
            content = nodes.inline("", "", *link.children)
            link.replace_self(link_to(site, builder, fromdocname, "paper", paper_id, content))
        own_texts(result)
        result[CITED] = [one.todocname for _, _, one in references]
        unknown = [one.key for paper, one in papers if paper is None]
        for key in unknown:
            warn_unknown_key(site, key, node)
        if unknown:
            result += nodes.Text(f"{' ' if references else ''}[{', '.join(unknown)}]")
        return result

    def resolve_any_xref(self, *_: Any) -> list[Any]:
        """Leave cite keys in ``{any}`` to the domain of the records, which knows them."""
        return []


CITED = "symposium-papers"
"""What a citation that is resolved keeps: the ids of its papers."""
FOOTNOTE = "symposium-key"
"""What a reference to a footnote that cites keeps: the cite key."""
MARK = "symposium:"
"""Scheme under which a link carries a paper's id until its address is known."""


class _ToPaper:
    """A builder, as far as sphinxcontrib-bibtex asks for one: it links to ids."""

    name = "symposium"

    def get_relative_uri(self, fromdocname: str, todocname: str) -> str:
        """Return the id, marked."""
        del fromdocname
        return MARK + todocname


def _reference(
    site: BuildSite, fromdocname: str, paper_id: str, target: Cited
) -> tuple[Entry, FormattedEntry, template.SphinxReferenceInfo]:
    paper = site.kb.works[paper_id]
    label = FormattedEntry(paper.key, Text(paper.title), paper.key)
    info = template.SphinxReferenceInfo(
        builder=_ToPaper(),  # type: ignore[arg-type]
        fromdocname=fromdocname,
        todocname=paper_id,
        citation_id="",
        title=None,
        pre_text=target.pre,
        post_text=target.post,
    )
    return entry_of(site, paper_id), label, info


def warn_unknown_key(site: BuildSite, key: str, location: Any) -> None:
    """Report a key that no entry has, with the nearest right one."""
    if warned_of_gone(site, "paper", key, location):
        return
    near = site.kb.nearest("paper", key)
    hint = f": did you mean {near}?" if near else ""
    logger.warning(
        'no entry has the key "%s"%s', key, hint, location=location, type="bibtex",
        subtype="key_not_found",
    )  # fmt: skip


class LinkedCiteRole(CiteRole):
    """A citation that keeps nothing in the environment but itself."""

    def result_nodes(
        self, document: nodes.document, env: BuildEnvironment, node: nodes.Element, is_ref: bool
    ) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Put the citation into the citations' domain."""
        del env, is_ref
        if not node.get("refdomain"):
            node["refdomain"] = "cite"
            node["reftype"] = "p"
        document.note_explicit_target(node, node)
        return [node], []


class LinkedFootCiteRole(FootCiteRole):
    """A citation in a footnote; `link_footnotes` links its text to the page of its paper."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Make the reference and its footnote; report unknown keys with the nearest right one."""
        site = site_of(app_of(self.env))
        keys = [key.strip() for key in self.text.split(",")]
        papers = [(key, site.kb.find("paper", key)) for key in keys]
        unknown = [key for key, paper in papers if paper is None]
        for key in unknown:
            warn_unknown_key(site, key, (self.env.docname, self.lineno))
        if len(unknown) == len(keys):
            return [nodes.inline("", f"[{self.text}]")], []
        self.text = ", ".join(key for key, paper in papers if paper)
        domain: Any = self.env.domains["cite"]
        style, known = self.config.bibtex_default_style, domain.bibdata.data
        entries = ((key, entry_of(site, paper)) for key, paper in papers if paper)
        known.entries = {key: formatted(style, entry)[0] for key, entry in entries}
        result, messages = super().run()
        known.entries = {}  # what stayed would be kept in the environment
        for node in result:
            if isinstance(node, nodes.Element):
                own_texts(node)
        if unknown:
            result.append(nodes.inline("", f" [{', '.join(unknown)}]"))
        return result, messages


def link_footnotes(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Link the footnotes that cite to the pages of their papers."""
    site = site_of(app)
    papers = {}
    for reference in doctree.findall(nodes.footnote_reference):
        if FOOTNOTE in reference and (paper := site.kb.find("paper", reference[FOOTNOTE])):
            reference["classes"].append("sy-footcite")
            papers[reference.get("refid")] = paper
    for footnote in doctree.findall(nodes.footnote) if papers else ():
        if paper := next((papers[one] for one in footnote["ids"] if one in papers), None):
            link = partial(link_to, site, app.builder, docname, "paper", paper)
            link_title(footnote, site.kb.works[paper], link)
            own_texts(footnote)


def translate_names(app: Sphinx) -> None:
    """Join the names of authors as the language does, unless a project's style has its own way."""
    domain = app.env.domains.get("cite")
    person = getattr(getattr(domain, "reference_style", None), "person", None)
    if person is None or not formats():
        return
    for name, shown in (("sep2", separators(2)[0]), ("last_sep", separators(3)[1])):
        if getattr(person, name) == getattr(type(person), name):
            setattr(person, name, shown)


def setup(app: Sphinx) -> None:
    """Take the place of the domains and roles of sphinxcontrib-bibtex, unless a host uses them."""
    if host_cites(app):
        return
    register_plugin("sphinxcontrib.bibtex.style.referencing", "symposium", LinkedStyle, force=True)
    app.connect("builder-inited", translate_names, priority=700)
    app.connect("doctree-resolved", link_footnotes, priority=300)
    app.add_domain(CitationDomain, override=True)
    roles: tuple[tuple[Any, Any], ...] = (
        (BibtexDomain, LinkedCiteRole), (BibtexFootDomain, LinkedFootCiteRole),
    )  # fmt: skip
    for domain, role in roles:
        app.add_role(domain.name, role(), override=True)
        for name in domain._role_names:  # noqa: SLF001
            app.add_role_to_domain(domain.name, name, role(), override=True)
