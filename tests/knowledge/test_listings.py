"""Listings without a year get one only where a single year is possible."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from symposium.kinds.paper import Paper, PaperListing
from symposium.kinds.records import Records
from symposium.kinds.source import Source
from symposium.knowledge import NO_MENTIONS, build
from symposium.knowledge.listings import with_inferred_dates
from symposium.model.dates import Date, parse_date
from symposium.pages import Pages, Urls

MIXED = ("2024-05-01", "2025-12-17", "Mar 9", "2023-01-02")
SORTED = ("2025-06-01", "Mar 9", "2024-09-30", "2021-01-01")


def page(*dates: str | None, entered: str | None = "2026-11-20", date: str = "undated") -> Source:
    """Return a page that lists a paper of each date."""
    listings = tuple(PaperListing(f"p{i}", one) for i, one in enumerate(dates))
    return Source("page", "Page", "tracker", date, listings=listings, entered=entered)


def inferred(source: Source) -> list[str]:
    """Return the dates that are inferred."""
    return [one.inferred_date or "" for one in with_inferred_dates(source).listings]


@pytest.mark.parametrize(
    ("dates", "found"),
    [
        pytest.param(MIXED, "2026-03-09", id="the page's own year is printed nowhere"),
        pytest.param(SORTED, "2025-03-09", id="between the neighbours of a sorted page"),
        pytest.param(("Jun 15", *SORTED[2:]), "", id="on top of a sorted page, two years are left"),
        pytest.param(("Jun 15", "2025-05-03", "2024-01-01"), "2026-06-15", id="2025 is printed"),
        pytest.param(("2025-05-03", "2024-01-01", "Jun 15"), "", id="at the end of a sorted page"),
        pytest.param(("Feb 29", *MIXED[:2]), "", id="no such day in the year"),
        pytest.param(("Dec 24", *MIXED[:2]), "", id="after the page was entered"),
        pytest.param(("Mar 9", "Apr 1", "2025-01-01"), "", id="most dates have no year"),
        pytest.param(("Mar 9",), "", id="no other date"),
        pytest.param((*SORTED[:2], "Apr 1", *SORTED[2:]), "", id="found dates run upwards"),
    ],
)  # fmt: skip
def test_a_year_is_inferred_where_one_alone_is_possible(dates: tuple[str, ...], found: str) -> None:
    assert "".join(inferred(page(*dates))) == found


def test_without_a_last_day_any_later_year_is_possible() -> None:
    assert not any(inferred(page(*MIXED, entered=None)))
    assert any(inferred(page(*MIXED, entered=None, date="2026-06")))


def test_what_an_editor_has_inferred_stays() -> None:
    mine = PaperListing("p9", "Apr 1", inferred_date="2020-04-01")
    source = page(*MIXED)
    listings = with_inferred_dates(Source("a", "A", "tracker", "undated", entered="2026-11-20",
                                          listings=(*source.listings, mine))).listings  # fmt: skip
    assert [one.inferred_date for one in listings if one.inferred_date] == [
        "2026-03-09", "2020-04-01",
    ]  # fmt: skip


DATES = st.one_of(
    st.dates(date(2016, 1, 1), date(2025, 12, 31)).map(str),
    st.sampled_from(["Mar 9", "Apr 15", "Feb 29", "Dec 31"]),
)


@given(st.lists(DATES, max_size=8))
def test_no_inferred_date_is_later_than_the_page_or_of_another_day(dates: list[str]) -> None:
    for one in with_inferred_dates(page(*dates)).listings:
        if one.inferred_date:
            found = parse_date(one.inferred_date)
            assert isinstance(found, Date)
            assert found.sort_key <= (2026, 11, 20)
            assert f"{found.printed.split()[1][:3]} {found.day}" == one.date


def test_a_work_without_a_date_takes_the_year_and_newest_works_follow_whole_dates() -> None:
    papers = tuple(
        Paper(f"p{i}", f"p{i}", "misc", f"On {i}", date=Date(year) if year else None)
        for i, year in enumerate((2024, 2025, None, 2023, 2025))
    )
    source = page(*MIXED, "2025-12-18")
    kb, _ = build(Records(papers, entities={"source": (source,)}))
    assert kb.relations.newest == ("p2", "p4", "p1", "p0", "p3")
    assert (kb.works["p2"].date, kb.works["p2"].inferred) == (Date(2026), ("year",))
    shown = Pages(kb, NO_MENTIONS, Urls())
    for name in ("papers/p2", "sources/page"):
        assert "2026-03-09 inferred" in shown.render(name).sections


def test_works_of_a_year_are_sorted_by_month_and_those_of_a_day_by_the_file() -> None:
    dates = (Date(2025), Date(2025, 3), Date(2025, 3, 9), Date(2025, 11), Date(2025, 3, 9))
    papers = tuple(Paper(f"p{i}", f"p{i}", "misc", "T", date=one) for i, one in enumerate(dates))
    kb, _ = build(Records(papers))
    assert kb.relations.newest == ("p3", "p2", "p4", "p1", "p0")
