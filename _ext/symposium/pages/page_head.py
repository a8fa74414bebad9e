"""What stands in the ``<head>`` of a page of ours, besides what its theme puts there.

A description, citation data of works, what networks show of a link (Open Graph), links to other
forms of the page and to what it is about (FAIR Signposting), and its data as JSON-LD.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from symposium.locale import _
from symposium.pages.author_links import ROOT
from symposium.pages.linked_data.graph import linked_data
from symposium.pages.linked_data.parts import Describer
from symposium.pages.metadata import Tag, alternate, meta
from symposium.pages.signposts import signposts
from symposium.pages.small_texts import clean
from symposium.pages.urls import Urls
from symposium.pages.view_context import ViewContext

RE_TIME = re.compile(r"<time [^>]*>(.*?)</time>", re.DOTALL)

PROFILES = frozenset({"person", "cv"})
CARDS = frozenset({"dataset", "event", "paper", "person", "software", "talk"})
"""Kinds that have a picture of their own: ``web/static/symposium-card-*.png``."""
SITES = frozenset({"index", "year", "explore", "programme"})
"""Kinds of pages that are of the site, and not about something that somebody made."""


def page_head(site: ViewContext, page: str, kind: str, title: str, data: Mapping[str, Any]) -> str:
    """Return the elements for ``<head>``, one a line.

    ``data`` are the names of the page's template: its description, record, citation data and feed.
    """
    urls = site.urls
    tags: list[Tag] = [("description", data["description"]), *data.get("head", ())]
    if not urls.hosted:
        tags += open_graph(site, page, kind, title, data)
    found = [meta(tags), *signposts(site, page, kind, data["record"])]
    if feed := data.get("feed"):
        named = _("Feed: {title}").format(title=title)
        found.append(alternate("application/atom+xml", feed.replace(ROOT, urls.root(page)), named))
    found.append(linked_data(Describer(site, page), kind, title, data["record"], data["crumbs"]))
    return clean("\n".join(found))


def with_own_times(html: str, head: Sequence[Tag]) -> str:
    """Return a page of a work without a date with no other dates that machines read.

    A reference manager would take the first of them for that of the work.
    """
    cited = dict(head)
    if "citation_title" not in cited or cited.get("citation_publication_date"):
        return html
    return RE_TIME.sub(r"<span>\1</span>", html)


def open_graph(
    site: ViewContext, page: str, kind: str, title: str, data: Mapping[str, Any]
) -> list[Tag]:
    """Return what networks show of a link to a page.

    The name of the site is left out: a reference manager takes it for the container of a work.
    """
    type_ = "profile" if kind in PROFILES else "website" if kind in SITES else "article"
    return [
        ("og:type", type_),
        ("og:title", title),
        ("og:url", site.urls.absolute(page)),
        ("og:description", data["description"]),
        ("og:image", _picture(site, data["record"]) or card(site.urls, kind)),
    ]


def _picture(site: ViewContext, record: Any) -> str | None:
    """Return the address of the picture of a work or person; networks show no SVG."""
    path = getattr(record, "thumbnail", None) or getattr(record, "photo", None)
    address = site.href(path) if path and not path.endswith(".svg") else None
    return address.replace(ROOT, site.urls.base) if address and site.urls.base else None


def card(urls: Urls, kind: str = "") -> str | None:
    """Return the address of the picture that networks show with a link; it has to be absolute."""
    name = f"symposium-card-{kind}" if kind in CARDS else "symposium-card"
    return f"{urls.base}_static/{name}.png" if urls.base else None
