"""Fragments in documents: what the templates make of a record joins the prose of its author.

For HTML the fragment is put in as it is. Every other output has the title, the prose, and a link to
the page on the web where its address is known.
"""

from __future__ import annotations

from urllib.parse import urljoin

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxTranslator

from symposium.pages import Fragment
from symposium.sphinxext.build_site import WHOLE_SITE, site_of


class record_header(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes so
    """The header of a record's page; it holds the title, and prints ``html`` in its place."""


class fragment(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes so
    """HTML made by a template."""


def setup(app: Sphinx) -> None:
    """Register the nodes, and put the fragments in when references are resolved."""
    printed, walked = (_print, _ignore), (_ignore, _ignore)
    for node in (record_header, fragment):
        app.add_node(node, html=printed, latex=walked, text=walked, man=walked, texinfo=walked)
    app.connect("doctree-resolved", insert, priority=500)


def _print(translator: SphinxTranslator, node: nodes.Element) -> None:
    translator.body.append(node["html"])  # type: ignore[attr-defined]
    raise nodes.SkipNode


def _ignore(translator: SphinxTranslator, node: nodes.Element) -> None:
    """Visit the children only."""


def insert(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Put header and sections of a record around the prose of its document.

    Some builders (LaTeX, one page of HTML) put all documents into one tree before references are
    resolved: each document in it gets its own.
    """
    inner = [(node["docname"], node) for node in doctree.findall(addnodes.start_of_file)]
    for name, tree in ((docname, doctree), *inner):
        _insert_into(app, tree, name)


def _insert_into(app: Sphinx, tree: nodes.Element, docname: str) -> None:
    site = site_of(app)
    if not site.shows_fragment(docname):
        return
    made = site.fragment_of(docname)
    section = next(iter(tree.findall(nodes.section)), None)
    if section is None:  # a document without text that Sphinx could not give a section
        section = nodes.section(ids=["top"])
        tree.insert(0, section)
    title = next((child for child in section.children if isinstance(child, nodes.title)), None)
    if app.builder.name in WHOLE_SITE:
        _insert_html(section, title, made)
    else:
        section.insert(0 if title is None else section.index(title) + 1, _link(app, docname))


def _insert_html(section: nodes.section, title: nodes.title | None, made: Fragment) -> None:
    header = record_header("", html=made.header)
    if title is None:
        section.insert(0, header)
    elif made.kind != "index":  # the index of a kind keeps the title that its author gave it
        section.replace(title, header)
        header += title
    if made.kind == "index":  # its jump list stands between the author's words and the list
        section += fragment("", html=made.header.partition("</header>")[2].lstrip())
    section += fragment("", html=made.sections)


def replace_with_fragment(app: Sphinx, place: nodes.Element, html: str, docname: str) -> None:
    """Replace a node by a fragment, or by a link to the page that has it."""
    made = fragment("", html=html) if app.builder.name in WHOLE_SITE else _link(app, docname)
    place.replace_self(made)


def _link(app: Sphinx, docname: str) -> nodes.Element:
    """Return a paragraph with the address of a page; an empty one where it is not known."""
    site = site_of(app)
    if not site.urls.base:
        return nodes.paragraph()
    address = urljoin(site.urls.base, site.urls.path(site.scope.layout.page(docname)))
    return nodes.paragraph("", "", nodes.reference("", address, refuri=address))
