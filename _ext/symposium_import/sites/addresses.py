"""Addresses of a site of others, and the pages that keep them."""

from __future__ import annotations

import re
from urllib.parse import unquote, urlsplit

from symposium.kinds import BY_FOLDER
from symposium.model.ids import is_page, slug

HOME = "index"
ELSEWHERE = "pages"
"""The folder of pages that would lie in a folder of records."""
RE_ENDING = re.compile(r"\.(?:html?|md|markdown|php)$")


def page_of(address: str, base: str = "") -> str:
    """Return the docname whose page is found at an address.

    >>> page_of("/projects/tides/"), page_of("/cv.html"), page_of("/about"), page_of("/")
    ('projects/tides/index', 'cv', 'about', 'index')
    >>> page_of("/lab/news/", "/lab")
    'news/index'
    """
    path = unquote(urlsplit(address).path)
    if base and (path == base or path.startswith(f"{base}/")):
        path = path.removeprefix(base)
    ends = not path.strip("/") or path.endswith("/")
    path = RE_ENDING.sub("", path.strip("/"))
    return f"{path}/{HOME}".strip("/") if ends else path


def free_page(docname: str) -> str:
    """Return where a page may lie: at its address, unless that is a place of records.

    >>> free_page("cv/index"), free_page("people/ada"), free_page("people/index")
    ('cv/index', 'pages/people/ada', 'people/index')
    >>> free_page("Über uns/index"), free_page("search")
    ('uber-uns/index', 'pages/search')
    """
    parts = [part if is_page(part) or part == HOME else slug(part) for part in docname.split("/")]
    made = "/".join(parts)
    inside = parts[0] in BY_FOLDER and made != f"{parts[0]}/{HOME}"
    return f"{ELSEWHERE}/{made}" if inside or not is_page(made) or made in BY_FOLDER else made


def earlier(address: str, base: str = "") -> str:
    """Return an address as ``was:`` takes it; nothing if no page can have it.

    >>> earlier("/talks/a-talk/"), earlier("/talks/2012-03-01-talk.html"), earlier("/_x/")
    ('/talks/a-talk/index', '/talks/2012-03-01-talk', '')
    """
    page = page_of(address, base)
    return f"/{page}" if is_page(page) else ""
