"""Each kind of page looks as it was approved, on phones, tablets and desks, by day and by night.

The approved pictures are a quarter of the size. ``SYMPOSIUM_APPROVE=1`` takes them anew: look at
them before you commit them.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.chosen import chosen
from support.paths import ROOT
from support.project import Built, Project
from support.small_pictures import difference, read

pytestmark = pytest.mark.browser
EXAMPLE = ROOT / "examples" / "conference"
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
    "topics": "topics/index.html",
    "venues": "venues/index.html",
    "source": "sources/invention.html",
    "search": "search.html",
}
WIDTHS = (390, 768, 1440)
FOREIGN = {"de": "ltr", "ar": "rtl"}


def built(folder: Path, **config: Any) -> Built:
    made = Project(folder)
    for path in EXAMPLE.rglob("*"):
        if path.is_file() and "_build" not in path.parts:
            made.write({path.relative_to(EXAMPLE).as_posix(): path.read_bytes()})
    return made.build(symposium_search="auto", html_theme_options={}, **config)


@pytest.fixture(scope="module")
def page(browser: Any) -> Iterator[Any]:
    context = browser.new_context(device_scale_factor=0.25, reduced_motion="reduce")
    yield context.new_page()
    context.close()


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
    share = difference(read(shot), read(approved)) if approved else 1.0
    if share <= MOST:
        return ""
    FAILED.mkdir(parents=True, exist_ok=True)
    (FAILED / f"{name}.png").write_bytes(shot)
    return f"{name}: {share:.1%} differ, see _build/looks/{name}.png"


def test_every_kind_of_page_looks_as_approved(page: Any, tmp_path: Path) -> None:
    site = built(tmp_path)
    wrong = []
    for name, path in PAGES.items():
        page.goto((site.outdir / path).as_uri())
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            for width in WIDTHS:
                page.set_viewport_size({"width": width, "height": 900})
                wrong.append(judge(page, f"{name}-{width}-{scheme}"))
    assert [one for one in wrong if one] == []


@pytest.mark.parametrize(("language", "direction"), chosen(FOREIGN.items(), ("ar", "rtl")))
def test_other_languages_look_as_approved(
    page: Any, tmp_path: Path, language: str, direction: str
) -> None:
    site = built(tmp_path, language=language)
    page.emulate_media(color_scheme="light")
    wrong = []
    for name in ("person", "event"):
        page.goto((site.outdir / PAGES[name]).as_uri())
        assert page.evaluate("document.documentElement.dir || 'ltr'") == direction
        for width in (390, 1440):
            page.set_viewport_size({"width": width, "height": 900})
            wrong.append(judge(page, f"{language}-{name}-{width}"))
    assert [one for one in wrong if one] == []
