"""Rules for the encoding and front matter of pages that describe no record."""

from __future__ import annotations

from collections.abc import Iterator

from symposium.lint.subject import Subject
from symposium.model.problems import Problem
from symposium.reading.frontmatter import read


def pages(subject: Subject) -> Iterator[Problem]:
    """Report pages that are not UTF-8, or whose front matter cannot be used."""
    for document in subject.documents.values():
        if document.record is None:
            yield from subject.texts.problems_of(document.path)
            if document.readable:
                yield from read(subject.texts.text_of(document.path), document.path)[2]
                yield from document.address[1]


RULES = (pages,)
