"""Each kind of page looks as it was approved, on phones and desks, by day and by night.

The approved pictures are a quarter of the size. ``SYMPOSIUM_APPROVE=1`` takes them anew: look at
them before you commit them.
"""

from __future__ import annotations

import os
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
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


@dataclass(frozen=True)
class Picture:
    """The rows of a picture, three bytes a pixel."""

    width: int
    rows: tuple[bytes, ...]


def read(png: bytes) -> Picture:
    """Read a PNG as browsers write it: eight bits a colour, no interlacing."""
    width, height, bits, kind = struct.unpack(">IIBB", png[16:26])
    assert bits == 8
    size = {2: 3, 6: 4}[kind]
    at, data = 8, b""
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        if png[at + 4 : at + 8] == b"IDAT":
            data += png[at + 8 : at + 8 + length]
        at += length + 12
    raw, line = zlib.decompress(data), width * size + 1
    before, rows = bytes(line - 1), []
    for number in range(height):
        before = _plain(
            raw[number * line], raw[number * line + 1 : (number + 1) * line], before, size
        )
        rows.append(before if size == 3 else _without_alpha(before))
    return Picture(width, tuple(rows))


def _without_alpha(row: bytes) -> bytes:
    return b"".join(row[at : at + 3] for at in range(0, len(row), 4))


def _plain(how: int, line: bytes, above: bytes, size: int) -> bytes:
    """Undo the filter of a row (PNG specification, 9.2)."""
    made = bytearray(line)
    for at, value in enumerate(line):
        left, up = (made[at - size] if at >= size else 0), above[at]
        corner = above[at - size] if at >= size else 0
        guess = left + up - corner
        near = min((left, up, corner), key=lambda one: abs(guess - one))
        made[at] = (value + (0, left, up, (left + up) // 2, near)[how]) & 255
    return bytes(made)


def difference(one: Picture, other: Picture) -> float:
    """Return which share of the squares differs; everything, if the sizes do."""
    if (one.width, len(one.rows)) != (other.width, len(other.rows)):
        return 1.0
    a, b = _squares(one), _squares(other)
    return sum(abs(x - y) > LEVELS for x, y in zip(a, b, strict=True)) / len(a)


def _squares(one: Picture) -> list[float]:
    """Return the mean of each colour in each square."""
    step, found = 3 * BLOCK, []
    for top in range(0, len(one.rows), BLOCK):
        rows = one.rows[top : top + BLOCK]
        for left in range(0, 3 * one.width, step):
            cut = b"".join(row[left : left + step] for row in rows)
            found += [sum(cut[colour::3]) / len(cut) * 3 for colour in range(3)]
    return found


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
    share = difference(read(shot), read(approved)) if approved else 1.0
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
