"""What a page can show in place."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Route
from support.browser import in_context
from support.pages_site import MENTIONS, site_kb
from symposium.pages import Pages, Urls
from symposium.pages.template_functions import Embedded
from symposium.web import STATIC

pytestmark = pytest.mark.browser


PAGE = """<!doctype html><html lang='en'><meta charset='utf-8'><title>Test</title><main>{html}</main>
<script type='module'>{script}</script></html>"""


def test_what_a_page_can_show_in_place_is_loaded_when_its_box_is_opened_alone(
    browser: Browser,
) -> None:
    macro = Pages(site_kb(), MENTIONS, Urls())._env.macro("macros/layout.html", "embeds")
    rows = [
        Embedded("PDF", "../files/x.pdf", "", "", False),
        Embedded(
            "Video", "https://example.org/1", "https://player.example.org/1", "example.org", True
        ),
    ]
    script = (STATIC / "symposium.js").read_text(encoding="utf-8")
    shown = PAGE.format(html=macro(rows), script=script)
    asked: list[str] = []

    def answer(route: Route) -> None:
        asked.append(route.request.url)
        first = route.request.url == "https://own.example.org/p/x.html"
        route.fulfill(body=shown if first else "", content_type="text/html")

    with in_context(browser) as context:
        page = context.new_page()
        page.route("**/*", answer)
        page.goto("https://own.example.org/p/x.html")
        assert asked == ["https://own.example.org/p/x.html"]
        for name, address in (
            ("PDF: read here", "https://own.example.org/files/x.pdf"),
            ("Video: watch here", "https://player.example.org/1"),
        ):
            box = page.locator("summary", has_text=name)
            box.focus()
            with page.expect_response(address):  # else it might be closed before it has asked
                page.keyboard.press("Enter")
            assert page.locator("iframe").get_attribute("src") == address
            page.keyboard.press("Enter")
            page.locator("iframe").wait_for(state="detached")
        assert asked[1:] == [
            "https://own.example.org/files/x.pdf", "https://player.example.org/1",
        ]  # fmt: skip
