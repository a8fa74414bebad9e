"""Cards in a real browser: what a link leads to, by mouse, keyboard and touch."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, Request, expect
from support.browser import COLOURS, dress, overflow, ready, revisit, violations, visit
from support.chosen import MANY
from support.palette_site import EVIL, FILES
from support.project import Outcome
from support.shared_site import SharedSite

pytestmark = pytest.mark.browser

PHONE = {"width": 390, "has_touch": True, "is_mobile": True}


@pytest.fixture(scope="module")
def site(shared_site: SharedSite) -> Outcome:
    return shared_site(FILES, symposium_search="auto")


@dataclass
class Reading:
    """A reader on the page of notes, and what their browser has asked for since."""

    page: Page
    root: str
    asked: list[str] = field(default_factory=list)

    def note(self, request: Request) -> None:
        self.asked.append(request.url.removeprefix(self.root).partition("?")[0])

    def link(self, path: str, number: int = 0) -> Locator:
        return self.page.locator(f"main a[href*='{path}']").nth(number)

    @property
    def card(self) -> Locator:
        return self.page.locator(".sy-about")

    def hover(self, path: str, number: int = 0) -> Locator:
        self.page.mouse.move(2, 2)
        expect(self.card).to_have_count(0)
        self.link(path, number).hover()
        expect(self.card).to_be_visible()
        return self.card

    def rest(self) -> None:
        """Wait until the page has all it asks for by itself, and forget it."""
        ready(self.page)
        self.asked.clear()

    def no_card(self) -> None:
        ready(self.page)
        expect(self.card).to_have_count(0)


PAGE = "notes/deep/page.html"


@contextmanager
def reading(browser: Browser, root: str, path: str = PAGE, **options: Any) -> Iterator[Reading]:
    with revisit(browser, root, **options) as made:
        found = Reading(made.open(path), root)
        found.page.on("request", found.note)
        yield found
        found.page.remove_listener("request", found.note)


@pytest.fixture
def notes(browser: Browser, root: str) -> Iterator[Reading]:
    with reading(browser, root) as found:
        yield found


def test_each_kind_has_its_card(notes: Reading) -> None:
    paper = notes.hover("papers/sol2025tides")
    for text in (
        "Conference paper",
        "Mira Sol, Ada Weber",
        "Ocean Data",
        "2025",
        "We measure tides.",
    ):
        expect(paper).to_contain_text(text)
    expect(paper.get_by_role("link", name="DOI")).to_have_attribute(
        "href", "https://doi.org/10.1000/tides"
    )
    assert paper.locator(".sy-about-title math msup").count() == 1
    assert len(paper.locator(".sy-about-text").inner_text()) < 400
    retracted = notes.hover("papers/weber2024gauges")
    expect(retracted.locator(".sy-badge-alert")).to_have_text("Retracted")
    expect(retracted.get_by_role("link", name="Code")).to_be_visible()
    person = notes.hover("people/mira-sol", 1)
    for text in ("Harbour Institute", "1 paper · 1 talk", "Newest paper: Tides of", "ORCID 0000"):
        expect(person).to_contain_text(text)
    talk = notes.hover("harbour-2025/listening")
    for text in ("Listening to the Sea", "Mira Sol", "Harbour Days", "2025", "One hears it."):
        expect(talk).to_contain_text(text)
    event = notes.hover("events/harbour-2025/index")
    for text in ("Harbour Days", "2025", "Bergen"):
        expect(event).to_contain_text(text)
    expect(notes.hover("topics/tides")).to_contain_text("The sea moves.")


def test_a_number_of_a_footnote_shows_the_work_that_it_cites(notes: Reading) -> None:
    for number, title in enumerate(("Gauges", "Tides of")):
        notes.page.mouse.move(2, 2)
        expect(notes.card).to_have_count(0)
        notes.page.locator("a.sy-footcite").nth(number).hover()
        expect(notes.card.locator(".sy-about-title")).to_contain_text(title)


def test_nothing_is_asked_for_before_one_rests_on_a_link_and_nothing_twice(
    browser: Browser, root: str
) -> None:
    with visit(browser, root) as made:
        page = made.context.new_page()
        page.clock.install(time="2026-01-01")
        page.goto(root + PAGE)
        found = Reading(ready(page), root)
        page.clock.pause_at("2026-01-02")
        page.on("request", found.note)
        found.link("papers/sol2025tides").hover()
        page.clock.run_for(100)
        page.mouse.move(2, 2)
        found.link("people/mira-sol").focus()
        for _ in range(2):  # who passes by hears nothing
            page.keyboard.press("Tab")
            page.clock.run_for(100)
        page.evaluate("document.activeElement.blur()")
        page.clock.run_for(5_000)
        found.no_card()
        assert found.asked == []
        page.clock.resume()
        for _ in range(2):
            found.hover("papers/sol2025tides")
        assert sorted(found.asked) == [
            "_static/symposium-cards.css", "_static/symposium-cards.js", "_static/symposium-page.js",
            "papers/sol2025tides.html",
        ]  # fmt: skip


def test_the_mouse_may_go_into_the_card_and_escape_closes_it(notes: Reading) -> None:
    card = notes.hover("papers/sol2025tides")
    card.locator(".sy-about-text").hover()
    ready(notes.page)
    expect(card).to_be_visible()
    notes.page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    notes.page.mouse.move(2, 2)
    notes.hover("papers/sol2025tides")
    notes.page.keyboard.press("Escape")
    notes.no_card()  # although the mouse is still there
    notes.hover("papers/sol2025tides")
    notes.page.mouse.move(2, 2)
    expect(notes.card).to_have_count(0)


def test_by_keyboard_one_goes_into_the_card_and_on_behind_the_link(notes: Reading) -> None:
    page = notes.page
    link = notes.link("papers/sol2025tides")
    before = link.get_attribute("title")
    notes.link("people/mira-sol").focus()
    for _ in range(2):
        page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    if not link.evaluate("e => e === document.activeElement"):
        page.keyboard.press("Tab")
    expect(link).to_be_focused()
    expect(notes.card).to_be_visible()
    note = page.locator(f"#{link.get_attribute('aria-describedby')}")
    expect(note).to_contain_text("Escape closes it")
    assert link.get_attribute("aria-details") == "sy-about"
    page.keyboard.press("Tab")
    expect(notes.card.locator(".sy-about-title")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(link).to_be_focused()
    page.keyboard.press("Escape")
    expect(notes.card).to_have_count(0)
    expect(link).to_be_focused()
    assert link.get_attribute("aria-describedby") is None
    assert link.get_attribute("title") == before
    page.keyboard.press("Tab")
    gauges = notes.link("papers/weber2024gauges")
    expect(gauges).to_be_focused()
    expect(notes.card).to_be_visible()
    page.keyboard.press("Tab")
    for _ in range(notes.card.locator("a, button").count() - 1):
        page.keyboard.press("Tab")
    expect(notes.card.get_by_role("button")).to_be_focused()
    page.keyboard.press("Tab")
    expect(notes.card).to_have_count(0)
    expect(notes.link("papers/evil2020")).to_be_focused()


def test_hostile_texts_stay_texts(notes: Reading) -> None:
    card = notes.hover("papers/evil2020")
    for text in (f"Evil {EVIL}", f"J {EVIL}", f"So {EVIL} it is."):
        expect(card).to_contain_text(text)
    assert card.locator("img, script, [onerror]").count() == 0


# The last two are a window of 1280 by 900 at 200 % and at 400 %.
SIZES = [(390, 844), (640, 450), (320, 225)][:: 1 if MANY else 2]


def test_no_card_is_off_the_screen(notes: Reading) -> None:
    scroll = "(e, block) => e.scrollIntoView({ block, behavior: 'instant' })"
    for width, height in SIZES:
        notes.page.set_viewport_size({"width": width, "height": height})
        for path, block in (
            ("papers/sol2025tides", "center"), ("papers/evil2020", "end"), ("topics/tides", "center"),
        ):  # fmt: skip
            notes.link(path).evaluate(scroll, block)
            box = notes.hover(path).bounding_box()
            assert box is not None
            assert box["x"] >= 0, (width, path)
            assert box["y"] >= 0, (width, path)
            assert box["x"] + box["width"] <= width, (width, path)
            assert box["y"] + box["height"] <= height, (width, path)
            assert overflow(notes.page) == []


def test_axe_finds_nothing_wrong_with_a_card(notes: Reading) -> None:
    for scheme, rules in (("light", ()), ("dark", COLOURS)):
        dress(notes.page, 1280, scheme)
        notes.hover("papers/weber2024gauges")
        assert violations(notes.page, *rules) == []


def test_a_tap_in_running_text_opens_a_sheet(browser: Browser, root: str) -> None:
    with reading(browser, root, **PHONE) as found:
        page, address = found.page, found.page.url
        found.link("papers/weber2024gauges").tap()
        sheet = page.get_by_role("dialog")
        expect(sheet).to_contain_text("Retracted")
        way = sheet.get_by_role("link", name="Open")
        expect(way).to_be_focused()
        box = way.bounding_box()
        assert box is not None
        assert box["height"] >= 44
        assert box["width"] >= 200
        assert violations(page, "color-contrast", "aria-dialog-name") == []
        page.touchscreen.tap(195, 20)  # outside
        expect(sheet).to_have_count(0)
        assert page.url == address
        found.link("papers/weber2024gauges").tap()
        expect(way).to_be_focused()
        page.keyboard.press("Escape")
        expect(sheet).to_have_count(0)
        found.link("papers/weber2024gauges").tap()
        sheet.get_by_role("link", name="Open").tap()
        page.wait_for_url("**/papers/weber2024gauges.html")
        page.go_back()
        page.wait_for_url(address)
        expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_tap_in_a_list_or_heading_or_on_a_page_that_fails_follows_the_link(
    browser: Browser, root: str
) -> None:
    with reading(browser, root, **PHONE) as found:
        page, address = found.page, found.page.url
        for link in (page.locator("main li a[href*='mira-sol']").first, page.locator("h1 a").first):
            link.tap()
            page.wait_for_url("**/people/mira-sol.html")
            page.goto(address)
        elsewhere = "<p>Something else"
        page.route(
            "**/papers/sol2025tides.html",
            lambda route: route.fulfill(content_type="text/html", body=elsewhere),
        )
        found.link("papers/sol2025tides").tap()
        page.wait_for_url("**/papers/sol2025tides.html")


def test_cards_can_be_switched_off_and_on_again(notes: Reading) -> None:
    page = notes.page
    notes.hover("papers/sol2025tides").get_by_role("button", name="Turn cards off").click()
    expect(notes.card.get_by_role("status")).to_contain_text("Cards are off")
    close = notes.card.get_by_role("button", name="Close")
    expect(close).to_be_focused()
    close.click()
    notes.link("people/ada-weber").hover()
    notes.no_card()
    page.reload()
    notes.link("people/ada-weber").hover()
    notes.no_card()
    page.get_by_role("button", name="Show cards for links").click()
    expect(page.get_by_role("button", name="Show cards for links")).to_have_count(0)
    notes.hover("people/ada-weber")
