"""Time of queries in Chromium, with the index served on the same machine."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ask import Question
from serve import serve

BROWSERS = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
OPTIONS = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")
ASK = """async ({ query, filters, sort, text, facets }) => {
  const start = performance.now();
  const { open } = await import("/_static/symposium-index.js");
  const { Facets } = await import("/_static/symposium-index-facets.js");
  const index = await open(new URL("/search/root.bin", location), { Facets });
  const opened = performance.now();
  const found = await index.search(query, { filters, sort, text });
  await found.groups();
  if (facets) await found.facets();
  const end = performance.now();
  return [end - opened, end - start];
}"""


class Times(NamedTuple):
    """Milliseconds of a query with an empty cache."""

    cold: float
    """Without the scripts and root of the index, as when somebody types on the page."""
    first: float
    """With the scripts and root, as when the query is in the address."""


def executable() -> str | None:
    """Return the path of a browser, if the machine has one."""
    chosen = os.environ.get("SYMPOSIUM_CHROMIUM")
    return chosen or next(filter(None, map(shutil.which, BROWSERS)), None)


def browse(
    site: Path, asked: Sequence[tuple[Question, bool]], *, rounds: int = 5
) -> list[Times] | None:
    """Return the times of each question, asked in a fresh browser context.

    Each question comes with whether facets are counted, too. The fastest of the ``rounds``
    counts, since other processes only add time. ``None`` without Chromium or Playwright.
    """
    try:
        from playwright.sync_api import sync_playwright  # noqa: PLC0415 - may not be there
    except ImportError:
        return None
    path = executable()
    if path is None:
        return None
    with serve(site) as root, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(OPTIONS))
        measured: list[list[list[float]]] = [[] for _ in asked]
        for _ in range(rounds):
            for times, (question, facets) in zip(measured, asked, strict=True):
                context = browser.new_context()
                page = context.new_page()
                page.goto(root)
                request: dict[str, Any] = {
                    "query": question.query,
                    "filters": {name: list(some) for name, some in question.filters.items()},
                    "sort": question.sort,
                    "text": question.text,
                    "facets": facets,
                }
                times.append(page.evaluate(ASK, request))
                context.close()
        browser.close()
    return [Times(*map(min, zip(*times, strict=True))) for times in measured]
