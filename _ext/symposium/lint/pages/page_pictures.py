"""Rules for pictures: each exists, is published, and has a text for those who cannot see it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from symposium.lint.page_documents import Document
from symposium.lint.pages.destinations import Destinations
from symposium.lint.pages.page_links import PublishedSite, missing_file
from symposium.lint.subject import Subject
from symposium.model.problems import Code, Place, Problem
from symposium.pages.link_targets import FILES, path_of
from symposium.reading.markdown.elements import Directive, Picture, Position

RE_RST_PICTURE = re.compile(r"\.\. .*(?:image|figure)::\s+(\S+)")
ALT_HINT = "say what it shows, for those who cannot see it"

OPTIONS = {
    "img-top": "img-alt",
    "img-bottom": "img-alt",
    "img-background": "img-alt",
    "avatar": "avatar-alt",
}
"""Options of directives that name a picture, and those that hold its text."""


def pictures(subject: Subject) -> Iterator[Problem]:
    """Report pictures in pages that cannot be shown, or have no text."""
    site = PublishedSite(subject, Destinations(subject))
    for document in subject.documents.values():
        for element in document.elements:
            if isinstance(element, Picture):
                place = document.place(element.spot)
                yield from _of_file(site, document, element.source, place)
                if not element.alt.strip():
                    yield _without_text(element.source, place, "write ![what it shows](…)")
            elif isinstance(element, Directive):
                yield from _of_directive(site, document, element)


def _of_directive(
    site: PublishedSite, document: Document, directive: Directive
) -> Iterator[Problem]:
    if directive.name in {"image", "figure"} and directive.argument:
        place = document.place(directive.spot)
        yield from _of_file(site, document, "".join(directive.argument.split()), place)
        if "alt" not in directive.options:
            yield _without_text(directive.argument, place, f"add :alt: and {ALT_HINT}")
    if directive.name == "eval-rst":
        for number, line in enumerate(directive.body.split("\n"), directive.body_line):
            if found := RE_RST_PICTURE.search(line):
                place = document.place_of(Position(number), found[1])
                yield from _of_file(site, document, found[1], place)
    for option, alt in OPTIONS.items():
        source = directive.options.get(option, "")
        if source:
            place = document.place(directive.spot_of(option))
            yield from _of_file(site, document, source, place)
            if alt not in directive.options and option != "img-background":
                yield _without_text(source, place, f"add :{alt}: and {ALT_HINT}")


def _of_file(
    site: PublishedSite, document: Document, source: str, place: Place
) -> Iterator[Problem]:
    if not site.is_published(document.name, source):
        message = f'the picture "{source}" is not in {FILES}'
        yield Problem(Code.LINK_FORBIDDEN, message, place, f"put it into {FILES}")
    elif not site.is_file(full := path_of(document.name, source)):
        yield missing_file(site, full, place)


def _without_text(source: str, place: Place, hint: str) -> Problem:
    return Problem(Code.ALT_MISSING, f'the picture "{source}" has no text', place, hint)


def portraits(subject: Subject) -> Iterator[Problem]:
    """Report photos and thumbnails of records without a text."""
    described = subject.kb.identity.people.described
    for field, table in (("photo", described), ("thumbnail", subject.kb.works)):
        for record in table.values():
            source = getattr(record, field, None)
            if source and not record.alt:
                origin = getattr(record, "notes", None) or record.origin
                yield _without_text(source, origin.at(field), f"add alt: and {ALT_HINT}")


RULES = (pictures, portraits)
