"""Draw the preview pictures for links in social networks, one for each kind.

``python tools/cards.py`` needs Playwright and Chromium, as the tests do. The pictures have no
words, so that they suit every language and site. A picture for each page would take 4 ms each.
"""

from __future__ import annotations

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests")]
FOLDER = ROOT / "_ext/symposium/web/static"

from support.install_browser import find  # type: ignore[import-not-found]  # noqa: E402 - the tests’ own

LOGO = '<path d="M16 9.5 8.5 22M16 9.5 23.5 22M8.5 22h15"/>' + "".join(
    f'<circle cx="{x}" cy="{y}" r="3.6" fill="#fff"/>' for x, y in ((16, 9), (8.5, 22), (23.5, 22))
)
SIGNS = {
    "": LOGO,
    "-dataset": '<ellipse cx="16" cy="8" rx="8" ry="3"/>'
    '<path d="M8 8v16c0 4 16 4 16 0V8M8 16c0 4 16 4 16 0"/>',
    "-event": '<path d="M7 9h18v16H7zM7 14h18M12 6v5M20 6v5"/>',
    "-paper": '<path d="M9 5h10l5 5v17H9zM19 5v5h5M12 15h9M12 19h9M12 23h6"/>',
    "-person": '<circle cx="16" cy="11" r="5"/><path d="M6 27c0-12 20-12 20 0z"/>',
    "-software": '<path d="m11 10-6 6 6 6M21 10l6 6-6 6M18 7l-4 18"/>',
    "-talk": '<path d="M6 7h20v14H15l-5 5v-5H6zM11 12h10M11 16h7"/>',
}  # fmt: skip
"""Drawings in a square of 32 units, by the end of the file name after ``symposium-card``."""
PAGE = """<body style="margin:0;background:#0a7d91;display:grid;place-items:center;height:630px">
<svg width="360" viewBox="3 3 26 26" fill="none" stroke="#fff" stroke-width="1.6"
stroke-linejoin="round" stroke-linecap="round">{sign}</svg></body>"""


def main() -> None:
    """Draw all pictures."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1200, "height": 630})
        for name, sign in SIGNS.items():
            page.set_content(PAGE.format(sign=sign))
            page.screenshot(path=FOLDER / f"symposium-card{name}.png")
        browser.close()


if __name__ == "__main__":
    main()
