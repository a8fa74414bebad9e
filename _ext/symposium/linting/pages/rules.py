"""All rules for the pages of a site."""

from __future__ import annotations

from symposium.linting.pages import (
    blocks,
    contents,
    heads,
    links,
    listings,
    misuse,
    outline,
    pictures,
    references,
    schedules,
    usage,
)

RULES = (
    *heads.RULES,
    *references.RULES,
    *schedules.RULES,
    *listings.RULES,
    *links.RULES,
    *pictures.RULES,
    *usage.RULES,
    *misuse.RULES,
    *outline.RULES,
    *contents.RULES,
    *blocks.RULES,
)
