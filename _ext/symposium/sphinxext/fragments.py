"""Fragments in documents: what the templates make of a record joins the prose of its author.

For HTML the fragment is put in as it is. Every other output has the title, the prose, and a link to
the page on the web where its address is known.
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
    """The header of a record's page; it holds the title, and prints ``html`` in its place."""


class fragment(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes so
    """HTML made by a template."""


def setup(app: Sphinx) -> None:
    """Register the nodes, and put the fragments in when references are resolved."""
    printed, walked = (_print, _ignore), (_ignore, _ignore)
    for node in (record_header, fragment):
        app.add_node(node, html=printed, latex=walked, text=walked, man=walked, texinfo=walked)
    app.connect("doctree-resolved", insert, priority=500)
    if is_site(app):
        app.connect("doctree-read", follow_text)
        app.connect("env-updated", check_home)
        app.connect(
            "doctree-resolved", insert_text, priority=450
        )  # before the fragment comes around


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
    if PART in doctree:
        return
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


# The home page as the page of a record, with the text of its file, whose links are seen from here.

PART = "symposium-part"
"""Marks the text of a record's file while it is resolved for the home page."""


def text_shown_on(app: Sphinx, docname: str) -> str | None:
    """Return the document whose text is on a home page, for that of a record with a file."""
    site = site_of(app)
    if not site.is_home(docname) or site.home is None:
        return None
    kind, record_id = site.home
    document = site.kb.entities[kind][record_id].document
    name = site.scope.layout.docname(document) if document else ""
    return name if name in app.env.found_docs else None


def follow_text(app: Sphinx, doctree: nodes.document) -> None:
    """Have the home page be read again when the file of the record has changed."""
    del doctree
    if (other := text_shown_on(app, app.env.docname)) is not None:
        app.env.note_dependency(str(app.env.doc2path(other, base=False)))


def check_home(app: Sphinx, env: BuildEnvironment) -> None:
    """Report a home page that is that of nothing."""
    del env
    site, wanted = site_of(app), app.config.symposium_home
    if wanted and site.home is None:
        unpaged = (f"{wanted!r} has no page", "name its kind in symposium_pages")
        report_fault(app, "symposium_home", of_home(wanted, site.kb) or unpaged)


def insert_text(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Put the text of the record's file behind the title of the home page."""
    other = text_shown_on(app, docname)
    section = next(iter(doctree.findall(nodes.section)), None)
    if other is None or section is None or PART in doctree:
        return
    there = app.env.get_doctree(other)
    there[PART] = True
    for node in there.findall(addnodes.pending_xref):
        _see_from(docname, other, node)
    with logging.suppress_logging():  # what is wrong there is said once, of the page itself
        app.env.resolve_references(there, docname, app.builder)
    text = next(iter(there.findall(nodes.section)), nodes.section()).children
    place = 1 if isinstance(next(iter(section.children), None), nodes.title) else 0
    section[place:place] = [node for node in text if not isinstance(node, nodes.title)]


def _see_from(docname: str, other: str, node: addnodes.pending_xref) -> None:
    """Have a reference in ``other`` be resolved for a page; it names the same files as there."""
    target, kind = node["reftarget"], node.get("reftype")
    by_file = kind == "doc" or (kind == "myst" and ("/" in target or ".md" in target))
    if by_file and node.get("refdomain") != "doc":  # MyST has found the document there
        path, sign, anchor = target.partition("#")
        node["reftarget"] = f"/{page_named(path, other)}{sign}{anchor}"
    node["refdoc"] = docname
