"""Scripts and styles of the browser; ``README.md`` says what each file is for."""

from __future__ import annotations

import re
from pathlib import Path

WEB = Path(__file__).parent
STATIC = WEB / "static"
"""Published in ``_static`` of every site."""
GUEST = WEB / "guest"
"""Published besides in somebody else's documentation."""
SERVE = WEB / "serve.js"
"""What ``symposium serve`` adds to each page."""
WORKER = WEB / "worker.js"
"""What keeps programmes where there is no network; a build puts a list of files before it."""

RE_STYLE_TEXT = re.compile(r'var\((--sy-text-[a-z-]+), "([^"]+)"\)')


def style_texts() -> dict[str, str]:
    """Return the texts that style sheets show, by the variables that hold their translations."""
    sheets = (path.read_text(encoding="utf-8") for path in sorted(STATIC.glob("*.css")))
    return {name: text for sheet in sheets for name, text in RE_STYLE_TEXT.findall(sheet)}
