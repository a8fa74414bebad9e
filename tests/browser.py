"""Chromium for the tests: pages that record what goes wrong, and questions about them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from install_browser import find
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    sync_playwright,
)

OPTIONS = (
    "--no-sandbox",  # a container has no user namespaces
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
)
AXE = {"resultTypes": ["violations"], "preload": False}
"""Without ``preload``: axe-core would load ``@import``s again, from addresses that are wrong."""
COLOURS = ("color-contrast", "link-in-text-block")
"""The rules of axe-core that a change of colours can break. They take nine tenths of its time."""
SERIOUS = frozenset({"serious", "critical"})

ASK = """async (options) => {
  // What is alike in all that decides about colours looks alike: a few of each kind are asked.
  const [kinds, looks, asked] = [new Map([["", 0]]), new Map([[null, 0]]), new Map()];
  for (const e of document.querySelectorAll("*")) {
    const { color, backgroundColor, backgroundImage, opacity, fontSize, fontWeight, position,
      textDecorationLine } = getComputedStyle(e);
    const look = [looks.get(e.parentElement), e.localName, e.getAttribute("class"), color,
      backgroundColor, backgroundImage, opacity, fontSize, fontWeight, position,
      textDecorationLine].join();
    if (!kinds.has(look)) kinds.set(look, kinds.size);
    const kind = kinds.get(look);
    looks.set(e, kind);
    asked.set(kind, (asked.get(kind) || 0) + 1);
    e.toggleAttribute("data-asked", asked.get(kind) <= 3);
  }
  axe.configure({ rules: [
    { id: "color-contrast", selector: "[data-asked]" },
    { id: "link-in-text-block", selector: "a[href][data-asked]" },
  ] });
  const { violations } = await axe.run(options);
  for (const e of document.querySelectorAll("[data-asked]")) e.removeAttribute("data-asked");
  return violations;
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

    def open(self, path: str = "") -> Page:
        """Open a page of the site."""
        page = self.context.new_page()
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.goto(self.root + path)
        return page

    def _hear(self, message: ConsoleMessage) -> None:
        address = str(message.location.get("url"))
        # A browser may look for an icon on its own: a page that only leads on names none.
        if message.type in ("error", "warning") and address != f"{self.root}favicon.ico":
            self.errors.append(f"{message.text} ({address})")

    def watch(self, request: Request) -> None:
        """Note a request that leaves the site."""
        if not request.url.startswith((self.root, "data:", "blob:")):
            self.foreign.append(request.url)


@contextmanager
def chromium() -> Iterator[Browser]:
    """Give a browser; skip the test where there is none, and fail it under ``CI=true``."""
    path = find()
    if path is None:
        say = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
        say("no Chromium: set SYMPOSIUM_CHROMIUM to its path, or see tests/install_browser.py")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(OPTIONS))
        yield browser
        browser.close()


@contextmanager
def visit(
    browser: Browser, root: str, *, width: int = 1280, scheme: str = "light", **options: Any
) -> Iterator[Visit]:
    """Give a visit; at its end nothing may have been loaded from elsewhere or gone wrong."""
    context = browser.new_context(
        viewport={"width": width, "height": 900},
        color_scheme="dark" if scheme == "dark" else "light",
        reduced_motion="reduce",
        **options,
    )
    made = Visit(context, root)
    context.on("request", made.watch)
    try:
        yield made
    finally:
        context.close()
    assert not made.foreign, made.foreign
    assert not made.errors, made.errors


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


def violations(page: Page, *rules: str) -> list[str]:
    """Return what axe-core finds that is serious or critical, each with its elements.

    With ``rules``, only these are asked.
    """
    page.evaluate(Axe().axe_script)
    found = page.evaluate(ASK, {**AXE, "runOnly": list(rules)} if rules else AXE)
    return [
        f"{one['id']} ({one['impact']}): {node['target']} {node['failureSummary']}"
        for one in found
        if one["impact"] in SERIOUS
        for node in one["nodes"]
    ]


def focused(page: Page) -> dict[str, Any] | None:
    """Return what has the focus, or ``None``."""
    found: dict[str, Any] | None = page.evaluate(FOCUS)
    return found
