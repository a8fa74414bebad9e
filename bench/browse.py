"""Milliseconds that Chromium takes for a question, the index being served on this machine."""

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
ASK = """async ({ query, filters, sort, text, facets, engine }) => {
  const start = performance.now();
  const { open } = await import("/_static/symposium-index.js");
  const index = await open(new URL("/search/root.bin", location), { engine, texts: text });
  const opened = performance.now();
  const found = await index.search(query, { filters, sort, text });
  await found.load(0, 10);
  if (facets) await found.facets();
  const end = performance.now();
  return [end - opened, end - start];
}"""


class Times(NamedTuple):
    """Milliseconds of a question whose answer needs files that are not there yet."""

    cold: float
    """From the question on: scripts and root of the index are there, as where somebody types."""
    first: float
    """With the loading of scripts and root, as where the question is in the address."""


def executable() -> str | None:
    """Return the path of a browser, if the machine has one."""
    given = os.environ.get("SYMPOSIUM_CHROMIUM")
    return given or next(filter(None, map(shutil.which, BROWSERS)), None)


def browse(
    site: Path, asked: Sequence[tuple[Question, bool]], *, rounds: int = 5, engine: str = "shards"
) -> list[Times] | None:
    """Return milliseconds of each question, asked first of all in a browser that keeps nothing.

    A question stands with whether the counts of facets are wanted too. Of the ``rounds`` the
    quickest counts: what else the machine does only adds. ``None`` without a browser, or what
    drives it.
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
        found: list[list[list[float]]] = [[] for _ in asked]
        for _ in range(rounds):
            for times, (question, facets) in zip(found, asked, strict=True):
                context = browser.new_context()
                page = context.new_page()
                page.goto(root)
                given: dict[str, Any] = {
                    "query": question.query,
                    "filters": {name: list(some) for name, some in question.filters.items()},
                    "sort": question.sort,
                    "text": question.text,
                    "facets": facets,
                    "engine": engine,
                }
                times.append(page.evaluate(ASK, given))
                context.close()
        browser.close()
    return [Times(*map(min, zip(*times, strict=True))) for times in found]
