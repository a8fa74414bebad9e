"""Rules for tables of contents, headings and footnotes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from symposium.lint.page_documents import Document
from symposium.lint.pages.destinations import Destinations, joined
from symposium.lint.pages.header import in_header
from symposium.lint.pages.page_links import PublishedSite, dead
from symposium.lint.subject import Subject
from symposium.model.problems import Code, Place, Problem
from symposium.reading.disk import matcher
from symposium.reading.markdown.elements import (
    Break,
    Directive,
    Duplicate,
    Footnote,
    FootnoteMark,
    Heading,
    Position,
)

RE_TITLED = re.compile(r"(.+?)\s*(?<!\x00)<([^<]*?)>", re.DOTALL)
RE_URL = re.compile(r"(?:https?|ftp)://")
GENERATED = frozenset({"genindex", "modindex", "search", "py-modindex"})
"""Pages that Sphinx makes."""


def tables_of_contents(subject: Subject) -> Iterator[Problem]:
    """Report entries of ``{toctree}`` that are no page, and pages that are no entry."""
    site = PublishedSite(subject, Destinations(subject))
    reached: set[str] = set()
    for document in subject.documents.values():
        for directive in document.each(Directive):
            if directive.name == "toctree":
                yield from _entries(site, document, directive, reached)
    root = str(subject.settings.get("root_doc") or subject.settings.get("master_doc") or "index")
    others = [one for one in subject.documents.values() if not one.readable]
    if any("toctree::" in one.texts.text_of(one.path) for one in others):
        return
    reached.update(in_header(subject))
    for name, document in subject.documents.items():
        if name not in reached and name != root and not document.orphan:
            message = "no table of contents lists this page"
            hint = "name it in a {toctree}, or write orphan: true into its front matter"
            yield Problem(Code.PAGE_UNREACHED, message, Place(document.path), hint)


def _entries(
    site: PublishedSite, document: Document, directive: Directive, reached: set[str]
) -> Iterator[Problem]:
    """Yield what is wrong with the entries of a table of contents; note the pages it leads to."""
    here: set[str] = set()
    for number, line in enumerate(directive.body.split("\n"), directive.body_line):
        entry = line.strip()
        titled = RE_TITLED.fullmatch(entry)
        target = titled[2] if titled else entry
        if not entry or target == "self" or RE_URL.match(entry) or RE_URL.match(target):
            continue
        place = document.place_of(Position(number), target)
        if "glob" in directive.options and not titled and re.search(r"[*?\[]", entry):
            matches = matcher([joined(document.name, entry)])
            pages = {name for name in site.to.documents if matches(name)} - {document.name}
            reached |= pages
            if not pages:
                message = f'no page has a name like "{entry}"'
                yield Problem(Code.LINK_DEAD, message, place, "correct the pattern, or remove it")
            continue
        name = joined(document.name, re.sub(r"\.(?:md|rst)$", "", target))
        if name in here:
            message = f"the page {name} is listed here twice"
            yield Problem(Code.MARKUP_MISUSED, message, place, "remove it")
        elif name in site.to.documents and name != document.name:
            here.add(name)
            reached.add(name)
            if _has_no_title(site.to.documents[name]):
                message = f"the page {name} has no title, so nothing here can link to it"
                yield Problem(Code.MARKUP_MISUSED, message, place, "begin it with # and a title")
        elif name not in GENERATED:
            problem = dead(site, document, target, place)
            if site.to.is_derived(name):
                message = f"the page {name} is made from records: no table of contents can name it"
                problem = Problem(Code.LINK_DEAD, message, place, f"write {name}.md, or a link")
            yield problem


def _has_no_title(document: Document) -> bool:
    if document.record or not document.readable:
        return False
    return not any(heading.outline for heading in document.each(Heading))


def headings(subject: Subject) -> Iterator[Problem]:
    """Report headings that leave out a level."""
    for document in subject.documents.values():
        yield from _headings(document)


def _headings(document: Document) -> Iterator[Problem]:
    levels = [0, 1] if document.record else [0]
    for heading in document.each(Heading):
        if not heading.outline:
            continue
        place, level = document.place(heading.spot), heading.level
        levels = [one for one in levels if one < level] or [0]
        if document.record and level == 1:
            message = "the page has its title already"
            yield Problem(Code.HEADING_LEVEL, message, place, "begin with ##")
            levels = [0]
        elif level != levels[-1] + 1:
            above = levels[-1]
            message = f"a heading of level {level} follows one of level {above}"
            if not above:
                message = f"the first heading has level {level}"
            yield Problem(Code.HEADING_LEVEL, message, place, f"write {'#' * (above + 1)}")
        levels.append(level)


def breaks(subject: Subject) -> Iterator[Problem]:
    """Report lines across the page that part nothing."""
    for document in subject.documents.values():
        for line in document.each(Break):
            why = ""
            if line.after in {"", "heading_close"}:
                why = "a line across the page begins a section"
            elif line.after == "hr":
                why = "a line across the page follows another"
            elif line.last:
                why = "a line across the page ends it"
            if why:
                place = document.place(line.spot)
                yield Problem(Code.MARKUP_MISUSED, why, place, "remove it")


def notes(subject: Subject) -> Iterator[Problem]:
    """Report footnotes without a text, texts without a footnote, and doubled ones."""
    for document in subject.documents.values():
        marks = {mark.label for mark in document.each(FootnoteMark)}
        texts = Counter(note.label for note in document.each(Footnote))
        for mark in document.each(FootnoteMark):
            if mark.label not in texts:
                message = f"the footnote [^{mark.label}] has no text"
                place = document.place(mark.spot)
                yield Problem(Code.MARKUP_MISUSED, message, place, f"write [^{mark.label}]: …")
        seen: set[str] = set()
        for note in document.each(Footnote):
            place = document.place(note.spot)
            if note.label in seen:
                message = f"the footnote [^{note.label}] is defined here twice"
                yield Problem(Code.MARKUP_MISUSED, message, place, "give it another label")
            elif note.label not in marks:
                message = f"nothing refers to the footnote [^{note.label}]"
                yield Problem(Code.MARKUP_MISUSED, message, place, "refer to it, or remove it")
            seen.add(note.label)
        for one in document.each(Duplicate):
            message = f"the link [{one.label}] is defined twice"
            place = document.place(one.spot)
            yield Problem(Code.MARKUP_MISUSED, message, place, "give it another label")


RULES = (tables_of_contents, headings, breaks, notes)
