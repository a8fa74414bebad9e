"""Rules for pages that authors have written."""

from __future__ import annotations

from symposium.lint.pages import (
    blocks,
    contents,
    header,
    known_markup,
    misuse,
    our_directives,
    outline,
    page_heads,
    page_links,
    page_pictures,
    references,
)

RULES = (
    *page_heads.RULES,
    *references.RULES,
    *our_directives.RULES,
    *page_links.RULES,
    *page_pictures.RULES,
    *known_markup.RULES,
    *misuse.RULES,
    *outline.RULES,
    *contents.RULES,
    *header.RULES,
    *blocks.RULES,
)
