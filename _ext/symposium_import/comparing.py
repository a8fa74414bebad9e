"""Comparison of works with those of a project: new, the same, or published meanwhile."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from itertools import product

from symposium.kinds.paper import Contributor, Paper
from symposium.lint.duplicates import (
    MIN_TITLE,
    RECURRING,
    SAME_CLASS,
    is_one,
    is_preprint,
    is_published_preprint,
    may_share,
)
from symposium.model.names import fold_name
from symposium.reading.contributors import read_names
from symposium.reading.latex import decode

from symposium_import.works import ImportedWork


class Verdict(Enum):
    """Relation of a work to those of a project."""

    NEW = "new"
    SAME = "the same as"
    LIKELY = "probably the same as"
    PUBLISHED = "preprint now published"
    PREPRINT = "preprint of"


EQUIVALENT = {
    "journal": ("journaltitle",), "journaltitle": ("journal",), "year": ("date",),
    "month": ("date",), "address": ("location",), "location": ("address",),
    "school": ("institution",), "institution": ("school",), "eprinttype": ("archiveprefix",),
    "archiveprefix": ("eprinttype",), "primaryclass": ("eprintclass",),
    "eprintclass": ("primaryclass",), "keywords": ("keyword", "mendeley-tags"),
    "url": ("doi", "html", "website"), "date": ("year",), "number": ("issue",),
    "editor": ("editor+an",),
}  # fmt: skip
"""For each field, others with the same fact: an entry that has one of them does not lack it."""
COMPARED = ("title", "author", "year", "journal", "booktitle", "volume", "number", "pages", "doi",
            "eprint")  # fmt: skip
"""Fields whose differing values are shown; in other fields a difference is a matter of taste."""
OF_PREPRINT = frozenset({"eprint", "eprinttype", "primaryclass", "abstract"})
"""Fields that the entry of a publication takes from its preprint."""
OF_VENUE = frozenset({
    "year", "month", "date", "journal", "journaltitle", "booktitle", "volume", "number", "pages",
    "publisher", "howpublished", "institution", "doi",
})  # fmt: skip
"""Fields that in a preprint describe its server, not the publication."""


@dataclass(slots=True)
class Match:
    """A work, its counterpart in the project, and the fields to write."""

    work: ImportedWork
    paper: Paper
    """The work as a build reads it."""
    verdict: Verdict
    known: Paper | None = None
    """The same work in the project, if it has one."""
    missing: dict[str, str] = field(default_factory=dict)
    """Fields that the entry lacks; for a preprint now published, all fields of its new entry."""
    differing: list[tuple[str, str, str]] = field(default_factory=list)
    """Fields that differ: name, value in the entry, value in the work."""


class KnownWorks:
    """Index of the works of a project by identifier and by title."""

    def __init__(self, papers: Iterable[Paper]) -> None:
        self._papers: dict[tuple[str, str], list[Paper]] = defaultdict(list)
        for paper in papers:
            self.add(paper)

    def add(self, paper: Paper) -> None:
        """Add a work to the index."""
        for sign in (*_ids(paper), *_titles(paper)):
            self._papers[sign].append(paper)

    def match(self, work: ImportedWork, paper: Paper) -> Match:
        """Compare a work with the known ones; ``paper`` is the work as a build reads it."""
        same = [other for sign in _ids(paper) for other in self._papers[sign]
                if may_share(other, paper)]  # fmt: skip
        alike = (other for sign in _titles(paper) for other in self._papers[sign]
                 if is_one(other, paper) or _is_probably_same(other, paper))  # fmt: skip
        known = same[0] if same else next(alike, None)
        if known is None:
            return Match(work, paper, Verdict.NEW)
        if is_published_preprint(known, paper):
            if is_preprint(known):
                return Match(work, paper, Verdict.PUBLISHED, known, _published(work, known))
            missing = {n: v for n, v in _missing(work, known).items() if n in OF_PREPRINT}
            return Match(work, paper, Verdict.PREPRINT, known, missing)
        verdict = Verdict.SAME if same else Verdict.LIKELY
        differing = list(_differing(work, known))
        return Match(work, paper, verdict, known, _missing(work, known), differing)


def _is_probably_same(paper: Paper, other: Paper) -> bool:
    """Tell whether two works with one title are probably the same, whatever their venues' form."""
    if paper.poster != other.poster or paper.year is None or paper.year != other.year:
        return False
    if SAME_CLASS.get(paper.type, paper.type) != SAME_CLASS.get(other.type, other.type):
        return False
    for name in ("doi", "arxiv", "volume", "number", "pages"):
        ours, theirs = getattr(paper, name), getattr(other, name)
        if ours and theirs and ours.lower() != theirs.lower():
            return False
    people = (paper.authors, other.authors)
    return len(people[0]) == len(people[1]) and all(map(_may_be_same, *people))


def _ids(paper: Paper) -> Iterator[tuple[str, str]]:
    if paper.doi:
        yield "doi", paper.doi.lower()
    if paper.arxiv:
        yield "arxiv", paper.arxiv.lower()


def _titles(paper: Paper) -> Iterator[tuple[str, str]]:
    title = fold_name(paper.title)
    if len(title) >= MIN_TITLE and title not in RECURRING:
        for family in dict.fromkeys(fold_name(author.name.family) for author in paper.authors):
            yield title, family


def own_fields(paper: Paper) -> dict[str, str]:
    """Return the fields of an entry that are not empty; of a repeated field the first."""
    fields: dict[str, str] = {}
    for name, value in paper.fields:
        if value.strip(" {}\n"):
            fields.setdefault(name, value)
    return fields


def _missing(work: ImportedWork, known: Paper) -> dict[str, str]:
    fields = own_fields(known)
    missing = {
        name: value for name, value in work.fields.items()
        if not fields.keys() & {name, *EQUIVALENT.get(name, ())}
    }  # fmt: skip
    if "eprint" in fields or (known.arxiv and "eprint" not in work.fields):
        missing.pop("eprinttype", None)
    if "author" in fields:
        missing.pop("editor", None)  # who edited a volume is no fact about a paper in it
    return missing


def _differing(work: ImportedWork, known: Paper) -> Iterator[tuple[str, str, str]]:
    fields = own_fields(known)
    for name in COMPARED:
        value, ours = work.fields.get(name), fields.get(name)
        if value and ours and not is_same_value(name, ours, value):
            shown = [" ".join(decode(text).split()) for text in (ours, value)]
            yield name, shown[0], shown[1]


def is_same_value(name: str, ours: str, theirs: str) -> bool:
    """Tell whether two values of a field mean the same, however they are written.

    >>> is_same_value("pages", "1-10", "1--10"), is_same_value("author", "Doe, J.", "Jane Doe")
    (True, True)
    >>> is_same_value("title", "{A} Test.", "A test"), is_same_value("year", "2020", "2021")
    (True, False)
    """
    if name == "author":
        pairs = [read_names(value)[0] for value in (ours, theirs)]
        return len(pairs[0]) == len(pairs[1]) and all(map(_may_be_same, *pairs))
    return fold_name(decode(ours)) == fold_name(decode(theirs))


def _may_be_same(contributor: Contributor, other: Contributor) -> bool:
    """Tell whether two printed names may belong to one person: same family name, same initial."""
    first, second = contributor.name, other.name
    initials = {fold_name(name.given)[:1] for name in (first, second)} - {""}
    return fold_name(first.text) == fold_name(second.text) or (
        fold_name(first.family) == fold_name(second.family) and len(initials) < 2
    )


def is_by(paper: Paper, names: Iterable[Contributor]) -> bool:
    """Tell whether an author or editor of a work may have one of these printed names."""
    return any(_may_be_same(*pair) for pair in product((*paper.authors, *paper.editors), names))


def _published(work: ImportedWork, known: Paper) -> dict[str, str]:
    """Return the fields for the entry of a preprint that has been published."""
    fields = own_fields(known)
    number = {"eprint": known.arxiv, "eprinttype": "arxiv"} if known.arxiv else {}
    kept = {name: value for name, value in fields.items() if name not in OF_VENUE}
    return number | kept | {
        name: value for name, value in work.fields.items() if name not in fields or name in OF_VENUE
    }  # fmt: skip
