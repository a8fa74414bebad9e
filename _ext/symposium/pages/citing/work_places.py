"""Containers of works, and the places of works there, in the vocabulary of schema.org."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from symposium.kinds.paper import Paper
from symposium.pages.citing import work_types as of
from symposium.pages.citing.tags import pages_of
from symposium.pages.maths import as_typed

Thing = dict[str, Any]

CONTAINERS: Mapping[of.WorkType, str] = {
    **dict.fromkeys((of.ARTICLE, of.NEWSPAPER), "Periodical"),
    **dict.fromkeys((of.CHAPTER, of.CONFERENCE, of.ENCYCLOPEDIA), "Book"),
}
"""Types of containers in schema.org by type of work."""
IN_SERIES = frozenset({of.BOOK, of.REPORT, of.STANDARD})
"""Types of works that may be part of a series themselves."""


def place_of(paper: Paper, type_: of.WorkType) -> Thing:
    """Return the properties of a work for its container, and its pages or number there."""
    place: Thing = {"isPartOf": _container(paper, type_)}
    if type_ in CONTAINERS:
        place["pageStart"], place["pageEnd"] = _, last = pages_of(paper)
        place["pagination"] = None if last else paper.pages
    elif type_ is of.BOOK:
        place |= {"isbn": paper.isbn, "bookEdition": paper.detail("edition")}
    elif type_ in IN_SERIES:
        place["reportNumber"] = paper.number
    elif type_ is of.SOFTWARE:
        place |= {"version": paper.detail("version"), "codeRepository": paper.links.get("code")}
    return place


def _container(paper: Paper, type_: of.WorkType) -> Thing | None:
    """Return an issue of a journal, a book of a series, or a series."""
    container = CONTAINERS.get(type_) if paper.venue else None
    series = {"@type": "CreativeWorkSeries", "name": paper.series}
    if container is None:
        return _with_issn(series, paper) if paper.series and type_ in IN_SERIES else None
    node: Thing = {"@type": container, "name": as_typed(paper.venue or "")}
    if container == "Book":
        node |= {"isbn": paper.isbn} if paper.isbn else {}
        return node | ({"isPartOf": _with_issn(series, paper)} if paper.series else {})
    node = _with_issn(node, paper)
    if paper.volume:
        node = {"@type": "PublicationVolume", "volumeNumber": paper.volume, "isPartOf": node}
    if paper.number:
        node = {"@type": "PublicationIssue", "issueNumber": paper.number, "isPartOf": node}
    return node


def _with_issn(serial: Thing, paper: Paper) -> Thing:
    return {**serial, "issn": paper.issn} if paper.issn else serial
