"""The fragment of a page: the HTML that a template makes of a record."""

from __future__ import annotations

from dataclasses import dataclass


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
    """Which part of the page it is, where the page is too long for one."""
    parts: int = 1
    """How many parts the page has; the first is the page itself."""
    hosted: bool = False
    """Whether it lies in somebody else's documentation, which has a search of its own."""
