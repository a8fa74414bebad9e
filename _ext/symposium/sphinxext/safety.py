"""Safety: nothing in a source file runs code, or publishes or loads another file.

Sources have many authors. So this module blocks features of MyST, docutils and their directives
that do more than show text: raw HTML, included files, pictures and downloads from outside
``files/``, script links, redirecting meta tags, style attributes. In a host's documentation it
does so only in files of records.
"""

from __future__ import annotations

import os
from pathlib import Path

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.config import Config

from symposium.model.gate import is_within
from symposium.pages.author_links import FILES, file_meant, is_link, is_public, path_of
from symposium.pages.maths import RE_REFUSED
from symposium.sphinxext.config import is_site, is_trusted
from symposium.sphinxext.reports import warn
from symposium.sphinxext.scope import scope_of


def setup(app: Sphinx) -> None:
    """Block the unsafe features of a stock build."""
    if is_site(app) and not is_trusted(app):
        app.connect("config-inited", warn_of_templates, priority=200)
        app.connect("builder-inited", restrict_docutils, priority=50)
    app.connect("doctree-read", restrict_doctree, priority=50)
    app.connect("doctree-resolved", restrict_links, priority=900)


def warn_of_templates(_app: Sphinx, config: Config) -> None:
    """Switch off MyST's templates, with a warning."""
    if "substitution" in config.myst_enable_extensions:
        warn(
            "the MyST extension 'substitution' evaluates templates in source files, which can run "
            "code: it is switched off", "config",
        )  # fmt: skip
        config["myst_enable_extensions"] = set(config.myst_enable_extensions) - {"substitution"}


def restrict_docutils(app: Sphinx) -> None:
    """Refuse ``raw``, ``include``, ``literalinclude`` and tables that are read from files.

    ``docutils.conf`` could allow them again, so it is not read.
    """
    refused = dict.fromkeys(("raw_enabled", "file_insertion_enabled"), False)
    app.env.settings.update(refused, _disable_config=True)


def restrict_doctree(app: Sphinx, doctree: nodes.document) -> None:
    """Remove unsafe content from a document, with warnings."""
    docname = app.env.docname
    if not scope_of(app).is_guarded(docname):
        return
    for meta in list(doctree.findall(nodes.meta)):
        if "http-equiv" in meta:
            _refuse(meta, "a meta tag that acts as an HTTP header is left out")
            meta.parent.remove(meta)
    for node in doctree.findall(nodes.Element):
        node.attributes.pop("style", None)
    for kind in (nodes.math, nodes.math_block):
        for formula in list(doctree.findall(kind)):
            if not scope_of(app).site and RE_REFUSED.search(formula.astext()):
                _refuse(formula, "a formula that links, styles or defines is shown as typed")
                shown = nodes.literal if kind is nodes.math else nodes.literal_block
                formula.replace_self(shown(formula.astext(), formula.astext()))
    home = f"{scope_of(app).layout.base}{FILES}"
    for image in list(doctree.findall(nodes.image)):
        image["uri"] = file_meant(
            docname, image["uri"], lambda path: Path(app.srcdir, path).is_file(), home
        )
        if not is_published(app, image["uri"], docname):
            _refuse(image, f"the picture {image['uri']!r} is not in {FILES}")
            _put_text(image)
    for download in list(doctree.findall(addnodes.download_reference)):
        if not is_published(app, download["reftarget"], docname):
            _refuse(download, f"the file {download['reftarget']!r} is not in {FILES}")
            download.replace_self(nodes.inline("", "", *download.children))
    for toctree in doctree.findall(addnodes.toctree):
        toctree["entries"] = [
            (title, target) for title, target in toctree["entries"] if is_link(target)
        ]
    check_links(doctree)


def _put_text(image: nodes.image) -> None:
    """Replace a picture by its alternative text."""
    link = image.parent
    image.replace_self(nodes.inline("", image.get("alt", "")))
    if isinstance(link, nodes.reference) and not isinstance(link.parent, nodes.TextElement):
        # Outside a paragraph, docutils allows a link only around a picture.
        paragraph = nodes.paragraph()
        link.replace_self(paragraph)
        paragraph += link


def restrict_links(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Check the links again: resolving references adds those of the bibliography."""
    if scope_of(app).is_guarded(docname):
        check_links(doctree)


def check_links(doctree: nodes.document) -> None:
    """Replace links with forbidden schemes by their text."""
    for reference in list(doctree.findall(nodes.reference)):
        address = reference.get("refuri", "")
        if not is_link(address):
            _refuse(reference, f"the link {address!r} is neither http(s), mailto nor a page")
            reference.replace_self(nodes.inline("", "", *reference.children))


def is_published(app: Sphinx, uri: str, docname: str) -> bool:
    """Tell whether a file named in a document may be published, after following symbolic links."""
    home = f"{scope_of(app).layout.base}{FILES}"
    real = os.path.realpath(Path(app.srcdir, home))
    path = Path(app.srcdir, path_of(docname, uri))
    # Reading a pipe would never end. Sphinx itself reports missing files.
    is_odd = path.exists() and not path.is_file()
    return is_public(docname, uri, home) and is_within(real, path) and not is_odd


def _refuse(node: nodes.Element, message: str) -> None:
    warn(message, "safety", node)
