"""The timeline of the home page: what stands where, from two years to sixty."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.pages_site import site_kb
from symposium.knowledge import NO_MENTIONS
from symposium.model.dates import Date
from symposium.pages import Pages, Urls
from symposium.pages.timeline_layout import BARS, MOST_YEARS, NAMED, TICKS, Happening, timeline


def event(number: int, date: Date, kind: str = "event") -> Happening:
    return Happening(kind, f"e{number}", f"A Meeting on Harbours, Number {number}", date, date)


def share(text: str) -> float:
    assert text.endswith("%")
    return float(text[:-1])


dates = st.builds(
    Date,
    st.integers(1, 9999),
    st.none() | st.integers(1, 12),
    st.none() | st.integers(1, 28),
    st.none() | st.sampled_from(["spring", "winter"]),
)


@given(
    st.dictionaries(st.integers(1, 9999) | st.integers(1990, 2030), st.integers(0, 200_000)),
    st.lists(dates, max_size=30),
)
def test_everything_stands_in_its_place(papers: dict[int, int], days: list[Date]) -> None:
    happened = [event(n, day) for n, day in enumerate(days)]
    made = timeline(papers, happened)
    assert timeline(dict(reversed(papers.items())), reversed(happened)) == made
    years = {year for year, count in papers.items() if count} | {day.year for day in days}
    if made is None:
        assert len(years) < 2
        return
    assert [one.year for one in made.columns] == list(
        range(made.columns[0].year, made.columns[-1].year + 1)
    )
    assert len(made.columns) <= MOST_YEARS
    shown = sum(one.papers + one.events + one.talks for one in made.columns)
    assert shown + made.outside == sum(papers.values()) + len(days)
    assert sum(bool(one.number) for one in made.columns) <= TICKS
    for column in made.columns:
        assert 0 <= column.height <= BARS
        assert bool(column.height) == bool(column.papers)
        assert 0 <= share(column.x) <= share(column.x) + share(column.width) <= 100.02
        assert column.unnamed >= 0
    assert len(made.marks) <= NAMED
    assert all(0 <= share(mark.x) <= 100 for mark in made.marks)
    assert all(below.y - above.y >= 24 for above, below in pairwise(made.marks))
    dotted = any(one.dot for one in made.columns)
    assert bool(made.dots) == dotted
    unmarked = sum(one.events + one.talks for one in made.columns) - len(made.marks)
    assert dotted == bool(unmarked)


def test_bars_and_marks_lie_where_their_dates_are() -> None:
    made = timeline(
        {2020: 50_000, 2023: 25_000}, [event(1, Date(2021, 7, 1)), event(2, Date(2024), "talk")]
    )
    assert made is not None
    assert [one.height for one in made.columns] == [BARS, 0, 0, BARS // 2, 0]
    assert [one.x for one in made.columns] == ["0%", "20%", "40%", "60%", "80%"]
    talk, meeting = made.marks
    assert (talk.x, talk.leftwards, talk.until) == ("90%", True, "2024-12-31")
    assert (meeting.x, meeting.leftwards, meeting.until) == ("30.03%", False, "2021-07-01")


def test_names_are_cut_to_the_room_beside_their_marks() -> None:
    days = [Date(2000, 1, 1), Date(2000, 12, 31), Date(2001, 12, 31)]
    long = [Happening("event", str(n), "名" * 99, day, day) for n, day in enumerate(days)]
    made = timeline({2000: 1, 2001: 1}, long)
    assert made is not None
    assert [len(mark.short) for mark in made.marks] == [17, 8, 17]
    assert all(mark.short.endswith("…") and len(mark.long) > len(mark.short) for mark in made.marks)


@pytest.mark.parametrize("papers", [{}, {2020: 3}, {2020: 0, 2021: 1}])
def test_there_is_nothing_where_there_is_nothing_to_show(papers: dict[int, int]) -> None:
    assert timeline(papers, []) is None


def test_the_overview_shows_it_as_a_picture_and_as_a_table() -> None:
    overview = Pages(site_kb(), NO_MENTIONS, Urls()).overview("guide/x")
    picture, table = re.findall(
        r"<svg class=\"sy-tl\".*?</svg>\n</div>|<table.*?</table>", overview, re.DOTALL
    )
    links = re.findall(r'href="(\.\./years/[^"]+)"', picture)
    assert len(links) >= 2
    assert sorted(links) == sorted(set(re.findall(r'href="(\.\./years/[^"]+)"', table)))
    for link in re.findall(r'sy-tl-mark" href="([^"]+)"', picture):
        assert f'href="{link}"' in table
    assert "style=" not in picture
