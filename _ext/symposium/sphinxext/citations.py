"""Citations: the roles and styles of sphinxcontrib-bibtex, answered from our own records.

Every citation links to the page of its paper. Nothing of the bibliography is kept in the
environment; entries in pybtex's form are made for the keys that are cited or listed, on demand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from functools import cache
from typing import Any, ClassVar

from docutils import nodes
from pybtex.database import BibliographyData, Entry, Person
from pybtex.plugin import PluginNotFound, find_plugin
from pybtex.richtext import Text
from pybtex.style import FormattedEntry
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from sphinxcontrib.bibtex.bibfile import BibData
from sphinxcontrib.bibtex.citation_target import CitationTarget, parse_citation_targets
from sphinxcontrib.bibtex.domain import BibtexDomain
from sphinxcontrib.bibtex.foot_domain import BibtexFootDomain
from sphinxcontrib.bibtex.foot_roles import FootCiteRole
from sphinxcontrib.bibtex.roles import CiteRole
from sphinxcontrib.bibtex.style.referencing import format_references
from sphinxcontrib.bibtex.style.template import SphinxReferenceInfo

from symposium.knowledge import KnowledgeBase
from symposium.model.records import Contributor, Paper
from symposium.sphinxext.domain import KnowledgeDomain, link_to
from symposium.sphinxext.site import Site, site_of_env

logger = logging.getLogger(__name__)

RE_BARE = re.compile(r"(?<!\\)([%&#])")
"""What stands bare in fields as people paste them, and would be markup to pybtex."""

PEOPLE_FIELDS = frozenset({"author", "editor"})


class Entries(Mapping[str, Entry]):
    """The bibliography as a mapping from cite key to pybtex entry, each made when it is asked for."""

    def __init__(self, kb: KnowledgeBase) -> None:
        self._kb = kb
        self.entry = cache(self._entry)

    def __getitem__(self, key: str) -> Entry:
        paper_id = self._kb.find("paper", key)
        if paper_id is None:
            raise KeyError(key)
        return self.entry(paper_id)

    def __iter__(self) -> Iterator[str]:
        return iter(self._kb.keys)

    def __len__(self) -> int:
        return len(self._kb.keys)

    def _entry(self, paper_id: str) -> Entry:
        return make_entry(self._kb.works[paper_id])


def make_entry(paper: Paper) -> Entry:
    """Return the pybtex entry of a paper, names as printed and fields as LaTeX."""
    fields = {
        name: RE_BARE.sub(r"\\\1", value)
        for name, value in paper.fields
        if name not in PEOPLE_FIELDS and name not in {"abstract", "date"}
    }
    fields["title"] = fields.get("title") or paper.title
    if paper.year is not None:
        fields["year"] = str(paper.year)
    for standard, biblatex in (("journal", "journaltitle"), ("address", "location")):
        if biblatex in fields:
            fields.setdefault(standard, fields[biblatex])
    persons = {
        role: [_person(one) for one in people]
        for role, people in (("author", paper.authors), ("editor", paper.editors))
        if people
    }
    if paper.et_al and "author" in persons:
        persons["author"].append(Person("others"))
    entry = Entry(paper.type, fields=fields, persons=persons)
    entry.key = paper.key
    return entry


def _person(one: Contributor) -> Person:
    name = one.name
    if name.corporate:
        return Person(last="{" + name.text + "}")
    return Person(first=name.given, prelast=name.prefix, last=name.family, lineage=name.suffix)


@cache
def style_of(name: str) -> Any:
    """Return a formatting style of pybtex; the look-up of plugins is slow, so it is done once."""
    return find_plugin("pybtex.style.formatting", name)()


def format_entry(style: str, entry: Entry) -> FormattedEntry:
    """Return an entry in a bibliography style; one that lacks a required field as plain text."""
    try:
        return style_of(style).format_entry("", entry)
    except Exception:  # noqa: BLE001 - styles raise whatever their templates raise
        text = f"{entry.fields.get('title', entry.key)}. {entry.fields.get('year', '')}"
        return FormattedEntry(entry.key, Text(text.strip()), "")


class CitationDomain(BibtexDomain):  # type: ignore[misc]
    """The domain of sphinxcontrib-bibtex, with every citation leading to a paper's page."""

    roles: ClassVar[dict[str, Any]] = BibtexDomain.roles

    @property
    def site(self) -> Site | None:
        """The site that is being built."""
        return site_of_env(self.env)

    @property
    def bibdata(self) -> BibData:
        """Our records in pybtex's form, for the roles that read entries (``footcite``)."""
        site = self.site
        data = BibliographyData()
        if site:
            data.entries = entries_of(site)
        return BibData(encoding="", bibfiles={}, data=data)

    def clear_doc(self, docname: str) -> None:
        """Keep nothing: mentions are ours to remember."""
        self.citation_refs.clear()

    def merge_domaindata(self, docnames: Set[str], otherdata: dict[str, Any]) -> None:
        """Keep nothing."""

    def env_updated(self) -> Sequence[str]:
        """Skip the labelling of whole bibliographies, which citations do not need."""
        self.citation_refs.clear()
        return ()

    def resolve_xref(
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
        del env
        site = self.site
        result = nodes.inline(rawsource=target, classes=["bibtex-citation"], ids=node.get("ids", []))
        targets = read_targets(target)
        if site is None or not targets:
            logger.warning('malformed citation "%s"', target, location=node, type="bibtex",
                           subtype="malformed")  # fmt: skip
            return contnode
        references = []
        for one in targets:
            paper_id = site.kb.find("paper", one.key)
            if paper_id is None:
                warn_unknown_key(site.kb, one.key, node)
                continue
            references.append(_reference(site, builder, fromdocname, paper_id, one))
        if not references:
            result += nodes.Text("[" + ", ".join(one.key for one in targets) + "]")
            return result
        result += format_references(self.reference_style, typ, references).render(self.backend)
        for reference in list(result.findall(nodes.reference)):
            paper_id = reference.attributes.pop("refuri", "").removeprefix(MARK)
            content = nodes.inline("", "", *reference.children)
            reference.replace_self(
                link_to(site, builder, fromdocname, "paper", paper_id, content)
            )
        return result

    def resolve_any_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        target: str,
        node: pending_xref,
        contnode: nodes.Element,
    ) -> list[tuple[str, nodes.Element]]:
        """Leave cite keys in ``{any}`` to the domain of the records, which knows them."""
        del env, fromdocname, builder, target, node, contnode
        return []


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
    site: Site, builder: Builder, fromdocname: str, paper_id: str, target: CitationTarget
) -> tuple[Entry, FormattedEntry, SphinxReferenceInfo]:
    del builder
    paper = site.kb.works[paper_id]
    entry = entries_of(site).entry(paper_id)
    formatted = FormattedEntry(paper.key, Text(paper.title), paper.key)
    info = SphinxReferenceInfo(
        builder=_ToPaper(),
        fromdocname=fromdocname,
        todocname=paper_id,
        citation_id="",
        title=None,
        pre_text=target.pre,
        post_text=target.post,
    )
    return entry, formatted, info


def entries_of(site: Site) -> Entries:
    """Return the entries of a site, made once per build."""
    if site.entries is None:
        site.entries = Entries(site.kb)
    entries: Entries = site.entries
    return entries


def read_targets(text: str) -> list[CitationTarget]:
    """Return the keys of a citation with their pre and post text; none if it is malformed."""
    try:
        return list(parse_citation_targets(text))
    except ValueError:
        return []


def warn_unknown_key(kb: KnowledgeBase, key: str, location: Any) -> None:
    """Report a key that no entry has, with the nearest right one."""
    near = kb.nearest("paper", key)
    hint = f": did you mean {near}?" if near else ""
    logger.warning(
        'no entry has the key "%s"%s', key, hint, location=location, type="bibtex",
        subtype="key_not_found",
    )  # fmt: skip


class LinkedCiteRole(CiteRole):  # type: ignore[misc]
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


class LinkedFootCiteRole(FootCiteRole):  # type: ignore[misc]
    """A citation in a footnote, whose text links to the page of its paper."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Make the reference and its footnote; report unknown keys with the nearest right one."""
        site = site_of_env(self.env)
        keys = [key.strip() for key in self.text.split(",")]
        if site is not None:
            known = [key for key in keys if site.kb.find("paper", key)]
            for key in keys:
                if key not in known:
                    warn_unknown_key(site.kb, key, (self.env.docname, self.lineno))
            if not known:
                return [nodes.inline("", f"[{self.text}]")], []
            self.text = ", ".join(known)
            keys = known
        temp = self.env.temp_data
        before = len(temp["bibtex_foot_bibliography"]) if "bibtex_foot_bibliography" in temp else 0
        seen = temp.get("bibtex_foot_old_refs", set()) | temp.get("bibtex_foot_new_refs", set())
        fresh = [key for key in dict.fromkeys(keys) if key not in seen]
        result, messages = super().run()
        footnotes = temp["bibtex_foot_bibliography"].children[before:]
        for key, footnote in zip(fresh, footnotes, strict=False):
            if site is not None:
                link_title(footnote, site.kb.works[site.kb.keys.get(key, key)])
        for node in result:
            for reference in node.findall(nodes.footnote_reference):
                reference["symposium-keys"] = keys
        return result, messages


class LinkedFootDomain(BibtexFootDomain):  # type: ignore[misc]
    """Citations in footnotes."""

    roles: ClassVar[dict[str, Any]] = {
        name: LinkedFootCiteRole() for name in BibtexFootDomain._role_names  # noqa: SLF001
    }


def link_title(
    node: nodes.Element, paper: Paper, link: Callable[[nodes.Element], nodes.Element] | None = None
) -> None:
    """Link the title in a formatted entry to the paper's page, or add a link where it is not found.

    ``link`` makes the link; without it a reference is left for Sphinx to resolve.
    """
    make = link or (lambda content: paper_reference(paper.id, content))
    wanted = re.sub(r"\W+", "", paper.title).casefold()
    for text in list(node.findall(nodes.Text)):
        if wanted and re.sub(r"\W+", "", str(text)).casefold().strip() == wanted:
            title = str(text)
            bare = title.rstrip(" .,")
            parts: list[nodes.Node] = [make(nodes.inline("", bare))]
            if title[len(bare) :]:
                parts.append(nodes.Text(title[len(bare) :]))
            text.parent.replace(text, parts)
            return
    paragraph = next(iter(node.findall(nodes.paragraph)), node)
    paragraph += [nodes.Text(" "), make(nodes.inline("", "Details"))]


def paper_reference(paper_id: str, content: nodes.Element) -> pending_xref:
    """Return a reference to a paper that Sphinx resolves later."""
    return pending_xref(
        "", content, refdomain=KnowledgeDomain.name, reftype="paper", reftarget=paper_id,
        refexplicit=True, refwarn=True, **{"symposium-listed": True},
    )  # fmt: skip


def has_style(name: str) -> bool:
    """Tell whether pybtex knows a bibliography style."""
    try:
        style_of(name)
    except PluginNotFound:
        return False
    return True


def setup(app: Sphinx) -> None:
    """Take the place of the domains and roles of sphinxcontrib-bibtex."""
    CitationDomain.roles = {name: LinkedCiteRole() for name in BibtexDomain._role_names}  # noqa: SLF001
    app.add_domain(CitationDomain, override=True)
    app.add_domain(LinkedFootDomain, override=True)
    app.add_role("cite", LinkedCiteRole(), override=True)
    app.add_role("footcite", LinkedFootCiteRole(), override=True)
