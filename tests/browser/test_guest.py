"""Symposium as a guest, in a browser: the host's search finds our pages, citations lead there."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page
from support.browser import Visit, visit
from support.chosen import chosen
from support.guest_site import Guest, guest
from support.hosts import HOSTS
from support.real_site import serve

pytestmark = pytest.mark.browser

FOUND = (
    ("gauges winter", "papers/weber2024gauges", "Gauges That Survive the Winter"),
    ("mira", "people/mira-sol", "Mira Sol"),
)
"""What is asked, and the page and the title of what is found."""
ELSEWHERE = ("cdn.jsdelivr.net", "fonts.googleapis.com", "fonts.gstatic.com")
"""Where hosts load formulas and letters from."""
THEIRS = "Got invalid theme mode"
"""What pydata-sphinx-theme says where a project chooses no colours."""


# One with the plain search of Sphinx; our own site has the theme and the names of classes of another.
@pytest.fixture(scope="module", params=chosen(HOSTS, "alabaster"))
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Guest:
    return guest(request.param, tmp_path_factory)


@pytest.fixture
def seen(made: Guest, browser: Browser, request: pytest.FixtureRequest) -> Iterator[Visit]:
    with (
        serve(made.after.outdir) as root,
        visit(browser, root, width=request.param) as found,
    ):
        for host in ELSEWHERE:
            found.context.route(f"**://{host}/**", lambda route: route.fulfill(body=""))
        yield found
        found.errors = [one for one in found.errors if THEIRS not in one]
        found.foreign = [one for one in found.foreign if not any(host in one for host in ELSEWHERE)]


def heading(page: Page) -> str:
    return page.locator("h1:visible").first.inner_text().removesuffix("¶").removesuffix("#").strip()


@pytest.mark.parametrize("seen", [390], indirect=True)
def test_the_hosts_search_finds_a_paper_and_a_person(seen: Visit) -> None:
    for query, path, title in FOUND:
        page = seen.open(f"search.html?q={query}")
        result = page.locator(f'#search-results a[href*="{path}"]').first
        result.wait_for()
        assert title in result.inner_text()
        result.click()
        page.wait_for_url(f"**/{path}.html**")
        assert heading(page) == title


@pytest.mark.parametrize("seen", [1280], indirect=True)
def test_a_citation_leads_to_the_page_of_its_paper(seen: Visit) -> None:
    page = seen.open("guide/citing.html")
    page.locator('p a[href="../papers/weber2024gauges.html"]').first.click()
    page.wait_for_url("**/papers/weber2024gauges.html")
    assert heading(page) == "Gauges That Survive the Winter"
