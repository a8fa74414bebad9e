"""Rules for files that are left out, and for encoding and front matter of pages without record."""

from __future__ import annotations

from collections.abc import Iterator

from symposium.lint.subject import Subject
from symposium.model.problems import Problem
from symposium.reading.frontmatter import read


def files(subject: Subject) -> Iterator[Problem]:
    """Report files and folders of the project that are left out, as a build does."""
    yield from subject.walked[1]


def pages(subject: Subject) -> Iterator[Problem]:
    """Report pages that are not UTF-8, or whose front matter cannot be used."""
    for document in subject.documents.values():
        if document.record is None:
            yield from subject.texts.problems_of(document.path)
            if document.readable:
                yield from read(subject.texts.text_of(document.path), document.path)[2]
                yield from document.address[1]


RULES = (files, pages)
