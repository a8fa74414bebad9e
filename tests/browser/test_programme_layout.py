"""How programmes look in a real browser: grid and agenda, cards and lists, jumps, print."""

from __future__ import annotations

import io
from datetime import datetime
from typing import Any
from unicodedata import normalize

import pytest
from playwright.sync_api import Page
from pypdf import PdfReader
from support.browser import COLOURS, MakeVisit, dress, overflow, violations
from support.chosen import chosen
from support.programme_site import SITE
from support.programmes import EVENT
from support.project import Outcome
from support.shared_site import SharedSite

pytestmark = pytest.mark.browser

PAGE = f"events/{EVENT}/index.html"
AGENDA = "events/one-2021/index.html"
HALLS = "events/halls-2021/index.html"
EIGHT = "events/eight-2021/index.html"
BLOCKS = "events/sessions/index.html"
PHONE, DESK = 390, 1280
BOXES = """(of) => [...document.querySelectorAll(of)].map((e) => {
  const { x, y, width, height } = e.getBoundingClientRect();
  return { id: e.id, room: e.dataset.syRoom || "", x, y: y + scrollY, width, height };
}).filter((one) => one.width && one.height)"""


@pytest.fixture(scope="module")
def site(shared_site: SharedSite) -> Outcome:
    return shared_site(SITE)


def boxes(page: Page, of: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate(BOXES, of)
    return found


def test_nothing_sticks_out(visiting: MakeVisit) -> None:
    with visiting() as made:
        page = made.open(PAGE)
        for path in (PAGE, AGENDA, HALLS, BLOCKS, f"events/{EVENT}/estuary.html"):
            page.goto(made.root + path)
            page.evaluate("document.querySelectorAll('details').forEach((e) => { e.open = true; })")
            for width in (320, PHONE, 768, DESK):
                page.set_viewport_size({"width": width, "height": 900})
                assert overflow(page) == [], (path, width)


@pytest.mark.parametrize("path", chosen([PAGE, BLOCKS], BLOCKS))  # see also `test_programme`
def test_everybody_can_read_it(visiting: MakeVisit, path: str) -> None:
    with visiting(width=PHONE) as made:
        page = made.open(path)
        for width, scheme in (PHONE, "light"), (DESK, "light"), (DESK, "dark"):
            dress(page, width, scheme)
            rules = () if scheme == "light" else COLOURS
            assert violations(page, *rules) == [], (width, scheme)


def test_on_a_wide_screen_rooms_are_columns(visiting: MakeVisit) -> None:
    with visiting() as made:
        found = {one["id"]: one for one in boxes(made.open(PAGE), "[data-sy-slot]")}
    tides, rivers, tutorial, lakes = (found[x] for x in ("tides", "rivers", "tutorial", "lakes"))
    assert tides["y"] == rivers["y"] == tutorial["y"] < lakes["y"]
    assert tides["x"] < rivers["x"] == lakes["x"] < tutorial["x"]
    assert tutorial["height"] > lakes["height"]
    assert found["coffee"]["width"] > 3 * rivers["width"]
    desk = found["registration-desk"]
    assert desk["y"] + desk["height"] >= found["far-shore"]["y"]


@pytest.mark.parametrize("script", [True, False])
def test_on_a_phone_a_day_is_a_list_in_order_of_time(visiting: MakeVisit, script: bool) -> None:
    with visiting(width=PHONE, java_script_enabled=script) as made:
        page = made.open(PAGE)
        lines = page.locator("#day-2021-03-26 [data-sy-slot]")
        given = [one.get_attribute("data-sy-start") or "" for one in lines.all()]
        starts = [datetime.fromisoformat(one) for one in given]
        assert starts == sorted(starts)
        places = [one.bounding_box() for one in lines.all()]
        assert len({round(place["x"]) for place in places if place}) == 1
        tops = [place["y"] for place in places if place]
        assert tops == sorted(tops)
        assert len(tops) == len(starts) == 12
        room = page.locator("#rivers .sy-slot-room")
        assert room.is_visible()
        assert room.inner_text() == "Kleiner Saal"


def test_a_screen_reader_finds_a_table(visiting: MakeVisit) -> None:
    with visiting() as made:
        page = made.open(AGENDA)
        for path in (AGENDA, PAGE):
            page.goto(made.root + path)
            for width in (PHONE, DESK):
                page.set_viewport_size({"width": width, "height": 900})
                if path == PAGE:
                    table = page.get_by_role("table", name="Programme of Saturday, 27 March 2021")
                    assert table.get_by_role("cell", name="Ponds Stand").count() == 1
                    continue
                table = page.get_by_role("table", name="Programme of Friday, 21 May 2021")
                assert table.get_by_role("row").count() == 5
                assert table.get_by_role("columnheader").count() == 4
                # The break has no room and no label; what opens the day is called so.
                empty = 3 if width == PHONE else 0
                assert table.get_by_role("cell").count() == 16 - empty


def test_many_rooms_scroll_in_a_frame_of_their_own(visiting: MakeVisit) -> None:
    with visiting() as made:
        page = made.open(HALLS)
        frame = page.get_by_role("region", name="Programme of Friday, 21 May 2021, by room")
        frame.focus()
        assert frame.evaluate("e => e.scrollWidth > e.clientWidth")
        frame.evaluate("e => e.scrollTo(600, 300)")
        (outer,) = boxes(page, ".sy-grid-frame")
        head, time = (boxes(page, f".sy-grid {one}") for one in ("thead th:last-child", "td"))
        assert abs(head[0]["y"] - outer["y"]) < 5
        (corner,) = boxes(page, ".sy-grid thead .sy-grid-time")
        assert abs(corner["x"] - outer["x"]) < 5
        assert time[0]["x"] < outer["x"]


def test_eight_rooms_fit_a_window_of_1440_pixels(visiting: MakeVisit) -> None:
    with visiting(width=1440) as made:
        page = made.open(EIGHT)
        for width in (PHONE, 1024, DESK, 1440, 1920):
            page.set_viewport_size({"width": width, "height": 900})
            assert overflow(page) == [], width
            fits = page.locator(".sy-grid-frame").evaluate("e => e.scrollWidth <= e.clientWidth")
            assert fits or width in {1024, DESK}, width


def test_a_tap_leads_to_a_day_from_anywhere(visiting: MakeVisit) -> None:
    with visiting(width=PHONE, has_touch=True, is_mobile=True) as made:
        page = made.open(PAGE)
        page.evaluate("document.querySelector('#springs').scrollIntoView()")
        page.get_by_role("navigation", name="Days").get_by_role("link", name="Sun").tap()
        page.wait_for_function("location.hash === '#day-2021-03-28'")
        heading = page.locator("#day-2021-03-28 h3").bounding_box()
        jump = page.locator(".sy-programme-jump").bounding_box()
        assert heading
        assert jump
        header = page.locator(".bd-header").bounding_box()
        assert header
        assert abs(header["y"] + header["height"] - jump["y"]) <= 1
        assert jump["y"] + jump["height"] <= heading["y"] < 250
        assert jump["height"] < 90


@pytest.mark.parametrize("path", chosen([PAGE, AGENDA, HALLS, BLOCKS], PAGE, BLOCKS))
def test_all_of_a_programme_is_printed_and_nothing_else_is(visiting: MakeVisit, path: str) -> None:
    with visiting(scheme="dark") as made:
        page = made.open(path)
        titles = [" ".join(one.split()) for one in page.locator(".sy-slot-title").all_inner_texts()]
        if path == PAGE:
            page.locator("details").first.evaluate("e => { e.open = true; }")
        printed = PdfReader(io.BytesIO(page.pdf(format="A4")))
        text = normalize("NFKC", " ".join(one.extract_text() for one in printed.pages))
        text = "".join(text.split())  # kerning looks like a space
        for title in titles:
            assert "".join(title.split()) in text, title
        assert "Onthispage" not in text
        assert "Onlymysessions" not in text
        if path == PAGE:
            assert "WhatASourceforEverythingsays,atlength." in text
            assert "WhatRiversMeetsays" not in text
            assert "Paperspresented" in text
            assert len(printed.pages) <= 3
        page.emulate_media(media="print")
        colours = page.evaluate(
            "['body', '.sy-slot-title'].map((e) => getComputedStyle(document.querySelector(e)))"
            ".map((e) => [e.color, e.backgroundColor])"
        )
        assert colours[0][1] in {"rgb(255, 255, 255)", "rgba(0, 0, 0, 0)"}
