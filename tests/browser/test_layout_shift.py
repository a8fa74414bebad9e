"""Nothing moves while a page loads: what scripts add has its room before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route
from support.browser import in_context, ready
from support.chosen import MANY
from support.reader_site import reading
from support.shared_site import SharedSite

pytestmark = pytest.mark.browser

NOTE = """() => {
  let shifted = 0;
  const add = (entries) => entries.forEach((one) => (shifted += one.hadRecentInput ? 0 : one.value));
  const observer = new PerformanceObserver((list) => add(list.getEntries()));
  observer.observe({ type: "layout-shift", buffered: true });
  window.shifted = async () => {
    // What was changed is shown in the next frame, and told after it.
    for (const _ of [1, 2, 3]) await new Promise((done) => requestAnimationFrame(done));
    add(observer.takeRecords());
    return shifted;
  };
}"""
SCREENS = ({"width": 1350, "height": 940}, {"width": 412, "height": 823})


@pytest.fixture(scope="module")
def address(shared_site: SharedSite) -> Iterator[str]:
    with reading(shared_site, "html") as (found, _):
        yield found


def some(cases: Iterable[tuple[Any, str]]) -> list[tuple[Any, str]]:
    """Return all cases, or in `make test` every second one: each screen, and each address once."""
    return [*cases][:: 1 if MANY else 2]


def shifted(page: Page) -> float:
    """Return how far things have moved on a page whose scripts are done."""
    found: float = ready(page).evaluate("window.shifted()")
    return found


def test_the_search_page_shifts_less_than_a_twentieth(browser: Browser, address: str) -> None:
    moved = {}
    for screen, query in some(product(SCREENS, ("", "?q=doe", "?q=nothing-has-this"))):
        with in_context(browser, viewport=screen) as context:
            page = context.new_page()
            page.add_init_script(f"({NOTE})()")
            page.goto(f"{address}search.html{query}")
            page.locator("#sy-search-fallback.sy-search-ready").wait_for(state="attached")
            moved[screen["width"], query] = shifted(page)
    assert {one: by for one, by in moved.items() if by >= 0.05} == {}


def test_tools_that_come_late_move_nothing(browser: Browser, address: str) -> None:
    moved = {}
    paths = ("people/index", "papers/index", "events/meet-2021/index")
    for screen, path in some(product(SCREENS, paths)):
        with in_context(browser, viewport=screen) as context:
            page = context.new_page()
            page.add_init_script(f"({NOTE})()")
            open_with_late_scripts(page, f"{address}{path}.html")
            page.locator(".sy-listed-tools, .sy-programme-tools:not(:empty)").first.wait_for()
            moved[screen["width"], path] = shifted(page)
    assert {one: by for one, by in moved.items() if by >= 0.02} == {}


def open_with_late_scripts(page: Page, address: str) -> None:
    """Open a page, and let its scripts come when it has been drawn."""
    late: list[Route] = []
    scripts = "**/symposium*.js*"  # the theme's own keeps a page from being drawn
    page.route(scripts, lambda route: late.append(route))  # noqa: PLW0108 - no builtin
    page.goto(address, wait_until="commit")
    page.wait_for_function("performance.getEntriesByType('paint').length > 1")
    for one in late:
        one.continue_()
    page.unroute(scripts)
