"""A profile in a real browser: what opens in the list of works, by mouse and by keyboard."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect
from support.browser import visit, wrong_by_night_and_day
from support.reader_site import reading
from support.shared_site import SharedSite

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def root(shared_site: SharedSite) -> Iterator[str]:
    with reading(shared_site, "html") as (address, _):
        yield address


def test_abstract_and_citation_open_in_the_list(browser: Browser, root: str):
    with visit(browser, root, width=390, scheme="dark") as visiting:
        page = visiting.open()
        item = page.locator(".sy-items > .sy-item").filter(has_text="Fast Reading")
        abstract = item.get_by_role("link", name="Abstract")
        abstract.click()
        panel = item.get_by_role("group", name="Abstract")
        expect(panel).to_contain_text("We read. It is fast.")
        expect(abstract).to_have_attribute("aria-expanded", "true")
        abstract.press("Enter")
        expect(panel).to_be_hidden()
        expect(abstract).to_have_attribute("aria-expanded", "false")
        item.get_by_role("link", name="Cite").click()
        cite = item.get_by_role("group", name="Cite")
        expect(cite.locator("pre")).to_contain_text("@inproceedings{doe2020fast,")
        expect(cite.get_by_role("button", name="Copy BibTeX entry")).to_be_visible()
        # What it links to is found from here, too.
        addresses = cite.locator("a").evaluate_all("(links) => links.map((one) => one.href)")
        assert f"{root}papers/doe2020fast.ris" in addresses
        assert page.url == root
        assert wrong_by_night_and_day(page) == []


def test_without_a_script_they_lead_to_the_work(browser: Browser, root: str):
    with visit(browser, root, java_script_enabled=False) as visiting:
        page = visiting.open()
        page.get_by_role("link", name="Abstract").first.click()
        assert page.url == f"{root}papers/doe2020fast.html#abstract"
