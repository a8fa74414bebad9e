"""Words for readers: what kinds, marks, roles and statuses are called."""

from __future__ import annotations

import re
from collections.abc import Iterable

from symposium.kinds.paper import Paper
from symposium.kinds.participants import Affiliation

MARKS = {
    "equal": ("*", "equal contribution", "equal contribution"),
    "student": ("†", "student", "student at the time of writing"),
    "corresponding": ("✉", "corresponding author", "corresponding author"),
}
"""Marks of authors: the sign, what it means, and that at length; others are shown as written."""

ROLES = {
    "faculty": "Faculty", "postdoc": "Postdocs", "phd": "PhD students", "student": "Students",
    "staff": "Staff", "alumni": "Alumni",
}  # fmt: skip
"""Roles of a group's own people, in the order in which they are shown."""

METRICS = {"h-index": "h-index", "ai-score": "AI score"}
"""Names of metrics that are not written like other words."""

STATUSES = {
    "preprint": "This is a preprint.",
    "published": "",
    "corrected": "This work has been corrected.",
    "superseded": "This work has been superseded.",
    "withdrawn": "This work has been withdrawn.",
    "retracted": "This work has been retracted.",
}
"""What a reader must know about the status of a work."""

TYPES = {
    "article": "Article", "inproceedings": "Conference paper", "conference": "Conference paper",
    "proceedings": "Proceedings", "book": "Book", "mvbook": "Book", "inbook": "Chapter",
    "incollection": "Chapter", "phdthesis": "PhD thesis", "mastersthesis": "Master’s thesis",
    "thesis": "Thesis", "techreport": "Report", "report": "Report", "software": "Software",
    "dataset": "Data set", "patent": "Patent", "online": "Online", "manual": "Manual",
    "unpublished": "Unpublished",
}  # fmt: skip

TALKS = {
    "invited": "Invited talk", "keynote": "Keynote", "paper": "Paper talk", "talk": "Talk",
    "contributed": "Contributed talk", "internship": "Internship talk", "poster": "Poster talk",
}  # fmt: skip


def plural(count: int, one: str, many: str = "") -> str:
    """Return a number with its noun.

    >>> plural(1, "paper"), plural(1200, "paper"), plural(2, "entry", "entries")
    ('1 paper', '1,200 papers', '2 entries')
    """
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def work_kind(paper: Paper) -> str:
    """Return what kind of work a paper is, for a reader."""
    if paper.poster:
        return "Poster"
    if paper.type in TYPES:
        return TYPES[paper.type]
    preprint = paper.arxiv or "arxiv" in (paper.venue or "").lower()
    return "Preprint" if preprint or paper.status == "preprint" else "Paper"


def talk_kind(kind: str | None) -> str:
    """Return what kind of talk or line of a programme something is, for a reader.

    >>> talk_kind("invited"), talk_kind("panel"), talk_kind(None)
    ('Invited talk', 'Panel', 'Talk')
    """
    return TALKS.get(kind or "talk") or str(kind).replace("-", " ").capitalize()


def field_label(path: str) -> str:
    """Return the name of a field as a reader understands it.

    >>> field_label("service.0.venue"), field_label("booktitle"), field_label("primaryclass")
    ('service, line 1, venue', 'venue', 'category')
    """
    names = {"booktitle": "venue", "primaryclass": "category", "howpublished": "publication"}
    parts = [
        re.sub(r"^[0-9]{1,6}$", lambda m: f"line {int(m[0]) + 1}", part) for part in path.split(".")
    ]
    return ", ".join(names.get(part, part.replace("_", " ")) for part in parts)


def marks_of(papers: Iterable[Paper]) -> list[str]:
    """Return which marks of authors need a legend."""
    used = {mark for paper in papers for one in paper.authors for mark in one.marks}
    return [mark for mark in MARKS if mark in used]


def affiliation_text(affiliation: Affiliation) -> str:
    """Return an affiliation as text: department, organisation, country."""
    parts = (affiliation.department, affiliation.organization, affiliation.country)
    return ", ".join(part for part in parts if part)
