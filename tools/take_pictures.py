"""Take the pictures of README and guide: ``python tools/take_pictures.py [SITE [EXAMPLE]]``.

``SITE`` and ``EXAMPLE`` are folders of built sites, by default those of ``make html example``:
``_build/html`` and ``_build/example``. Sizes, theme, animations and the caret are fixed, so that
runs give the same pictures. Needs Playwright and Chromium, as the tests do.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "bench")]

from support.install_browser import find  # type: ignore[import-not-found]  # noqa: E402 - the tests’ own
from support.real_site import serve  # type: ignore[import-not-found]  # noqa: E402

STILL = "*, *::before, *::after { animation: none !important; transition: none !important; }"
DESKTOP = (1120, 720)


@dataclass(frozen=True)
class Picture:
    """A picture of a page."""

    name: str
    page: str
    size: tuple[int, int] = DESKTOP
    at: str = ""
    """Selector of the element at the top of the picture; by default the top of the page."""
    example: bool = False
    """Whether the page is one of the example."""


PICTURES = (
    Picture("home", "index.html"),
    Picture("person", "people/nikoli-dryden.html"),
    Picture("paper", "papers/gianinazzi2021learning.html", size=(1120, 900)),
    Picture(
        "grid", "events/kites-2027/index.html", at="#day-2027-03-26", size=(1120, 760), example=True
    ),
)


def take(browser: Browser, address: str, picture: Picture, folder: Path) -> Path:
    """Take one picture; return its path."""
    width, height = picture.size
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="light",
        reduced_motion="reduce",
        locale="en-GB",
        timezone_id="UTC",
    )
    page = context.new_page()
    page.goto(f"{address}{picture.page}")
    page.add_style_tag(content=STILL)
    page.wait_for_selector("h1")
    page.evaluate("document.fonts.ready")
    if picture.at:
        scroll_to(page, picture.at)
    path = folder / f"{picture.name}.png"
    page.screenshot(path=path, caret="hide", animations="disabled")
    context.close()
    return path


def scroll_to(page: Page, selector: str) -> None:
    """Scroll until an element is directly below the header."""
    page.locator(selector).evaluate(
        "element => window.scrollBy(0, element.getBoundingClientRect().top - 100)"
    )
    page.wait_for_timeout(200)


def main(arguments: list[str]) -> int:
    """Take all pictures."""
    names = arguments + ["_build/html", "_build/example"][len(arguments) :]
    site, example = (ROOT / name for name in names)
    for folder in (site, example):
        if not (folder / "index.html").is_file():
            print(f"{folder} holds no site: run make html example first", file=sys.stderr)
            return 2
    executable = find()
    if executable is None:
        print("no Chromium: run make test once, which looks for one", file=sys.stderr)
        return 2
    folder = ROOT / "files/pictures"
    folder.mkdir(exist_ok=True)
    with sync_playwright() as playwright, serve(site) as real, serve(example) as invented:
        browser = playwright.chromium.launch(
            executable_path=executable,
            args=[
                "--no-sandbox",
                "--disable-gpu",
                "--hide-scrollbars",
                "--force-color-profile=srgb",
            ],
        )
        for picture in PICTURES:
            address = invented if picture.example else real
            path = take(browser, address, picture, folder)
            print(f"{path.relative_to(ROOT)}: {path.stat().st_size / 1000:.0f} kB")
        browser.close()
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
