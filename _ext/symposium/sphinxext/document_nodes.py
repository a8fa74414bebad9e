"""Nodes of documents with HTML of their own: pictures, formulas, labels of tabs.

A picture has the width and height at which it is shown, so that nothing moves when it is loaded,
which is when it is about to be seen. Large ones are scaled down: a photo has thousands of pixels,
and a page has room for some hundred.
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
"""The largest size in CSS pixels: the width of a text, and a height that fits on a screen."""


def setup(app: Sphinx) -> None:
    """Write pictures with more attributes and formulas as MathML; correct the labels of tabs."""
    app.add_node(nodes.image, override=True, html=(_visit, None))
    app.add_html_math_renderer("symposium", (print_formula, None), (print_formula, None))
    app.connect("doctree-resolved", remove_aria_controls)


def _visit(translator: HTML5Translator, node: nodes.image) -> None:
    node.attributes.setdefault("loading", "lazy")
    if not any(name in node for name in ("width", "height", "scale")):
        node.attributes.update(shown_size(Path(translator.builder.srcdir, node["uri"])))
    type(translator).visit_image(translator, node)


def shown_size(path: Path) -> dict[str, str]:
    """Return width and height at which a picture is shown; empty if its size is not known."""
    # Older versions of docutils write a style, which overrides the rules for narrow screens.
    size = get_image_size(path) if path.is_file() and __version_info__ >= (0, 22) else None
    if not size or min(size) < 1:
        return {}
    width, height = size
    part = min(1, WIDEST / width, HIGHEST / height)
    return {"width": str(round(width * part)), "height": str(round(height * part))}


# Maths in documents, as MathML.


def print_formula(translator: HTML5Translator, node: nodes.math | nodes.math_block) -> None:
    """Write a formula as MathML, or as typed if it cannot or must not be converted."""
    tex, is_block = node.astext().strip(), isinstance(node, nodes.math_block)
    html = convert(tex, is_block)
    if html is None:
        warn(f"the formula {tex[:80]!r} cannot be converted and is shown as typed", "maths", node)
        html = f"<code>{escape(tex)}</code>"
    if is_block:
        html = f"{translator.starttag(node, 'div', CLASS='math sy-maths')}{html}</div>\n"
    translator.body.append(html)
    raise nodes.SkipNode


# Labels of tabs with valid attributes.


def remove_aria_controls(_app: Sphinx, doctree: nodes.document, _docname: str) -> None:
    """Remove ``aria-controls``, which a label must not have, from the labels of a document."""
    for label in doctree.findall(sd_tab_label):
        label.attributes.pop("aria_controls", None)
