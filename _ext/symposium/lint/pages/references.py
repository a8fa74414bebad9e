"""Rules for citations and roles in pages: what they name must exist."""

from __future__ import annotations

from collections.abc import Iterator

from symposium.knowledge.tombstones import or_gone
from symposium.lint.page_documents import Document, target_of
from symposium.lint.subject import Subject
from symposium.model.citation_syntax import read_targets
from symposium.model.problems import Code, Problem
from symposium.reading.markdown.elements import Position, Role
from symposium.reading.markdown.markup import CITATIONS, kind_of_role


def unknown_keys(subject: Subject) -> Iterator[Problem]:
    """Report citations of keys that no entry has."""
    for citation in subject.documents.citations:
        if subject.kb.find("paper", citation.key) is None:
            near = subject.kb.nearest("paper", citation.key)
            message = f'no entry has the key "{citation.key}"'
            hint = f"did you mean {near}?" if near else "add the entry, or correct the key"
            problem = Problem(Code.PAPER_UNKNOWN, message, citation.place, hint)
            yield or_gone(problem, subject.kb.gone, "paper", citation.key)


def malformed_citations(subject: Subject) -> Iterator[Problem]:
    """Report citations in which no key can be read."""
    for document in subject.documents.values():
        for role in document.each(Role):
            if role.name.lower() in CITATIONS and not role.text.startswith("!"):
                target = target_of(role.text)[1]
                if not read_targets(target):
                    message = f'"{target}" is not a citation'
                    hint = "write keys with commas between them, and text about one in braces"
                    place = document.place(role.spot)
                    yield Problem(Code.PAPER_UNKNOWN, message, place, hint)


def unknown_records(subject: Subject) -> Iterator[Problem]:
    """Report roles such as ``{person}`` whose id no record has."""
    for document in subject.documents.values():
        for role in document.each(Role):
            kind = kind_of_role(role.name.lower())
            if kind:
                yield from _unknown_record(subject, document, kind, role)


def _unknown_record(
    subject: Subject, document: Document, kind: str, role: Role
) -> Iterator[Problem]:
    target = target_of(role.text)[1]
    if not target or subject.kb.find(kind, target) is not None:
        return
    near = subject.kb.nearest(kind, target)
    hint = f"did you mean {near}?" if near else "correct the id, or write the words without a role"
    start = Position(role.spot.line, role.spot.column + len(role.name) + 2)
    place = document.place_of(start, target)
    problem = Problem(Code.RECORD_UNKNOWN, f'no {kind} has the id "{target}"', place, hint)
    yield or_gone(problem, subject.kb.gone, kind, target)


RULES = (unknown_keys, malformed_citations, unknown_records)
