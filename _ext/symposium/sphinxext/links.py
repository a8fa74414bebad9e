"""Links by file name: ``[text](../papers/x.md)`` and ``{doc}`` work for derived pages too.

So a file that only adds to a record can be deleted without breaking a link to its page.
"""

from __future__ import annotations

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.errors import NoUri
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.nodes import make_refnode

from symposium.pages.targets import page_named, title_of_page
from symposium.sphinxext.site import WHOLE_SITE, Site, site_of


class PageLinks(SphinxPostTransform):
    """Resolves links to pages that are made from records, before others report them as missing."""

    default_priority = 8  # MyST resolves its links at 9, Sphinx at 10

    def run(self, **_: object) -> None:
        """Replace each reference to a derived page by a link."""
        app = self.env._app  # noqa: SLF001 - `self.app` is deprecated, nothing takes its place
        site = site_of(app)
        for node in list(self.document.findall(pending_xref)):
            if node.get("reftype") not in {"myst", "doc"}:
                continue
            refdoc = node.get("refdoc", self.env.docname)
            path, _sign, anchor = str(node["reftarget"]).partition("#")
            page = page_named(path, refdoc)
            title = title_of_page(site.kb, page)
            if title is None or page in self.env.found_docs:
                continue
            content = nodes.inline("", "", *node.children) if node.get("refexplicit") else None
            content = content or nodes.inline("", title)
            node.replace_self(_link(app, site, refdoc, page, anchor, content))


def _link(  # noqa: PLR0917 - a step of `PageLinks`
    app: Sphinx, site: Site, refdoc: str, page: str, anchor: str, content: nodes.inline
) -> nodes.Element:
    if app.builder.name in WHOLE_SITE:
        try:
            return make_refnode(app.builder, refdoc, page, anchor, content)
        except NoUri:
            return content
    address = site.urls.absolute(page)
    if not address:
        return content
    uri = f"{address}#{anchor}" if anchor else address
    return nodes.reference("", "", content, internal=False, refuri=uri)


def setup(app: Sphinx) -> None:
    """Resolve before others do."""
    app.add_post_transform(PageLinks)
