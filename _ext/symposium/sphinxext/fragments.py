"""Fragments in documents: the HTML that templates make of a record, around its author's prose.

For HTML the fragment is inserted as it is. Other outputs have the title, the prose, and a link to
the page on the web if its address is known.
"""

from __future__ import annotations

from urllib.parse import urljoin

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from sphinx.util.docutils import SphinxTranslator

from symposium.lint.options import of_home
from symposium.pages import Fragment
from symposium.pages.author_links import page_named
from symposium.sphinxext.build_site import WHOLE_SITE, site_of
from symposium.sphinxext.config import is_site, report_fault


class record_header(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes so
    """The header of a record's page: contains the title, and is written as ``html`` instead."""


class fragment(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes so
    """HTML made by a template."""


def setup(app: Sphinx) -> None:
    """Register the nodes, and insert the fragments when references are resolved."""
    html, children = (_print, _ignore), (_ignore, _ignore)
    for node in (record_header, fragment):
        app.add_node(node, html=html, latex=children, text=children, man=children, texinfo=children)
    app.connect("doctree-resolved", insert, priority=500)
    if is_site(app):
        app.connect("doctree-read", follow_text)
        app.connect("env-updated", check_home)
        app.connect("doctree-resolved", insert_text, priority=450)  # before the fragment


def _print(translator: SphinxTranslator, node: nodes.Element) -> None:
    translator.body.append(node["html"])  # type: ignore[attr-defined]
    raise nodes.SkipNode


def _ignore(translator: SphinxTranslator, node: nodes.Element) -> None:
    """Write nothing for the node itself."""


def insert(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Insert header and sections of a record around the prose of its document.

    Some builders (LaTeX, singlehtml) join all documents to one tree before references are
    resolved; then each document in it gets its own.
    """
    if PART in doctree:
        return
    inner = [(node["docname"], node) for node in doctree.findall(addnodes.start_of_file)]
    for name, tree in ((docname, doctree), *inner):
        _insert_into(app, tree, name)


def _insert_into(app: Sphinx, tree: nodes.Element, docname: str) -> None:
    site = site_of(app)
    if not site.shows_fragment(docname):
        return
    content = site.fragment_of(docname)
    section = next(iter(tree.findall(nodes.section)), None)
    if section is None:  # a document without text has no section
        section = nodes.section(ids=["top"])
        tree.insert(0, section)
    title = next((child for child in section.children if isinstance(child, nodes.title)), None)
    if app.builder.name in WHOLE_SITE:
        _insert_html(section, title, content)
    else:
        section.insert(0 if title is None else section.index(title) + 1, _link(app, docname))


def _insert_html(section: nodes.section, title: nodes.title | None, content: Fragment) -> None:
    header = record_header("", html=content.header)
    if title is None:
        section.insert(0, header)
    elif content.kind != "index":  # the index of a kind keeps its author's title
        section.replace(title, header)
        header += title
    if content.kind == "index":  # its jump list goes between the author's text and the list
        section += fragment("", html=content.header.partition("</header>")[2].lstrip())
    section += fragment("", html=content.sections)


def replace_with_fragment(app: Sphinx, place: nodes.Element, html: str, docname: str) -> None:
    """Replace a node by a fragment or, in other outputs than HTML, by a link to the page."""
    replacement = fragment("", html=html) if app.builder.name in WHOLE_SITE else _link(app, docname)
    place.replace_self(replacement)


def _link(app: Sphinx, docname: str) -> nodes.Element:
    """Return a paragraph with the address of a page, or an empty one if it is not known."""
    site = site_of(app)
    if not site.urls.base:
        return nodes.paragraph()
    address = urljoin(site.urls.base, site.urls.path(site.scope.layout.page(docname)))
    return nodes.paragraph("", "", nodes.reference("", address, refuri=address))


# A home page that shows a record also has the text of the record's file, with adapted links.

PART = "symposium-part"
"""Attribute of a record's document while its references are resolved for the home page."""


def text_shown_on(app: Sphinx, docname: str) -> str | None:
    """Return the record's document whose text a home page also shows, if there is one."""
    site = site_of(app)
    if not site.is_home(docname) or site.home is None:
        return None
    kind, record_id = site.home
    document = site.kb.entities[kind][record_id].document
    name = site.scope.layout.docname(document) if document else ""
    return name if name in app.env.found_docs else None


def follow_text(app: Sphinx, _doctree: nodes.document) -> None:
    """Make Sphinx read the home page again when the file of its record has changed."""
    if (other := text_shown_on(app, app.env.docname)) is not None:
        app.env.note_dependency(str(app.env.doc2path(other, base=False)))


def check_home(app: Sphinx, _env: BuildEnvironment) -> None:
    """Report a setting of the home page that names no record with a page."""
    site, home = site_of(app), app.config.symposium_home
    if home and site.home is None:
        unpaged = (f"{home!r} has no page", "name its kind in symposium_pages")
        report_fault(app, "symposium_home", of_home(home, site.kb) or unpaged)


def insert_text(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Insert the text of the record's file after the title of the home page."""
    other = text_shown_on(app, docname)
    section = next(iter(doctree.findall(nodes.section)), None)
    if other is None or section is None or PART in doctree:
        return
    other_tree = app.env.get_doctree(other)
    other_tree[PART] = True
    for node in other_tree.findall(addnodes.pending_xref):
        _see_from(docname, other, node)
    with logging.suppress_logging():  # problems are reported once, for the page itself
        app.env.resolve_references(other_tree, docname, app.builder)
    text = next(iter(other_tree.findall(nodes.section)), nodes.section()).children
    place = 1 if isinstance(next(iter(section.children), None), nodes.title) else 0
    section[place:place] = [node for node in text if not isinstance(node, nodes.title)]


def _see_from(docname: str, other: str, node: addnodes.pending_xref) -> None:
    """Make a reference in the document ``other`` valid in ``docname``, with the same target."""
    target, kind = node["reftarget"], node.get("reftype")
    by_file = kind == "doc" or (kind == "myst" and ("/" in target or ".md" in target))
    if by_file and node.get("refdomain") != "doc":  # MyST has resolved that to a docname
        path, sign, anchor = target.partition("#")
        node["reftarget"] = f"/{page_named(path, other)}{sign}{anchor}"
    node["refdoc"] = docname
