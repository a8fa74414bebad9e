"""The frame: the theme's page around a fragment, rendered once and filled many times.

The theme renders a page with marks where pages differ; what stands between the marks is the same
for all pages of a folder. Repeated parts (breadcrumbs, contents) are rendered twice in a row with
different marks, which shows where one of them ends and the next begins.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape as escape_attribute
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from markupsafe import Markup, escape
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.util.osutil import relative_uri

from symposium.pages import Fragment, Section, Urls
from symposium.sphinxext.theme import indexed, with_sections

PAGE = "symposium-page-name"
TITLE = "symposium-title-text"
TITLE_HTML = f"<b>{TITLE}</b>"
BODY = "<!--symposium-body-->"
HEAD = "<!--symposium-head-->"
PARENTS = ("symposium-parent-1", "symposium-parent-2")
SECTIONS = ("symposium-section-1", "symposium-section-2")

RE_MARKS = re.compile(
    "|".join(re.escape(mark) for mark in (PAGE, TITLE_HTML, TITLE, BODY, HEAD)) + "|\x00[PS]\x00"
)


@dataclass(frozen=True, slots=True)
class Frame:
    """What the theme makes of a page of one folder."""

    parts: tuple[str, ...]
    """Text and marks in turn."""
    parent: str
    """One breadcrumb, with the first of `PARENTS` for link and title."""
    section: str
    """One entry of the contents, with the first of `SECTIONS` for anchor and title."""
    urls: Urls

    def fill(self, made: Fragment) -> str:
        """Return the whole page of a fragment."""
        name = made.page.rpartition("/")[2]
        values = {
            PAGE: name,
            TITLE: str(escape(_without_tags(made.title_html))),
            TITLE_HTML: made.title_html,
            BODY: body_of(made),
            HEAD: made.head,
            "\x00P\x00": "".join(self._parent(made.page, *crumb) for crumb in made.crumbs),
            "\x00S\x00": "".join(map(self._section, made.toc)),
        }
        return "".join(values.get(part, part) for part in self.parts)

    def _parent(self, page: str, parent: str, title: str) -> str:
        link = escape_attribute(relative(self.urls, page, parent))
        return self.parent.replace(f"{PARENTS[0]}.html", link).replace(
            PARENTS[0], escape_attribute(title)
        )

    def _section(self, section: Section) -> str:
        return self.section.replace(f"#{SECTIONS[0]}", f"#{section.anchor}").replace(
            SECTIONS[0], escape_attribute(section.title, quote=False)
        )


def body_of(made: Fragment) -> str:
    """Return the body of a derived page, in the form that Sphinx gives to that of a document."""
    anchor = made.page.rpartition("/")[2]
    section = f'<section id="{anchor}">\n{made.header}\n{made.sections}\n</section>\n'
    return indexed(section, made.filters)


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
        {"link": relative(urls, made.page, page), "title": escape_attribute(title)}
        for page, title in made.crumbs
    ]
    return _render(builder, made.page, context_of(made, parents))


def make_frame(builder: StandaloneHTMLBuilder, urls: Urls, made: Fragment) -> Frame:
    """Return the frame for the pages that lie where ``made`` does and have contents if it has."""
    folder = made.page.rpartition("/")[0]
    marked = Fragment(
        page=f"{folder}/{PAGE}",
        kind=made.kind,
        title=TITLE,
        title_html=TITLE_HTML,
        header="",
        sections="",
        toc=tuple(Section(mark, mark) for mark in SECTIONS) if made.toc else (),
        crumbs=(),
        head=HEAD,
        filters=(),
    )
    parents = [{"link": f"{mark}.html", "title": mark} for mark in PARENTS]
    context = context_of(marked, parents) | {"body": BODY}
    page = _render(builder, marked.page, context)
    page, parent = _cut_repeated(page, PARENTS, "\x00P\x00")
    page, section = _cut_repeated(page, SECTIONS, "\x00S\x00")
    parts: list[str] = []
    end = 0
    for found in RE_MARKS.finditer(page):
        parts += (page[end : found.start()], found[0])
        end = found.end()
    return Frame((*parts, page[end:]), parent, section, urls)


def faithful_frame(builder: StandaloneHTMLBuilder, urls: Urls, made: Fragment) -> Frame | None:
    """Return the frame for the pages like ``made``, or ``None`` if it is not what the theme writes.

    A theme may number its breadcrumbs, or show them in several places: no frame can follow that.
    """
    frame = make_frame(builder, urls, made)
    if any(mark in part for part in frame.parts for mark in (*PARENTS, *SECTIONS)):
        return None
    return frame if frame.fill(made) == render_by_theme(builder, urls, made) else None


def _render(builder: StandaloneHTMLBuilder, page: str, context: dict[str, Any]) -> str:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "page.html"
        builder.handle_page(page, context, "page.html", outfilename=path)
        return path.read_text(encoding="utf-8")


def _cut_repeated(page: str, marks: tuple[str, str], place: str) -> tuple[str, str]:
    """Cut two parts that differ by their marks only; return the page with ``place``, and a part."""
    first, second = (page.rfind(mark) for mark in marks)
    if first < 0 or second < 0:
        return page, ""
    length = second - first
    # The parts have one length; where the first begins shows in what stands before the marks.
    before = 0
    opening, inner = page.find(marks[0]), page.find(marks[1])
    limit = min(opening, inner - first - len(marks[0]))
    while before < limit and page[opening - before - 1] == page[inner - before - 1]:
        before += 1
    start = opening - before
    part = page[start : start + length]
    return page[:start] + place + page[start + 2 * length :], part


def relative(urls: Urls, page: str, target: str) -> str:
    """Return the link from a page to another, without detours as Sphinx writes it."""
    return relative_uri(urls.path(page), urls.path(target)) or "#"


def _without_tags(html: str) -> str:
    return Markup(html).striptags() if "<" in html or "&" in html else html  # noqa: S704 - tags are removed
