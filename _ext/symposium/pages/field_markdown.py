"""The text of a field as Markdown: paragraphs, lists, emphasis, links and roles."""

from __future__ import annotations

import re
from collections.abc import Iterator

from markupsafe import Markup

from symposium.pages.plain_markdown import RE_BLANK, inline
from symposium.pages.view_context import ViewContext
from symposium.pages.views.cv import html_of

RE_ITEM = re.compile(r"^ {0,3}[-*+] +", re.MULTILINE)
"""How an item of a list begins."""


def markdown(site: ViewContext, text: str) -> Markup:
    """Return the text of a field as paragraphs and lists, its Markdown and its roles understood."""
    blocks = RE_BLANK.split(text.strip())
    return Markup("\n").join(made for block in blocks for made in _block(site, block))


def _block(site: ViewContext, block: str) -> Iterator[Markup]:
    """Yield a paragraph, and the list that begins in one of its lines."""
    parts = (" ".join(part.split()) for part in RE_ITEM.split(block))
    above, *items = (html_of(site, tuple(inline(site.kb, part))) for part in parts)
    if above:
        yield Markup("<p>{}</p>").format(above)
    if items:
        rows = Markup("\n").join(Markup("<li>{}</li>").format(one) for one in items)
        yield Markup("<ul>\n{}\n</ul>").format(rows)
