"""The anchors that templates give to sections, which headings of authors must not take."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

TEMPLATES = Path(__file__).parent / "templates"
RE_SECTION = re.compile(r"section\(\s*[\"']([a-z][a-z-]*)[\"']")


@cache
def anchors() -> frozenset[str]:
    """Return the anchors of all templates.

    >>> {"papers", "cited-on", "bibtex"} <= anchors()
    True
    """
    found: set[str] = set()
    for path in sorted(TEMPLATES.rglob("*.html")):
        found.update(RE_SECTION.findall(path.read_text(encoding="utf-8")))
    return frozenset(found)
