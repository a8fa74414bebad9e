"""Links by file name: ``[text](../papers/x.md)`` and ``{doc}`` work for derived pages too.

So a file that only adds to a record can be deleted without breaking links to the record's page,
and links to a page that has moved lead to its new place.
"""

from __future__ import annotations

from collections.abc import Iterator

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform

from symposium.pages.author_links import page_named
from symposium.pages.publication_status import PublicationStatus, status_of
from symposium.pages.subjects import Redirect, exists, subject_of, title_of
from symposium.sphinxext.build_site import BuildSite, site_of
from symposium.sphinxext.document_facts import facts_of
from symposium.sphinxext.domain import link_to_page, mark
from symposium.sphinxext.scope import app_of, scope_of


class PageLinks(SphinxPostTransform):
    """Resolves links to derived pages, before MyST and Sphinx report them as missing."""

    default_priority = 8  # MyST resolves its links at 9, Sphinx at 10

    def run(self, **_: object) -> None:
        """Replace each reference to a derived page by a link."""
        app = app_of(self.env)
        site = site_of(app)
        for node in list(file_links(self.document)):
            refdoc = node.get("refdoc", self.env.docname)
            anchor = str(node["reftarget"]).partition("#")[2]
            page = site.scope.layout.page(document_named(node, refdoc))
            redirect = page_meant(app, page)
            status = status_of_page(site, redirect.page if redirect else page)
            if status:
                position = node.parent.index(node) + 1
                badge = mark(site, refdoc, status)
                node.parent[position:position] = [nodes.Text(" "), badge]
            if redirect is None:
                continue
            content = nodes.inline("", "", *node.children) if node.get("refexplicit") else None
            content = content or nodes.inline("", redirect.title)
            target = site.scope.layout.docname(redirect.page), anchor
            node.replace_self(link_to_page(site, refdoc, target, content))


def file_links(document: nodes.document) -> Iterator[pending_xref]:
    """Yield the references to pages by file name."""
    for node in document.findall(pending_xref):
        if node.get("reftype") in {"myst", "doc"}:
            yield node


def document_named(node: pending_xref, refdoc: str) -> str:
    """Return the docname to which a reference by file name in ``refdoc`` leads; empty for none."""
    path = str(node["reftarget"]).partition("#")[0]
    if not path or node.get("refdomain") == "doc":  # MyST has resolved that to a docname
        return path
    return page_named(path, refdoc)


def note_links(app: Sphinx, doctree: nodes.document) -> None:
    """Store the links of a document: if a target gets another title or place, it is outdated."""
    docname, facts = app.env.docname, facts_of(app.env, app.env.docname)
    meant = {document_named(node, docname) for node in file_links(doctree)} - {""}
    facts.links = tuple(sorted(map(scope_of(app).layout.page, meant)))
    # The references of these domains are mentions.
    xrefs = (x for x in doctree.findall(pending_xref) if x.get("refdomain") not in {"cite", "kb"})
    pairs = ((xref["reftarget"], xref.get("reftargetid")) for xref in xrefs)
    facts.targets = tuple(sorted({str(target) for pair in pairs for target in pair if target}))


def page_meant(app: Sphinx, page: str) -> Redirect | None:
    """Return the target of a link to ``page``: a derived page, or the successor of a moved one.

    Return ``None`` for documents, whose links Sphinx resolves itself, and for unknown pages.
    """
    site = site_of(app)
    if site.scope.layout.docname(page) in app.env.found_docs:
        return None
    subject = subject_of(page)
    if subject and exists(site.kb, subject):
        return Redirect(page, title_of(site.kb, subject))
    return site.redirects.get(page)


def status_of_page(site: BuildSite, page: str) -> PublicationStatus | None:
    """Return the publication status of a page's record, such as retracted, if it has one."""
    subject = site.documents.get(site.scope.layout.docname(page)) or subject_of(page)
    return status_of(site.kb, *subject) if subject and exists(site.kb, subject) else None


def setup(app: Sphinx) -> None:
    """Register the transform, and the collecting of links."""
    app.add_post_transform(PageLinks)
    app.connect("doctree-read", note_links)
