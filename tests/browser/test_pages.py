"""What only a browser can tell of the pages: copying, width, and nothing that moves."""

from __future__ import annotations

from typing import Any

import pytest
from support.pages_site import MENTIONS, site_kb
from symposium.pages import Fragment, Pages, Urls
from symposium.pages.embedded import Embedded
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


def test_the_copy_button_copies_and_says_so(browser: Any, fragments: dict[str, Fragment]) -> None:
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
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
    context.close()


def test_without_the_script_there_is_no_button(
    browser: Any, fragments: dict[str, Fragment]
) -> None:
    page = browser.new_page()
    page.set_content(document(fragments["papers/dryden2021clairvoyant"], script=False))
    assert page.get_by_role("button").count() == 0
    page.close()


def test_the_script_moves_nothing(browser: Any, fragments: dict[str, Fragment]) -> None:
    def height(script: bool) -> float:
        page = browser.new_page(viewport={"width": 390, "height": 800})
        page.set_content(document(fragments["papers/dryden2021clairvoyant"], script=script))
        page.get_by_text("Cite", exact=True).click()
        if script:
            page.get_by_role("button", name="Copy BibTeX entry").wait_for()
        found: float = page.evaluate("document.querySelector('main').offsetHeight")
        page.close()
        return found

    assert height(script=True) == height(script=False)


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_no_page_is_wider_than_the_screen(
    browser: Any, fragments: dict[str, Fragment], width: int
) -> None:
    page = browser.new_page(viewport={"width": width, "height": 800})
    for fragment in fragments.values():
        page.set_content(document(fragment, script=False))
        over = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert page.evaluate(over) <= 0, fragment.page
    page.close()


def test_focus_can_be_seen(browser: Any, fragments: dict[str, Fragment]) -> None:
    page = browser.new_page()
    page.set_content(document(fragments["people/nikoli-dryden"], script=False))
    page.keyboard.press("Tab")
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert page.evaluate("document.activeElement.tagName") == "A"
    assert outline == "solid"
    page.close()


def test_what_a_page_can_show_in_place_is_loaded_when_its_box_is_opened_alone(browser: Any) -> None:
    macro = Pages(site_kb(), MENTIONS, Urls())._env.macro("macros/layout.html", "embeds")
    rows = [
        Embedded("PDF", "../files/x.pdf", "", "", False),
        Embedded(
            "Video", "https://example.org/1", "https://player.example.org/1", "example.org", True
        ),
    ]
    fragment = Fragment("p", "page", "T", "T", "", str(macro(rows)), (), (), "")
    shown = document(fragment, script=True)
    page = browser.new_page()
    asked: list[str] = []

    def answer(route: Any) -> None:
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
    page.close()
