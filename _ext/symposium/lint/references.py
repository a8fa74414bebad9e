"""Rules for references in pages and records: to existing records, and to works still valid.

Only a build (``symposium check --pages``) parses the Markdown of pages: here their front matter is
read, and roles are found by a scan.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from symposium.kinds import BY_NAME, KINDS
from symposium.kinds.paper import Paper
from symposium.knowledge.checks import place_in, unknown
from symposium.knowledge.entry_index import or_gone
from symposium.knowledge.relations import values_of
from symposium.lint.subject import Rule, Subject, target_of
from symposium.model.problems import Code, Place, Problem
from symposium.reading.frontmatter import read


def files(subject: Subject) -> Iterator[Problem]:
    """Report files and folders left out of the project, as a build does."""
    yield from subject.walked[1]


def heads(subject: Subject) -> Iterator[Problem]:
    """Report pages without a record that are not UTF-8, or whose front matter is faulty."""
    for document in subject.documents.values():
        if document.record is None:
            yield from subject.texts.problems_of(document.path)
            if document.readable:
                yield from read(subject.texts.text_of(document.path), document.path)[2]
                yield from document.address[1]


def citations(subject: Subject) -> Iterator[Problem]:
    """Report citations with unknown keys."""
    for citation in subject.citations:
        if subject.kb.find("paper", citation.key) is None:
            near = subject.kb.nearest("paper", citation.key)
            message = f'no entry has the key "{citation.key}"'
            hint = f"did you mean {near}?" if near else "add the entry, or correct the key"
            problem = Problem(Code.PAPER_UNKNOWN, message, citation.place, hint)
            yield or_gone(problem, subject.kb.gone, "paper", citation.key)


def references(subject: Subject) -> Iterator[Problem]:
    """Report roles such as ``{person}`` with unknown ids."""
    for document in subject.documents.values():
        for role in document.roles:
            kind, target = role.name.removeprefix("kb:"), target_of(role.text)
            if kind not in BY_NAME or not target or subject.kb.find(kind, target) is not None:
                continue
            near = subject.kb.nearest(kind, target)
            other = "correct the id, or write the words without a role"
            hint = f"did you mean {near}?" if near else other
            place = document.place_of(role, target)
            yield unknown(Code.RECORD_UNKNOWN, (kind, target), place, hint, subject.kb.gone)


GONE = frozenset({"retracted", "withdrawn", "superseded"})
RE_NOTICE = re.compile(r"\b(?:retract|withdraw|erratum|corrigend|correction|notice)", re.IGNORECASE)


def relying(subject: Subject) -> Iterator[Problem]:
    """Report pages and records that rely on a retracted, withdrawn or superseded work."""
    kb = subject.kb
    gone = {paper.id: paper for paper in kb.works.values() if paper.status in GONE}
    if not gone:
        return
    for citation in subject.citations:
        cited = gone.get(kb.find("paper", citation.key) or "")
        of, own = subject.documents[citation.docname].record or ("", "")
        # The pages of the work itself and of the notice on it may cite it.
        is_own = cited and of == "paper" and (own == cited.id or _is_notice(kb.works[own], cited))
        if cited and not is_own:
            yield _problem(cited, citation.place, "this page cites")
    for paper in kb.works.values():
        for text in paper.related:
            other = gone.get(text)
            if other and not _is_notice(paper, other):
                who = f'"{paper.key}" names as related'
                yield _problem(other, place_in(paper, "related"), who)
    for kind in KINDS:
        fields = [name for name, field in kind.references.items() if field.refers == "paper"]
        for record in kb.entities[kind.name].values() if fields else ():
            for field in fields:
                for paper in filter(None, map(gone.get, values_of(record, field))):
                    who = f'the {kind.name} "{kb.title_of(kind.name, record.id)}" names'
                    yield _problem(paper, record.origin.at(field), who)


def _is_notice(paper: Paper, other: Paper) -> bool:
    """Tell whether a work is a notice on another one, or supersedes it and names it as related."""
    if RE_NOTICE.search(paper.title):
        return True
    return other.status == "superseded" and other.id in paper.related


def _problem(paper: Paper, place: Place, who: str) -> Problem:
    message = f'{who[0].upper()}{who[1:]} "{paper.key}", which was {paper.status}'
    hint = "say so there, leave it out, or name the work that took its place"
    return Problem(Code.RELIES_ON_RETRACTED, message, place, hint)


RULES: tuple[Rule, ...] = (files, heads, citations, references, relying)
