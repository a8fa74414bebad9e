"""The three tracker pages are entered whole: each is printed again from the records, line by line.

Nothing is parsed here: what the project holds is turned back into what was printed, by undoing the
corrections that it lists, and compared with the documents.
"""

from __future__ import annotations

import re
from datetime import date
from functools import cache
from typing import TYPE_CHECKING

import pytest
from support.paths import DOCUMENTS, ROOT
from symposium.knowledge import build
from symposium.model.ids import sources_of
from symposium.reading.folder import read_project

if TYPE_CHECKING:
    from collections.abc import Iterable

    from symposium.kinds.base import Correction
    from symposium.kinds.paper import Paper, PaperListing
    from symposium.kinds.person import Person
    from symposium.kinds.records import Records
    from symposium.kinds.source import Source

PAGES = {
    "page-dryden": ("001_3011fb8868c543fb.txt", 20),
    "page-ben-nun": ("003_3dd1a653302f25cc.txt", 32),
    "page-bhatele": ("004_e17d1e599e2dfd62.txt", 28),
}
HEADED = {"page-dryden": "nikoli-dryden", "page-bhatele": "abhinav-bhatele"}
"""The pages whose head is not lost, and the person whom it names."""

METRICS = {
    "h-index": "h-index{}",
    "papers": "{}papers",
    "citations": "{}citations",
    "novelty": "Novelty{}",
    "ai-score": "AI Score{}",
}
"""The metrics in the order of the head, and how it prints them."""

SHOWN = 3
"""How many authors a listing prints before it says "et al."."""

FIELD = "LG"
"""The category code under the name; the remark of the source repeats it."""

needs_documents = pytest.mark.skipif(
    not DOCUMENTS.is_dir(), reason="the documents are not on this machine"
)
each_page = pytest.mark.parametrize("page", PAGES)


@cache
def records() -> Records:
    return read_project(ROOT)[0]


@cache
def papers() -> dict[str, Paper]:
    return {paper.key: paper for paper in records().papers}


def source(page: str) -> Source:
    found: Source = next(one for one in records().entities["source"] if one.id == page)
    return found


def person(name: str) -> Person:
    found: Person = next(one for one in records().entities["person"] if one.id == name)
    return found


def corrections(paper: Paper, page: str) -> list[Correction]:
    return [one for one in source(page).corrections if one.paper == paper.key]


def as_printed(text: str | None, field: str, listed: Iterable[Correction]) -> str:
    """Undo the corrections of a field; each must be found exactly once."""
    text = text or ""
    for one in listed:
        if one.field == field:
            assert text.count(one.corrected) == 1, one
            text = text.replace(one.corrected, one.printed)
    return text


def byline(paper: Paper, listed: Iterable[Correction]) -> str:
    """The authors as a page prints them: the first ones, and whether there are more."""
    names = [one.name.text for one in paper.authors]
    text = ", ".join(names[:SHOWN])
    if paper.et_al or len(names) > SHOWN:
        text += " et al."
    return as_printed(text, "authors", listed)


def heading(listing: PaperListing) -> str:
    """Score, category, date and mark of a listing, which stand in one line without spaces."""
    day = listing.date or ""
    if re.fullmatch(r"\d{4}-\d\d-\d\d", day):
        found = date.fromisoformat(day)
        day = f"{found:%b} {found.day}, {found.year}"
    return f"{listing.score or ''}{listing.category}{day}{'Code' if listing.code else ''}"


def restored_listing(listing: PaperListing, page: str) -> list[str]:
    paper = papers()[listing.paper]
    listed = corrections(paper, page)
    title = as_printed(paper.title, "title", listed)
    authors = byline(paper, listed)
    # Title and authors have run together on the page that has lost its head.
    lines = [title, authors] if page in HEADED else [title + authors]
    return [heading(listing), *lines, as_printed(paper.abstract, "abstract", listed)]


def restored_head(page: str) -> list[str]:
    if page not in HEADED:
        return []
    found = person(HEADED[page])
    values = {one.name: f"{one.value}{one.unit or ''}" for one in found.metrics}
    metrics = [form.format(values[name]) for name, form in METRICS.items()]
    return [found.name.text, FIELD, *metrics, f"{len(source(page).listings)} Papers"]


def restored(page: str) -> list[str]:
    """The page as it was printed, made from the records alone."""
    lines = restored_head(page)
    for listing in source(page).listings:
        lines += restored_listing(listing, page)
    return lines


def printed(page: str) -> list[str]:
    """The lines of the document that are not blank; two hyphens are LaTeX for a dash."""
    text = (DOCUMENTS / PAGES[page][0]).read_text(encoding="utf-8")
    lines = (" ".join(line.split()) for line in text.splitlines() if line.strip())
    return [re.sub(r"(?<!-)--(?!-)", "–", line) for line in lines]


@needs_documents
@each_page
def test_every_line_of_a_page_is_restored_from_the_records(page: str) -> None:
    for mine, theirs in zip(restored(page), printed(page), strict=False):
        assert mine == theirs
    assert len(restored(page)) == len(printed(page))


@each_page
def test_a_page_has_its_number_of_listings_each_of_another_work(page: str) -> None:
    listed = [listing.paper for listing in source(page).listings]
    assert len(listed) == len(set(listed)) == PAGES[page][1]
    assert all(page in sources_of(papers()[key].sources) for key in listed)
    for paper in papers().values():
        assert (page in sources_of(paper.sources)) == (paper.key in listed)


def test_a_year_is_that_of_the_listing_marked_inferred_or_absent() -> None:
    dates = {one.paper: one.date or "" for page in PAGES for one in source(page).listings}
    new = [key for key in dates if "cv-dryden" not in sources_of(papers()[key].sources)]
    assert len(new) == 48
    without, built = [], build(records())[0]
    for key in new:
        paper = built.works[papers()[key].id]
        assert papers()[key].date is None
        assert "year" in paper.inferred, key
        if re.match(r"\d{4}-", dates[key]):
            assert str(paper.date) == dates[key][:4]
        else:
            without.append(dates[key])
    assert sorted(without) == ["Apr 13", "Apr 15", "Apr 27", "Apr 3", "Mar 9", "May 6"]


def test_what_the_pages_do_not_say_is_not_entered() -> None:
    new = [
        paper
        for paper in papers().values()
        if paper.sources and set(sources_of(paper.sources)) <= {*PAGES}
    ]
    assert len(new) == 48
    for paper in new:
        silent = (paper.venue, paper.doi, paper.arxiv, paper.volume, paper.pages)
        assert not any(silent), paper.key
        assert set(paper.links) == set(paper.links_from_abstract), paper.key
        assert len(paper.authors) <= SHOWN, paper.key
        assert not any(one.marks for one in paper.authors), paper.key
