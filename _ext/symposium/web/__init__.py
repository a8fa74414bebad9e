"""Scripts and styles for the browser; ``README.md`` describes each file."""

from __future__ import annotations

import re
from pathlib import Path

WEB = Path(__file__).parent
STATIC = WEB / "static"
"""The files in ``_static`` of every site."""
GUEST = WEB / "guest"
"""Further files in ``_static`` of a host's documentation."""
SERVE = WEB / "serve.js"
"""The script that ``symposium serve`` adds to each page."""
WORKER = WEB / "worker.js"
"""The service worker for programmes without a network; a build adds a list of files before it."""

RE_STYLE_TEXT = re.compile(r'var\((--sy-text-[a-z-]+), "([^"]+)"\)')


def style_texts() -> dict[str, str]:
    """Return the texts in style sheets, by the CSS variables of their translations."""
    sheets = (path.read_text(encoding="utf-8") for path in sorted(STATIC.glob("*.css")))
    return {name: text for sheet in sheets for name, text in RE_STYLE_TEXT.findall(sheet)}
