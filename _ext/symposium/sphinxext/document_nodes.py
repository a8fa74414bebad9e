"""Nodes of documents that are printed in a way of ours: pictures, formulas, labels of tabs.

Pictures have their size, so that nothing moves when they come, and are not too large.
A photo has thousands of pixels, and a page has room for some hundred: its width and height are
those that it is shown at. It is loaded when it is about to be seen.
"""

from __future__ import annotations

from pathlib import Path

from docutils import __version_info__, nodes
from markupsafe import escape
from sphinx.application import Sphinx
from sphinx.util.images import get_image_size
from sphinx.writers.html5 import HTML5Translator
from sphinx_design.tabs import sd_tab_label

from symposium.pages.maths import convert
from symposium.sphinxext.reports import warn

WIDEST, HIGHEST = 832, 640
"""Pixels of CSS: the width of a text, and what fits on a screen beside its caption."""


def setup(app: Sphinx) -> None:
    """Print pictures with more attributes and formulas as MathML, and mend the labels of tabs."""
    app.add_node(nodes.image, override=True, html=(_visit, None))
    app.add_html_math_renderer("symposium", (print_formula, None), (print_formula, None))
    app.connect("doctree-resolved", mend)


def _visit(translator: HTML5Translator, node: nodes.image) -> None:
    node.attributes.setdefault("loading", "lazy")
    if not any(name in node for name in ("width", "height", "scale")):
        node.attributes.update(shown_size(Path(translator.builder.srcdir, node["uri"])))
    type(translator).visit_image(translator, node)


def shown_size(path: Path) -> dict[str, str]:
    """Return width and height of a picture as it is shown; nothing if nobody knows them."""
    # Older versions of docutils write a style, which would win against that of narrow screens.
    size = get_image_size(path) if path.is_file() and __version_info__ >= (0, 22) else None
    if not size or min(size) < 1:
        return {}
    width, height = size
    part = min(1, WIDEST / width, HIGHEST / height)
    return {"width": str(round(width * part)), "height": str(round(height * part))}


# Maths in documents, as MathML.


def print_formula(translator: HTML5Translator, node: nodes.math | nodes.math_block) -> None:
    """Print maths, or what was typed where it cannot or must not be converted."""
    tex, is_block = node.astext().strip(), isinstance(node, nodes.math_block)
    made = convert(tex, is_block)
    if made is None:
        warn(f"the formula {tex[:80]!r} cannot be converted and is shown as typed", "maths", node)
        made = f"<code>{escape(tex)}</code>"
    if is_block:
        made = f"{translator.starttag(node, 'div', CLASS='math sy-maths')}{made}</div>\n"
    translator.body.append(made)
    raise nodes.SkipNode


# Labels of tabs as HTML knows them.


def mend(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Take ``aria-controls`` from the labels of a document."""
    del app, docname
    for label in doctree.findall(sd_tab_label):
        label.attributes.pop("aria_controls", None)
