"""The frame: a theme's page around a fragment, rendered once and filled many times.

A frame is text and marks in turn, with the marks where pages of one folder differ.
`symposium.sphinxext.frame_maker` has the theme render a page that contains the marks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from html import escape as escape_attribute
from typing import NamedTuple

from markupsafe import Markup, escape

from symposium.pages.urls import Urls


@dataclass(frozen=True, slots=True)
class Section:
    """A section of a page, for the page's table of contents."""

    anchor: str
    title: str


@dataclass(slots=True)
class Fragment:
    """A page without the frame around it, and without the prose of its author."""

    page: str
    """Docname: ``papers/dryden2021clairvoyant``."""
    kind: str
    """``paper``, ``person``, …, ``year``, ``index``."""
    title: str
    """Plain text, maths as typed."""
    title_html: str
    """Escaped HTML, maths as MathML."""
    header: str
    """Well-formed XML above the prose, with the ``<h1>``."""
    sections: str
    """Well-formed XML below the prose: one ``<section id=…>`` after another."""
    toc: tuple[Section, ...]
    """The sections of `sections`."""
    crumbs: tuple[tuple[str, str], ...]
    """Docname and title of the pages above this one, from the top."""
    head: str
    """Elements for ``<head>``, one a line."""
    part: int = 1
    """Number of this part, from 1; a long page has several."""
    parts: int = 1
    """Number of parts of the page; the first is the page itself."""
    hosted: bool = False
    """Whether it belongs to another project's documentation, which has its own search."""

    @property
    def contents(self) -> tuple[Section, ...]:
        """The sections for its table of contents, which a page of one or two does not need."""
        return self.toc if len(self.toc) > 2 else ()


PAGE = "symposium-page-name"
FOLDERS = ("symposium-folder-1", "symposium-folder-2", "symposium-folder-3")
"""Folders between the first one and the page: ``2023`` in ``years/2023/2``."""
TITLE = "symposium-title-text"
TITLE_HTML = f"<b>{TITLE}</b>"
BODY = "<!--symposium-body-->"
HEAD = "<!--symposium-head-->"
MAX_PLACES = 4
"""Places at which a theme may show the breadcrumbs of a page, or its contents."""
CRUMBS = tuple(f"\x00P{number}\x00" for number in range(MAX_PLACES))
CONTENTS = tuple(f"\x00S{number}\x00" for number in range(MAX_PLACES))
PARENTS = ("symposium-parent-1", "symposium-parent-2")
SECTIONS = ("symposium-section-1", "symposium-section-2")

MARKS = (PAGE, *FOLDERS, TITLE_HTML, TITLE, BODY, HEAD, *CRUMBS, *CONTENTS)
RE_MARKS = re.compile("|".join(map(re.escape, MARKS)))

Key = tuple[str, int, bool, bool]


def frame_key(page: str, has_contents: bool) -> Key:
    """Return the key of a page: all pages of a site with one key have one frame.

    A key is the first folder of the page, its depth, whether it is the page of its folder (whose
    address some builders shorten), and whether it has contents.

    >>> frame_key("years/2023/2", True), frame_key("events/meet/index", False)
    (('years', 2, False, True), ('events', 2, True, False))
    """
    return page.partition("/")[0], page.count("/"), page.endswith("/index"), has_contents


def frame_keys(page: str) -> tuple[Key, Key]:
    """Return the keys that a page may have, without and with contents."""
    return frame_key(page, False), frame_key(page, True)


def marked_page(key: Key) -> str:
    """Return the docname with marks that is rendered for all pages of a key.

    >>> marked_page(("years", 2, False, True))
    'years/symposium-folder-1/symposium-page-name'
    >>> marked_page(("my-programme", 0, False, True))
    'my-programme'
    """
    folder, depth, is_index, _ = key
    if not depth:
        return folder
    return "/".join((folder, *FOLDERS[: depth - 1], "index" if is_index else PAGE))


class Frame(NamedTuple):
    """The theme's page around every fragment of one key."""

    parts: tuple[str, ...]
    """Text and marks in turn."""
    parents: tuple[str, ...]
    """At each place: one breadcrumb, with the first of `PARENTS` for link and title."""
    sections: tuple[str, ...]
    """At each place: one entry of the contents, with the first of `SECTIONS` likewise."""

    def fill(self, fragment: Fragment, urls: Urls) -> bytes:
        """Return the whole page of a fragment."""
        page, title = fragment.page, fragment.title_html
        if "<" in title or "&" in title:
            title = Markup(title).striptags()  # noqa: S704 - tags are removed
        values = {
            PAGE: page.rpartition("/")[2],
            TITLE: str(escape(title)),
            TITLE_HTML: fragment.title_html,
            BODY: body_of(fragment),
            HEAD: fragment.head,
        }
        if page.count("/") > 1:
            values |= zip(FOLDERS, page.split("/")[1:], strict=False)
        for place, parent in zip(CRUMBS, self.parents, strict=False):
            crumbs = ((urls.relative(page, above), title) for above, title in fragment.crumbs)
            values[place] = "".join([_crumb(parent, *crumb) for crumb in crumbs])
        for place, entry in zip(CONTENTS, self.sections, strict=False):
            values[place] = "".join([_section(entry, section) for section in fragment.contents])
        texts, marks = _encoded(self.parts)
        parts = [*texts]
        parts[1::2] = [values[mark].encode() for mark in marks]
        return b"".join(parts)


@lru_cache(maxsize=64)
def _encoded(parts: tuple[str, ...]) -> tuple[tuple[bytes, ...], tuple[str, ...]]:
    """Return the parts of a frame as bytes, and the marks among them."""
    return tuple([part.encode() for part in parts]), parts[1::2]


@lru_cache(maxsize=1 << 10)
def _crumb(parent: str, address: str, title: str) -> str:
    """Return a breadcrumb; all pages of a folder have the same."""
    return parent.replace(f"{PARENTS[0]}.html", escape_attribute(address)).replace(
        PARENTS[0], escape_attribute(title)
    )


@lru_cache(maxsize=1 << 10)
def _section(entry: str, section: Section) -> str:
    """Return an entry of the contents; most pages have the same few."""
    return entry.replace(f"#{SECTIONS[0]}", f"#{section.anchor}").replace(
        SECTIONS[0], escape_attribute(section.title, quote=False)
    )


def cut(page: str) -> Frame:
    """Return the frame of a page that a theme has rendered with marks."""
    page, parents = _cut_repeated(page, PARENTS, CRUMBS)
    page, sections = _cut_repeated(page, SECTIONS, CONTENTS)
    parts: list[str] = []
    end = 0
    for match in RE_MARKS.finditer(page):
        parts += (page[end : match.start()], match[0])
        end = match.end()
    return Frame((*parts, page[end:]), parents, sections)


def _cut_repeated(
    page: str, marks: tuple[str, str], places: tuple[str, ...]
) -> tuple[str, tuple[str, ...]]:
    """Cut pairs of parts that differ by their marks only; return the page, and a part of each pair.

    The next of ``places`` takes the place of each pair.
    """
    parts: list[str] = []
    for place in places:
        opening = page.find(marks[0])
        inner = page.find(marks[1], opening)
        if opening < 0 or inner < 0:
            break
        # Both parts have one length, and begin where the texts before their marks become equal.
        before, length = 0, inner - opening
        limit = min(opening, inner - page.rfind(marks[0], 0, inner) - len(marks[0]))
        while before < limit and page[opening - before - 1] == page[inner - before - 1]:
            before += 1
        start = opening - before
        parts.append(page[start : start + length])
        page = page[:start] + place + page[start + 2 * length :]
    return page, tuple(parts)


def body_of(fragment: Fragment) -> str:
    """Return the body of a derived page, in the form of a document's body."""
    anchor = fragment.page.rpartition("/")[2]
    return f'<section id="{anchor}">\n{fragment.header}\n{fragment.sections}\n</section>\n'


def with_sections(toc: str, sections: Iterable[Section]) -> str:
    r"""Return the contents of a page with the generated sections behind those of its author.

    >>> toc = with_sections('<ul>\n<li><a href="#">A</a></li>\n</ul>\n', [Section("b", "B")])
    >>> toc.replace("\n", "").replace(' class="reference internal"', "")
    '<ul><li><a href="#">A</a><ul><li><a href="#b">B</a></li></ul></li></ul>'
    """
    items = "".join(
        f'<li><a class="reference internal" href="#{escape_attribute(section.anchor)}">'
        f"{escape_attribute(section.title)}</a></li>\n"
        for section in sections
    )
    if not items:
        return toc
    outer = "</li>\n</ul>\n"
    if not toc.endswith(outer):
        return f'<ul>\n<li><a class="reference internal" href="#"></a><ul>\n{items}</ul>\n{outer}'
    inner = toc.removesuffix(outer)
    nested = "</ul>\n"
    if inner.endswith(nested):
        return f"{inner.removesuffix(nested)}{items}{nested}{outer}"
    return f"{inner}<ul>\n{items}</ul>\n{outer}"
