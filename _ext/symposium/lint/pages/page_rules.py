"""All rules for the pages of a site."""

from __future__ import annotations

from symposium.lint.pages import (
    blocks,
    contents,
    known_markup,
    misuse,
    outline,
    page_heads,
    page_links,
    page_listings,
    page_pictures,
    page_schedules,
    references,
)

RULES = (
    *page_heads.RULES,
    *references.RULES,
    *page_schedules.RULES,
    *page_listings.RULES,
    *page_links.RULES,
    *page_pictures.RULES,
    *known_markup.RULES,
    *misuse.RULES,
    *outline.RULES,
    *contents.RULES,
    *blocks.RULES,
)
