"""The home page as the page of a record, with the text of its file.

The text is written once, such as in ``people/<id>.md``. The home page takes it as that page shows
it, with its links seen from here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import urljoin

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.errors import NoUri
from sphinx.util import logging
from sphinx.util.osutil import relative_uri

from symposium.lint.options import of_home
from symposium.sphinxext.build_site import site_of
from symposium.sphinxext.config import report_fault
from symposium.sphinxext.fragments import fragment, record_header

RE_ADDRESS = re.compile(r'(\b(?:href|src)=")(?![a-z]+:|[#/])([^"]*)', re.IGNORECASE)


def setup(app: Sphinx) -> None:
    """Put the text in, once references are resolved and before the fragment comes around."""
    app.connect("doctree-read", follow_text)
    app.connect("env-updated", check_home)
    app.connect("doctree-resolved", insert_text, priority=450)


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
    if other is None or section is None:
        return
    with logging.suppress_logging():  # what is wrong there is said once, of the page itself
        there = app.env.get_and_resolve_doctree(other, app.builder, tags=app.tags)
    place = 1 if isinstance(next(iter(section.children), None), nodes.title) else 0
    section[place:place] = list(_seen_from(app, other, docname, _text_of(there)))


def _text_of(document: nodes.document) -> Iterable[nodes.Node]:
    """Return what the author of a record's document wrote, without what a template made."""
    section = next(iter(document.findall(nodes.section)), None)
    children = list(section.children) if section else []
    if children and isinstance(children[-1], fragment):
        del children[-1]
    return [one for one in children if not isinstance(one, record_header | nodes.title)]


def _seen_from(
    app: Sphinx, other: str, docname: str, parts: Iterable[nodes.Node]
) -> Iterable[nodes.Node]:
    """Return parts of a document whose links are those of another one."""
    try:
        there, here = (app.builder.get_target_uri(one) for one in (other, docname))
    except NoUri:  # a builder without pages
        return parts
    for part in parts:
        for node in part.findall(nodes.reference):
            if "refuri" in node and node.get("internal"):
                node["refuri"] = _moved(there, here, node["refuri"])
        for made in part.findall(fragment):
            made["html"] = RE_ADDRESS.sub(
                lambda one: one[1] + _moved(there, here, one[2]), made["html"]
            )
    return parts


def _moved(there: str, here: str, address: str) -> str:
    """Return an address, written for one page, as another page writes it.

    >>> _moved("people/ada.html", "index.html", "../papers/x.html#a")
    'papers/x.html#a'
    """
    path, sign, anchor = address.partition("#")
    return relative_uri(here, urljoin(there, path)) + sign + anchor
