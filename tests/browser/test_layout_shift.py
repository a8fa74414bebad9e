"""Nothing moves while a page loads: what scripts add has its room before."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from support.project import Project
from support.sites import SITE

pytestmark = pytest.mark.browser

NOTE = """() => {
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) if (!one.hadRecentInput) window.shifted += one.value;
  }).observe({ type: "layout-shift", buffered: true });
}"""
READY = "document.querySelector('#sy-search-fallback').classList.contains('sy-search-ready')"


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    made = Project(tmp_path_factory.mktemp("shift"))
    made.write(
        {
            "conf.py": 'extensions = ["symposium"]\nsymposium_site = True\n',
            "index.md": "# Home\n",
            **SITE,
        }
    )
    built = made.build(symposium_search="shards")
    handler = partial(Quiet, directory=str(built.outdir))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.mark.parametrize("query", ["", "?q=doe", "?q=nothing-has-this"])
@pytest.mark.parametrize(("width", "height"), [(1350, 940), (412, 823)])
def test_the_search_page_shifts_less_than_a_twentieth(
    browser: Any, address: str, width: int, height: int, query: str
) -> None:
    page = browser.new_page(viewport={"width": width, "height": height})
    page.add_init_script(f"({NOTE})()")
    page.goto(f"{address}/search.html{query}")
    page.wait_for_function(READY)
    page.wait_for_timeout(200)
    assert page.evaluate("window.shifted") < 0.05
    page.close()


@pytest.mark.parametrize("path", ["people/index", "papers/index", "events/meet-2021/index"])
@pytest.mark.parametrize(("width", "height"), [(1350, 940), (412, 823)])
def test_tools_that_come_late_move_nothing(
    browser: Any, address: str, width: int, height: int, path: str
) -> None:
    page = browser.new_page(viewport={"width": width, "height": height})
    page.add_init_script(f"({NOTE})()")

    def late(route: Any) -> None:
        time.sleep(0.3)  # the page is drawn meanwhile
        route.continue_()

    page.route("**/*.js*", late)
    page.goto(f"{address}/{path}.html")
    page.wait_for_selector(".sy-listed-tools, .sy-programme-tools:not(:empty)")
    page.wait_for_timeout(200)
    assert page.evaluate("window.shifted") < 0.02
    page.close()
