"""Chromium for the tests: pages that record what goes wrong, and questions about them."""

from __future__ import annotations

import os
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Playwright,
    Request,
    expect,
    sync_playwright,
)
from playwright.sync_api import Error as PlaywrightError

from support.install_browser import find
from support.paths import ROOT

FAILURES = ROOT / "_build" / "failures"
"""Where pictures and records of tests that failed are kept."""
PATIENCE = 60_000
"""Milliseconds until something that does not come counts as missing: machines may be busy."""
expect.set_options(timeout=PATIENCE)

OPTIONS = (
    "--no-sandbox",  # a container has no user namespaces
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
)
NEVER_SERIOUS = """
aria-allowed-role aria-deprecated-role empty-heading empty-table-header focus-order-semantics
form-field-multiple-labels heading-order hidden-content html-xml-lang-mismatch image-redundant-alt
landmark-banner-is-top-level landmark-contentinfo-is-top-level landmark-main-is-top-level
landmark-no-duplicate-banner landmark-no-duplicate-contentinfo landmark-no-duplicate-main
landmark-one-main landmark-unique meta-viewport meta-viewport-large page-has-heading-one
presentation-role-conflict region scope-attr-valid server-side-image-map skip-link
table-duplicate-name
""".split()  # noqa: SIM905
"""Rules of axe-core that take a third of its time, and whose violations are not `SERIOUS`."""
AXE = {
    "resultTypes": ["violations"],
    "preload": False,  # axe-core would load ``@import``s again, from addresses that are wrong
    "rules": {name: {"enabled": False} for name in NEVER_SERIOUS}
    | {"target-size": {"enabled": True}},  # new enough that axe-core asks it on demand only
}
COLOURS = ("color-contrast", "link-in-text-block")
"""The rules of axe-core that a change of colours can break. They take nine tenths of its time."""
SERIOUS = frozenset({"serious", "critical"})

ASK = """async ([options, colours, seen]) => {
  // What is alike in all that decides about colours looks alike: a few of each kind are asked.
  const hash = (text) => {
    let [a, b] = [0xdeadbeef, 0x41c6ce57];
    for (let i = 0; i < text.length; i += 1) {
      a = Math.imul(a ^ text.charCodeAt(i), 2654435761);
      b = Math.imul(b ^ text.charCodeAt(i), 1597334677);
    }
    return (a >>> 0).toString(36) + (b >>> 0).toString(36);
  };
  const [known, looks, asked] = [new Set(seen), new Map([[null, ""]]), new Map()];
  for (const e of document.querySelectorAll("*")) {
    const { color, backgroundColor, backgroundImage, opacity, fontSize, fontWeight, position,
      textDecorationLine } = getComputedStyle(e);
    const look = hash([looks.get(e.parentElement), e.localName, e.getAttribute("class"), color,
      backgroundColor, backgroundImage, opacity, fontSize, fontWeight, position,
      textDecorationLine].join());
    looks.set(e, look);
    // What nobody sees now may be seen on another page, so it is not counted.
    if (known.has(look) || !e.checkVisibility({ visibilityProperty: true })) continue;
    asked.set(look, (asked.get(look) || 0) + 1);
    e.toggleAttribute("data-asked", asked.get(look) <= 3);
  }
  const only = options.runOnly || [];
  if (only.length && only.every((one) => colours.includes(one)) && !asked.size) return [[], []];
  axe.configure({ rules: [
    { id: "color-contrast", selector: "[data-asked]" },
    { id: "link-in-text-block", selector: "a[href][data-asked]" },
  ] });
  const { violations } = await axe.run(options);
  for (const e of document.querySelectorAll("[data-asked]")) e.removeAttribute("data-asked");
  return [violations, [...asked.keys()]];
}"""
"""Asks axe-core."""
FOCUS = """async () => {
  const e = document.activeElement;
  if (!e || e === document.body) return null;
  await Promise.all(document.getAnimations().map((one) => one.finished.catch(() => null)));
  // A card is the target of the link that is stretched over it, a label that of its box.
  const stretched = e.matches(".sd-stretched-link") && e.closest(".sd-card");
  const shown = e.closest(".sy-facet-values label") || e;
  const style = getComputedStyle(shown, stretched ? "::after" : null);
  const box = (stretched || e).getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  // A link in running text may break over lines: then its first line is asked.
  const line = stretched ? box : e.getClientRects()[0] || box;
  const top = document.elementFromPoint(line.x + Math.min(line.width / 2, 8), line.y + line.height / 2);
  return {
    what: e.outerHTML.slice(0, 120),
    href: e.getAttribute("href"),
    ring: (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0)
      || style.boxShadow !== "none",
    size: box.width * box.height,
    inside: y >= 0 && y <= innerHeight && x >= 0 && x <= innerWidth || box.height > innerHeight,
    covered: !(top && (e.contains(top) || top.contains(e))),
    within: [...document.querySelectorAll("header, main, footer, dialog")]
      .filter((part) => part.contains(e)).map((part) => part.localName),
  };
}"""
"""What has the focus: whether it can be seen, and whether something lies on it."""


@dataclass
class Visit:
    """A context of the browser, with what its pages must not have done."""

    context: BrowserContext
    root: str
    errors: list[str] = field(default_factory=list)
    foreign: list[str] = field(default_factory=list)
    left: Page | None = None
    """What an earlier visit has left open: the first page of this one."""

    def open(self, path: str = "") -> Page:
        """Open a page of the site."""
        page = self.blank()
        if "#" in path:
            page.goto("about:blank")  # or it might go to another place of the same page
        page.goto(self.root + path)
        return page

    def blank(self) -> Page:
        """Give a page that does not show anything of this visit yet."""
        page, self.left = self.left, None
        if page is None:
            page = self.context.new_page()
            page.on("console", self._hear)
            page.on("pageerror", lambda error: self.errors.append(str(error)))
        return page

    def knows(self, kept: Mapping[str, str]) -> None:
        """Have the browser know from before what it keeps under these keys."""
        self.left = page = self.blank()
        if not page.url.startswith(self.root):
            page.goto(f"{self.root}_static/symposium.svg")
        page.evaluate(
            "(all) => Object.entries(all).forEach((one) => localStorage.setItem(...one))", kept
        )

    def forget(self) -> bool:
        """Undo what this visit has done to its context; return whether that could be."""
        self.left, *others = [*self.context.pages, None]
        for page in filter(None, others):
            page.close()
        if self.left is None or not self.left.url.startswith(self.root):
            return False
        try:
            self.left.unroute_all()
            self.context.unroute_all()
            self.context.clear_permissions()
            self.left.evaluate("localStorage.clear(), sessionStorage.clear()")
            self.left.emulate_media(media="null")
            self.left.mouse.move(0, 0)
        except PlaywrightError:  # it is on its way to another page
            return False
        return True

    def go(self, page: Page, path: str, *, width: int, scheme: str) -> None:
        """Lead a page to another one of the site, which takes half of what opening it takes."""
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        page.goto(self.root + path)

    def judge(self) -> None:
        """Find fault with what has happened so far."""
        foreign, self.foreign = self.foreign, []
        errors, self.errors = self.errors, []
        assert not foreign, foreign
        assert not errors, errors

    def _hear(self, message: ConsoleMessage) -> None:
        address = str(message.location.get("url"))
        # A browser may look for an icon on its own: a page that only leads on names none.
        if message.type in ("error", "warning") and address != f"{self.root}favicon.ico":
            self.errors.append(f"{message.text} ({address})")

    def watch(self, request: Request) -> None:
        """Note a request that leaves the site."""
        if not request.url.startswith((self.root, "data:", "blob:")):
            self.foreign.append(request.url)


_running: list[tuple[Playwright, Browser]] = []
"""The browser of this process, where one runs."""
_contexts: list[BrowserContext] = []
"""Its contexts that are open."""
_kept: dict[str, Visit] = {}
"""What later visits go on with, by the options of its contexts."""


def chromium() -> Browser:
    """Return the browser of this process, which is started for the first test that asks.

    Where there is none, the test is skipped, and fails under ``CI=true``.
    """
    if not _running:
        path = find()
        if path is None:
            say = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
            say(
                "no Chromium: set SYMPOSIUM_CHROMIUM to its path, or see tests/support/install_browser.py"
            )
        playwright = sync_playwright().start()
        browser = playwright.chromium.launch(executable_path=path, args=list(OPTIONS))
        _running.append((playwright, browser))
    return _running[0][1]


def close_chromium() -> None:
    """End the browser of this process, if one runs."""
    _kept.clear()
    while _running:
        playwright, browser = _running.pop()
        browser.close()
        playwright.stop()


@contextmanager
def in_context(browser: Browser, **options: Any) -> Iterator[BrowserContext]:
    """Give a context of the browser, which records what is done in it.

    ``options`` are those of Playwright. When a test fails, `keep_failure` writes the record.
    """
    context = browser.new_context(**options)
    context.set_default_timeout(PATIENCE)
    context.tracing.start()
    _contexts.append(context)
    try:
        yield context
    except BaseException:
        keep_failure(os.environ.get("PYTEST_CURRENT_TEST", "test"))
        raise
    finally:
        if context in _contexts:
            _contexts.remove(context)
        context.close()


def keep_failure(test: str) -> None:
    """Write pictures of all open pages, and what was done, into ``_build/failures``.

    ``test`` is the id of the test that failed; its files are named after it.
    """
    name = re.sub(r"[^\w.-]+", "-", test.removeprefix("tests/").removesuffix(" (call)")).strip("-")
    while _contexts:
        context = _contexts.pop()
        FAILURES.mkdir(parents=True, exist_ok=True)
        with suppress(PlaywrightError):  # a page may be gone, or a browser
            for number, page in enumerate(context.pages):
                page.screenshot(path=FAILURES / f"{name}-{len(_contexts)}-{number}.png")
            context.tracing.stop(path=FAILURES / f"{name}-{len(_contexts)}.zip")


@contextmanager
def visit(
    browser: Browser, root: str, *, width: int = 1280, scheme: str = "light", **options: Any
) -> Iterator[Visit]:
    """Give a visit; at its end nothing may have been loaded from elsewhere or gone wrong."""
    with in_context(
        browser,
        viewport={"width": width, "height": 900},
        color_scheme="dark" if scheme == "dark" else "light",
        reduced_motion="reduce",
        **options,
    ) as context:
        made = Visit(context, root)
        context.on("request", made.watch)
        yield made
    made.judge()


@contextmanager
def revisit(
    browser: Browser, root: str, *, width: int = 1280, scheme: str = "light", **options: Any
) -> Iterator[Visit]:
    """Give a visit in a context that is kept for the next one of such options.

    Leading a page to another takes less than half of what opening one takes. What adds scripts to
    its context or moves its clock, which nothing undoes, needs `visit`.
    """
    made = _kept.pop(repr(options), None)
    if made:
        made.context.tracing.start_chunk()
    else:
        made = Visit(browser.new_context(reduced_motion="reduce", **options), root)
        made.context.set_default_timeout(PATIENCE)
        made.context.tracing.start()
        made.context.on("request", made.watch)
    made.root, made.left = root, made.blank()
    made.left.set_viewport_size({"width": width, "height": 900})
    made.left.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    _contexts.append(made.context)
    try:
        yield made
        made.judge()
    except BaseException:
        keep_failure(os.environ.get("PYTEST_CURRENT_TEST", "test"))
        raise
    finally:
        if made.context in _contexts and made.forget():
            made.context.tracing.stop_chunk()
            _kept[repr(options)] = made
        else:
            made.context.close()
        if made.context in _contexts:
            _contexts.remove(made.context)


MakeVisit = Callable[..., AbstractContextManager[Visit]]
"""What gives visits to one site, as `visit` and `revisit` do."""


def ready(page: Page) -> Page:
    """Wait until the scripts of a page have done what they had begun; return the page.

    They say so themselves: see "When a page is ready" in ``web/README.md``.
    """
    page.locator("html[data-sy-ready]").wait_for(state="attached")
    return page


def type_in(field: Locator, text: str) -> None:
    """Replace what a field holds by what somebody types, and wait for the answer to this text."""
    field.fill(text)
    expect(field).to_have_value(text)
    ready(field.page)


def dress(page: Page, width: int, scheme: str) -> None:
    """Show a page at another width and in another scheme; what moves has then come to rest."""
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.wait_for_function(
        "(theme) => document.documentElement.dataset.theme === theme", arg=scheme
    )
    page.evaluate("Promise.all(document.getAnimations().map((one) => one.finished)).then(() => {})")


def overflow(page: Page) -> list[str]:
    """Return the elements that stick out, if the page can be scrolled sideways."""
    found: list[str] = page.evaluate(
        """() => {
          const width = document.documentElement.clientWidth;
          if (document.documentElement.scrollWidth <= width) return [];
          return [...document.body.querySelectorAll("*")]
            .filter((e) => e.getBoundingClientRect().right > width + 1)
            .map((e) => e.outerHTML.slice(0, 160)).slice(0, 5);
        }"""
    )
    return found


LOOKS: defaultdict[str | None, set[str]] = defaultdict(set)
"""Looks that earlier pages of this process were asked for, by scheme.

What looks alike at two widths is asked at the first. Only pages on which nothing was wrong count:
what is wrong is found on every page.
"""


def violations(page: Page, *rules: str) -> list[str]:
    """Return what axe-core finds that is serious or critical, each with its elements.

    With ``rules``, only these are asked.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe_core())
    looks = LOOKS[page.evaluate("document.documentElement.dataset.theme || null")]
    options = {**AXE, "runOnly": list(rules)} if rules else AXE
    found, asked = page.evaluate(ASK, [options, COLOURS, list(looks)])
    if not found and (not rules or {*COLOURS} <= {*rules}):
        looks.update(asked)
    return [
        f"{one['id']} ({one['impact']}): {node['target']} {node['failureSummary']}"
        for one in found
        if one["impact"] in SERIOUS
        for node in one["nodes"]
    ]


def wrong_by_night_and_day(page: Page) -> list[str]:
    """Return what sticks out or cannot be read, on a phone in the dark and at a desk in the light.

    Of the second only what a change of width and scheme can break is asked.
    """
    dress(page, 390, "dark")
    found = overflow(page) + violations(page)
    dress(page, 1280, "light")
    return found + overflow(page) + violations(page, *COLOURS)


@cache
def axe_core() -> str:
    """Return the script of axe-core."""
    script: str = Axe().axe_script
    return script


def focused(page: Page) -> dict[str, Any] | None:
    """Return what has the focus, or ``None``."""
    found: dict[str, Any] | None = page.evaluate(FOCUS)
    return found
