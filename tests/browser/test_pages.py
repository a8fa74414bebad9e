"""What only a browser can tell of the pages: copying, width, and nothing that moves."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route
from support.browser import in_context
from support.pages_site import MENTIONS, site_kb
from symposium.pages import Fragment, Pages, Urls
from symposium.pages.template_functions import Embedded
from symposium.web import STATIC

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def fragments() -> dict[str, Fragment]:
    pages = Pages(site_kb(), MENTIONS, Urls())
    return {page: pages.render(page) for page, _, _ in pages.table.names()}


def document(fragment: Fragment, *, script: bool) -> str:
    sheets = ("symposium.css", "symposium-programme.css")
    css = "".join((STATIC / name).read_text(encoding="utf-8") for name in sheets)
    js = (STATIC / "symposium.js").read_text(encoding="utf-8") if script else ""
    return (
        "<!doctype html><html lang='en'><head><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width'>"
        f"<title>Test</title><style>body {{ margin: 16px; }} {css}</style></head>"
        f"<body><main>{fragment.header}{fragment.sections}</main>"
        f"<script type='module'>{js}</script></body></html>"
    )


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    allowed = ["clipboard-read", "clipboard-write"]
    with in_context(browser, permissions=allowed) as context:
        yield context.new_page()


def test_the_copy_button_copies_and_says_so(page: Page, fragments: dict[str, Fragment]) -> None:
    page.set_content(document(fragments["papers/dryden2021clairvoyant"], script=True))
    page.get_by_text("Cite", exact=True).click()
    page.get_by_role("button", name="Copy BibTeX entry").click()
    status = page.locator("[role=status]")
    status.filter(has_text="BibTeX entry copied").wait_for(state="attached")
    # What was copied is pasted into a field, as a reader would.
    page.evaluate("document.body.append(document.createElement('textarea'))")
    page.locator("textarea").focus()
    page.keyboard.press("Control+V")
    pasted = page.locator("textarea").input_value()
    assert pasted.startswith("@inproceedings{dryden2021clairvoyant,\n  author = {Dryden")
    assert pasted.endswith("}\n")


def test_the_script_adds_the_button_and_moves_nothing(
    page: Page, fragments: dict[str, Fragment]
) -> None:
    heights = []
    page.set_viewport_size({"width": 390, "height": 800})
    for script in (True, False):
        page.set_content(document(fragments["papers/dryden2021clairvoyant"], script=script))
        page.get_by_text("Cite", exact=True).click()
        if script:
            page.get_by_role("button", name="Copy BibTeX entry").wait_for()
        else:
            assert page.get_by_role("button").count() == 0
        heights.append(page.evaluate("document.querySelector('main').offsetHeight"))
    assert heights[0] == heights[1]


def test_no_page_is_wider_than_the_screen(page: Page, fragments: dict[str, Fragment]) -> None:
    wide = []
    for fragment in fragments.values():
        page.set_content(document(fragment, script=False))
        for width in (320, 390, 1280):
            page.set_viewport_size({"width": width, "height": 800})
            over = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
            wide += [(fragment.page, width)] if page.evaluate(over) > 0 else []
    assert wide == []


def test_focus_can_be_seen(page: Page, fragments: dict[str, Fragment]) -> None:
    page.set_content(document(fragments["people/nikoli-dryden"], script=False))
    page.keyboard.press("Tab")
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert page.evaluate("document.activeElement.tagName") == "A"
    assert outline == "solid"


def test_what_a_page_can_show_in_place_is_loaded_when_its_box_is_opened_alone(page: Page) -> None:
    macro = Pages(site_kb(), MENTIONS, Urls())._env.macro("macros/layout.html", "embeds")
    rows = [
        Embedded("PDF", "../files/x.pdf", "", "", False),
        Embedded(
            "Video", "https://example.org/1", "https://player.example.org/1", "example.org", True
        ),
    ]
    fragment = Fragment("p", "page", "T", "T", "", str(macro(rows)), (), (), "")
    shown = document(fragment, script=True)
    asked: list[str] = []

    def answer(route: Route) -> None:
        asked.append(route.request.url)
        first = route.request.url == "https://own.example.org/p/x.html"
        route.fulfill(body=shown if first else "", content_type="text/html")

    page.route("**/*", answer)
    page.goto("https://own.example.org/p/x.html")
    assert asked == ["https://own.example.org/p/x.html"]
    for name, address in (
        ("PDF: read here", "https://own.example.org/files/x.pdf"),
        ("Video: watch here", "https://player.example.org/1"),
    ):
        box = page.locator("summary", has_text=name)
        box.focus()
        page.keyboard.press("Enter")
        page.locator("iframe").wait_for()
        assert page.locator("iframe").get_attribute("src") == address
        page.keyboard.press("Enter")
        page.locator("iframe").wait_for(state="detached")
    assert asked[1:] == [
        "https://own.example.org/files/x.pdf", "https://player.example.org/1",
    ]  # fmt: skip
