"""The destinations of links in pages: pages, headings, labels, records."""

from __future__ import annotations

import builtins
import posixpath
import re
from collections.abc import Iterator
from functools import cached_property

from symposium.kinds import BY_FOLDER, KINDS
from symposium.knowledge.nearest import Spellings
from symposium.lint.page_documents import Document
from symposium.lint.subject import Subject
from symposium.model.names import fold_text
from symposium.pages.link_targets import page_named
from symposium.pages.subjects import exists, subject_of
from symposium.reading.markdown.elements import Directive, Formula, Heading, Target
from symposium.reading.markdown.markup import describes_program

OWN_LABELS = ("genindex", "modindex", "py-modindex", "search")
"""Labels that every project has."""

OBJECTS = frozenset({"cmdoption", "confval", "describe", "envvar", "object", "option"})
"""Directives that describe a thing to which roles lead."""

RE_RST_LABEL = re.compile(r"^\s*\.\. _([^:\n]+):\s*$", re.MULTILINE)
RE_SLUG = re.compile(r"[^\w\u4e00-\u9fff\- ]")
RE_NOT_ID = re.compile(r"[^a-z0-9]+")
RE_ENDS = re.compile(r"^[-0-9]+|-+$")


class Destinations:
    """The pages, headings and names of a project that a link may lead to."""

    def __init__(self, subject: Subject) -> None:
        self.documents = subject.documents
        self.kb = subject.kb
        self.redirects = subject.redirects
        depth = subject.settings.get("myst_heading_anchors")
        self.depth = depth if isinstance(depth, int) else 0
        """Levels of headings that other pages may link to."""
        self._anchors: dict[str, frozenset[str]] = {}

    @cached_property
    def labels(self) -> frozenset[str]:
        """The names of all targets, in lower case."""
        found = {*OWN_LABELS}
        for document in self.documents.values():
            found.update(label_of(target.name) for target in document.each(Target))
            if not document.readable:
                text = document.texts.text_of(document.path)
                found.update(label_of(name.strip("`")) for name in RE_RST_LABEL.findall(text))
        return frozenset(found)

    @cached_property
    def objects(self) -> frozenset[str]:
        """What glossaries and descriptions of programs define."""
        return frozenset(
            name
            for document in self.documents.values()
            for directive in document.each(Directive)
            for name in defined_by(directive)
        ) | frozenset(
            formula.label
            for document in self.documents.values()
            for formula in document.each(Formula)
            if formula.label
        )

    @cached_property
    def untitled(self) -> frozenset[str]:
        """The labels of what has no title."""
        return frozenset(
            label_of(target.name)
            for document in self.documents.values()
            for target in document.each(Target)
            if not target.titled
        )

    def has_object(self, target: str) -> bool:
        """Tell whether a page describes a thing, or the language of a program knows it."""
        name = target.lstrip("~.!").partition("(")[0].strip()
        last = name.rpartition(".")[2]
        return (
            not {name, last, label_of(target)}.isdisjoint(self.objects)
            or hasattr(builtins, last)
            or any(one.endswith(f".{last}") for one in self.objects)
        )

    def is_page(self, name: str) -> bool:
        """Tell whether there is a page of this name, written or made from records."""
        return name in self.documents or self.is_derived(name)

    def is_derived(self, name: str) -> bool:
        """Tell whether a page is made from records alone, or leads to where it is now."""
        subject = subject_of(name)
        if name in self.documents:
            return False
        return name in self.redirects or (subject is not None and exists(self.kb, subject))

    def is_known(self, document: Document, target: str) -> bool:
        """Tell whether a name leads anywhere: a label, a page, a record, a term."""
        return (
            label_of(target) in self.labels
            or joined(document.name, target) in self.documents
            or target in self.objects
            or label_of(target) in self.objects
            or any(self.kb.find(kind.name, target) is not None for kind in KINDS)
        )

    def anchors(self, name: str) -> frozenset[str]:
        """Return the anchors in a page that links in the same page may lead to."""
        if name not in self._anchors:
            self._anchors[name] = frozenset(self._found_anchors(self.documents[name], 6))
        return self._anchors[name]

    def has_anchor(self, name: str, anchor: str) -> bool:
        """Tell whether links of other pages may lead to an anchor of a page."""
        document = self.documents[name]
        if not document.readable:
            return True
        return anchor in set(self._found_anchors(document, self.depth))

    def _found_anchors(self, document: Document, depth: int) -> Iterator[str]:
        slugs: set[str] = set()
        for target in document.each(Target):
            name = label_of(target.name)
            yield from (name, identifier(name))
        for heading in document.each(Heading):
            if heading.level <= self.depth:
                slug = unique(slug_of(heading.slug_text), slugs)
                slugs.add(slug)
                yield slug
            if heading.level <= depth:
                yield from (label_of(heading.text), identifier(heading.text))

    def hint(self, document: Document, path: str) -> str:
        """Return what the author of a link may have meant."""
        page = page_named(path, document.name)
        for name in (page, f"{page}/index"):
            if self.is_page(name):
                return f"write {posixpath.relpath(f'{name}.md', folder_of(document))}"
        folder, _, record = page.partition("/")
        near = self.spellings.nearest(page)
        if folder in BY_FOLDER and (found := self.kb.nearest(BY_FOLDER[folder].name, record)):
            near = f"{folder}/{found}"
        if near is None:
            return "correct the link, or write the page"
        return f"did you mean {posixpath.relpath(f'{near}.md', folder_of(document))}?"

    @cached_property
    def spellings(self) -> Spellings:
        """The names of all documents."""
        return Spellings(self.documents)

    @cached_property
    def label_spellings(self) -> Spellings:
        """All labels."""
        return Spellings(self.labels)


def folder_of(document: Document) -> str:
    """Return the folder of a page, ``.`` at the top."""
    return posixpath.dirname(document.name) or "."


def joined(name: str, target: str) -> str:
    """Return the name of a document, as it is called in another one.

    >>> joined("guide/a", "b"), joined("guide/a", "/b"), joined("guide/a", "../b")
    ('guide/b', 'b', 'b')
    """
    if target.startswith("/"):
        return target[1:]
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), target))


def label_of(name: str) -> str:
    """Return a name as labels are compared.

    >>> label_of("My  Label")
    'my label'
    """
    return " ".join(name.lower().split())


def identifier(text: str) -> str:
    """Return the id that docutils makes of a text.

    >>> identifier("1. Größe & more")
    'grosze-more'
    """
    text = fold_text(" ".join(text.lower().replace("ß", "sz").split()))
    return RE_ENDS.sub("", RE_NOT_ID.sub("-", text))


def slug_of(title: str) -> str:
    """Return the anchor that MyST makes of a heading, like GitHub.

    >>> slug_of("What's new?")
    'whats-new'
    """
    return RE_SLUG.sub("", title.lower().replace(" ", "-"))


def unique(slug: str, taken: set[str]) -> str:
    """Return a slug with a number behind it where it is taken."""
    found, number = slug, 1
    while found in taken:
        found = f"{slug}-{number}"
        number += 1
    return found


def defined_by(directive: Directive) -> Iterator[str]:
    """Yield the names that a directive defines: terms, functions and the like."""
    name = directive.name.removeprefix("std:")
    if name == "glossary":
        for line in directive.body.split("\n"):
            if line.strip() and not line[0].isspace() and not line.startswith(".."):
                yield label_of(line.partition(" : ")[0])
    elif name == "math" and "label" in directive.options:
        yield directive.options["label"]
    elif directive.argument and (name in OBJECTS or describes_program(name)):
        for line in directive.argument.split("\n"):
            yield line.partition("(")[0].strip()
