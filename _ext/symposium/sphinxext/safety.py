"""Safety: nothing in a source file runs code, or publishes or loads another file.

Sources come from many hands. What MyST, docutils and their directives can do beyond text is
closed here: raw HTML, included files, pictures and downloads from outside ``files/``, links that
are scripts, redirecting meta tags, style attributes.
"""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Iterator
from pathlib import Path

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.util import logging
from sphinx.util.matching import get_matching_files

from symposium.pages.targets import FILES, is_link, is_public, path_of

logger = logging.getLogger(__name__)

MYST_SYNTAX = ("html_block", "html_inline")


def setup(app: Sphinx) -> None:
    """Close what is open in a stock build."""
    app.connect("config-inited", restrict_parsers, priority=200)
    app.connect("config-inited", restrict_docutils, priority=200)
    # After Sphinx has learnt which files are sources.
    app.connect("config-inited", exclude_links, priority=900)
    app.connect("builder-inited", restrict_directives, priority=50)
    app.connect("doctree-read", restrict_doctree, priority=50)
    app.connect("doctree-resolved", restrict_links, priority=900)


def restrict_parsers(app: Sphinx, config: Config) -> None:
    """Make MyST show raw HTML as the text it is, and never evaluate templates."""
    del app
    config.myst_disable_syntax = [*dict.fromkeys((*config.myst_disable_syntax, *MYST_SYNTAX))]
    if "substitution" in config.myst_enable_extensions:
        logger.warning(
            "the MyST extension 'substitution' evaluates templates in source files, which can run "
            "code: it is switched off",
            type="symposium",
            subtype="config",
        )
        config["myst_enable_extensions"] = set(config.myst_enable_extensions) - {"substitution"}


def restrict_docutils(app: Sphinx, config: Config) -> None:
    """Let our settings of docutils be read last: a file ``docutils.conf`` must not undo them."""
    del app, config
    given = [path for path in os.environ.get("DOCUTILSCONFIG", "").split(os.pathsep) if path]
    ours = str(Path(__file__).parent / "docutils.conf")
    os.environ["DOCUTILSCONFIG"] = os.pathsep.join([*(p for p in given if p != ours), ours])


def exclude_links(app: Sphinx, config: Config) -> None:
    """Leave out sources that are no files, or links to anything but a source of the project."""
    root = os.path.realpath(app.srcdir)
    suffixes = tuple(config.source_suffix)
    folders: dict[str, bool] = {}
    outside = []
    for name in get_matching_files(app.srcdir, config.include_patterns, config.exclude_patterns):
        if not name.endswith(suffixes):
            continue
        folder = posixpath.dirname(name)
        if folder not in folders:
            folders[folder] = is_within(root, Path(root, folder))
        path = Path(root, name)
        if not folders[folder] or (
            path.is_symlink()
            and not (is_within(root, path) and os.path.realpath(path).endswith(suffixes))
        ):
            message = "a symbolic link leads out of the project: the document is left out"
        elif not path.is_file():  # whoever opened a pipe would wait for ever
            message = "this is no file, and left out: put a file in its place"
        elif not os.access(path, os.R_OK):
            message = "this file cannot be read, and is left out: let the build read it"
        else:
            continue
        outside.append(name)
        logger.warning(message, location=f"{name}:1", type="symposium", subtype="safety")
    config.exclude_patterns += [re.sub(r"([\[*?])", r"[\1]", name) for name in outside]


def is_within(folder: str, path: Path) -> bool:
    """Tell whether a path, its symbolic links followed, lies in a folder."""
    real = os.path.realpath(path)
    return real == folder or real.startswith(folder + os.sep)


def restrict_directives(app: Sphinx) -> None:
    """Refuse ``raw``, ``include``, ``literalinclude`` and tables that are read from files."""
    app.env.settings["raw_enabled"] = False
    app.env.settings["file_insertion_enabled"] = False


def restrict_doctree(app: Sphinx, doctree: nodes.document) -> None:
    """Remove from a document what must not be in a site, and say so."""
    docname = app.env.docname
    for meta in list(doctree.findall(nodes.meta)):
        if "http-equiv" in meta:
            _refuse(meta, "a meta tag that acts as an HTTP header is left out")
            meta.parent.remove(meta)
    for node in doctree.findall(nodes.Element):
        node.attributes.pop("style", None)
    for image in list(doctree.findall(nodes.image)):
        if not is_published(app, image["uri"], docname):
            _refuse(image, f"the picture {image['uri']!r} is not below {FILES}")
            _put_text(image)
    for download in list(doctree.findall(addnodes.download_reference)):
        if not is_published(app, download["reftarget"], docname):
            _refuse(download, f"the file {download['reftarget']!r} is not below {FILES}")
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
    del app, docname
    check_links(doctree)


def check_links(doctree: nodes.document) -> None:
    """Replace links of forbidden schemes by their text."""
    for reference in list(_bad_references(doctree)):
        _refuse(
            reference, f"the link {reference['refuri']!r} is neither http(s), mailto nor a page"
        )
        reference.replace_self(nodes.inline("", "", *reference.children))


def _bad_references(doctree: nodes.document) -> Iterator[nodes.reference]:
    for reference in doctree.findall(nodes.reference):
        if not is_link(reference.get("refuri", "")):
            yield reference


def is_published(app: Sphinx, uri: str, docname: str) -> bool:
    """Tell whether a file that a document names may be published, symbolic links followed."""
    home = os.path.realpath(Path(app.srcdir, FILES))
    return is_public(docname, uri) and is_within(home, Path(app.srcdir, path_of(docname, uri)))


def _refuse(node: nodes.Element, message: str) -> None:
    logger.warning(message, location=node, type="symposium", subtype="safety")
