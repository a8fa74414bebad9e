"""Rules for ``{listing}`` and ``{schedule}`` in pages: what they ask for must be right."""

from __future__ import annotations

from collections.abc import Iterator

from symposium.knowledge.programme_excerpts import SELECTORS, Excerpt
from symposium.knowledge.programme_excerpts import faults_of as faults_of_excerpt
from symposium.knowledge.tombstones import or_gone
from symposium.lint.page_documents import Document
from symposium.lint.subject import Subject
from symposium.model.problems import Code, Problem
from symposium.query import faults_of, parse
from symposium.reading.markdown.elements import Directive


def listings(subject: Subject) -> Iterator[Problem]:
    """Report listings in pages that cannot be made as they are asked for."""
    for document in subject.documents.values():
        for directive in document.each(Directive):
            if directive.name.lower() == "listing" and directive.argument.strip():
                yield from _listing(subject, document, directive)


def _listing(subject: Subject, document: Document, directive: Directive) -> Iterator[Problem]:
    query, faults = parse(directive.argument.strip(), directive.options)
    for fault in (*faults, *(faults_of(subject.kb, query) if query else ())):
        spot = directive.spot if fault.option == "what" else directive.spot_of(fault.option)
        place = document.place(spot)
        yield Problem(Code.MARKUP_MISUSED, fault.message, place, fault.hint)


def schedules(subject: Subject) -> Iterator[Problem]:
    """Report programmes in pages that cannot be shown as they are asked for."""
    for document in subject.documents.values():
        for directive in document.each(Directive):
            if directive.name.lower() == "schedule" and directive.argument.strip():
                yield from _schedule(subject, document, directive)


def _schedule(subject: Subject, document: Document, directive: Directive) -> Iterator[Problem]:
    kb, event = subject.kb, directive.argument.strip()
    if kb.find("event", event) is None:
        near = kb.nearest("event", event)
        hint = f"did you mean {near}?" if near else "name an event, or remove the directive"
        place = document.place_of(directive.spot, event)
        problem = Problem(Code.RECORD_UNKNOWN, f'no event has the id "{event}"', place, hint)
        yield or_gone(problem, kb.gone, "event", event)
        return
    for option in (*SELECTORS, "heading"):
        if option in directive.options and not directive.options[option].strip():
            place = document.place(directive.spot_of(option))
            message = f"the option {option} of {{schedule}} is empty"
            yield Problem(Code.MARKUP_MISUSED, message, place, "remove it")
    day, room, track = (directive.options.get(name, "").strip() for name in SELECTORS)
    for fault in faults_of_excerpt(kb, Excerpt(event, day, room, track)):
        place = document.place(directive.spot_of(fault.selector))
        yield Problem(Code.MARKUP_MISUSED, fault.message, place, fault.hint)


RULES = (listings, schedules)
