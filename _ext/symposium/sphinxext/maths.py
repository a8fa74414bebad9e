"""Maths in documents: MathML made at build time, without a script."""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator

from symposium.pages.maths import to_mathml


def setup(app: Sphinx) -> None:
    """Register the renderer, which `config` makes the default."""
    app.add_html_math_renderer("symposium", (visit_inline, None), (visit_block, None))


def visit_inline(translator: HTML5Translator, node: nodes.math) -> None:
    """Print inline maths."""
    translator.body.append(to_mathml(node.astext(), display=False))
    raise nodes.SkipNode


def visit_block(translator: HTML5Translator, node: nodes.math_block) -> None:
    """Print a displayed formula, with its number if it has one."""
    translator.body.append(translator.starttag(node, "div", CLASS="math sy-maths"))
    translator.body.append(to_mathml(node.astext(), display=True))
    translator.body.append("</div>\n")
    raise nodes.SkipNode
