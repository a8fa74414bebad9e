"""Citing in a real browser: the bar of a work, and a reader's own list."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest
from playwright.sync_api import Browser, Page, expect
from support.browser import MakeVisit, focused, violations, visit, wrong_by_night_and_day
from support.chosen import chosen
from support.reader_site import reading
from support.shared_site import SharedSite

pytestmark = pytest.mark.browser


BOTH = pytest.mark.parametrize("site", ["html", "dirhtml"], indirect=True)
"""For what asks for other pages by their addresses."""


@pytest.fixture(scope="module", params=chosen(["html", "dirhtml"], "html"))
def site(request: pytest.FixtureRequest, shared_site: SharedSite) -> Iterator[tuple[str, str]]:
    """The address of a site, and what the addresses of its pages end in."""
    with reading(shared_site, request.param) as found:
        yield found


@pytest.fixture
def visiting(browser: Browser, site: tuple[str, str]) -> MakeVisit:
    return partial(visit, browser, site[0])


@pytest.fixture
def end(site: tuple[str, str]) -> str:
    return site[1]


def texts(page: Page, place: str) -> list[str]:
    return page.locator(f"{place} .sy-item-title").all_text_contents()


def test_a_work_is_cited_from_its_page_and_put_on_the_list(visiting: MakeVisit, end: str) -> None:
    allowed = ["clipboard-read", "clipboard-write"]
    with visiting(width=390, scheme="dark", permissions=allowed) as made:
        page = made.open(f"papers/ada-1{end}")
        loaded: list[str] = []
        page.on("request", lambda one: loaded.append(one.url))
        bar = page.locator(".sy-cite > summary")
        bar.focus()
        assert focused(page)["ring"]  # type: ignore[index]
        assert not any("my-list" in one for one in loaded)
        page.keyboard.press("Enter")
        page.get_by_role("button", name="Copy APA").click()
        expect(page.get_by_text("APA copied", exact=True)).to_be_attached()
        copied = page.evaluate("navigator.clipboard.readText()")
        assert copied == "Lovelace, A., et al. (1843). On x2 <b>."
        assert violations(page) == []
        page.get_by_role("button", name="Add to my list").click()
        expect(page.get_by_role("button", name="Remove from my list")).to_be_visible()
        page.get_by_role("link", name="My list (1)").click()
        expect(page.locator(".sy-my-list-works li")).to_have_count(1)
        assert texts(page, ".sy-my-list-works")[0].endswith("<b>")
        assert wrong_by_night_and_day(page) == []


@BOTH
def test_a_link_shares_the_list_and_adds_nothing_unasked(visiting: MakeVisit, end: str) -> None:
    with visiting() as made:
        page = made.open(f"my-list{end}")
        page.goto(f"{page.url}#add=ada-1,bea-2,../evil")
        expect(page.get_by_role("heading", name="Works from a link")).to_have_count(0)
        page.goto(f"{page.url.split('#')[0]}#add=ada-1,bea-2")
        expect(
            page.get_by_text("The link holds 2 works that are not in your list.")
        ).to_be_visible()
        assert page.evaluate("localStorage.getItem('symposium-list')") is None
        page.get_by_role("button", name="Add").click()
        expect(page.locator(".sy-my-list-works li")).to_have_count(2)
        page.get_by_role("button", name="Remove On").click()
        expect(page.locator(".sy-my-list-works li")).to_have_count(1)
