"""Works are sorted and dated by their listings."""

from __future__ import annotations

from types import SimpleNamespace

from support.files import knowledge_of
from symposium.export.api_values import corrections
from symposium.kinds.paper import Paper, PaperListing
from symposium.kinds.records import Records
from symposium.kinds.source import Source
from symposium.knowledge import NO_MENTIONS, build
from symposium.model.dates import Date
from symposium.pages import Pages, Urls
from symposium.pages.citing.bibtex import shown_entry


def test_a_work_without_a_date_takes_the_year_and_newest_works_follow_whole_dates() -> None:
    papers = tuple(
        Paper(f"p{i}", f"p{i}", "misc", f"On {i}", date=Date(year) if year else None)
        for i, year in enumerate((2024, 2025, None, 2023, 2025))
    )
    dates = ("2024-05-01", "2025-12-17", "Mar 9", "2023-01-02", "2025-12-18")
    inferred = (None, None, "2026-03-09", None, None)
    rows = zip(dates, inferred, strict=True)
    listings = tuple(
        PaperListing(f"p{i}", one, inferred_date=day) for i, (one, day) in enumerate(rows)
    )
    source = Source("page", "Page", "tracker", "undated", listings=listings)
    kb, _ = build(Records(papers, entities={"source": (source,)}))
    assert kb.relations.newest == ("p2", "p4", "p1", "p0", "p3")
    assert (kb.works["p2"].date, kb.works["p2"].inferred) == (Date(2026), ("year",))
    shown = Pages(kb, NO_MENTIONS, Urls())
    for name in ("papers/p2", "sources/page"):
        assert "Mar 9 (2026-03-09)" in shown.render(name).sections
    assert "year   = {2026}" in shown_entry(kb.works["p2"])


def test_works_of_a_year_are_sorted_by_month_and_those_of_a_day_by_the_file() -> None:
    dates = (Date(2025), Date(2025, 3), Date(2025, 3, 9), Date(2025, 11), Date(2025, 3, 9))
    papers = tuple(Paper(f"p{i}", f"p{i}", "misc", "T", date=one) for i, one in enumerate(dates))
    kb, _ = build(Records(papers))
    assert kb.relations.newest == ("p3", "p2", "p4", "p1", "p0")


CORRECTED = """---
title: A page
kind: tracker
date: undated
corrections:
  - {field: heading, printed: PAEG, corrected: PAGE}
  - {paper: keys, field: title, printed: On Kyes, corrected: On Keys}
  - {paper: kyes, field: title, printed: x, corrected: y}
---
"""


def test_a_source_holds_the_corrections_of_the_works_that_it_prints(tmp_path) -> None:
    files = {"refs.bib": "@misc{keys, title = {On Keys}}", "sources/page.md": CORRECTED}
    kb, problems = knowledge_of(tmp_path, files)
    assert [str(one.place) for one in problems] == ["sources/page.md:8"]
    (fix,) = kb.works["keys"].corrections
    assert (fix.printed, fix.source) == ("On Kyes", "page")
    context = SimpleNamespace(kb=kb)
    assert [one.printed for one in corrections(context, kb.sources["page"])] == ["PAEG"]
    assert corrections(context, kb.works["keys"]) == [fix]
