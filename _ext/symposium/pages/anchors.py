"""The anchors of sections, which headings of authors must not take."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent
RE_SECTION = re.compile(r"(?:section|Listing)\(\s*[\"']([a-z][a-z-]*)[\"']")


@cache
def anchors() -> frozenset[str]:
    """Return the anchors that templates and the listings of views have.

    >>> {"papers", "cited-on", "bibtex"} <= anchors()
    True
    """
    found: set[str] = set()
    for path in (*FOLDER.glob("templates/**/*.html"), *FOLDER.glob("views/*.py")):
        found.update(RE_SECTION.findall(path.read_text(encoding="utf-8")))
    return frozenset(found)
