"""Sizes of the parts of a built site."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from pathlib import Path

from measure import size_of_folder

RE_ASSET = re.compile(r'(?:href|src)="([^"?#]+\.(?:css|js|svg))[?"]')
FOLDERS = (("api/v1", "api"), ("search index", "search"))
"""Names and folders of parts besides the pages."""


def pages_of(out: Path) -> list[Path]:
    """Return all pages of a site, without HTML of the theme."""
    return [path for path in out.rglob("*.html") if path.relative_to(out).parts[0] != "_static"]


def weigh(out: Path) -> Iterator[tuple[str, int, int]]:
    """Yield name, number of files and bytes of each part."""
    papers = sorted(
        path.stat().st_size for path in (out / "papers").glob("*.html") if path.stem != "index"
    )
    if papers:
        yield "HTML of a paper's page (19 of 20)", 1, papers[len(papers) * 19 // 20]
        yield "first visit to a paper's page, gzip", *first_visit(out)
    sizes = [path.stat().st_size for path in pages_of(out)]
    yield "largest page", 1, max(sizes, default=0)
    for name, folder in FOLDERS:
        if (out / folder).is_dir():
            yield name, *size_of_folder(out / folder)


def first_visit(out: Path) -> tuple[int, int]:
    """Return the number and compressed size of files that a paper's page of median size loads.

    Fonts are not counted, as a browser loads only those whose letters a page shows.
    """
    papers = sorted((out / "papers").glob("*.html"), key=lambda path: path.stat().st_size)
    page = papers[len(papers) // 2]
    text = page.read_text(encoding="utf-8")
    assets = {(page.parent / asset).resolve() for asset in RE_ASSET.findall(text)}
    files = [page, *(path for path in sorted(assets) if path.is_file())]
    return len(files), sum(len(gzip.compress(path.read_bytes(), 6)) for path in files)
