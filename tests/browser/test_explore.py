"""The map of people in a real browser: by pointer, keyboard and touch, and how fast."""

from __future__ import annotations

import random
import re
from functools import partial
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from support.browser import MakeVisit, Visit, overflow, ready, visit, wrong_by_night_and_day
from support.project import Outcome
from support.shared_site import SharedSite

pytestmark = pytest.mark.browser

EVIL = "<img src=x onerror=alert(1)> O'Hara"
REFS = "\n".join(
    f"@article{{p{number}, title={{{title}}}, year={2010 + number}, author={{{authors}}}, "
    f"journal={{{journal}}}, keywords={{{topic}}}}}"
    for number, (authors, title, journal, topic) in enumerate(
        (
            ("Łukasz Ødegård and Ann Ax and Bo Bx", "Silent Rivers", "Waters", "rivers"),
            ("Łukasz Ødegård and Ann Ax and Cy Cx", "Silent Rivers Rising", "Waters", "rivers"),
            ("Łukasz Ødegård and Dee Dx", "Loud Mountains", "Stones", "peaks"),
            ("Łukasz Ødegård and {" + EVIL + "}", "Loud Mountains Fall", "Stones", "peaks"),
            ("Zoe Zx and Yan Yx", "Winds", "Airs", "winds"),
        )
    )
)
PEOPLE, LINES = 5_000, 18_000
PHONE = {"width": 390, "has_touch": True, "is_mobile": True}


@pytest.fixture(scope="module")
def site(shared_site: SharedSite) -> Outcome:
    return shared_site({"refs.bib": REFS}, "dirhtml")


@pytest.fixture
def visiting_once(browser: Browser, root: str) -> MakeVisit:
    """Give visits for what adds scripts to each page."""
    return partial(visit, browser, root)


def shown(made: Visit, path: str = "explore/") -> Page:
    """Open the page and wait until the map is there."""
    page = ready(made.open(path))
    expect(page.locator(".sy-explore-on canvas")).to_be_visible()
    return page


PANEL = "The person chosen"
SHIFTS = """window.shifted = 0;
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) if (!one.hadRecentInput) shifted += one.value;
}).observe({ type: "layout-shift", buffered: true });"""
"""Adds up how far things move that nobody has moved."""
FRAME = """() => new Promise((done) => {
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)));
})"""
"""Waits until what has happened so far is drawn."""


def large() -> dict[str, Any]:
    """Return a network as large as there is one."""
    chance = random.Random(7)  # noqa: S311 - the same each time
    groups = [int(chance.random() ** 2 * 40) for _ in range(PEOPLE)]
    pairs = {
        (min(a, b), max(a, b))
        for a, b in (
            (one, chance.randrange(PEOPLE)) for _ in range(4) for one in range(PEOPLE)
        )
        if a != b
    }  # fmt: skip
    lines = sorted(pairs)[:LINES]
    firsts = [0, *[first for first, _ in lines]]
    return {
        "ids": [f"person-{one}" for one in range(PEOPLE)],
        "names": [f"Given{one} Family{one % 700}" for one in range(PEOPLE)],
        "works": [max(2, 60 - one // 50) for one in range(PEOPLE)],
        "x": [group % 7 * 500 + chance.randrange(420) for group in groups],
        "y": [group // 7 * 500 + chance.randrange(420) for group in groups],
        "groups": groups,
        "from": [b - a for a, b in pairwise(firsts)],
        "to": [second for _, second in lines],
        "weights": [1 + (number % 9 == 0) * 3 for number in range(len(lines))],
    }


def test_without_javascript_a_table_says_it(visiting: MakeVisit) -> None:
    with visiting(java_script_enabled=False) as made:
        page = made.open("explore/")
        expect(page.get_by_text("The map needs JavaScript")).to_be_visible()
        expect(page.get_by_role("combobox")).to_have_count(0)
        first = page.locator("table tr").nth(1)
        expect(first).to_contain_text("Łukasz Ødegård")
        assert first.locator("td").all_inner_texts() == ["4", "5"]
        first.get_by_role("link").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Łukasz Ødegård")


def test_a_person_is_found_by_name_and_shown_with_co_authors(visiting: MakeVisit) -> None:
    with visiting() as made:
        page = made.open("people/")
        page.get_by_role("link", name="Explore who works with whom").click()
        field = page.get_by_role("combobox", name="Find a person on the map")
        field.focus()
        page.keyboard.type("odega lu")
        page.keyboard.press("Enter")
        panel = page.get_by_role("region", name="The person chosen")
        expect(panel.get_by_role("heading")).to_have_text("Łukasz Ødegård")
        names = panel.get_by_role("listitem").get_by_role("link")
        assert names.first.inner_text() == "Ann Ax"  # with two joint works
        assert {*names.all_inner_texts()} == {"Ann Ax", "Bo Bx", "Cy Cx", "Dee Dx", EVIL}
        expect(page).to_have_url(re.compile("explore/#lukasz-odegard$"))
        panel.get_by_role("button", name="Show Cy Cx on the map").focus()
        page.keyboard.press("Enter")
        expect(panel.get_by_role("heading")).to_have_text("Cy Cx")
        page.keyboard.press("Enter")  # the focus is on the name
        expect(page.get_by_role("heading", level=1)).to_have_text("Cy Cx")
        page.go_back()
        expect(panel.get_by_role("heading")).to_have_text("Cy Cx")
        assert not page.locator("[onerror]").count()


@pytest.mark.parametrize("width", [390, 1280])
def test_it_begins_with_the_largest_dot_and_nothing_moves(
    visiting_once: MakeVisit, width: int
) -> None:
    with visiting_once(width=width) as made:
        made.context.add_init_script(SHIFTS)
        page = shown(made)
        expect(page.get_by_role("region", name=PANEL)).to_contain_text("Łukasz Ødegård")
        assert "#" not in page.url
        page.evaluate(FRAME)
        assert page.evaluate("shifted") <= 0.02


def test_a_wheel_zooms_and_past_all_that_is_shown_scrolls_the_page(visiting: MakeVisit) -> None:
    with visiting() as made:
        page = shown(made)
        page.get_by_role("application").hover()
        before = page.evaluate("scrollY")
        for turn in (-400, 400):  # in, and out again
            page.mouse.wheel(0, turn)
            page.evaluate(FRAME)
            assert page.evaluate("scrollY") == before
        page.mouse.wheel(0, 400)
        page.wait_for_function(f"scrollY > {before} + 50")


def test_the_map_is_worked_by_keys(visiting: MakeVisit) -> None:
    with visiting() as made:
        page = shown(made)
        canvas = page.get_by_role("application")
        canvas.focus()
        panel = page.get_by_role("region", name="The person chosen")
        for keys in (["ArrowLeft", "+", "-", "0"], ["Shift+ArrowDown", "ArrowUp", "ArrowRight"]):
            for key in keys:
                page.keyboard.press(key)
        page.keyboard.press("Enter")
        expect(panel.get_by_role("heading")).to_have_count(1)
        page.keyboard.press("Escape")
        expect(panel).to_contain_text("Choose a person")
        page.keyboard.press("Tab")
        assert not canvas.evaluate("(one) => one === document.activeElement")


def test_a_tap_chooses_and_a_finger_moves(visiting: MakeVisit) -> None:
    with visiting(**PHONE) as made:
        page = shown(made, "explore/#ann-ax")
        panel = page.get_by_role("region", name="The person chosen")
        expect(panel.get_by_role("heading")).to_have_text("Ann Ax")
        canvas = page.get_by_role("application")
        canvas.scroll_into_view_if_needed()
        page.evaluate("history.replaceState(null, '', location.pathname)")
        box = canvas.bounding_box()
        assert box
        middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.touchscreen.tap(box["x"] + 4, box["y"] + 4)  # nobody is there
        expect(panel).to_contain_text("Choose a person")
        page.touchscreen.tap(*middle)
        expect(panel.get_by_role("heading", level=2)).to_have_text("Ann Ax")
        assert overflow(page) == []


def test_the_page_is_accessible(visiting: MakeVisit) -> None:
    with visiting() as made:
        page = shown(made, "explore/#lukasz-odegard")
        assert wrong_by_night_and_day(page) == []
        page.set_viewport_size({"width": 320, "height": 900})
        assert overflow(page) == []


def test_the_map_follows_light_and_dark(visiting: MakeVisit) -> None:
    with visiting() as made:
        page = shown(made)
        ask = """(() => {
          const copy = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
          copy.drawImage(document.querySelector(".sy-explore canvas"), 0, 0);
          return copy.getImageData(2, 2, 1, 1).data[0] > 128;
        })()"""
        page.wait_for_function(ask)
        page.get_by_role("button", name="Dark").first.click()
        page.wait_for_function(f"!({ask})")


def scripts(session: Any) -> float:
    """Return how many seconds of a processor all scripts of a page have taken."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return float(next(one["value"] for one in metrics if one["name"] == "ScriptDuration"))
