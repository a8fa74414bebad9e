"""The site in a real browser: search, looks, keyboard, copying, and without JavaScript."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from functools import partial

import pytest
from playwright.sync_api import Browser, Page, Response, expect
from support.browser import (
    COLOURS,
    MakeVisit,
    Visit,
    dress,
    focused,
    in_context,
    overflow,
    ready,
    violations,
    visit,
)
from support.chosen import MANY, chosen
from support.markup import pages_of
from support.real_site import Site, serve

pytestmark = pytest.mark.browser

PAGES = {
    "home": "index.html",
    "people": "people/index.html",
    "person": "people/nikoli-dryden.html",
    "derived person": "people/saleh-ashkboos.html",
    "paper": "papers/atre2021distributed.html",
    "papers": "papers/index.html",
    "event": "events/scadl-2021/index.html",
    "talk": "events/scadl-2021/ai-for-social-impact.html",
    "topic": "topics/hpc-systems.html",
    "topics": "topics/index.html",
    "venue": "venues/scadl.html",
    "source": "sources/scadl-2021-programme.html",
    "year": "years/2021.html",
    "search": "search.html?q=learning",
}
PHONE, DESK = 390, 1280
FIRST_VISIT = 60_000
"""A page of a paper and all it loads is no larger, in packed bytes."""
FONTS = 60_000
"""The fonts of a page are no larger, all together."""


@pytest.fixture(scope="module")
def root(real_site: Site) -> Iterator[str]:
    with serve(real_site.outdir) as address:
        yield address


@pytest.fixture
def visiting(browser: Browser, root: str) -> MakeVisit:
    return partial(visit, browser, root)


def first_result(page: Page) -> str:
    link = page.locator(".sy-result-title").first
    expect(link).to_be_visible()
    return link.inner_text()


# Looks


@pytest.fixture(scope="module")
def reader(browser: Browser, root: str) -> Iterator[tuple[Visit, Page]]:
    """A reader who goes from page to page, and a page."""
    with visit(browser, root) as made:
        yield made, made.open("search.html")


OTHERS = (
    "guide/fields.html", "guide/listings.html", "my-list.html", "software/lbann.html",
    "sources/cv-dryden.html", "topics/distributed-deep-learning.html",
)  # fmt: skip
"""Pages of other makes: wide tables, lists in a text, what only some sites have, and long lists."""
LOOKS = {
    "dark phone, light desk": ((PHONE, "dark"), (DESK, "light")),
    "dark desk, light phone": ((DESK, "dark"), (PHONE, "light")),
}


def test_every_kind_of_page_fits_and_everybody_can_read_it(reader: tuple[Visit, Page]) -> None:
    lists = {"people", "derived person", "topics", "venue", "year"}  # as those of papers and topics
    pages = [path for name, path in PAGES.items() if name not in lists]
    assert walk(*reader, [*pages, *OTHERS[:2]], LOOKS["dark phone, light desk"]) == []


@pytest.mark.faults
@pytest.mark.parametrize("looks", LOOKS)
def test_all_makes_of_pages_fit_and_everybody_can_read_them(
    reader: tuple[Visit, Page], real_site: Site, looks: str
) -> None:
    pages = [*PAGES.values(), *OTHERS, *some_of(pages_of(real_site.outdir))]
    assert walk(*reader, pages, LOOKS[looks]) == []


def walk(
    made: Visit, page: Page, paths: list[str], looks: tuple[tuple[int, str], ...]
) -> list[tuple[str, int, list[str]]]:
    """Lead a reader through pages; return which stick out or cannot be read, and where.

    A page is asked for all as it is loaded. A change of the width and the scheme can break no more
    than widths and colours; every third page is asked for the colours, which are those of all.
    """
    wrong = []
    for number, path in enumerate(paths):
        for width, scheme in looks:
            first = (width, scheme) == looks[0]
            if first:
                made.go(page, path, width=width, scheme=scheme)
                ready(page)
            dress(page, width, scheme)
            found = overflow(page)
            if first or number % 3 == 0:
                found += violations(page, *(() if first else COLOURS))
            wrong += [(path, width, found)] if found else []
        made.judge()
    return wrong


def some_of(pages: list[str]) -> list[str]:
    """Return all pages but those of kinds that `PAGES` has; of pages of one make, each fiftieth."""
    known = {path.partition("/")[0] for path in PAGES.values() if "/" in path}
    found: dict[str, list[str]] = {}
    for page in pages:
        folder, _, name = page.rpartition("/")
        if folder.partition("/")[0] not in known:
            own = folder in {"", "guide"} or name == "index.html"
            found.setdefault(page if own else folder, []).append(page)
    return sorted(page for alike in found.values() for page in alike[::50])


def test_what_nobody_can_read_is_found_on_every_page(browser: Browser) -> None:
    """Of looks that were right on earlier pages nothing is asked; of others it is, each time."""
    text = "<main><h1>Test</h1><p class='test-found'>One</p></main>"
    with in_context(browser) as context:
        page = context.new_page()
        for colour, faults in (("#000", 0), ("#ccc", 1), ("#ccc", 1), ("#000", 0)):
            style = f"<style>.test-found {{ color: {colour} }}</style>"
            page.set_content(f"<!doctype html><html lang='en'><title>T</title>{style}{text}")
            assert len(violations(page, *COLOURS)) == faults


# Weight


def test_a_first_visit_is_light(visiting: MakeVisit) -> None:
    """All that a browser asks for, as a server sends it: packed, but for what is packed already."""
    with visiting() as made:
        page = made.context.new_page()
        responses: list[Response] = []
        page.on("response", lambda response: responses.append(response))  # noqa: PLW0108 - no builtin
        page.goto(made.root + PAGES["paper"])
        ready(page).evaluate("document.fonts.ready.then(() => {})")
        weights = {one.url.removeprefix(made.root): packed(one.body()) for one in responses}
    assert any("symposium-theme.css" in path for path in weights)
    fonts = sum(weights.pop(path) for path in [*weights] if path.endswith(".woff2"))
    assert 0 < fonts <= FONTS
    assert sum(weights.values()) <= FIRST_VISIT
    assert [path for path in weights if "font" in path or "bootstrap" in path] == []


def packed(content: bytes) -> int:
    """Return the number of bytes that a server sends for a file."""
    return min(len(content), len(gzip.compress(content, 6, mtime=0)))


# Search


def test_without_a_script_the_header_leads_to_the_search_page(visiting: MakeVisit) -> None:
    for width in (PHONE, DESK):
        with visiting(width=width, java_script_enabled=False) as made:
            page = made.open("people/julia-bazinska.html")
            page.locator("header .sy-search-box").click()
            page.wait_for_url("**/search.html")


def test_a_topic_has_room_for_a_finger(visiting: MakeVisit) -> None:
    with visiting(width=390, has_touch=True, is_mobile=True) as made:
        page = made.open("index.html")
        topic = page.locator(".sy-chips > li").first
        topic.scroll_into_view_if_needed()
        box = topic.bounding_box()
        assert box
        assert box["height"] >= 34
        page.touchscreen.tap(box["x"] + 4, box["y"] + 6)
        page.wait_for_url("**/topics/*.html")
        assert overflow(page) == []


# Copying


# Keyboard


@pytest.mark.parametrize(
    ("name", "width"),
    chosen(
        [("home", DESK), ("person", PHONE), ("event", PHONE), ("search", DESK)],
        *[("home", DESK), ("event", PHONE), ("search", DESK)],
    ),
)
def test_by_keyboard_everything_is_reached_and_seen(
    visiting: MakeVisit, name: str, width: int
) -> None:
    with visiting(width=width) as made:
        page = made.open(PAGES[name])
        if name == "search":
            first_result(page)  # this page puts the focus into its box
        else:
            page.keyboard.press("Tab")
            first = focused(page)
            assert first
            assert first["href"] == "#main-content"
        seen, wrong = set(), []
        for _ in range(70):
            page.keyboard.press("Tab")
            found = focused(page)
            if found is None:
                break
            seen.update(found["within"])
            faults = [fault for fault in ("covered",) if found[fault]]
            faults += [need for need in ("ring", "size", "inside") if not found[need]]
            if faults:
                wrong.append((faults, found["what"]))
        assert wrong == []
        assert seen >= ({"main"} if name == "search" else {"header", "main"})


def test_on_a_phone_the_menu_opens_and_closes_by_keyboard(visiting: MakeVisit) -> None:
    with visiting(width=PHONE) as made:
        page = made.open(PAGES["paper"])
        button = page.get_by_role("button", name="Site navigation")
        button.focus()
        expect(button).to_have_attribute("aria-expanded", "false")
        page.keyboard.press("Enter")
        link = page.locator("dialog").get_by_role("link", name="People")
        expect(link).to_be_visible()
        assert violations(page) == []
        page.keyboard.press("Escape")
        expect(link).to_be_hidden()
        expect(button).to_be_focused()
        page.keyboard.press("Enter")
        link.focus()
        page.keyboard.press("Enter")
        page.wait_for_url("**/people/index.html")


@pytest.mark.parametrize("width", [PHONE, DESK])
def test_a_reader_chooses_light_or_dark_and_the_choice_stays(
    visiting: MakeVisit, width: int
) -> None:
    with visiting(width=width) as made:
        page = made.open(PAGES["paper"])
        for mode, theme in (("Dark", "dark"), ("Light", "light"), ("System Settings", "light")):
            if width == PHONE:
                page.get_by_role("button", name="Site navigation").click()
            modes = page.get_by_role("group", name="Color mode")
            modes.get_by_role("button", name=mode).focus()
            page.keyboard.press("Enter")
            pressed = modes.get_by_role("button", pressed=True)
            expect(pressed).to_have_attribute("title", mode)
            assert page.evaluate("document.documentElement.dataset.theme") == theme
            page.reload()
            assert page.evaluate("document.documentElement.dataset.theme") == theme


# Without JavaScript


def test_without_javascript_a_page_says_the_same(visiting: MakeVisit) -> None:
    with visiting() as made, visiting(java_script_enabled=False) as bare:
        pages = [one.open("search.html") for one in (made, bare)]
        for name in ("home", "papers", "event", *(("person", "paper", "source") if MANY else ())):
            for page in pages:
                page.goto(made.root + PAGES[name])
            ready(pages[0]).evaluate(AS_WRITTEN)
            texts = []
            for page in pages:
                lines = page.locator("main").inner_text().splitlines()
                texts.append([line for line in lines if line.strip() and line != "Copy"])
            assert texts[0] == texts[1], name
            assert len(texts[1]) > 5, name


AS_WRITTEN = """() => {
  // Letters are where they were before a script moved them.
  for (const part of document.querySelectorAll(".sy-listed-tools > .sy-letters"))
    part.closest(".sy-listed").before(part);
  const added = "[data-sy-tools], [data-sy-star], .sy-now, .sy-listed-tools, .sy-listed-files button";
  for (const part of document.querySelectorAll(added)) part.replaceChildren();
}"""


def test_without_javascript_the_menu_stands_in_the_header_of_a_phone(visiting: MakeVisit) -> None:
    with visiting(width=PHONE, java_script_enabled=False) as made:
        page = made.open(PAGES["paper"])
        # What opens a popover needs no script.
        expect(page.locator("button:not([popovertarget]):visible")).to_have_count(0)
        page.locator("header").get_by_role("link", name="People").click()
        expect(page.get_by_role("heading", level=1)).to_contain_text("People")
