"""Every kind of page of a hostile site in a real browser, clicked through: nothing runs."""

from __future__ import annotations

import base64
import functools
import hashlib
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from support.browser import in_context, ready, type_in
from support.chosen import MANY, chosen
from support.hostile import FEW, PAYLOADS, SIZES, TURNS
from support.hostile_site import build_hostile, scripts_in
from support.real_site import Quiet, serve

pytestmark = pytest.mark.browser

WATCH = """
window.__seen = [];
addEventListener("securitypolicyviolation", (e) =>
  window.__seen.push(`${e.violatedDirective} ${e.blockedURI} ${e.sample} ${e.lineNumber}`));
addEventListener("click", (e) => {
  const link = e.target.closest && e.target.closest("[href]");
  const to = link && new URL(link.getAttribute("href"), location.href);
  if (to && /^(https?|mailto):$/.test(to.protocol)) e.preventDefault();
});
"""
"""Links to pages are not followed; any other that is clicked does what it does."""
CLICK = """(known) => {
  const what = "a, button, summary, label, input, [onclick], [href], [tabindex], x-evil";
  const found = [...document.querySelectorAll(what)].filter((e) => !e.closest("form"));
  // Of links to pages, which are alike, some are enough, and so are some filters of each page,
  // fewer where their words were clicked on another; who clicks a label clicks its box.
  let [left, again, fresh] = [12, 2, 12];
  const words = new Set(known);
  const said = (e) => e.textContent.replace(/[0-9]+ *$/, ""); // without its count
  const enough = (e) => {
    if (/^(https?|mailto):$/.test(e.protocol)) return (left -= 1) < 0;
    if (e.localName === "input" && e.closest("label")) return true;
    if (e.localName !== "label") return false;
    return (words.has(said(e)) ? (again -= 1) : (fresh -= 1)) < 0;
  };
  const chosen = found.filter((e) => !enough(e));
  for (const e of chosen) {
    e.dispatchEvent(new MouseEvent("mouseover", { bubbles: true }));
    if (e.focus) e.focus({ preventScroll: true });
    if (e.click) e.click();
    else e.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  }
  const labels = chosen.filter((e) => e.localName === "label").map(said);
  return [chosen.length, labels];
}"""


FOUND = """async () => {
  // What was clicked is done, and what the policy says of it is told, before tasks that come later.
  for (const _ of [1, 2]) await new Promise((done) => setTimeout(done));
  const marked = [...document.querySelectorAll("x-evil, [x-evil]")].map((e) => e.outerHTML.slice(0, 200));
  return [...window.__seen.splice(0), ...marked];
}"""
STAR = """() => {
  // A session may be on a page twice: a second click would take its star away.
  for (const e of document.querySelectorAll("[data-sy-star] button")) if (e.ariaPressed !== "true") e.click();
}"""


@dataclass
class Watch:
    """A context of the browser that notes whatever an enemy might want to happen."""

    context: BrowserContext
    root: str
    seen: list[str] = field(default_factory=list)

    def open(self, path: str) -> Page:
        """Open a page."""
        page = self.context.new_page()
        page.on("dialog", lambda one: (self.seen.append(f"dialog {one.message}"), one.dismiss()))
        page.on("pageerror", lambda error: self.seen.append(f"{page.url}: {error}"))
        page.on("popup", lambda one: self.seen.append(f"{page.url}: opened {one.url}"))
        page.goto(self.root + path)
        return page

    def look(self, page: Page) -> None:
        """Note what the policy of a page was broken by, and what in it is of an enemy."""
        self.seen += [f"{page.url}: {one}" for one in page.evaluate(FOUND)]
        assert page.url.startswith(self.root), page.url


class Handler(Quiet):
    """A server whose pages report every script but those of the theme."""

    def __init__(self, *args: object, policy: str, **options: object) -> None:
        self.policy = policy
        super().__init__(*args, **options)  # type: ignore[arg-type]

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy-Report-Only", self.policy)
        super().end_headers()


def policy_of(outdir: Path) -> str:
    hashes = [
        base64.b64encode(hashlib.sha256(one.encode()).digest()).decode()
        for one in scripts_in((outdir / "search.html").read_bytes())
    ]
    allowed = " ".join(f"'sha256-{one}'" for one in hashes)
    return (
        f"default-src 'self'; script-src 'self' 'wasm-unsafe-eval' {allowed}; "
        "style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; "
        "frame-src 'none'; base-uri 'none'; form-action 'self'"
    )


@pytest.fixture(scope="module", params=chosen(SIZES, FEW))
def folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_hostile(tmp_path_factory, request.param)


@contextmanager
def watching(browser: Browser, outdir: Path, **options: bool) -> Iterator[Watch]:
    """Give a watch; at its end nothing may have been seen."""
    with (
        serve(outdir, functools.partial(Handler, policy=policy_of(outdir))) as root,
        in_context(browser, **options) as context,
    ):
        made = Watch(context, root)
        context.add_init_script(WATCH)
        context.expose_function("canary", lambda *_: made.seen.append("a payload ran"))
        context.on(
            "request",
            lambda one: (
                None
                if one.url.startswith((root, "data:", "blob:"))
                else made.seen.append(f"asked for {one.url}")
            ),
        )
        yield made
    assert made.seen == []


def most_pages(home: Path) -> Iterator[str]:
    """Yield some pages of each kind: authored, derived, lists, and the CV."""
    yield from ONCE
    for folder in folders_of(home):
        names = sorted(path.relative_to(home).as_posix() for path in folder.rglob("*.html"))
        # Further parts of a list are as its second one.
        names = [name for name in names if not re.search(r"/([3-9]|\d\d+)\.html$", name)]
        wanted = ("/index", "/all", "turn0.html")
        yield from [name for name in names if any(word in name for word in wanted)][:4]
        yield from [name for name in names if not any(w in name for w in (*wanted, "/turn"))][:1]


def kinds_of_pages(home: Path) -> Iterator[str]:
    """Yield of each folder the page with most of an enemy's, and those that there is one of."""
    yield from ONCE
    for folder in folders_of(home):
        names = [path.relative_to(home).as_posix() for path in folder.rglob("*.html")]
        yield min(names, key=lambda name: ("/all" not in name, len(name), name))


ONCE = (
    "index.html", "notes.html", "plain.html", "events/all/index.html", "events/all/all.html",
    "papers/index.html", "people/index.html", "people/turn0.html", "people/all/cv.html",
    "people/31m.html", "sources/all/2.html", "talks/index.html", "news/gone.html",
)  # fmt: skip


def folders_of(home: Path) -> list[Path]:
    return sorted({home / one.relative_to(home).parts[0] for one in home.glob("[!_]*/**/*.html")})


def test_nothing_runs_on_any_kind_of_page(browser: Browser, folder: Path) -> None:
    home = folder / "html"
    some = most_pages if folder.name.endswith(str(TURNS)) else kinds_of_pages
    pages = list(dict.fromkeys(some(home)))
    folders = {path.partition("/")[0] for path in pages}
    assert len(pages) > 25
    assert folders >= {"people", "papers", "talks", "topics", "venues", "years", "software"}
    assert [path for path in pages if not (home / path).is_file()] == []
    with watching(browser, home) as watch:
        clicked = 0
        labels: set[str] = set()
        page = watch.open("index.html")
        for path in pages:
            page.goto(watch.root + path)
            number, words = page.evaluate(CLICK, [*labels])
            clicked += number
            labels.update(words)
            watch.look(page)
    assert clicked > 500
    assert len(labels) > 20


def test_nothing_runs_in_ones_own_programme(browser: Browser, folder: Path) -> None:
    with watching(browser, folder / "html") as watch:
        for path in ("events/all/index.html", "my-programme.html"):
            page = watch.open(path)
            page.evaluate("window.print = () => {}")
            star = page.locator("[data-sy-star] button")
            expect(star.first).to_be_visible()
            page.evaluate(CLICK if path == "my-programme.html" else STAR, [])
            watch.look(ready(page))


QUERIES = ("x-evil", "canary", *PAYLOADS[:: 8 if MANY else 16])


def test_nothing_runs_in_results(browser: Browser, folder: Path) -> None:
    with watching(browser, folder / "html") as watch:
        page = watch.open("search.html?q=canary&kind=%3Cx-evil%3E&year='\"><x-evil>")
        labels: set[str] = set()
        for query in QUERIES:
            page.evaluate(
                """(q) => { location.search; const url = new URL(location.pathname, location.href);
                url.searchParams.set("q", q); history.pushState(null, "", url);
                dispatchEvent(new PopStateEvent("popstate")); }""",
                query,
            )
            expect(page.locator("#sy-search-status")).not_to_be_empty()
            ready(page)
            if query in {"x-evil", "canary"}:
                expect(page.locator(".sy-result").first).to_be_visible()
            labels.update(page.evaluate(CLICK, [*labels])[1])
            watch.look(page)
        links = page.locator("#sy-search-results a")
        for address in links.evaluate_all("(links) => links.map((link) => link.href)"):
            assert address.startswith(watch.root), address


def test_nothing_runs_in_the_palette(browser: Browser, folder: Path) -> None:
    with watching(browser, folder / "html") as watch:
        page = watch.open("papers/index.html")
        page.keyboard.press("Control+k")
        box = page.get_by_role("combobox", name="Search")
        last = page.get_by_role("option").last
        for query in QUERIES:
            type_in(box, query)
            expect(last.locator("strong")).to_have_text(query.strip())
            for key in ("ArrowDown", "End", "Home"):
                page.keyboard.press(key)
        type_in(box, "canary")
        expect(last.locator("strong")).to_have_text("canary")
        palette = page.locator("dialog.sy-palette")
        assert page.get_by_role("option").count() > 3
        assert palette.locator("x-evil, script, img, [onclick]").count() == 0
        for address in palette.locator("a[href]").evaluate_all("(all) => all.map((a) => a.href)"):
            assert address.startswith(watch.root), address
        palette.evaluate("(e) => { for (const b of e.querySelectorAll('button')) b.click(); }")
        watch.look(page)
