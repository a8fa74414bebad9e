"""Each kind of page looks as it was approved, on phones and desks, by day and by night.

The approved pictures are a quarter of the size. ``SYMPOSIUM_APPROVE=1`` takes them anew: look at
them before you commit them.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops
from support.chosen import MANY, chosen
from support.example_site import example_site
from support.paths import ROOT
from support.project import Outcome
from support.shared_site import SharedSite

pytestmark = pytest.mark.browser
APPROVED = Path(__file__).with_name("looks")
FAILED = ROOT / "_build" / "looks"
MOST = 0.02
"""Up to this share of a picture may differ: fonts are drawn a little differently elsewhere."""
PAGES = {
    "home": "index.html",
    "people": "people/index.html",
    "papers": "papers/index.html",
    "person": "people/ada-example.html",
    "paper": "papers/placeholder2024knots.html",
    "event": "events/kites-2027/index.html",
    "source": "sources/invention.html",
    "search": "search.html",
}
LOOKS = (("light", 390), ("light", 1440), ("dark", 390))
"""Colours are the same at all widths; `make test` asks for the first, and in turn for another."""
FOREIGN = {"de": "ltr", "ar": "rtl"}

BLOCK = 8
"""Pictures are compared in squares of so many pixels."""
LEVELS = 14
"""From so many levels of 255 on, a square differs."""


def difference(png: bytes, other: bytes) -> float:
    """Return which share of the squares of two pictures differs; everything, if the sizes do."""
    a, b = (Image.open(BytesIO(data)).convert("RGB") for data in (png, other))
    if a.size != b.size:
        return 1.0
    levels = ImageChops.difference(a.reduce(BLOCK), b.reduce(BLOCK)).tobytes()
    return sum(level > LEVELS for level in levels) / len(levels)


@pytest.fixture(scope="module")
def page(browser: Any) -> Iterator[Any]:
    context = browser.new_context(device_scale_factor=0.25, reduced_motion="reduce")
    yield context.new_page()
    context.close()


def open_page(page: Any, site: Outcome, name: str) -> None:
    """Show a page without the line above all pages of the example, at first on a desk by day."""
    page.emulate_media(color_scheme="light")
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto((site.outdir / PAGES[name]).as_uri())
    page.add_style_tag(content=".bd-header-announcement { display: none }")


def judge(page: Any, name: str) -> str:
    """Compare what is seen with the approved picture; say what is wrong."""
    page.evaluate("document.fonts.ready.then(() => {})")
    shot = page.screenshot(animations="disabled")
    path = APPROVED / f"{name}.png"
    if os.environ.get("SYMPOSIUM_APPROVE"):
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(shot)
        return ""
    approved = path.read_bytes() if path.exists() else b""
    if shot == approved:
        return ""
    share = difference(shot, approved) if approved else 1.0
    if share <= MOST:
        return ""
    FAILED.mkdir(parents=True, exist_ok=True)
    (FAILED / f"{name}.png").write_bytes(shot)
    return f"{name}: {share:.1%} differ, see _build/looks/{name}.png"


def test_every_kind_of_page_looks_as_approved(page: Any, shared_site: SharedSite) -> None:
    site = example_site(shared_site)
    wrong = []
    for number, name in enumerate(PAGES):
        open_page(page, site, name)
        for scheme, width in LOOKS if MANY else (LOOKS[0], LOOKS[1 + number % 2]):
            page.emulate_media(color_scheme=scheme)
            page.set_viewport_size({"width": width, "height": 900})
            wrong.append(judge(page, f"{name}-{width}-{scheme}"))
    assert [one for one in wrong if one] == []


@pytest.mark.parametrize(("language", "direction"), chosen(FOREIGN.items(), ("ar", "rtl")))
def test_other_languages_look_as_approved(
    page: Any, shared_site: SharedSite, language: str, direction: str
) -> None:
    site = example_site(shared_site, language=language)
    wrong = []
    for name in ("person", "event"):
        open_page(page, site, name)
        assert page.evaluate("document.documentElement.dir || 'ltr'") == direction
        for width in (390, 1440):
            page.set_viewport_size({"width": width, "height": 900})
            wrong.append(judge(page, f"{language}-{name}-{width}"))
    assert [one for one in wrong if one] == []
