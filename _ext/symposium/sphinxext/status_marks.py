"""Marks in documents behind references to retracted and similar works.

Roles, citations and lists of works have them from `domain.link_to`; links by the name of a file and
``{any}`` are resolved by Sphinx and MyST, so theirs are put in here.
"""

from __future__ import annotations

from docutils import nodes

from symposium.pages.author_links import ROOT
from symposium.pages.publication_status import PublicationStatus, status_of
from symposium.sphinxext.build_site import WHOLE_SITE, BuildSite


def marked(
    site: BuildSite, builder: str, docname: str, record: tuple[str, str], node: nodes.Element
) -> nodes.Element:
    """Return a reference to a record with the mark behind it; most need none."""
    found = status_of(site.kb, *record)
    if found is None:
        return node
    return nodes.inline("", "", node, nodes.Text(" "), mark(site, builder, docname, found))


def mark(site: BuildSite, builder: str, docname: str, found: PublicationStatus) -> nodes.inline:
    """Return a mark; it leads to the notice where there is one that the builder can lead to."""
    content: nodes.Node = nodes.Text(found.word)
    notice = _address(site, builder, docname, found.notice)
    if notice:
        content = nodes.reference(
            "", "", content, refuri=notice, internal=False, reftitle=found.link
        )
    before, after = (nodes.inline("", sign, classes=["sy-hidden"]) for sign in "[]")
    return nodes.inline("", "", before, content, after, classes=["sy-badge", "sy-badge-alert"])


def _address(site: BuildSite, builder: str, docname: str, notice: str) -> str:
    """Return a notice as an address; a file of the site has none where files are not published."""
    if not notice.startswith(ROOT):
        return notice
    if builder in WHOLE_SITE:
        return notice.replace(ROOT, site.urls.root(site.scope.layout.page(docname)))
    return notice.replace(ROOT, site.urls.base) if site.urls.base else ""
