"""The home page as the profile of a person: the biography of their file stands on it, too.

It is written once, in ``people/<id>.md``. The home page takes it as that page shows it, with its
links seen from here.
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

from symposium.knowledge.nearest import Spellings
from symposium.sphinxext.build_site import site_of
from symposium.sphinxext.config import warn_of
from symposium.sphinxext.fragments import fragment, record_header

RE_ADDRESS = re.compile(r'(\b(?:href|src)=")(?![a-z]+:|[#/])([^"]*)', re.IGNORECASE)


def setup(app: Sphinx) -> None:
    """Put the biography in, once references are resolved and before the fragment comes around."""
    app.connect("doctree-read", follow_biography)
    app.connect("env-updated", check_home)
    app.connect("doctree-resolved", insert_biography, priority=450)


def biography_of(app: Sphinx, docname: str) -> str | None:
    """Return the document whose text stands on a home page, for that of a person with a file."""
    site = site_of(app)
    if not site.is_profile(docname) or site.owner is None:
        return None
    document = site.kb.people[site.owner].document
    name = site.scope.layout.docname(document) if document else ""
    return name if name in app.env.found_docs else None


def follow_biography(app: Sphinx, doctree: nodes.document) -> None:
    """Have the home page be read again when the file of the person has changed."""
    del doctree
    if (owner := biography_of(app, app.env.docname)) is not None:
        app.env.note_dependency(str(app.env.doc2path(owner, base=False)))


def check_home(app: Sphinx, env: BuildEnvironment) -> None:
    """Report a home page that names nobody."""
    del env
    site, wanted = site_of(app), app.config.symposium_home
    if not wanted or site.owner is not None:
        return
    near = Spellings([f"people/{one}" for one in site.kb.people]).nearest(wanted)
    hint = f"did you mean {near!r}?" if near else 'write "people/<id>", with the id of a person'
    warn_of(app.config, "symposium_home", f"there is no person {wanted!r}: {hint}")


def insert_biography(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Put the text of the person's file behind the title of the home page."""
    owner = biography_of(app, docname)
    section = next(iter(doctree.findall(nodes.section)), None)
    if owner is None or section is None:
        return
    with logging.suppress_logging():  # what is wrong there is said once, of the page itself
        other = app.env.get_and_resolve_doctree(owner, app.builder, tags=app.tags)
    place = 1 if isinstance(next(iter(section.children), None), nodes.title) else 0
    section[place:place] = list(_seen_from(app, owner, docname, _text_of(other)))


def _text_of(document: nodes.document) -> Iterable[nodes.Node]:
    """Return what the author of a record's document wrote, without what a template made."""
    section = next(iter(document.findall(nodes.section)), None)
    children = list(section.children) if section else []
    if children and isinstance(children[-1], fragment):
        del children[-1]
    return [one for one in children if not isinstance(one, record_header | nodes.title)]


def _seen_from(
    app: Sphinx, owner: str, docname: str, parts: Iterable[nodes.Node]
) -> Iterable[nodes.Node]:
    """Return parts of a document whose links are those of another one."""
    try:
        there, here = (app.builder.get_target_uri(one) for one in (owner, docname))
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
