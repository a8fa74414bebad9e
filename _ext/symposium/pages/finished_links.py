"""Links of a page that is finished: relative, and to nothing that the site leaves out."""

from __future__ import annotations

from functools import partial

from symposium.pages.author_links import ROOT, without_links
from symposium.pages.small_texts import clean
from symposium.pages.subjects import listed_in, subject_of
from symposium.pages.urls import Urls


def finished(urls: Urls, html: str, page: str) -> str:
    """Return HTML of a page with relative links, and those to the page itself marked."""
    here = f'href="{ROOT}{urls.path(page)}"'
    if here in html:
        html = html.replace(here, f'{here} aria-current="page"')
    if urls.kinds:
        html = without_links(html, partial(_leads_to_page, urls))
    return clean(html.replace(ROOT, urls.root(page)))


def _leads_to_page(urls: Urls, path: str) -> bool:
    """Tell whether there is something at an address of the site, where some kinds have no page.

    What is no page of a record is there: a file, a page of the project.
    """
    page = path.partition("#")[0].removesuffix(".html").rstrip("/")
    subject = subject_of(page) or subject_of(f"{page}/index")
    if subject is None:
        return True
    kind, name = subject
    return urls.shows(listed_in(name) if kind == "index" else kind)
