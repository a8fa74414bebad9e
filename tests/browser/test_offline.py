"""Programmes at a venue without a network, in a real browser, below a path of a host."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from support.browser import overflow, violations
from support.programmes import FILES
from support.project import CONF, Project
from support.real_site import serve

pytestmark = pytest.mark.browser

BELOW = "en/latest/"
RELAY = "events/relay-2021/"


def until(page: Page, promise: str) -> None:
    """Wait until a promise of a page says yes; Playwright itself waits for no promise."""
    for _ in range(100):
        if page.evaluate(promise):
            return
        page.wait_for_timeout(100)
    raise AssertionError(promise)


class Venue:
    """A site on a host below a path, which can be built anew, and a phone."""

    def __init__(self, made: Project, folder: Path, address: str, context: BrowserContext) -> None:
        self.made, self.folder, self.address, self.context = made, folder, address, context

    def publish(self, offline: object, builder: str = "html") -> None:
        """Build the site, and put it where the host has it."""
        built = self.made.build(builder, symposium_offline=offline)
        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.copytree(built.outdir, self.folder)

    def visit(self, path: str) -> Page:
        page = self.context.new_page()
        page.goto(f"{self.address}{path}")
        return page


@pytest.fixture(params=["html", "dirhtml"])
def venue(
    request: pytest.FixtureRequest, browser: Browser, tmp_path: Path
) -> Iterator[tuple[Venue, str, str]]:
    made = Project(tmp_path / "site")
    made.write({"conf.py": CONF, "index.md": "# Home\n", **FILES})
    host = tmp_path / "host"
    context = browser.new_context(viewport={"width": 390, "height": 800})
    with serve(host) as root:
        found = Venue(made, host / BELOW, f"{root}{BELOW}", context)
        yield found, request.param, ".html" if request.param == "html" else "/"
        context.close()


def test_a_programme_is_there_without_a_network_and_new_with_one(
    venue: tuple[Venue, str, str],
) -> None:
    there, builder, end = venue
    there.publish(["relay-2021"], builder)
    page = there.visit(f"{RELAY}index.html" if builder == "html" else RELAY)
    until(page, "navigator.serviceWorker.ready.then((found) => found.active.state === 'activated')")
    note = page.get_by_text("No network")
    expect(note).to_have_count(0)
    there.context.set_offline(True)
    expect(note).to_be_visible()
    assert violations(page) == []
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
    page.get_by_role("button", name="QR code").click()
    expect(page.get_by_role("img", name="QR code")).to_be_visible()
    # A change is there at once with a network, and without one after that visit.
    there.context.set_offline(False)
    before = page.evaluate("caches.keys()")
    rivers = f"events/relay-2021/rivers{end}"
    name = "events/relay-2021/rivers.md"
    text = FILES[name]
    there.made.write({name: text.replace("title: Rivers Meet", "title: Rivers Part")})
    there.publish(["relay-2021"], builder)
    page.goto(f"{there.address}{rivers}")
    expect(page.get_by_role("heading", level=1)).to_have_text("Rivers Part")
    until(page, f"caches.keys().then((all) => all.length === 1 && all[0] !== {before[0]!r})")
    there.context.set_offline(True)
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Rivers Part")
    there.context.set_offline(False)
    # Without the setting, the next visit takes all away.
    there.publish(False, builder)
    page.goto(f"{there.address}{rivers}")
    until(page, "navigator.serviceWorker.getRegistrations().then((all) => !all.length)")
    until(page, "caches.keys().then((all) => !all.length)")
    assert "manifest" not in page.content()


def test_a_browser_would_install_the_site(venue: tuple[Venue, str, str]) -> None:
    there, builder, _ = venue
    there.publish(True, builder)
    page = there.visit(RELAY + ("index.html" if builder == "html" else ""))
    client = there.context.new_cdp_session(page)
    said = client.send("Page.getAppManifest")
    assert said["errors"] == []
    assert said["url"] == f"{there.address}symposium.webmanifest"
    made = json.loads(said["data"])
    assert page.url == f"{there.address}{made['start_url']}", "there is one programme"
    answer = page.request.get(f"{there.address}{made['icons'][0]['src']}")
    assert answer.ok
    assert answer.headers["content-type"] == made["icons"][0]["type"]
