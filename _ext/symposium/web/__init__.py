"""Scripts and styles of the browser, and where they are; ``README.md`` says what each is for."""

from __future__ import annotations

from pathlib import Path

WEB = Path(__file__).parent
STATIC = WEB / "static"
"""Published in ``_static`` of every site."""
GUEST = WEB / "guest"
"""Published besides in somebody else's documentation."""
SERVE = WEB / "serve.js"
"""What ``symposium serve`` adds to each page."""
