"""The palette, in a real browser: keys, screen readers, phones, and what it loads."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect
from support.browser import MakeVisit, ready, revisit, type_in, wrong_by_night_and_day
from support.chosen import MANY
from support.palette_site import FILES, HOSTILE
from support.programme_site import SITE as WITHOUT_INDEX
from support.project import Outcome
from support.real_site import serve
from support.shared_site import SharedSite

pytestmark = pytest.mark.browser


FAST = "papers/doe2020fast.html"
PHONE = {"width": 390, "has_touch": True, "is_mobile": True}
PAGES = ("index.html", FAST, "events/meet-2021/keynote.html", "search.html")


@pytest.fixture(scope="module")
def site(shared_site: SharedSite) -> Outcome:
    return shared_site(FILES, symposium_search="auto")


def opened(page: Page, query: str = "", key: str = "Control+k") -> Locator:
    """Open the palette, type a query, and return the options once they are those of the query."""
    page.keyboard.press(key)
    expect(page.get_by_role("combobox", name="Search")).to_be_focused()
    options = page.get_by_role("option")
    if query:
        page.keyboard.type(query)
        ready(page)
        expect(options.last).to_contain_text(f"Search for “{query}”")
    else:
        expect(options.first).to_be_visible()
    return options


def chosen(page: Page) -> str:
    """Return the title of the option that a screen reader is told of."""
    box = page.get_by_role("combobox", name="Search")
    title: str = box.evaluate(
        """(e) => {
          const one = document.getElementById(e.getAttribute("aria-activedescendant"));
          if (one.getAttribute("aria-selected") !== "true") return "not selected";
          const others = document.querySelectorAll("[aria-selected=true]");
          return others.length === 1 ? one.firstChild.textContent : "several selected";
        }"""
    )
    return title


def is_open(page: Page) -> bool:
    return page.locator("dialog.sy-palette[open]").count() == 1


# Opening and closing


def test_the_keys_open_it_on_every_page_and_lead_back(visiting: MakeVisit) -> None:
    with visiting() as made:
        page = made.open(PAGES[0])
        for path in PAGES if MANY else PAGES[::3]:  # others open it on the page of a paper
            page.goto(made.root + path)
            start = page.locator("header a.navbar-brand")
            start.focus()
            for key in ("Control+k", "Control+K") if path == "search.html" else ("Control+k", "/"):
                opened(page, key=key)
                page.keyboard.press("Escape")
                expect(start).to_be_focused()
                assert not is_open(page)


def test_the_key_that_opens_it_closes_it_and_leaves_alone_who_types(visiting: MakeVisit) -> None:
    with visiting() as made:
        page = made.open(FAST)
        opened(page, "doe")
        page.keyboard.press("Control+k")
        assert not is_open(page)
        opened(page)
        expect(page.get_by_role("combobox", name="Search")).to_have_value("")
        page.mouse.click(5, 5)
        assert not is_open(page)
        opened(page)
        page.get_by_role("button", name="Close search").click()
        assert not is_open(page)
        page.evaluate(
            """() => {
              const box = document.createElement("div");
              for (const name of ["input", "textarea", "select"]) box.append(document.createElement(name));
              const text = document.createElement("p");
              text.contentEditable = "true";
              box.append(text);
              box.id = "fields";
              document.querySelector("main").prepend(box);
            }"""
        )
        for name in ("input", "textarea", "select", "p"):
            field = page.locator(f"#fields {name}")
            field.focus()
            page.keyboard.press("/")
            assert not is_open(ready(page))
            if name in {"input", "textarea"}:
                expect(field).to_have_value("/")
        page.locator("#fields p").focus()
        page.keyboard.press("Control+k")  # in such a field it makes a link
        page.evaluate("document.activeElement.blur()")
        for key in ("Control+/", "Alt+/", "Control+Shift+k", "Control+Alt+k", "k"):
            page.keyboard.press(key)
        assert not is_open(ready(page))


def test_what_is_typed_before_it_is_there_is_not_lost(visiting: MakeVisit) -> None:
    with visiting() as made:
        page = made.open(FAST)

        def slow(route: Route) -> None:
            page.keyboard.type("bazi")
            route.continue_()

        page.route("**/symposium-palette.css", slow)
        page.keyboard.press("/")
        expect(page.get_by_role("combobox", name="Search")).to_have_value("bazi")
        expect(page.get_by_role("option").first).to_contain_text("Julia Bazińska")


def test_the_search_of_the_header_opens_it(visiting: MakeVisit) -> None:
    for screen in (PHONE, {}):
        with visiting(**screen) as made:
            page = made.open(FAST)
            link = page.locator("header .sy-search-box")
            assert link.get_attribute("href") == "../search.html"
            link.click()
            expect(page.get_by_role("combobox", name="Search")).to_be_focused()
            page.keyboard.press("Escape")
            expect(link).to_be_focused()
            if screen:
                page.get_by_role("button", name="Site navigation").tap()
                menu = page.locator("#pst-primary-sidebar-modal")
                menu.locator(".sy-search-box").tap()
                expect(page.get_by_role("combobox", name="Search")).to_be_focused()
                expect(menu).not_to_have_attribute("open", "")


# Finding and choosing


def test_each_letter_finds_and_enter_opens(visiting: MakeVisit) -> None:
    with visiting() as made:
        page = made.open(FAST)
        options = opened(page, "j")
        assert options.count() > 2
        page.keyboard.type("ane")
        expect(options.first).to_contain_text("Jane Doe")
        page.keyboard.press("Enter")
        page.wait_for_url("**/people/jane-doe.html")
        opened(page)
        page.keyboard.type("odd keys")
        page.keyboard.press("Enter")  # at once, before anything can have been found
        page.wait_for_url("**/papers/smith-a-b-c-d.html")


def test_a_hostile_title_is_text_and_what_an_option_lacks_is_said(visiting: MakeVisit) -> None:
    with visiting() as made:
        page = made.open(FAST)
        options = opened(page, "hostile2017")
        expect(options.first.locator(".sy-palette-title")).to_have_text(HOSTILE.replace("\\", ""))
        assert page.locator(".sy-palette").locator("img, script, b").count() == 0
        page.keyboard.press("Escape")
        keys = opened(page, "odd keys slow").filter(has_text="Odd Keys Considered")
        expect(keys).to_contain_text("Without: slow")


def test_keys_choose_among_the_options_and_pages_are_found_by_their_names(
    visiting: MakeVisit,
) -> None:
    with visiting() as made:
        page = made.open(FAST)
        options = opened(page, "many")
        titles = [one.locator(".sy-palette-title").inner_text() for one in options.all()]
        assert chosen(page) == titles[0]
        for key, at in (
            ("ArrowDown", 1),
            ("ArrowUp", 0),
            ("ArrowUp", -1),
            ("ArrowDown", 0),
            ("End", -1),
            ("Home", 0),
            ("PageDown", -1),
            ("PageUp", 0),
        ):
            page.keyboard.press(key)
            assert chosen(page) == titles[at], key
        options.nth(2).hover()
        assert chosen(page) == titles[2]
        page.keyboard.press("End")
        page.keyboard.press("Enter")
        page.wait_for_url("**/search.html?q=many")
        page.goto(made.root + FAST)
        options = opened(page)
        for name in ("Home", "People", "Papers", "Search page"):
            expect(options.filter(has_text=re.compile(f"^{name}$"))).to_have_count(1)
        page.keyboard.press("Escape")
        opened(page, "papers")
        assert chosen(page) == "Papers"
        page.keyboard.press("Enter")
        page.wait_for_url("**/papers/index.html")


# Actions


def clipboard(page: Page) -> str:
    text: str = page.evaluate("navigator.clipboard.readText()")
    return text


def test_tab_reaches_the_actions_of_a_paper(visiting: MakeVisit) -> None:
    with visiting() as made:
        made.context.grant_permissions(["clipboard-read", "clipboard-write"])
        page = made.open(FAST)
        opened(page, "odd keys")
        said = page.locator(".sy-palette [role=status]")
        bar = page.get_by_role("toolbar", name="Actions for Odd Keys Considered")
        page.keyboard.press("Tab")
        expect(bar.get_by_role("button", name="Copy cite key")).to_be_focused()
        page.keyboard.press("Enter")
        expect(said).to_have_text("Cite key copied")
        assert clipboard(page) == "smith:a/b.c+d"
        page.keyboard.press("ArrowRight")
        expect(bar.get_by_role("button", name="Copy BibTeX")).to_be_focused()
        page.keyboard.press("Enter")
        expect(said).to_have_text("BibTeX entry copied")
        assert clipboard(page).startswith("@article{smith:a/b.c+d,\n")
        page.keyboard.press("ArrowRight")
        expect(bar.get_by_role("link", name="John Smith")).to_be_focused()
        page.keyboard.press("ArrowUp")
        expect(page.get_by_role("combobox", name="Search")).to_be_focused()
        page.keyboard.press("Tab")
        page.keyboard.press("Tab")  # the actions are one stop
        expect(page.get_by_role("button", name="Close search")).to_be_focused()
        page.keyboard.press("Shift+Tab")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        page.wait_for_url("**/people/john-smith.html")


# Everybody


def test_everybody_can_read_it_and_a_screen_reader_is_told_what_is_there(
    visiting: MakeVisit,
) -> None:
    with visiting() as made:
        page = made.open(FAST)
        options = opened(page, "doe")
        number = options.count()
        said = page.locator(".sy-palette [role=status]")
        expect(said).to_have_text(re.compile(rf"^\d+ results, Jane Doe, person, 1 of {number}$"))
        before = said.inner_text()
        page.keyboard.press("ArrowDown")
        ready(page)
        assert said.inner_text() == before  # the reader says itself what is chosen
        box = page.get_by_role("combobox", name="Search")
        expect(box).to_have_attribute("aria-expanded", "true")
        expect(page.get_by_role("listbox", name="Results")).to_be_visible()
        expect(page.get_by_role("group", name=re.compile("^People"))).to_be_visible()
        expect(options.nth(1)).to_have_attribute("aria-posinset", "2")
        expect(options.nth(1)).to_have_attribute("aria-setsize", str(number))
        expect(options.nth(1)).to_have_attribute("aria-selected", "true")
        assert wrong_by_night_and_day(page) == []


def test_on_a_phone_it_fills_the_screen(visiting: MakeVisit) -> None:
    with visiting(**PHONE) as made:
        page = made.open(FAST)
        page.locator("header .sy-search-box").tap()
        box = page.get_by_role("combobox", name="Search")
        expect(box).to_be_focused()
        assert box.evaluate("e => parseFloat(getComputedStyle(e).fontSize)") >= 16
        shape = page.locator("dialog.sy-palette").bounding_box()
        assert shape is not None
        assert (shape["x"], shape["y"], shape["width"], shape["height"]) == (0, 0, 390, 900)
        type_in(box, "odd keys")
        option = page.get_by_role("option", name="Odd Keys Considered")
        more = option.locator(".sy-palette-more")
        size = more.bounding_box()
        assert size is not None
        assert min(size["width"], size["height"]) >= 40
        more.tap()
        expect(page.get_by_role("button", name="Copy cite key")).to_be_visible()
        assert is_open(page)
        option.locator(".sy-palette-title").tap()
        page.wait_for_url("**/papers/smith-a-b-c-d.html")


# What may go wrong


POLICY = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; require-trusted-types-for 'script'"


def test_a_strict_policy_does_not_keep_it_shut(visiting: MakeVisit) -> None:
    """No inline script or style of ours: the theme's own script is forbidden and not missed."""
    with visiting() as made:

        def strict(route: Route) -> None:
            answer = route.fetch()
            route.fulfill(
                response=answer, headers={**answer.headers, "content-security-policy": POLICY}
            )

        made.context.route("**/*.html", strict)
        page = made.open(FAST)
        made.errors.clear()  # of the theme's script in the head of the page
        options = opened(page, "odd keys")
        expect(options.first).to_contain_text("Odd Keys Considered")
        page.keyboard.press("Enter")
        page.wait_for_url("**/papers/smith-a-b-c-d.html")
        assert [one for one in made.errors if "/_static/symposium" in one] == []
        made.errors.clear()


def test_a_site_without_an_index_has_no_key(shared_site: SharedSite, browser: Browser) -> None:
    with serve(shared_site(WITHOUT_INDEX).outdir) as root, revisit(browser, root) as made:
        page = made.open("events/relay-2021/rivers.html")
        for key in ("/", "Control+k"):
            page.keyboard.press(key)
        assert ready(page).locator("dialog.sy-palette").count() == 0
        page.locator("header .sy-search-box:visible").click()
        page.wait_for_url("**/search.html")
        expect(page.get_by_text("This site has no search index")).to_be_visible()
        expect(page.get_by_role("searchbox")).to_have_count(0)


def test_it_works_where_pages_are_folders(shared_site: SharedSite, browser: Browser) -> None:
    built = shared_site(FILES, "dirhtml", symposium_search="auto")
    with serve(built.outdir) as root, revisit(browser, root) as made:
        page = made.open("events/meet-2021/keynote/")
        opened(page, "odd keys")
        page.keyboard.press("Enter")
        page.wait_for_url("**/papers/smith-a-b-c-d/")
        opened(page, "odd")
        page.keyboard.press("End")
        page.keyboard.press("Enter")
        page.wait_for_url("**/search/?q=odd")
        expect(page.locator(".sy-result-title").first).to_have_text("Odd Keys Considered")
