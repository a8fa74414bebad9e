"""Rules for directives with a wrong argument, option or content."""

from __future__ import annotations

import re
from collections.abc import Iterator

from symposium.knowledge.nearest import Spellings
from symposium.lint.page_documents import Document
from symposium.lint.pages.destinations import defined_by, label_of
from symposium.lint.subject import Subject
from symposium.model.problems import Code, Place, Problem
from symposium.reading.markdown.bounded import TOO_MANY_CELLS
from symposium.reading.markdown.elements import Directive, Formula, LongTable, Position, Target
from symposium.reading.markdown.markup import directives

PARENTS = {
    "tab-item": ("tab-set",),
    "grid-item": ("grid",),
    "grid-item-card": ("grid",),
    "card-header": ("card", "grid-item-card"),
    "card-footer": ("card", "grid-item-card"),
}
"""Directives that stand in certain others only."""

VALUES = {
    "lineno-start": r"\s*[+-]?\d+\s*",
    "maxdepth": r"\s*[+-]?\d+\s*",
    "scale": r"\s*\d+\s*%?\s*",
    "align": r"(?i:left|center|right|top|middle|bottom|default)",
}
"""What some options of directives may be."""


def misused(subject: Subject) -> Iterator[Problem]:
    """Report directives that are not written as they must be."""
    for document in subject.documents.values():
        for directive in document.each(Directive):
            yield from _misused(document, directive)
        for table in document.each(LongTable):
            hint = "divide it among several pages, or publish it as a file"
            yield _wrong(TOO_MANY_CELLS, document.place(table.spot), hint)


def _misused(document: Document, directive: Directive) -> Iterator[Problem]:
    shape = directives().get(directive.name.lower())
    if shape is None or directive.name == "eval-rst":
        return
    place, name = document.place(directive.spot), f"{{{directive.name}}}"
    if shape.argument == "1" and not directive.argument.strip():
        yield _wrong(f"{name} needs an argument after its name", place, "write it there")
    if shape.content == "-" and directive.body.strip():
        hint = "remove the lines in it"
        if shape.options:
            hint += ", or begin those that belong to an option with a colon and two spaces"
        yield _wrong(f"{name} has no content", place, hint)
    if not directive.plain:
        hint = "write each on a line of its own, as :name: value"
        yield _wrong(f"the options of {name} cannot be read", place, hint)
    if shape.known and directive.name.lower() != "listing":  # the argument decides
        spellings = Spellings(shape.options)
        for option in directive.options:
            if option not in shape.options:
                where = document.place(directive.spot_of(option))
                hint = spellings.hint(option, "remove it")
                yield _wrong(f"{name} has no option {option}", where, hint)
    for option, line in directive.twice.items():
        where = document.place(Position(line))
        yield _wrong(f"{name} has the option {option} more than once", where, "keep one")
    for option, pattern in VALUES.items():
        value = directive.options.get(option, "")
        if value and option in shape.options and not re.fullmatch(pattern, value):
            where = document.place(directive.spot_of(option))
            message = f'{name} cannot use "{value}" as {option}'
            yield _wrong(message, where, "correct it, or remove it")
    parents = PARENTS.get(directive.name)
    if parents and directive.inside not in parents:
        hint = f"put it into {{{parents[0]}}}"
        yield _wrong(f"{name} is outside of {{{parents[0]}}}", place, hint)


def _wrong(message: str, place: Place, hint: str) -> Problem:
    return Problem(Code.MARKUP_MISUSED, message, place, hint)


def twice(subject: Subject) -> Iterator[Problem]:
    """Report labels, equations and terms that stand twice."""
    seen: dict[tuple[str, str], Place] = {}
    for document in subject.documents.values():
        for what, name, place in _names(document):
            first = seen.setdefault((what, label_of(name)), place)
            if first is not place:
                yield _wrong(f'the {what} "{name}" is in {first}, too', place, "keep one")


def _names(document: Document) -> Iterator[tuple[str, str, Place]]:
    for element in document.elements:
        if isinstance(element, Target):
            yield "label", element.name, document.place(element.spot)
        elif isinstance(element, Formula) and element.label:
            yield "equation", element.label, document.place(element.spot)
        elif isinstance(element, Directive) and element.name == "math":
            if label := element.options.get("label"):
                yield "equation", label, document.place(element.spot_of("label"))
        elif isinstance(element, Directive) and element.name == "glossary":
            for term in defined_by(element):
                yield "term", term, document.place(element.spot)


RULES = (misused, twice)
