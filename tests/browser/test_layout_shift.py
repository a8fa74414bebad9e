"""Nothing on the search page moves while it loads."""

from __future__ import annotations

import threading
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
        yield f"http://127.0.0.1:{server.server_port}/search.html"
        server.shutdown()


@pytest.mark.parametrize("query", ["", "?q=doe", "?q=nothing-has-this"])
@pytest.mark.parametrize(("width", "height"), [(1350, 940), (412, 823)])
def test_the_search_page_shifts_less_than_a_twentieth(
    browser: Any, address: str, width: int, height: int, query: str
) -> None:
    page = browser.new_page(viewport={"width": width, "height": height})
    page.add_init_script(f"({NOTE})()")
    page.goto(f"{address}{query}")
    page.wait_for_function(READY)
    page.wait_for_timeout(200)
    assert page.evaluate("window.shifted") < 0.05
    page.close()
