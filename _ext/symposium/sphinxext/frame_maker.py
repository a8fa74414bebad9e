"""Making frames, pages of the theme that `symposium.pages.frame` fills.

The theme renders a page with marks where pages differ; the text between the marks is the same for
all pages of a key. Repeated parts (breadcrumbs, contents) are rendered twice in a row with
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

from symposium.pages import Fragment, Section, Urls, frame
from symposium.sphinxext.scope import app_of, scope_of

CONTEXT = "html-page-context"


def context_of(
    fragment: Fragment, parents: list[dict[str, str]], contents: tuple[Section, ...]
) -> dict[str, Any]:
    """Return the template context of a derived page."""
    outline = '<ul>\n<li><a class="reference internal" href="#">Page</a></li>\n</ul>\n'
    return {
        "title": fragment.title_html,
        "body": frame.body_of(fragment),
        "toc": frame.with_sections(outline, contents),
        "parents": parents,
        "symposium_head": fragment.head,
        "display_toc": bool(contents),
        "metatags": "", "meta": {}, "prev": None, "next": None, "rellinks": [], "sourcename": "",
        "page_source_suffix": ".md",
    }  # fmt: skip


def render_by_theme(builder: StandaloneHTMLBuilder, urls: Urls, fragment: Fragment) -> str:
    """Return the page of a fragment as the theme itself renders it; a `Frame` must match that."""
    parents = [
        {"link": urls.relative(fragment.page, page), "title": escape_attribute(title)}
        for page, title in fragment.crumbs
    ]
    return rendered(builder, fragment.page, context_of(fragment, parents, fragment.contents))


def make_frame(builder: StandaloneHTMLBuilder, key: frame.Key) -> frame.Frame:
    """Return the frame for the pages of a key."""
    contents = tuple(Section(mark, mark) for mark in frame.SECTIONS) if key[3] else ()
    marked = Fragment(
        frame.marked_page(key), "", frame.TITLE, frame.TITLE_HTML, "", "", contents, (), frame.HEAD
    )
    parents = [{"link": f"{mark}.html", "title": mark} for mark in frame.PARENTS]
    context = context_of(marked, parents, contents) | {"body": frame.BODY}
    return frame.cut(rendered(builder, marked.page, context))


@contextmanager
def without_sitemap(builder: StandaloneHTMLBuilder) -> Iterator[None]:
    """Hide the pages rendered within from sphinx-sitemap, which would list them."""
    listeners = builder.events.listeners
    before = listeners.get(CONTEXT, [])
    modules = [(hook, str(getattr(hook.handler, "__module__", ""))) for hook in before]
    listeners[CONTEXT] = [hook for hook, name in modules if not name.startswith("sphinx_sitemap")]
    try:
        yield
    finally:
        listeners[CONTEXT] = before


def faithful_frame(
    builder: StandaloneHTMLBuilder, urls: Urls, key: frame.Key
) -> frame.Frame | None:
    """Return the frame for the pages of a key, or ``None`` if the theme's own pages differ from it.

    A frame cannot reproduce breadcrumbs that a theme numbers, or shows in several places.
    """
    made = make_frame(builder, key)
    if any(mark in part for part in made.parts for mark in (*frame.PARENTS, *frame.SECTIONS)):
        return None
    folder = key[0]
    below = (*("a-b", "cd")[: key[1] - 1], "index" if key[2] else "e-f-g") if key[1] else ()
    name = "/".join((folder, *below))
    named = (("one", "One & two"), ("three", "Three"), ("four", "Four"))
    sections = tuple(Section(*section) for section in named) if key[3] else ()
    crumbs = ((f"{folder}/index", "All"), (f"{folder}/other", "A & <b>"))[: key[1]]
    head = '<meta name="a" content="b" />'
    sample = Fragment(name, "", frame.TITLE, "<i>A</i> &amp; B", "", "", sections, crumbs, head)
    by_theme = render_by_theme(builder, urls, sample).encode()
    return made if made.fill(sample, urls) == by_theme else None


def rendered(
    builder: StandaloneHTMLBuilder, page: str, context: dict[str, Any], template: str = "page.html"
) -> str:
    """Return a page as the theme renders it, without writing it to the site."""
    scope = scope_of(app_of(builder.env))
    name = scope.layout.docname(page)
    if not scope.site:
        # Themes would link to a source file that does not exist.
        context = {key: value for key, value in context.items() if key != "page_source_suffix"}
    with TemporaryDirectory() as folder, without_sitemap(builder):
        path = Path(folder) / "page.html"
        builder.handle_page(name, context, template, outfilename=path)
        return path.read_text(encoding="utf-8")
