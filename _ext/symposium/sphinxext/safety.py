"""Safety: nothing in a source file runs code, or publishes or loads another file.

Sources come from many hands. What MyST, docutils and their directives can do beyond text is
closed here: raw HTML, included files, pictures and downloads from outside ``files/``, links that
are scripts, redirecting meta tags, style attributes. In somebody else's documentation that holds
for files of records alone.
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
    """Close what is open in a stock build."""
    if is_site(app) and not is_trusted(app):
        app.connect("config-inited", warn_of_templates, priority=200)
        app.connect("builder-inited", restrict_docutils, priority=50)
    app.connect("doctree-read", restrict_doctree, priority=50)
    app.connect("doctree-resolved", restrict_links, priority=900)


def warn_of_templates(app: Sphinx, config: Config) -> None:
    """Say that MyST's templates are never evaluated."""
    del app
    if "substitution" in config.myst_enable_extensions:
        warn(
            "the MyST extension 'substitution' evaluates templates in source files, which can run "
            "code: it is switched off", "config",
        )  # fmt: skip
        config["myst_enable_extensions"] = set(config.myst_enable_extensions) - {"substitution"}


def restrict_docutils(app: Sphinx) -> None:
    """Refuse ``raw``, ``include``, ``literalinclude`` and tables that are read from files.

    A file ``docutils.conf`` could allow them again, so none is read.
    """
    refused = dict.fromkeys(("raw_enabled", "file_insertion_enabled"), False)
    app.env.settings.update(refused, _disable_config=True)


def restrict_doctree(app: Sphinx, doctree: nodes.document) -> None:
    """Remove from a document what must not be in a site, and say so."""
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
    """Put what a picture shows, in words, in its place."""
    link = image.parent
    image.replace_self(nodes.inline("", image.get("alt", "")))
    if isinstance(link, nodes.reference) and not isinstance(link.parent, nodes.TextElement):
        # Outside of a paragraph, a link may hold nothing but a picture.
        paragraph = nodes.paragraph()
        link.replace_self(paragraph)
        paragraph += link


def restrict_links(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Check the links once more: some come from the bibliography, when references are resolved."""
    if scope_of(app).is_guarded(docname):
        check_links(doctree)


def check_links(doctree: nodes.document) -> None:
    """Replace links of forbidden schemes by their text."""
    for reference in list(doctree.findall(nodes.reference)):
        address = reference.get("refuri", "")
        if not is_link(address):
            _refuse(reference, f"the link {address!r} is neither http(s), mailto nor a page")
            reference.replace_self(nodes.inline("", "", *reference.children))


def is_published(app: Sphinx, uri: str, docname: str) -> bool:
    """Tell whether a file that a document names may be published, symbolic links followed."""
    home = f"{scope_of(app).layout.base}{FILES}"
    real = os.path.realpath(Path(app.srcdir, home))
    path = Path(app.srcdir, path_of(docname, uri))
    # A picture that is a pipe would be waited for; of one that is missing Sphinx tells.
    is_odd = path.exists() and not path.is_file()
    return is_public(docname, uri, home) and is_within(real, path) and not is_odd


def _refuse(node: nodes.Element, message: str) -> None:
    warn(message, "safety", node)
