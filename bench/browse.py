"""Milliseconds that Chromium takes for a question, the index being served on this machine."""

from __future__ import annotations

import functools
import os
import shutil
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from ask import Question

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
OPTIONS = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")
ASK = """async ({ query, filters, sort, text, facets, engine }) => {
  const start = performance.now();
  const { open } = await import("/_static/symposium-index.js");
  const index = await open(new URL("/search/root.bin", location), { engine });
  const found = await index.search(query, { filters, sort, text });
  await found.load(0, 10);
  if (facets) await found.facets();
  return performance.now() - start;
}"""


class Server(SimpleHTTPRequestHandler):
    """Keeps connections, as servers do, and gives an empty page to ask from."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # else each answer waits 40 ms to be acknowledged

    def do_GET(self) -> None:
        if self.path != "/":
            super().do_GET()
            return
        page = b"<!DOCTYPE html><title>Empty</title>"
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name there
        del format, args


@contextmanager
def serve(site: Path) -> Iterator[str]:
    """Serve a folder on this machine alone; the value is its address, with a slash at the end."""
    handler = functools.partial(Server, directory=str(site))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()


def executable() -> str | None:
    """Return the path of a browser, if the machine has one."""
    given = os.environ.get("SYMPOSIUM_CHROMIUM")
    return given or next(filter(None, map(shutil.which, BROWSERS)), None)


def browse(
    site: Path, asked: Sequence[tuple[Question, bool]], *, rounds: int = 5, engine: str = "shards"
) -> list[float] | None:
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
        found: list[list[float]] = [[] for _ in asked]
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
    return [min(times) for times in found]
