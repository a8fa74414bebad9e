"""The site in a real browser: search, looks, keyboard, copying, and without JavaScript."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from functools import partial
from itertools import product

import pytest
from playwright.sync_api import Browser, Page, Response, expect
from support.browser import (
    COLOURS,
    Visit,
    dress,
    focused,
    in_context,
    overflow,
    ready,
    violations,
    visit,
)
from support.chosen import chosen
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
    "topic": "topics/distributed-deep-learning.html",
    "topics": "topics/index.html",
    "venue": "venues/scadl.html",
    "source": "sources/cv-dryden.html",
    "year": "years/2021.html",
    "search": "search.html?q=learning",
}
PHONE, DESK = 390, 1280
FIRST_VISIT = 60_000
"""A page of a paper and all it loads is no larger, in packed bytes."""
FONTS = 60_000
"""The fonts of a page are no larger, all together."""

MakeVisit = Callable[..., AbstractContextManager[Visit]]


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
    "guide/api.html", "guide/fields.html", "guide/listings.html", "my-list.html", "software/index.html",
    "software/lbann.html",
)  # fmt: skip
"""One page of each other make: tabs, wide tables, lists in a text, and what only some sites have."""
LOOKS = {
    "dark phone, light desk": ((PHONE, "dark"), (DESK, "light")),
    "dark desk, light phone": ((DESK, "dark"), (PHONE, "light")),
}


@pytest.mark.parametrize("looks", chosen(LOOKS, "dark phone, light desk"))
def test_every_kind_of_page_fits_and_everybody_can_read_it(
    reader: tuple[Visit, Page], looks: str
) -> None:
    assert walk(*reader, [*PAGES.values(), *OTHERS], LOOKS[looks]) == []


@pytest.mark.faults
def test_the_guide_and_other_pages_fit_and_everybody_can_read_them(
    reader: tuple[Visit, Page], real_site: Site
) -> None:
    pages = some_of(pages_of(real_site.outdir))
    assert {"index.html", "guide/papers.html", "software/index.html"} <= {*pages}
    assert walk(*reader, pages, LOOKS["dark phone, light desk"]) == []


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


ODD = {
    "a colour of its own": ("", "<p style='color: #ccc'>One</p>"),
    "a ground of its own": ("p { color: #555 }", "<p style='background: #666'>One</p>"),
    "a ground around it": ("", "<div style='background: #222'><p>One</p></div>"),
    "a class": (".pale { color: #ccc }", "<p class='pale'>One</p>"),
    "a place": ("p:nth-of-type(33) { color: #ccc }", ""),
    "a thing": ("b { color: #ccc; font-weight: 400 }", "<p><b>One</b></p>"),
}


@pytest.mark.parametrize("rules", [(), COLOURS])
def test_one_of_many_that_nobody_can_read_is_found(
    browser: Browser, rules: tuple[str, ...]
) -> None:
    """Of what is alike only a few are asked for their colours."""
    many = "<p>All of them are alike.</p>" * 30
    with in_context(browser) as context:
        page = context.new_page()
        for odd, (style, html) in {"nothing": ("", ""), **ODD}.items():
            page.set_content(
                f"<!doctype html><html lang='en'><title>Test</title><style>{style}</style>"
                f"<main><h1>Test</h1>{many}{html}{many}</main>"
            )
            before = page.content()
            found = [one.partition(" ")[0] for one in violations(page, *rules)]
            assert page.content() == before, odd
            assert found == (["color-contrast"] if odd in ODD else []), odd


@pytest.mark.parametrize("rules", [(), COLOURS])
def test_what_nobody_can_read_is_found_on_every_page(
    browser: Browser, rules: tuple[str, ...]
) -> None:
    """Of looks that were right on earlier pages nothing is asked; of others it is, each time."""
    text = "<main><h1>Test</h1><p class='test-found'>One</p></main>"
    with in_context(browser) as context:
        page = context.new_page()
        for colour, faults in (("#000", 0), ("#ccc", 1), ("#ccc", 1), ("#000", 0)):
            style = f"<style>.test-found {{ color: {colour} }}</style>"
            page.set_content(f"<!doctype html><html lang='en'><title>T</title>{style}{text}")
            assert len(violations(page, *rules)) == faults


# Weight


@pytest.mark.parametrize("name", chosen(["paper", "derived person", "venue"], "paper"))
def test_a_first_visit_is_light(
    visiting: MakeVisit, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """All that a browser asks for, as a server sends it: packed, but for what is packed already."""
    with visiting() as made:
        weights: dict[str, int] = {}
        page = made.context.new_page()
        responses: list[Response] = []
        page.on("response", lambda response: responses.append(response))  # noqa: PLW0108 - no builtin
        page.goto(made.root + PAGES[name])
        ready(page).evaluate("document.fonts.ready.then(() => {})")
        for response in responses:
            if response.url.startswith(made.root):
                weights[response.url.removeprefix(made.root)] = packed(response.body())
    with capsys.disabled():
        print(f"\nfirst visit: {name}: {sum(weights.values()):,} bytes, {len(weights)} files")  # noqa: T201 - figures for the reader
    assert any("symposium-theme.css" in path for path in weights)
    fonts = sum(weights.pop(path) for path in [*weights] if path.endswith(".woff2"))
    assert 0 < fonts <= FONTS
    assert sum(weights.values()) <= FIRST_VISIT
    assert [path for path in weights if "font" in path or "bootstrap" in path] == []


def packed(content: bytes) -> int:
    """Return the number of bytes that a server sends for a file."""
    return min(len(content), len(gzip.compress(content, 6, mtime=0)))


# Search


def test_a_name_without_its_accents_finds_the_person_first(visiting: MakeVisit) -> None:
    with visiting() as made:
        page = made.open("search.html")
        page.get_by_role("searchbox", name=re.compile("Names")).fill("bazinska")
        assert first_result(page) == "Julia Bazińska"
        expect(page).to_have_url(re.compile(r"search\.html\?q=bazinska$"))
        page.locator(".sy-result-title").first.click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Julia Bazińska")


def test_without_a_script_the_header_leads_to_the_search_page(visiting: MakeVisit) -> None:
    for width in (PHONE, DESK):
        with visiting(width=width, java_script_enabled=False) as made:
            page = made.open("people/julia-bazinska.html")
            page.locator("header .sy-search-link:visible, header .sy-search-box:visible").click()
            page.wait_for_url("**/search.html")


def test_a_pill_is_a_link_all_over_and_has_room_for_a_finger(visiting: MakeVisit) -> None:
    with visiting(width=390, has_touch=True, is_mobile=True) as made:
        page = made.open("index.html")
        pill = page.locator(".sy-chips > li").first
        pill.scroll_into_view_if_needed()
        box = pill.bounding_box()
        assert box
        assert box["height"] >= 34
        page.touchscreen.tap(box["x"] + box["width"] - 4, box["y"] + box["height"] / 2)
        page.wait_for_url("**/topics/*.html")
        assert overflow(page) == []


# Copying


def test_the_button_copies_the_entry_and_says_so(visiting: MakeVisit) -> None:
    with visiting(permissions=["clipboard-read", "clipboard-write"]) as made:
        page = made.open("papers/dryden2021clairvoyant.html")
        page.locator("summary", has_text="Cite").press("Enter")
        button = page.get_by_role("button", name="Copy BibTeX entry")
        button.focus()
        page.keyboard.press("Enter")
        expect(page.get_by_text("BibTeX entry copied", exact=True)).to_be_attached()
        copied = page.evaluate("navigator.clipboard.readText()")
        assert copied == page.locator("pre.sy-bibtex").text_content()
        assert copied.startswith("@inproceedings{dryden2021clairvoyant,\n")


# Keyboard


REACHED = product(("home", "person", "paper", "event", "papers", "search"), (PHONE, DESK))


@pytest.mark.parametrize(
    ("name", "width"),
    chosen(
        REACHED,
        ("home", DESK),
        ("person", PHONE),
        ("event", PHONE),
        ("papers", DESK),
        ("search", DESK),
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


def test_the_link_at_the_top_skips_the_header(visiting: MakeVisit) -> None:
    with visiting() as made:
        page = made.open(PAGES["paper"])
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        found = focused(page)
        assert found
        assert "main" in found["within"]


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


def test_the_way_back_to_the_top_shows_while_one_scrolls_up(visiting: MakeVisit) -> None:
    with visiting(width=PHONE) as made:
        page = made.open(PAGES["person"])
        button = page.get_by_role("button", name="Back to top")
        page.evaluate("scrollTo(0, 2000)")
        page.wait_for_function("scrollY === 2000")
        expect(button).to_be_hidden()
        page.evaluate("scrollTo(0, 1900)")
        expect(button).to_be_visible()
        button.click()
        page.wait_for_function("scrollY === 0")
        expect(button).to_be_hidden()


@pytest.mark.parametrize("name", ["talk", "person", "venue"])
def test_what_is_folded_opens_by_keyboard(visiting: MakeVisit, name: str) -> None:
    with visiting() as made:
        page = made.open(PAGES[name])
        details = page.locator("main details").first
        details.locator("summary").focus()
        expect(details).to_have_js_property("open", value=False)
        page.keyboard.press("Enter")
        expect(details).to_have_js_property("open", value=True)
        expect(details.locator(":scope > :not(summary)").first).to_be_visible()


# Without JavaScript


SAID = {"some": ("home", "person", "paper", "papers", "event", "source")}
SAID["others"] = tuple(name for name in PAGES if name not in (*SAID["some"], "search"))


@pytest.mark.parametrize("names", chosen(SAID, "some"))
def test_without_javascript_a_page_says_the_same(visiting: MakeVisit, names: str) -> None:
    with visiting() as made, visiting(java_script_enabled=False) as bare:
        pages = [one.open("search.html") for one in (made, bare)]
        for name in SAID[names]:
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


def test_without_javascript_the_search_page_shows_the_lists(visiting: MakeVisit) -> None:
    with visiting(java_script_enabled=False) as made:
        page = made.open("search.html")
        expect(page.locator("#sy-search-fallback")).to_be_visible()
        page.locator("main").get_by_role("link", name="People").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("People")


def test_without_javascript_the_menu_stands_in_the_header_of_a_phone(visiting: MakeVisit) -> None:
    with visiting(width=PHONE, java_script_enabled=False) as made:
        page = made.open(PAGES["paper"])
        # What opens a popover needs no script.
        expect(page.locator("button:not([popovertarget]):visible")).to_have_count(0)
        page.locator("header").get_by_role("link", name="People").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("People")
