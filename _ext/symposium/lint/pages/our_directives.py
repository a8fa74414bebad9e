"""Rules for ``{listing}`` and ``{schedule}`` in pages: what they ask for must be right."""

from __future__ import annotations

from collections.abc import Iterator

from symposium.knowledge.programme_excerpts import SELECTORS, Excerpt
from symposium.knowledge.programme_excerpts import faults_of as faults_of_excerpt
from symposium.knowledge.tombstones import or_gone
from symposium.lint.page_documents import Document
from symposium.lint.subject import Subject
from symposium.model.problems import Code, Place, Problem
from symposium.query import OPTIONS, QueryError, caret, choices, faults_of, followed, parse
from symposium.reading.markdown.elements import Directive, Position


def listings(subject: Subject) -> Iterator[Problem]:
    """Report listings in pages that cannot be made as they are asked for."""
    for document in subject.documents.values():
        for directive in document.each(Directive):
            if directive.name.lower() == "listing" and directive.argument.strip():
                yield from _listing(subject, document, directive)


def _listing(subject: Subject, document: Document, directive: Directive) -> Iterator[Problem]:
    what = directive.argument.strip()
    asked = {name: directive.options[name] for name in OPTIONS if name in directive.options}
    query, faults = subject.results.of(parse, what, asked)
    found = [*faults, *choices(directive.options)]
    if query is None:
        # What the expression names can be looked up, whatever is wrong with the other options.
        where = {name: text for name, text in asked.items() if name == "where"}
        query, _ = subject.results.of(parse, what, where)
    if query is not None:
        found += faults_of(subject.kb, query)
    for fault in found:
        text = what if fault.option == "what" else directive.options[fault.option]
        yield Problem(
            Code.MARKUP_MISUSED,
            fault.message,
            place_of(document, directive, text, fault),
            fault.hint,
            excerpt=tuple(caret(text, fault).split("\n")),
        )


def place_of(document: Document, directive: Directive, text: str, fault: QueryError) -> Place:
    """Return where a fault stands in the file: in the line and the column of its text.

    An option may go on for several lines, each of them indented, or begun with a colon: so the
    text is followed through the file letter by letter, whatever blanks are between.
    """
    whole = fault.option == "what"
    begin = document.place(
        Position((directive.spot if whole else directive.spot_of(fault.option)).line)
    )
    content, line = document.texts.text_of(document.path), document.texts.offset(begin)
    at = content.find("}" if whole else fault.option, line or 0)
    if line is None or at < 0:
        return begin
    at = followed(content, at + (1 if whole else len(fault.option) + 1), text, fault.start)
    return begin if at < 0 else document.texts.place_at(document.path, at)


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
