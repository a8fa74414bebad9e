"""Programmes at a venue without a network, in a real browser, below a path of a host."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from support import programmes
from support.browser import COLOURS, PATIENCE, in_context, overflow, violations
from support.programme_site import ABROAD
from support.project import MakeProject
from support.real_site import serve
from support.shared_site import SharedSite

pytestmark = pytest.mark.browser

RELAY = "events/relay-2021/"
RIVERS = "events/relay-2021/rivers.md"
PHONE = {"viewport": {"width": 390, "height": 800}}


UNTIL = """async ({ promise, most }) => {
  const end = performance.now() + most;
  while (!(await eval(promise))) {
    if (performance.now() > end) throw new Error(`never: ${promise}`);
    await new Promise(requestAnimationFrame);
  }
}"""


def until(page: Page, promise: str) -> None:
    """Wait until a promise of a page says yes; Playwright itself waits for no promise."""
    page.evaluate(UNTIL, {"promise": promise, "most": PATIENCE})


def kept(page: Page) -> None:
    """Wait until the worker of a site has all that it keeps."""
    until(page, "navigator.serviceWorker.ready.then((found) => found.active.state === 'activated')")


def test_a_programme_is_there_without_a_network_and_new_with_one(
    project: MakeProject, browser: Browser, tmp_path: Path
) -> None:
    made, host = project(programmes.FILES), tmp_path / "host"
    host.mkdir()
    published = host / "latest"
    published.symlink_to(made.build(symposium_offline=["relay-2021"]).outdir)
    with serve(host) as root, in_context(browser, **PHONE) as context:
        address = f"{root}latest/"
        page = context.new_page()
        page.goto(f"{address}{RELAY}index.html")
        kept(page)
        note = page.get_by_text("No network")
        expect(note).to_have_count(0)
        context.set_offline(True)
        expect(note).to_be_visible()
        assert violations(page, *COLOURS) == []
        assert overflow(page) == []
        page.goto(f"{page.url}?track=Theory")  # a filter is no other page
        expect(page.locator(".sy-tools-status").last).to_contain_text("Showing 4 of")
        page.get_by_role("link", name="Rivers Meet").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Rivers Meet")
        expect(note).to_be_visible()
        page.get_by_role("button", name="Add to my programme").click()
        page.get_by_role("link", name="My programme (1)").click()
        expect(page.locator(".sy-mine-item")).to_have_count(1)
        with page.expect_download():
            page.get_by_role("button", name="Export as .ics").click()
        # A change is there at once with a network, and without one after that visit.
        context.set_offline(False)
        before = page.evaluate("caches.keys()")
        text = programmes.FILES[RIVERS].replace("title: Rivers Meet", "title: Rivers Part")
        made.write({RIVERS: text})
        made.build(symposium_offline=["relay-2021"])
        page.goto(f"{address}{RELAY}rivers.html")
        expect(page.get_by_role("heading", level=1)).to_have_text("Rivers Part")
        until(page, f"caches.keys().then((all) => all.length === 1 && all[0] !== {before[0]!r})")
        context.set_offline(True)
        page.reload()
        expect(page.get_by_role("heading", level=1)).to_have_text("Rivers Part")
        context.set_offline(False)
        # Without the setting, the next visit takes all away.
        made.build(symposium_offline=False)
        page.goto(f"{address}{RELAY}rivers.html")
        until(page, "navigator.serviceWorker.getRegistrations().then((all) => !all.length)")
        until(page, "caches.keys().then((all) => !all.length)")
        assert "manifest" not in page.content()


def test_pages_that_are_folders_are_there_and_a_browser_would_install_the_site(
    shared_site: SharedSite, browser: Browser, tmp_path: Path
) -> None:
    host = tmp_path / "host"
    host.mkdir()
    (host / "here").symlink_to(
        shared_site(ABROAD, "dirhtml", symposium_offline=["relay-2021"]).outdir
    )
    with serve(host) as root, in_context(browser, **PHONE) as context:
        address = f"{root}here/"
        page = context.new_page()
        page.goto(f"{address}{RELAY}")
        said = context.new_cdp_session(page).send("Page.getAppManifest")
        assert said["errors"] == []
        assert said["url"] == f"{address}symposium.webmanifest"
        made = json.loads(said["data"])
        assert page.url == f"{address}{made['start_url']}", "there is one programme"
        answer = page.request.get(f"{address}{made['icons'][0]['src']}")
        assert answer.ok
        assert answer.headers["content-type"] == made["icons"][0]["type"]
        kept(page)
        context.set_offline(True)
        page.goto(f"{page.url}?track=Theory")
        expect(page.locator(".sy-tools-status").last).to_contain_text("Showing 4 of")
        page.get_by_role("link", name="Rivers Meet").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Rivers Meet")
        page.get_by_role("button", name="Add to my programme").click()
        page.get_by_role("link", name="My programme (1)").click()
        expect(page.locator(".sy-mine-item")).to_have_count(1)
