"""The domain ``kb``: a role for every kind, and objects for links from other projects."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.builders.html import INVENTORY_FILENAME
from sphinx.domains import Domain, ObjType
from sphinx.environment import BuildEnvironment
from sphinx.errors import NoUri
from sphinx.roles import XRefRole
from sphinx.util import logging
from sphinx.util.docutils import is_directive_registered, is_role_registered
from sphinx.util.nodes import make_refnode

from symposium.export.file_writing import write_if_changed
from symposium.kinds import KINDS
from symposium.knowledge.entry_index import cited, gone_of
from symposium.knowledge.mentions import label
from symposium.pages.author_links import ROOT
from symposium.pages.publication_status import PublicationStatus, status_of
from symposium.pages.subjects import public_aliases
from symposium.pages.urls import docname
from symposium.sphinxext.build_site import WHOLE_SITE, BuildSite, site_of_env
from symposium.sphinxext.config import is_site
from symposium.sphinxext.manifest import manifests
from symposium.sphinxext.reports import warn
from symposium.sphinxext.scope import app_of
from symposium.sphinxext.stored_values import digest

logger = logging.getLogger(__name__)


class RecordRole(XRefRole):
    """A reference to a record, such as ``{person}`` or ``{kb:person}``."""

    def result_nodes(
        self, document: nodes.document, env: BuildEnvironment, node: nodes.Element, is_ref: bool
    ) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Assign the reference to the domain ``kb``, also if the role was used without its name."""
        del document, env, is_ref
        node["refdomain"] = KnowledgeDomain.name
        return [node], []


def record_role() -> RecordRole:
    """Return a role for records, of the kind by whose name the role is registered."""
    return RecordRole(innernodeclass=nodes.inline, warn_dangling=True)


class KnowledgeDomain(Domain):
    """Persons, papers, events, … as objects of references.

    In a project that only loads ``symposium.roles`` the domain has no objects, and intersphinx
    resolves references to those of other projects.
    """

    name = "kb"
    label = "Knowledge base"

    def __init__(self, env: BuildEnvironment) -> None:
        kinds = [kind.name for kind in KINDS]
        self.object_types = {kind: ObjType(kind, kind) for kind in kinds}  # type: ignore[misc]
        self.roles = {kind: record_role() for kind in kinds}  # type: ignore[misc]
        super().__init__(env)

    @property
    def site(self) -> BuildSite | None:
        """The site of the build, if it has one."""
        return site_of_env(self.env)

    def resolve_xref(  # noqa: PLR0917 - Sphinx's signature
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        typ: str,
        target: str,
        node: pending_xref,
        contnode: nodes.Element,
    ) -> nodes.reference | None:
        """Return a link to the record's page, or its text if the builder has no such page."""
        del env, builder
        site = self.site
        record_id = site.kb.find(typ, target) if site else None
        if site is None or record_id is None:
            return None
        if not node.get("refexplicit"):
            contnode = nodes.inline("", label(site.kb, typ, record_id), classes=["kb", f"kb-{typ}"])
        return link_to(site, fromdocname, typ, record_id, contnode)  # type: ignore[return-value]

    def resolve_any_xref(  # noqa: PLR0917 - Sphinx's signature
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        target: str,
        node: pending_xref,
        contnode: nodes.Element,
    ) -> list[tuple[str, nodes.reference]]:
        """Return a link for each kind that has a record ``target``.

        There is none in a host's documentation: with ``default_role = "any"`` a topic would shadow
        a function of the same name.
        """
        if self.site is None or not self.site.scope.site:
            return []
        links = []
        for kind in KINDS:
            link = self.resolve_xref(
                env, fromdocname, builder, kind.name, target, node, contnode.deepcopy()
            )
            if link is not None:
                links.append((f"kb:{kind.name}", link))
        return links

    def get_objects(self) -> Iterator[tuple[str, str, str, str, str, int]]:
        """Yield every record, for ``objects.inv``."""
        site = self.site
        if site is None:
            return
        # A host's own search finds pages by title; as objects they would be found twice.
        priority = 1 if site.scope.site else -1
        whole = app_of(self.env).builder.name in WHOLE_SITE
        for kind, record_id in site.kb:
            if (whole or _document(site, kind, record_id)) and site.urls.shows(kind):
                title = " ".join(site.kb.title_of(kind, record_id).split())
                yield record_id, title, kind, page_of(site, kind, record_id), "", priority
        for work in site.kb.works.values() if site.scope.site else ():  # by cite key too
            if work.key != work.id and site.kb.find("paper", work.key) == work.id:
                key, title = (" ".join(text.split()) for text in (work.key, work.title))
                yield key, title, "paper", page_of(site, "paper", work.id), "", -1
        for kind, earlier, record_id in public_aliases(site.kb):
            title = " ".join(site.kb.title_of(kind, record_id).split())
            yield earlier, title, kind, page_of(site, kind, record_id), "", -1

    def merge_domaindata(self, docnames: AbstractSet[str], otherdata: dict[str, Any]) -> None:
        """Do nothing: the objects come from the records, not from documents."""


def page_of(site: BuildSite, kind: str, record_id: str) -> str:
    """Return the docname of a record's page: that of its file, or of the derived page."""
    page = _document(site, kind, record_id) or docname(kind, record_id)
    return site.scope.layout.docname(page)


def _document(site: BuildSite, kind: str, record_id: str) -> str | None:
    record = site.kb.described(kind, record_id)  # to make persons without a file takes time
    return record.document if record else None


def link_to(
    site: BuildSite, docname: str, kind: str, record_id: str, content: nodes.Element
) -> nodes.Element:
    """Return ``content`` linked from a document to a record, with a mark such as "retracted".

    If the builder has no derived pages, the link goes to the published site; if its address is not
    known, ``content`` is returned alone.
    """
    page = site.page_shown(page_of(site, kind, record_id), site.app.env)
    if page is None or not site.urls.shows(kind):
        return content
    title = site.kb.title_of(kind, record_id)
    link = link_to_page(site, docname, (page, ""), content, title)
    status = status_of(site.kb, kind, record_id)
    if status is None:
        return link
    return nodes.inline("", "", link, nodes.Text(" "), mark(site, docname, status))


def link_to_page(
    site: BuildSite,
    docname: str,
    target: tuple[str, str],
    content: nodes.Element,
    title: str | None = None,
) -> nodes.Element:
    """Return ``content`` linked to a page, given as docname and anchor; as in `link_to`."""
    (page, anchor), builder = target, site.app.builder
    if builder.name in WHOLE_SITE or page in site.documents:
        with suppress(NoUri):
            return make_refnode(builder, docname, page, anchor, content, title)
    address = site.urls.absolute(site.scope.layout.page(page))
    if not address:
        return content
    uri = f"{address}#{anchor}" if anchor else address
    link = nodes.reference("", "", content, internal=False, refuri=uri)
    if title:
        link["reftitle"] = title
    return link


def mark(site: BuildSite, docname: str, status: PublicationStatus) -> nodes.inline:
    """Return the mark of a status, linked to the notice if the builder can link to it."""
    content: nodes.Node = nodes.Text(status.word)
    notice = _address(site, docname, status.notice)
    if notice:
        content = nodes.reference(
            "", "", content, refuri=notice, internal=False, reftitle=status.link
        )
    before, after = (nodes.inline("", sign, classes=["sy-hidden"]) for sign in "[]")
    return nodes.inline("", "", before, content, after, classes=["sy-badge", "sy-badge-alert"])


def _address(site: BuildSite, docname: str, notice: str) -> str:
    """Return the address of a notice; empty for a file of the site if files are not published."""
    if not notice.startswith(ROOT):
        return notice
    if site.app.builder.name in WHOLE_SITE:
        return notice.replace(ROOT, site.urls.root(site.scope.layout.page(docname)))
    return notice.replace(ROOT, site.urls.base) if site.urls.base else ""


def setup(app: Sphinx) -> None:
    """Register the domain, and its roles also without the domain's name."""
    app.add_domain(KnowledgeDomain)
    if is_site(app):
        add_roles(app)
        app.connect("builder-inited", take_inventory_over)
    else:
        app.connect("builder-inited", add_roles, priority=950)
    app.connect("warn-missing-reference", explain_missing)


def add_roles(app: Sphinx) -> None:
    """Register the roles without the domain's name, unless a host has a role of that name."""
    for kind in KINDS:
        if is_site(app) or not is_role_registered(kind.name):
            app.add_role(kind.name, record_role())


def add_directive(app: Sphinx, name: str, directive: type[Directive]) -> None:
    """Register a directive; in a host under the domain's name, and without it if that is free."""
    if is_site(app):
        app.add_directive(name, directive)
        return
    app.add_directive_to_domain(KnowledgeDomain.name, name, directive)

    def add(app: Sphinx) -> None:
        if not is_directive_registered(name):
            app.add_directive(name, directive)

    app.connect("builder-inited", add, priority=950)


def explain_missing(app: Sphinx, domain: Domain | None, node: pending_xref) -> bool | None:
    """Report a reference to an unknown id, with the most similar id."""
    site = site_of_env(app.env)
    if site is None or domain is None or domain.name != KnowledgeDomain.name:
        return None
    warn_unknown(site, node["reftype"], node["reftarget"], node)
    return True


def warn_unknown(
    site: BuildSite, kind: str, text: str, location: Any, *, is_key: bool = False
) -> None:
    """Report an unknown id or cite key: why its record is gone, or the most similar one."""
    if gone := gone_of(site.kb.gone, kind, text):
        problem = cited(gone, gone.origin.place)
        warn(problem.text, problem.code.code, location)
        return
    near = site.kb.nearest(kind, text)
    hint = f": did you mean {near}?" if near else ""
    if is_key:  # as sphinxcontrib-bibtex marks it
        logger.warning('no entry has the key "%s"%s', text, hint, location=location, type="bibtex",
                       subtype="key_not_found")  # fmt: skip
    else:
        warn(f'no {kind} has the id "{text}"{hint}', "unknown-id", location)


def take_inventory_over(app: Sphinx) -> None:
    """Replace the function by which Sphinx writes the inventory of a whole site."""
    builder: Any = app.builder
    if builder.name in WHOLE_SITE:
        builder.dump_inventory = partial(write_inventory, app)


def write_inventory(app: Sphinx) -> None:
    """Write ``objects.inv`` unless it is up to date.

    It says what Sphinx would write, which takes twice the time to save a hundredth of the bytes.
    """
    manifest, path = manifests[app], Path(app.outdir, INVENTORY_FILENAME)
    if path.exists() and manifest.unchanged:
        return
    project, version = (" ".join(text.split()) for text in (app.config.project, app.config.version))
    last = "The remainder of this file is compressed using zlib."
    rows = ("Sphinx inventory version 2", f"Project: {project}", f"Version: {version}", last)
    head = "".join(f"# {row}\n" for row in rows).encode()
    body = "".join(_lines(app)).encode("utf-8", "replace")
    listed = digest(head + body)
    if manifest.changed or not path.exists() or manifest.digests.get(path.name) != listed:
        write_if_changed(str(path), head + zlib.compress(body, 6))
        manifest.digests[path.name] = listed


def _lines(app: Sphinx) -> Iterator[str]:
    """Yield the lines of the inventory: name, type, priority, address and title of each object."""
    for domain in app.env.domains.sorted():
        for name, title, kind, page, anchor, priority in sorted(domain.get_objects()):
            end = anchor.removesuffix(name) + "$" if anchor.endswith(name) else anchor
            address = app.builder.get_target_uri(page) + (f"#{end}" if end else "")
            shown = "-" if title == name else title
            yield f"{name} {domain.name}:{kind} {priority} {address} {shown}\n"
