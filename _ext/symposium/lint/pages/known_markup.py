"""Rules for directives and roles that are unknown, or switched off for safety."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator

from symposium.knowledge.nearest import Spellings
from symposium.lint.page_documents import Document
from symposium.lint.subject import Subject
from symposium.model.problems import Code, Place, Problem
from symposium.reading.markdown.elements import Directive, Position, Role
from symposium.reading.markdown.markup import directives, roles

REFUSED = {
    "raw": "write it in Markdown",
    "include": "write the text here, or link to its page",
    "literalinclude": "write the lines into a code block",
}
"""Directives that could publish another file, or run something in a page."""

RE_RST_REFUSED = re.compile(
    r"\.\. (?:(?:raw|include|literalinclude)::|role::\s*[^\s(]+\(raw\)|default-role::\s*raw)"
)
OTHERWISE = "see the guide for what there is"
MOST_HINTS = 500

RE_HTTP_EQUIV = re.compile(r"\s*:?http-equiv", re.IGNORECASE)
RE_NEW_ROLE = re.compile(r"[^\s(]+")


def refused(subject: Subject) -> Iterator[Problem]:
    """Report what is switched off for safety."""
    for document in subject.documents.values():
        for directive in document.each(Directive):
            yield from _refused(document, directive)
        for role in document.each(Role):
            if role.name.lower() == "raw":
                yield _not_run("the role {raw}", document.place(role.spot), REFUSED["raw"])


def _refused(document: Document, directive: Directive) -> Iterator[Problem]:
    name = directive.name.lower()
    place = document.place(directive.spot)
    if name in REFUSED:
        yield _not_run(f"{{{name}}}", place, REFUSED[name])
    elif name == "csv-table":
        for option in ("file", "url"):
            if option in directive.options:
                spot = document.place(directive.spot_of(option))
                yield _not_run(f":{option}: of {{csv-table}}", spot, "write the rows here")
    elif name in {"eval-rst", "meta"}:
        pattern = RE_RST_REFUSED if name == "eval-rst" else RE_HTTP_EQUIV
        for number, line in enumerate(directive.body.split("\n"), directive.body_line):
            if found := pattern.match(line.strip()):
                spot = document.place_of(Position(number), found[0])
                what = f"``{found[0]}``" if name == "eval-rst" else "http-equiv of {meta}"
                yield _not_run(what.replace("``", ""), spot, "remove it")


def _not_run(what: str, place: Place, hint: str) -> Problem:
    return Problem(Code.MARKUP_REFUSED, f"{what} is switched off for safety", place, hint)


def unknown(subject: Subject) -> Iterator[Problem]:
    """Report directives and roles that nothing defines."""
    if subject.has_other_extensions:
        return
    near_directive = _near(directives())
    near_role = _near(roles())
    for document in subject.documents.values():
        own = set(_own_roles(document))
        for directive in document.each(Directive):
            if directive.name.lower() not in directives():
                place = document.place(directive.spot)
                hint = near_directive(directive.name)
                yield _unknown("directive", directive.name, place, hint)
        for role in document.each(Role):
            if role.name.lower() not in roles() and role.name.lower() not in own:
                place = document.place(role.spot)
                yield _unknown("role", role.name, place, near_role(role.name))


def _near(names: Collection[str]) -> Callable[[str], str]:
    """Return what hints at the nearest of some names; whoever mistypes many gets no more hints."""
    spellings = Spellings(names)
    told: dict[str, str] = {}

    def hint(name: str) -> str:
        if name not in told and len(told) < MOST_HINTS:
            told[name] = spellings.hint(name, OTHERWISE)
        return told.get(name, OTHERWISE)

    return hint


def _unknown(what: str, name: str, place: Place, hint: str) -> Problem:
    return Problem(Code.MARKUP_UNKNOWN, f"there is no {what} {{{name}}}", place, hint)


def _own_roles(document: Document) -> Iterator[str]:
    """Yield the names of roles that a page makes for itself."""
    for directive in document.each(Directive):
        if directive.name.lower() == "role" and (found := RE_NEW_ROLE.match(directive.body)):
            yield found[0].lower()


RULES = (refused, unknown)
