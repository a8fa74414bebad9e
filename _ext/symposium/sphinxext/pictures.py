"""Pictures in Markdown: with their size, so that nothing moves when they come, and not too large.

A photo has thousands of pixels, and a page has room for some hundred: its width and height are
those that it is shown at. It is loaded when it is about to be seen.
"""

from __future__ import annotations

import re
from html import escape
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxTranslator
from sphinx.util.images import get_image_size

WIDEST, HIGHEST = 832, 640
"""Pixels of CSS: the width of a text, and what fits on a screen beside its caption."""
RE_IMAGE = re.compile(r"<img\b")
GIVEN = frozenset({"width", "height", "scale"})
"""What an author may say of the size."""


def setup(app: Sphinx) -> None:
    """Print pictures of documents with more attributes."""
    app.add_node(nodes.image, override=True, html=(_visit, _depart))


def _visit(translator: SphinxTranslator, node: nodes.image) -> None:
    path = Path(translator.builder.srcdir, node["uri"])
    said = {"loading": "lazy", **(shown_size(path) if GIVEN.isdisjoint(node) else {})}
    before = len(translator.body)  # type: ignore[attr-defined]
    type(translator).visit_image(translator, node)
    more = "".join(f' {name}="{escape(value)}"' for name, value in said.items())
    for place in range(before, len(translator.body)):  # type: ignore[attr-defined]
        text = translator.body[place]  # type: ignore[attr-defined]
        translator.body[place] = RE_IMAGE.sub(f"<img{more}", text)  # type: ignore[attr-defined]


def _depart(translator: SphinxTranslator, node: nodes.image) -> None:
    type(translator).depart_image(translator, node)


def shown_size(path: Path) -> dict[str, str]:
    """Return width and height of a picture as it is shown; nothing if nobody knows them."""
    size = get_image_size(path) if path.is_file() else None
    if not size or min(size) < 1:
        return {}
    width, height = size
    part = min(1, WIDEST / width, HIGHEST / height)
    return {"width": str(round(width * part)), "height": str(round(height * part))}
