"""Files for hosts, search engines and browsers: robots.txt, the sitemap, the 404 page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from html import escape
from urllib.parse import quote

from symposium.export.appointments import files_of_pages
from symposium.export.build_work import BuildWork, Output, Task
from symposium.knowledge import KnowledgeBase
from symposium.pages.fingerprints import number
from symposium.pages.subjects import is_empty
from symposium.plugin import Files

MAX_ADDRESSES = 50_000
"""The most addresses in one sitemap (https://www.sitemaps.org/protocol.html)."""

NO_JEKYLL, ROBOTS, SITEMAP, NOT_FOUND = ".nojekyll", "robots.txt", "sitemap.xml", "404.html"

NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"


def _tasks(work: BuildWork) -> Iterator[Task]:
    if work.urls.hosted:
        return
    yield NO_JEKYLL, 0
    yield ROBOTS, number(work.urls.base)
    if work.urls.base:
        yield SITEMAP, None
    if work.not_found:
        yield NOT_FOUND, number(work.not_found)


def _files(work: BuildWork, task: str) -> Files:
    if task == SITEMAP:
        yield from sitemaps(listed_pages(work), work.urls.base)
    elif task == ROBOTS:
        yield task, robots(work.urls.base).encode()
    else:
        yield task, work.not_found.encode() if task == NOT_FOUND else b""


HOSTING = Output("hosting", "writing what hosts ask for", _tasks, _files)
"""``.nojekyll`` makes GitHub Pages publish files unchanged; hosts show ``404.html`` for an address
without a page."""


def robots(base: str) -> str:
    """Return a ``robots.txt`` that allows everything and names the sitemap if there is one."""
    sitemap = f"\nSitemap: {base}{SITEMAP}\n" if base else ""
    return f"User-agent: *\nDisallow:\n{sitemap}"


def listed_pages(work: BuildWork) -> list[tuple[str, str]]:
    """Return path and day of last change of each page in the sitemap.

    The day is empty if git does not know it.
    """
    pages = {
        page
        for page, kind, name in work.pages.table.names()
        if kind not in {"programme", "list"}  # they show a reader's own choice
        and not (kind == "index" and is_empty(work.kb, name))
    }
    pages = (pages | work.documents) - work.unlisted
    days = _days_of_change(work.kb)
    return [(work.urls.path(page), days.get(page, "")) for page in sorted(pages)]


def _days_of_change(kb: KnowledgeBase) -> dict[str, str]:
    """Return the day of the last change by docname, for records whose file git knows."""
    rows = files_of_pages(kb).items() if kb.changed else ()
    changes = ((page, kb.changed.get(path)) for page, path in rows)
    return {page: datetime.fromtimestamp(at, UTC).date().isoformat() for page, at in changes if at}


def sitemaps(pages: Sequence[tuple[str, str]], base: str) -> Iterator[tuple[str, bytes]]:
    """Yield the sitemap of pages; for more than `MAX_ADDRESSES`, an index and several sitemaps."""
    parts = [pages[at : at + MAX_ADDRESSES] for at in range(0, len(pages), MAX_ADDRESSES)]
    if len(parts) == 1:
        yield SITEMAP, _listing("urlset", "url", pages, base)
        return
    names = [SITEMAP.replace(".", f"-{part}.") for part in range(1, len(parts) + 1)]
    yield SITEMAP, _listing("sitemapindex", "sitemap", [(name, "") for name in names], base)
    for name, part in zip(names, parts, strict=True):
        yield name, _listing("urlset", "url", part, base)


def _listing(element: str, item: str, rows: Sequence[tuple[str, str]], base: str) -> bytes:
    start = escape(base)
    lines = [
        f"<{item}><loc>{start}{escape(quote(path))}</loc>"
        f"{f'<lastmod>{day}</lastmod>' if day else ''}</{item}>\n"
        for path, day in rows
    ]
    head = f'<?xml version="1.0" encoding="utf-8"?>\n<{element} xmlns="{NAMESPACE}">\n'
    return f"{head}{''.join(lines)}</{element}>\n".encode()
