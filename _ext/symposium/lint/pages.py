"""Rules for pages: their heads, and the records that they name.

Their Markdown is left to a build (``symposium check --pages``): here only roles of ours are found.
"""

from __future__ import annotations

from collections.abc import Iterator

from symposium.kinds import BY_NAME
from symposium.knowledge.tombstones import or_gone
from symposium.lint.subject import Subject, target_of
from symposium.model.problems import Code, Problem
from symposium.reading.frontmatter import read


def files(subject: Subject) -> Iterator[Problem]:
    """Report files and folders of the project that are left out, as a build does."""
    yield from subject.walked[1]


def heads(subject: Subject) -> Iterator[Problem]:
    """Report pages without a record that are not UTF-8, or whose front matter cannot be used."""
    for document in subject.documents.values():
        if document.record is None:
            yield from subject.texts.problems_of(document.path)
            if document.readable:
                yield from read(subject.texts.text_of(document.path), document.path)[2]
                yield from document.address[1]


def citations(subject: Subject) -> Iterator[Problem]:
    """Report citations of keys that no entry has."""
    for citation in subject.documents.citations:
        if subject.kb.find("paper", citation.key) is None:
            near = subject.kb.nearest("paper", citation.key)
            message = f'no entry has the key "{citation.key}"'
            hint = f"did you mean {near}?" if near else "add the entry, or correct the key"
            problem = Problem(Code.PAPER_UNKNOWN, message, citation.place, hint)
            yield or_gone(problem, subject.kb.gone, "paper", citation.key)


def references(subject: Subject) -> Iterator[Problem]:
    """Report roles such as ``{person}`` whose id no record has."""
    for document in subject.documents.values():
        for role in document.roles:
            kind, target = role.name.removeprefix("kb:"), target_of(role.text)
            if kind not in BY_NAME or not target or subject.kb.find(kind, target) is not None:
                continue
            near = subject.kb.nearest(kind, target)
            hint = "correct the id, or write the words without a role"
            problem = Problem(
                Code.RECORD_UNKNOWN,
                f'no {kind} has the id "{target}"',
                document.place_of(role, target),
                f"did you mean {near}?" if near else hint,
            )
            yield or_gone(problem, subject.kb.gone, kind, target)


RULES = (files, heads, citations, references)
