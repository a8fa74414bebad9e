"""Words for readers: names of kinds, roles and statuses, texts of marks and fields."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from symposium.fields.compound_types import Field
from symposium.kinds import BY_NAME, BY_RECORD
from symposium.kinds.paper import Paper
from symposium.kinds.participants import Affiliation
from symposium.knowledge import KnowledgeBase
from symposium.knowledge.printed_names import ISSUED
from symposium.locale import N_, _, plural
from symposium.model.dates import Date, Period
from symposium.model.ids import sources_of
from symposium.pages.shown_times import date_text, span, year_of

MARKS = {
    "equal": ("*", N_("equal contribution"), N_("equal contribution")),
    "student": ("†", N_("student"), N_("student at the time of writing")),
    "corresponding": ("✉", N_("corresponding author"), N_("corresponding author")),
}
"""Sign, meaning and long meaning by mark of an author; other marks are shown as written."""

ROLES = {
    "faculty": N_("Faculty"), "postdoc": N_("Postdocs"), "phd": N_("PhD students"),
    "student": N_("Students"), "staff": N_("Staff"), "alumni": N_("Alumni"),
}  # fmt: skip
"""Roles of a group's own people, in the order in which they are shown."""

STATUSES = {
    "preprint": N_("This is a preprint."),
    "published": "",
    "corrected": N_("This work has been corrected."),
    "superseded": N_("This work has been superseded."),
    "withdrawn": N_("This work has been withdrawn."),
    "retracted": N_("This work has been retracted."),
}
"""Sentences for readers on the status of a work."""

TYPES = {
    "article": N_("Article"), "inproceedings": N_("Conference paper"),
    "conference": N_("Conference paper"), "proceedings": N_("Proceedings"), "book": N_("Book"),
    "mvbook": N_("Book"), "inbook": N_("Chapter"), "incollection": N_("Chapter"),
    "phdthesis": N_("PhD thesis"), "mastersthesis": N_("Master’s thesis"), "thesis": N_("Thesis"),
    "bachelorsthesis": N_("Thesis"),
    "techreport": N_("Report"), "report": N_("Report"), "software": N_("Software"),
    "dataset": N_("Data set"), "patent": N_("Patent"), "online": N_("Online"),
    "manual": N_("Manual"), "unpublished": N_("Unpublished"),
}  # fmt: skip

ACCESS = {
    "diamond": N_("free for readers and authors"), "gold": N_("in an open journal"),
    "hybrid": N_("open in a journal that is not"), "green": N_("in a repository"),
    "bronze": N_("free to read, without a licence"),
}  # fmt: skip
"""Ways in which a work is open to all."""

CREDIT = {
    "conceptualization": N_("Conceptualization"), "data-curation": N_("Data curation"),
    "formal-analysis": N_("Formal analysis"), "funding-acquisition": N_("Funding acquisition"),
    "investigation": N_("Investigation"), "methodology": N_("Methodology"),
    "project-administration": N_("Project administration"), "resources": N_("Resources"),
    "software": N_("Software"), "supervision": N_("Supervision"), "validation": N_("Validation"),
    "visualization": N_("Visualization"),
    "writing-original-draft": N_("Writing – original draft"),
    "writing-review-editing": N_("Writing – review & editing"),
}  # fmt: skip
"""Roles of CRediT, in the words of the standard."""

TALKS = {
    "invited": N_("Invited talk"), "keynote": N_("Keynote"), "paper": N_("Paper talk"),
    "talk": N_("Talk"), "contributed": N_("Contributed talk"), "internship": N_("Internship talk"),
    "poster": N_("Poster"),
}  # fmt: skip


FIELDS = {"booktitle": N_("venue"), "primaryclass": N_("category"),
          "howpublished": N_("publication")}  # fmt: skip
"""Labels of fields whose names are no words for readers."""


def role_label(role: str) -> str:
    """Return the heading of the people with a role; an unknown role is shown as written."""
    return _(ROLES.get(role) or role.capitalize())


def metric_label(name: str) -> str:
    """Return the label of a metric."""
    return _({"h-index": N_("h-index"), "ai-score": N_("AI score")}.get(name) or name.capitalize())


def work_kind(paper: Paper) -> str:
    """Return the kind of a work in words, such as "Conference paper"."""
    return _(_work_kind(paper))


def work_kind_presented(paper: Paper) -> str:
    """Return the kind of a work within a sentence: "Presents the conference paper …"."""
    kind = _work_kind(paper)
    translated = _(kind)
    return kind.lower() if translated == kind else translated


def _work_kind(paper: Paper) -> str:
    if paper.poster:
        return N_("Poster")
    # A venue calls itself a workshop, or the entry says that it is one.
    if paper.type in {"inproceedings", "conference"} and (
        "workshop" in (paper.venue or "").casefold() or paper.detail("entrysubtype") == "workshop"
    ):
        return N_("Workshop paper")
    if paper.type in TYPES:
        return TYPES[paper.type]
    preprint = paper.arxiv or "arxiv" in (paper.venue or "").lower()
    return N_("Preprint") if preprint or paper.status == "preprint" else N_("Paper")


def issued(paper: Paper) -> str:
    """Return kind and institution of a thesis or a report; empty for other works."""
    if paper.type not in ISSUED:
        return ""
    return ", ".join(filter(None, (_(_work_kind(paper)), paper.institution)))


def talk_kind(kind: str | None) -> str:
    """Return the kind of a talk, or of another line of a programme, in words.

    >>> talk_kind("invited"), talk_kind("panel"), talk_kind(None)
    ('Invited talk', 'Panel', 'Talk')
    """
    return _(TALKS.get(kind or "talk") or str(kind).replace("-", " ").capitalize())


def slot_state(status: str) -> str:
    """Return the status of a line of a programme in words.

    >>> slot_state("cancelled")
    'Cancelled'
    """
    names = {"cancelled": N_("Cancelled"), "moved": N_("Moved")}
    return _(names[status])


def field_label(path: str) -> str:
    """Return the path of a field in words.

    >>> field_label("service.0.venue"), field_label("booktitle"), field_label("primaryclass")
    ('service, line 1, venue', 'venue', 'category')
    """
    return ", ".join(
        _("line {number}").format(number=int(part) + 1)
        if re.fullmatch(r"[0-9]{1,6}", part)
        else _(FIELDS.get(part) or part.replace("_", " "))
        for part in path.split(".")
    )


def affiliation_text(affiliation: Affiliation) -> str:
    """Return an affiliation as text: department, organisation, country."""
    parts = (affiliation.department, affiliation.organization, affiliation.country)
    return ", ".join(part for part in parts if part)


Legend = list[tuple[str, str]]
"""Signs with their meanings; notes on marks come last, and have no sign."""


def legend_of(kb: KnowledgeBase, papers: Iterable[Paper]) -> Legend:
    """Return the legend of the marks of works.

    A mark has the words of a source if all works with that mark agree on them.
    """
    papers = list(papers)
    used = {mark for paper in papers for author in paper.authors for mark in author.marks}
    marks = [mark for mark in MARKS if mark in used]
    noted = [paper for paper in papers if paper.marks_note]
    if not marks:  # signs that only a note explains
        noted = [paper for paper in noted if any(author.marks for author in paper.authors)]
    rows = [(MARKS[mark][0], _meaning(kb, mark, papers)) for mark in marks]
    notes = dict.fromkeys(paper.marks_note or "" for paper in noted)
    return [*rows, *(("", note) for note in notes)]


def _meaning(kb: KnowledgeBase, mark: str, papers: Iterable[Paper]) -> str:
    words = set()
    for paper in papers:
        if any(mark in author.marks for author in paper.authors):
            sources = [kb.sources[id_] for id_ in sources_of(paper.sources) if id_ in kb.sources]
            words.add(next((source.marks[mark] for source in sources if mark in source.marks), ""))
    return (words.pop() if len(words) == 1 else "") or _(MARKS[mark][2])


def text_of(value: Any) -> str:
    """Return the value of a field as text.

    >>> text_of(("a", "b")), text_of(Date(2021, 3)), text_of(None), text_of(7)
    ('a, b', 'March 2021', '', '7')
    """
    if isinstance(value, tuple):
        return ", ".join(map(text_of, value))
    if value is True:
        return _("yes")
    return date_text(value) if isinstance(value, (Date, Period)) else str(value or "")


def counted(kind: str, count: int) -> str:
    """Return the number of records of a kind as text: "3 talks"."""
    return plural(count, *BY_NAME[kind].counted)


def named_people(record: Any) -> list[Any]:
    """Return the people whom the fields of a record name, as printed."""
    return [person for field in BY_RECORD[type(record)].people for person in getattr(record, field)]


def facts(
    record: Any, *, in_item: bool = False, added: bool = False
) -> Iterator[tuple[Field, str]]:
    """Yield the fields of a record that have a label and a value, with the value as text.

    Start and end are one text, as printed if the record has that. With ``in_item``, these are the
    fields for the line of a list only; with ``added``, only the further fields of the kind.
    """
    kind = BY_RECORD.get(type(record))
    for field in (kind.further if added else kind.fields).values() if kind else ():
        name = field.attribute
        is_shown = field.label and not field.role and not field.refers and field.added <= added
        if not is_shown or (in_item and not field.item):
            continue
        if name == "start" and hasattr(record, "end"):
            text = getattr(record, "when", None) or span(record.start, record.end)
        elif name == "end" and hasattr(record, "start"):
            continue
        else:
            text = text_of(field.of(record))
        if text:
            yield field, text


def values_of_facet(field: Field, record: Any) -> tuple[str, ...]:
    """Return the values of a field by which readers can filter; of dates, the years."""
    value = field.of(record)
    if isinstance(value, (Date, Period)):
        year = year_of(value)
        return (str(year),) if year else ()
    values: Sequence[Any] = value if isinstance(value, tuple) else (value,)
    return tuple([text_of(value) for value in values if value])
