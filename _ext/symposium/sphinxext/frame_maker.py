"""Making frames from the theme, which `symposium.pages.frame` fills.

The theme renders a page with marks where pages differ; what stands between the marks is the same
for all pages of a key. Repeated parts (breadcrumbs, contents) are rendered twice in a row with
different marks, which shows where one of them ends and the next begins.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from html import escape as escape_attribute
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sphinx.builders.html import StandaloneHTMLBuilder

from symposium.pages import Fragment, Section, Urls
from symposium.pages.frame import (
    BODY,
    HEAD,
    PARENTS,
    SECTIONS,
    TITLE,
    TITLE_HTML,
    Frame,
    Key,
    body_of,
    cut,
    marked_page,
    with_sections,
)
from symposium.sphinxext.scope import app_of, scope_of

CONTEXT = "html-page-context"


def context_of(made: Fragment, parents: list[dict[str, str]]) -> dict[str, Any]:
    """Return the template context of a derived page."""
    outline = '<ul>\n<li><a class="reference internal" href="#">Page</a></li>\n</ul>\n'
    return {
        "title": made.title_html,
        "body": body_of(made),
        "toc": with_sections(outline, made.toc),
        "parents": parents,
        "symposium_head": made.head,
        "metatags": "",
        "meta": {},
        "prev": None,
        "next": None,
        "rellinks": [],
        "sourcename": "",
        "page_source_suffix": ".md",
        "display_toc": bool(made.toc),
    }


def render_by_theme(builder: StandaloneHTMLBuilder, urls: Urls, made: Fragment) -> str:
    """Return the page of a fragment as the theme alone renders it: the measure of `Frame`."""
    parents = [
        {"link": urls.relative(made.page, page), "title": escape_attribute(title)}
        for page, title in made.crumbs
    ]
    return rendered(builder, made.page, context_of(made, parents))


def make_frame(builder: StandaloneHTMLBuilder, key: Key) -> Frame:
    """Return the frame for the pages of a key."""
    contents = tuple(Section(mark, mark) for mark in SECTIONS) if key[3] else ()
    marked = Fragment(marked_page(key), "", TITLE, TITLE_HTML, "", "", contents, (), HEAD)
    parents = [{"link": f"{mark}.html", "title": mark} for mark in PARENTS]
    return cut(rendered(builder, marked.page, context_of(marked, parents) | {"body": BODY}))


@contextmanager
def unheard(builder: StandaloneHTMLBuilder) -> Iterator[None]:
    """Have the extension that lists every page which it sees not hear of those with marks."""
    listeners = builder.events.listeners
    before = listeners.get(CONTEXT, [])
    modules = [(one, str(getattr(one.handler, "__module__", ""))) for one in before]
    listeners[CONTEXT] = [one for one, name in modules if not name.startswith("sphinx_sitemap")]
    try:
        yield
    finally:
        listeners[CONTEXT] = before


def faithful_frame(builder: StandaloneHTMLBuilder, urls: Urls, key: Key) -> Frame | None:
    """Return the frame for the pages of a key, or ``None`` if it is not what the theme writes.

    A theme may number its breadcrumbs, or show them in several places: no frame can follow that.
    """
    frame = make_frame(builder, key)
    if any(mark in part for part in frame.parts for mark in (*PARENTS, *SECTIONS)):
        return None
    folder = key[0]
    below = (*("a-b", "cd")[: key[1] - 1], "index" if key[2] else "e-f-g") if key[1] else ()
    name = "/".join((folder, *below))
    sections = (Section("one", "One & two"), Section("three", "Three")) if key[3] else ()
    crumbs = ((f"{folder}/index", "All"), (f"{folder}/other", "A & <b>"))[: key[1]]
    head = '<meta name="a" content="b" />'
    sample = Fragment(name, "", TITLE, "<i>A</i> &amp; B", "", "", sections, crumbs, head)
    by_theme = render_by_theme(builder, urls, sample).encode()
    return frame if frame.fill(sample, urls) == by_theme else None


def rendered(
    builder: StandaloneHTMLBuilder, page: str, context: dict[str, Any], template: str = "page.html"
) -> str:
    """Return a page as the theme renders it; it is not written."""
    scope = scope_of(app_of(builder.env))
    name = scope.layout.docname(page)
    if not scope.site:
        # Themes would link to a source that is not there.
        context = {key: value for key, value in context.items() if key != "page_source_suffix"}
    with TemporaryDirectory() as folder, unheard(builder):
        path = Path(folder) / "page.html"
        builder.handle_page(name, context, template, outfilename=path)
        return path.read_text(encoding="utf-8")
