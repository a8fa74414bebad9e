"""Rules for links of pages: the page, heading or file must exist."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from symposium.lint.page_documents import Document, target_of
from symposium.lint.pages.destinations import Destinations, joined, label_of
from symposium.lint.subject import Subject
from symposium.model.problems import Code, Place, Problem
from symposium.pages.link_targets import FILES, is_link, is_public, page_named, path_of
from symposium.reading.markdown.elements import Directive, Link, Position, Role

RE_SCHEME = re.compile(r"([a-zA-Z][a-zA-Z0-9+.-]*):")
RE_RST_LINK = re.compile(r"<([^<>]+)>`__?|:target:\s*(\S+)|^\s*\.\. _[^:]+:\s+(\S+)")
OTHER_SITES = frozenset({"http", "https", "mailto", "ftp"})
SUFFIXES = (".md", ".rst")

OBJECT_ROLES = {
    "term": "term",
    "eq": "equation",
    "option": "option",
    "envvar": "variable",
    "keyword": "keyword",
    "token": "token",
    "confval": "setting",
}
"""Roles that lead to what a page describes, and what that is called."""
PYTHON = frozenset(("attr", "class", "const", "data", "deco", "exc", "func", "meth", "mod", "obj"))
DOMAINS = ("py:", "c:", "cpp:", "js:")
"""Beginnings of roles that lead to parts of programs."""


@dataclass(frozen=True, slots=True)
class PublishedSite:
    """What the rules for links ask again and again."""

    subject: Subject
    to: Destinations

    @property
    def open(self) -> bool:
        """Whether names may come from elsewhere: from other projects, from other extensions."""
        return self.subject.has_other_extensions

    def is_file(self, path: str) -> bool:
        """Tell whether there is a file of a path below the project's folder."""
        try:
            return (self.subject.root / path).is_file()
        except (OSError, ValueError):
            return False

    def is_published(self, name: str, uri: str) -> bool:
        """Tell whether a file that a page names lies under ``files/``, links followed."""
        home = os.path.realpath(self.subject.root / FILES)
        path = os.path.realpath(Path(self.subject.root, path_of(name, uri)))
        return is_public(name, uri) and path.startswith(home + os.sep)


def links(subject: Subject) -> Iterator[Problem]:
    """Report links, and roles that link, that lead nowhere."""
    site = PublishedSite(subject, Destinations(subject))
    for document in subject.documents.values():
        for element in document.elements:
            if isinstance(element, Link):
                yield from of_link(site, document, element)
            elif isinstance(element, Role) and not element.text.startswith("!"):
                yield from of_role(site, document, element)
            elif isinstance(element, Directive):
                yield from of_directive(site, document, element)


def of_link(site: PublishedSite, document: Document, link: Link) -> Iterator[Problem]:
    """Report a Markdown link that leads nowhere."""
    place, target = document.place(link.spot), link.target
    scheme = RE_SCHEME.match(target)
    if site.subject.settings.get("myst_all_links_external") is True:
        return
    if target.startswith("#"):
        yield from _of_anchor(site, document, target[1:], place)
    elif scheme and scheme[1] in {"inv", "path", "project"}:
        rest = target.partition(":")[2]
        if scheme[1] == "path":
            yield from of_file(site, document, rest, place)
        elif scheme[1] == "project":
            yield from of_link(site, document, Link(rest, link.text, link.auto, link.spot))
    elif scheme and (scheme[1] in OTHER_SITES or link.auto) and is_link(target):
        return
    elif scheme:
        yield forbidden(target, place)
    else:
        yield from _of_path(site, document, target, place)


def forbidden(target: str, place: Place) -> Problem:
    """Return what is wrong with a link of a scheme that is none of ours."""
    message = f'the link "{target}" is neither http(s), mailto nor a page'
    return Problem(Code.LINK_FORBIDDEN, message, place, "write the address of a page, or a text")


def _of_anchor(
    site: PublishedSite, document: Document, anchor: str, place: Place
) -> Iterator[Problem]:
    known = anchor in site.to.anchors(document.name) or site.to.is_known(document, anchor)
    if not known and not site.open:
        near = site.to.label_spellings.nearest(anchor)
        hint = f"did you mean #{near}?" if near else f"write ({anchor})= above what is meant"
        message = f'this page has no heading or name "{anchor}"'
        yield Problem(Code.ANCHOR_DEAD, message, place, hint)


def _of_path(
    site: PublishedSite, document: Document, target: str, place: Place
) -> Iterator[Problem]:
    """Report a link to a page or file of the project that is not there."""
    path, _, anchor = target.partition("#")
    full = path_of(document.name, path)
    if path and site.is_file(full):
        if full.endswith(SUFFIXES):
            yield from _of_page(site, full.rpartition(".")[0], anchor, place)
        else:
            yield from of_file(site, document, path, place)
    elif full.startswith(FILES):
        yield missing_file(site, full, place)
    elif (
        not site.to.is_derived(page_named(path, document.name))
        and not site.to.is_known(document, target)
        and (path.endswith((*SUFFIXES, ".html")) or "/" in path or not site.open)
    ):
        yield dead(site, document, target, place)


def dead(site: PublishedSite, document: Document, target: str, place: Place) -> Problem:
    """Return what is wrong with a link to no page."""
    message = f'the link "{target}" names no page' if target else "the link is empty"
    path = target.partition("#")[0]
    hint = site.to.hint(document, path) if path else "write the page that it links to"
    return Problem(Code.LINK_DEAD, message, place, hint)


def _of_page(site: PublishedSite, name: str, anchor: str, place: Place) -> Iterator[Problem]:
    if name not in site.to.documents:
        if not site.to.is_derived(name):
            message = f'"{name}" is left out of the site'
            hint = "link to a page, or remove it from exclude_patterns"
            yield Problem(Code.LINK_DEAD, message, place, hint)
    elif anchor and not site.to.has_anchor(name, anchor):
        message = f'the page {name} has no name "{anchor}" that other pages may link to'
        hint = f"write ({anchor})= above the heading there"
        yield Problem(Code.ANCHOR_DEAD, message, place, hint)


def of_file(
    site: PublishedSite, document: Document, target: str, place: Place
) -> Iterator[Problem]:
    """Report a file that is not published, or not there."""
    full = path_of(document.name, target)
    if not site.is_published(document.name, target):
        message = f'the file "{target}" is not in {FILES}'
        yield Problem(Code.LINK_FORBIDDEN, message, place, f"put it into {FILES}")
    elif not site.is_file(full):
        yield missing_file(site, full, place)


def missing_file(site: PublishedSite, path: str, place: Place) -> Problem:
    """Return what is wrong with a file that is not there."""
    near = site.subject.file_spellings.hint(path, "put the file there")
    return Problem(Code.FILE_MISSING, f"there is no {path}", place, near)


def of_role(site: PublishedSite, document: Document, role: Role) -> Iterator[Problem]:
    """Report a role such as ``{doc}`` that leads nowhere."""
    name = role.name.lower().removeprefix("std:")
    text, target = target_of(role.text)
    start = Position(role.spot.line, role.spot.column + len(role.name) + 2)
    place = document.place_of(start, target)
    if name == "doc":
        yield from to_document(site, document, target, place)
    elif name in {"ref", "numref"}:
        yield from to_label(site, target, place, titled=name == "ref" and not text)
    elif name == "any":
        if not site.open and not site.to.is_known(document, target):
            yield dead(site, document, target, place)
    elif name in OBJECT_ROLES or name in PYTHON or name.startswith(DOMAINS):
        if not site.open and not site.to.has_object(target):
            message = f'no page describes the {OBJECT_ROLES.get(name, "object")} "{target}"'
            yield Problem(Code.LINK_DEAD, message, place, "describe it, or write it as `code`")
    elif name.startswith("bdg-link"):
        if not is_link(target):
            yield forbidden(target, place)
    elif name.startswith("bdg-ref"):
        if not site.open and not site.to.is_known(document, target):
            yield dead(site, document, target, place)
    elif name == "download":
        yield from of_file(site, document, target, place)


def to_document(
    site: PublishedSite, document: Document, target: str, place: Place
) -> Iterator[Problem]:
    """Report the name of a document that does not exist."""
    derived = site.to.is_derived(page_named(target.partition("#")[0], document.name))
    if not derived and joined(document.name, target) not in site.to.documents:
        yield dead(site, document, target, place)


def to_label(
    site: PublishedSite, target: str, place: Place, *, titled: bool = False
) -> Iterator[Problem]:
    """Report a label that is nowhere, or has no title for a link to show."""
    if titled and label_of(target) in site.to.untitled:
        message = f'what the label "{target}" names has no title'
        hint = f"write the text of the link: {{ref}}`text <{target}>`"
        yield Problem(Code.ANCHOR_DEAD, message, place, hint)
    if not site.open and label_of(target) not in site.to.labels:
        hint = site.to.label_spellings.hint(label_of(target), f"write ({target})= above it")
        message = f'there is no label "{target}"'
        yield Problem(Code.ANCHOR_DEAD, message, place, hint)


def of_directive(
    site: PublishedSite, document: Document, directive: Directive
) -> Iterator[Problem]:
    """Report links of cards and buttons that lead nowhere."""
    kind, target, option = "", "", ""
    if directive.name in {"card", "grid-item-card"}:
        option = "link"
        kind = directive.options.get("link-type", "url")
        target = directive.options.get("link", "")
    elif directive.name == "button-ref":
        kind, target = directive.options.get("ref-type", "any"), directive.argument
    elif directive.name == "button-link":
        kind, target = "url", directive.argument
    elif directive.name in {"image", "figure"}:
        option = "target"
        kind, target = "url", directive.options.get("target", "")
    elif directive.name == "eval-rst":
        yield from _of_rst(document, directive)
    if not target:
        return
    place = document.place_of(directive.spot_of(option), target)
    if kind == "url" and not is_link(target):
        yield forbidden(target, place)
    elif kind == "doc":
        yield from to_document(site, document, target, place)
    elif kind == "ref":
        yield from to_label(site, target, place)
    elif kind in {"any", "myst"} and not (site.open or site.to.is_known(document, target)):
        yield dead(site, document, target, place)


def _of_rst(document: Document, directive: Directive) -> Iterator[Problem]:
    """Report links of forbidden schemes in reStructuredText."""
    for number, line in enumerate(directive.body.split("\n"), directive.body_line):
        for found in RE_RST_LINK.finditer(line):
            target = next(filter(None, found.groups()))
            if not is_link(target):
                yield forbidden(target, document.place_of(Position(number), target))


RULES = (links,)
