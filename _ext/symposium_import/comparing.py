"""Comparing works with those of a project: which are new, the same, or published meanwhile."""

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
    """What a work is to a project."""

    NEW = "new"
    SAME = "the same as"
    LIKELY = "probably the same as"
    PUBLISHED = "preprint now published"
    PREPRINT = "preprint of"


ALSO = {
    "journal": ("journaltitle",), "journaltitle": ("journal",), "year": ("date",),
    "month": ("date",), "address": ("location",), "location": ("address",),
    "school": ("institution",), "institution": ("school",), "eprinttype": ("archiveprefix",),
    "archiveprefix": ("eprinttype",), "primaryclass": ("eprintclass",),
    "eprintclass": ("primaryclass",), "keywords": ("keyword", "mendeley-tags"),
    "url": ("doi", "html", "website"), "date": ("year",), "number": ("issue",),
    "editor": ("editor+an",),
}  # fmt: skip
"""Fields that say what a missing one would say."""
COMPARED = ("title", "author", "year", "journal", "booktitle", "volume", "number", "pages", "doi",
            "eprint")  # fmt: skip
"""Fields of which both values are shown where they differ; others are a matter of taste."""
OF_PREPRINT = frozenset({"eprint", "eprinttype", "primaryclass", "abstract"})
"""What an entry of a publication takes from its preprint."""
OF_VENUE = frozenset({
    "year", "month", "date", "journal", "journaltitle", "booktitle", "volume", "number", "pages",
    "publisher", "howpublished", "institution", "doi",
})  # fmt: skip
"""What a preprint says of its server, and not of the publication."""


@dataclass(slots=True)
class Match:
    """A work, and what of it is to be written."""

    work: ImportedWork
    paper: Paper
    """The work as a build has it."""
    verdict: Verdict
    known: Paper | None = None
    """The work of the project."""
    missing: dict[str, str] = field(default_factory=dict)
    """Fields that its entry lacks; of a publication all fields of the new entry."""
    differing: list[tuple[str, str, str]] = field(default_factory=list)
    """Fields with two values: that of the entry, and that of the work."""


class KnownWorks:
    """The works of a project, by what identifies them."""

    def __init__(self, papers: Iterable[Paper]) -> None:
        self._papers: dict[tuple[str, str], list[Paper]] = defaultdict(list)
        for one in papers:
            self.add(one)

    def add(self, paper: Paper) -> None:
        """Note a work."""
        for sign in (*_ids(paper), *_titles(paper)):
            self._papers[sign].append(paper)

    def match(self, work: ImportedWork, paper: Paper) -> Match:
        """Return what a work is to the known ones; ``paper`` is the work as a build has it."""
        same = [one for sign in _ids(paper) for one in self._papers[sign] if may_share(one, paper)]
        alike = (one for sign in _titles(paper) for one in self._papers[sign]
                 if is_one(one, paper) or _is_likely(one, paper))  # fmt: skip
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


def _is_likely(one: Paper, other: Paper) -> bool:
    """Tell whether two works of one title are most likely one, however their venue is printed."""
    if one.poster != other.poster or one.year is None or one.year != other.year:
        return False
    if SAME_CLASS.get(one.type, one.type) != SAME_CLASS.get(other.type, other.type):
        return False
    for name in ("doi", "arxiv", "volume", "number", "pages"):
        ours, theirs = getattr(one, name), getattr(other, name)
        if ours and theirs and ours.lower() != theirs.lower():
            return False
    people = (one.authors, other.authors)
    return len(people[0]) == len(people[1]) and all(map(_is_like, *people))


def _ids(paper: Paper) -> Iterator[tuple[str, str]]:
    if paper.doi:
        yield "doi", paper.doi.lower()
    if paper.arxiv:
        yield "arxiv", paper.arxiv.lower()


def _titles(paper: Paper) -> Iterator[tuple[str, str]]:
    title = fold_name(paper.title)
    if len(title) >= MIN_TITLE and title not in RECURRING:
        for family in dict.fromkeys(fold_name(one.name.family) for one in paper.authors):
            yield title, family


def own_fields(paper: Paper) -> dict[str, str]:
    """Return the fields of an entry that say something; of a repeated one the first."""
    fields: dict[str, str] = {}
    for name, value in paper.fields:
        if value.strip(" {}\n"):
            fields.setdefault(name, value)
    return fields


def _missing(work: ImportedWork, known: Paper) -> dict[str, str]:
    there = own_fields(known)
    missing = {
        name: value for name, value in work.fields.items()
        if not there.keys() & {name, *ALSO.get(name, ())}
    }  # fmt: skip
    if "eprint" in there or (known.arxiv and "eprint" not in work.fields):
        missing.pop("eprinttype", None)
    if "author" in there:
        missing.pop("editor", None)  # who edited a volume is no fact about a paper in it
    return missing


def _differing(work: ImportedWork, known: Paper) -> Iterator[tuple[str, str, str]]:
    there = own_fields(known)
    for name in COMPARED:
        value, ours = work.fields.get(name), there.get(name)
        if value and ours and not says_the_same(name, ours, value):
            shown = [" ".join(decode(text).split()) for text in (ours, value)]
            yield name, shown[0], shown[1]


def says_the_same(name: str, ours: str, theirs: str) -> bool:
    """Tell whether two values of a field say one thing, however they are written.

    >>> says_the_same("pages", "1-10", "1--10"), says_the_same("author", "Doe, J.", "Jane Doe")
    (True, True)
    >>> says_the_same("title", "{A} Test.", "A test"), says_the_same("year", "2020", "2021")
    (True, False)
    """
    if name == "author":
        pairs = [read_names(value)[0] for value in (ours, theirs)]
        return len(pairs[0]) == len(pairs[1]) and all(map(_is_like, *pairs))
    return fold_name(decode(ours)) == fold_name(decode(theirs))


def _is_like(one: Contributor, other: Contributor) -> bool:
    """Tell whether two printed names may be those of one person: by family name and initial."""
    first, second = one.name, other.name
    initials = {fold_name(name.given)[:1] for name in (first, second)} - {""}
    return fold_name(first.text) == fold_name(second.text) or (
        fold_name(first.family) == fold_name(second.family) and len(initials) < 2
    )


def is_by(paper: Paper, names: Iterable[Contributor]) -> bool:
    """Tell whether one of these printed names may be that of an author or editor of a work."""
    return any(_is_like(*pair) for pair in product((*paper.authors, *paper.editors), names))


def _published(work: ImportedWork, known: Paper) -> dict[str, str]:
    """Return the fields that the entry of a preprint has when it is published."""
    there = own_fields(known)
    number = {"eprint": known.arxiv, "eprinttype": "arxiv"} if known.arxiv else {}
    kept = {name: value for name, value in there.items() if name not in OF_VENUE}
    return number | kept | {
        name: value for name, value in work.fields.items() if name not in there or name in OF_VENUE
    }  # fmt: skip
