"""The JSON-LD of a page: what it is about, what kind of page it is, and the way to it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from symposium.kinds import BY_NAME
from symposium.pages.linked_data.parts import Describer, Thing
from symposium.pages.linked_data.things import thing
from symposium.pages.maths import as_typed
from symposium.pages.urls import Urls

BEFORE = '<script type="application/ld+json">{"@context":"https://schema.org","@graph":['
BEHIND = "]}</script>"
ESCAPED = (("<", "\\u003c"), (">", "\\u003e"), ("&", "\\u0026"))
"""What means something to readers of HTML or XML, as JSON can say it too."""
PAGES = {
    "person": "ProfilePage", "topic": "CollectionPage", "venue": "CollectionPage",
    "volume": "CollectionPage", "series": "CollectionPage",
    "organization": "ProfilePage",
    "year": "CollectionPage", "index": "CollectionPage", "cv": "ProfilePage",
}  # fmt: skip
"""Kinds whose pages are of a type of their own, which schema.org has; others are ``WebPage``."""

_encode = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":")).encode


def linked_data(
    describe: Describer, kind: str, title: str, record: Any, crumbs: Sequence[tuple[str, str]]
) -> str:
    """Return the script with the data of a page; no text in it can end it."""
    parts = [_encode(_page(describe, kind, title, record))]
    if crumbs:
        parts.append(_trail(describe, title, crumbs))
    text = ",".join(parts)
    for sign, escaped in ESCAPED:
        if sign in text:
            text = text.replace(sign, escaped)
    return f"{BEFORE}{text}{BEHIND}"


def _page(describe: Describer, kind: str, title: str, record: Any) -> Thing:
    about = None
    if kind in BY_NAME and record is not None:
        about = thing(describe, kind, record)
    elif kind == "cv":
        about = thing(describe, "person", record)
    if about is not None and about["@type"] == "Dataset" and "description" not in about:
        about = None  # search engines refuse such data
    if about is not None and kind not in PAGES:
        return about
    made: Thing = {
        "@type": PAGES.get(kind, "WebPage"),
        "name": title,
        "url": describe.own,
    }
    return {**made, "mainEntity": about} if about else made


def _trail(describe: Describer, title: str, crumbs: Sequence[tuple[str, str]]) -> str:
    """Return the way to a page from the top, the page itself at its end."""
    before = _before(describe.urls, describe.prefix, tuple(crumbs))
    own = _step(len(crumbs) + 1, title, describe.own)
    return f'{{"@type":"BreadcrumbList","itemListElement":[{before}{own}]}}'


@lru_cache(maxsize=1 << 8)
def _before(urls: Urls, prefix: str, crumbs: Sequence[tuple[str, str]]) -> str:
    """Return all steps but the last, which the pages of a folder have in common."""
    return "".join(
        f"{_step(number, name, urls.absolute(page) or prefix + urls.path(page))},"
        for number, (page, name) in enumerate(crumbs, 1)
    )


def _step(number: int, name: str, address: str) -> str:
    name, address = _encode(as_typed(name)), _encode(address)
    return f'{{"@type":"ListItem","position":{number},"name":{name},"item":{address}}}'
