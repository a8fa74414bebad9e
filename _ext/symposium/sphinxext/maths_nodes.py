"""Maths in documents, as MathML."""

from __future__ import annotations

from docutils import nodes
from markupsafe import escape
from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator

from symposium.pages.maths import convert
from symposium.sphinxext.reports import warn


def setup(app: Sphinx) -> None:
    """Register the renderer, which `config` makes the default."""
    app.add_html_math_renderer("symposium", (visit_inline, None), (visit_block, None))


def visit_inline(translator: HTML5Translator, node: nodes.math) -> None:
    """Print inline maths."""
    translator.body.append(_formula(node, display=False))
    raise nodes.SkipNode


def visit_block(translator: HTML5Translator, node: nodes.math_block) -> None:
    """Print a displayed formula."""
    translator.body.append(translator.starttag(node, "div", CLASS="math sy-maths"))
    translator.body.append(_formula(node, display=True))
    translator.body.append("</div>\n")
    raise nodes.SkipNode


def _formula(node: nodes.Element, *, display: bool) -> str:
    """Return MathML, or what was typed where it cannot or must not be converted."""
    tex = node.astext().strip()
    made = convert(tex, display)
    if made is not None:
        return made
    warn(f"the formula {tex[:80]!r} cannot be converted and is shown as typed", "maths", node)
    return f"<code>{escape(tex)}</code>"
