"""Addresses that somebody typed, or made by hand: no script of a page stumbles over them."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from playwright.sync_api import Browser
from support.browser import in_context, ready
from support.reader_site import reader_site
from support.real_site import serve
from support.shared_site import SharedSite

pytestmark = pytest.mark.browser

WORDS = (
    "__proto__", "constructor", "toString", "hasOwnProperty", "%", "%E0%A4%A", "%00", "%0A", "[", "'\"><b>",
    "-1", "9" * 400, "a" * 3_000, "people/__proto__", "papers/constructor", "/", "//", "people/%", ",,,", "😀", "%ED%A0%BD",
)  # fmt: skip
ODDEST = ("__proto__", "%", "constructor", "%E0%A4%A", "%ED%A0%BD")
NAMES = (
    "q", "kind", "year", "sort", "has", "author", "topic", "venue", "type", "listing", "track", "room", "zone", "day",
    "add", "__proto__", "constructor",
)  # fmt: skip
PAGES = (
    "search.html", "explore.html", "my-list.html", "my-programme.html", "papers/index.html", "people/index.html",
    "events/meet-2021/index.html", "index.html",
)  # fmt: skip

VISIT = """async ([address, words, names]) => {
  // The scripts hear of each new address as when a reader goes back and forth.
  const base = new URL(address, location.href).pathname;
  const rest = () => new Promise((done) => setTimeout(done, 0));
  for (const word of words) {
    history.pushState(null, "", `${base}?${names.map((name) => `${name}=${word}`).join("&")}`);
    dispatchEvent(new PopStateEvent("popstate"));
    location.hash = word;
    await rest();
    location.hash = `add=${word}`;
    await rest();
  }
}"""


def test_no_address_ends_a_script(browser: Browser, shared_site: SharedSite) -> None:
    home = reader_site(shared_site).outdir
    pages = [path for path in PAGES if (home / path).is_file()]
    assert pages == list(PAGES)
    seen: list[str] = []
    with serve(home) as root, in_context(browser) as context:
        page = context.new_page()
        page.on("pageerror", lambda error: seen.append(f"{page.url[:200]}: {error}"))
        for number, path in enumerate(pages):
            for word in (ODDEST * 3)[number : number + 2]:  # the others come while it is there
                rest = "&".join(f"{name}={word}" for name in NAMES)
                page.goto(f"{root}{path}?{rest}#{word}")
                ready(page)
            page.evaluate(VISIT, [path, [quote(one, safe="%/,") for one in WORDS], list(NAMES)])
            ready(page)
        page.goto(f"{root}search.html?q=doe&year=NaN")
        ready(page)
        assert "NaN" not in page.inner_text("main")
    assert seen == []
