"""Pictures of works by year and of who is around whom: where their parts stand, and what they say."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.chosen import examples
from support.pages_site import parse, site_kb
from symposium.knowledge import NO_MENTIONS, KnowledgeBase, build
from symposium.pages import Pages, Urls
from symposium.pages.charts import networks
from symposium.pages.charts.networks import MAX_CHORDS, ROW, WIDTH, NetworkChart, around, in_a_row
from symposium.pages.charts.placement import HEIGHT, YearsChart, years_chart
from symposium.reading.folder import read_project

YEARS = st.lists(st.none() | st.integers(1, 9999) | st.integers(1960, 2026), max_size=200)
NAMES = st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=60)


def boxes(chart: YearsChart) -> list[tuple[int, int, int, int]]:
    """Return the bars: left, above, width, height."""
    found = re.findall(r"M(\d+) (\d+)v-(\d+)h(\d+)v\d+z", chart.bars)
    return [(int(x), int(y) - int(h), int(w), int(h)) for x, y, h, w in found]


@settings(max_examples=examples(60))
@given(YEARS)
def test_bars_stand_apart_and_inside(years: list[int | None]) -> None:
    chart = years_chart(years)
    if chart is None:
        return
    assert chart.width <= 280
    assert chart.total + chart.undated == len(years)
    bars = boxes(chart)
    assert len(bars) == len(re.findall("M", chart.bars)) <= 64
    for left, above, wide, high in bars:
        assert left >= 0
        assert left + wide <= chart.width
        assert above >= 12
        assert wide >= 3
        assert high >= 2
    assert all(a[0] + a[2] < b[0] for a, b in pairwise(bars))
    for texts, half in (
        ([(x, str(count)) for x, _, count in chart.numbers], 3),
        ([(x, "2000") for x, _ in chart.years], 3),
    ):
        ends = [(x - half * len(text), x + half * len(text)) for x, text in texts]
        assert all(start >= 0 and end <= chart.width for start, end in ends)
        assert all(a[1] <= b[0] for a, b in pairwise(ends))
    assert all(8 <= y <= HEIGHT for _, y, _ in chart.numbers)
    assert len(chart.years) >= 1
    assert years_chart(reversed(years)) == chart


def test_years_without_works_are_gaps() -> None:
    chart = years_chart([2012, 2015, 2015, 2019])
    assert chart is not None
    assert [(x - 6) // 34 for x, *_ in boxes(chart)] == [0, 3, 7]
    assert [high for *_, high in boxes(chart)] == [23, 46, 23]
    assert chart.rows == ((2012, 1), (2015, 2), (2019, 1))
    assert chart.most == (2015, 2)


def test_many_years_have_room() -> None:
    chart = years_chart(range(1965, 2027))
    assert chart is not None
    assert (chart.span, len(boxes(chart))) == (1, 62)
    assert [year for _, year in chart.years] == [1970, 1980, 1990, 2000, 2010, 2020]
    old = years_chart([1843, 1843, 2020])
    assert old is not None
    assert old.span == 5


def check(picture: NetworkChart) -> None:
    """Check that all is inside the picture and no name lies on another, or on a node."""
    for side, places in ((1, picture.right), (-1, picture.left)):
        for person in places:
            assert person.size <= person.x <= WIDTH - person.size
            assert 15 <= person.y <= picture.height - 15
            assert 0 <= person.start < person.start + person.room <= WIDTH
            nearest = person.start if side > 0 else person.start + person.room
            assert side * (nearest - person.x) > person.size
        rows = sorted(person.y for person in places)
        assert all(below - above >= ROW for above, below in pairwise(rows))
    numbers = re.findall(r"\d+", "".join(d for _, d in picture.chords))
    assert all(0 <= int(one) <= max(WIDTH, picture.height) for one in numbers)


@settings(max_examples=examples(60))
@given(st.lists(st.tuples(NAMES, st.integers(1, 500)), min_size=1, max_size=24), st.data())
def test_nothing_overlaps_around(named: list[tuple[str, int]], data: st.DataObject) -> None:
    people = [(f"p{i}", count, name) for i, (name, count) in enumerate(named)]
    pairs = list(combinations(range(len(people)), 2))
    weights = data.draw(
        st.dictionaries(st.sampled_from(pairs), st.integers(1, 20)) if pairs else st.just({})
    )
    picture = around(people, weights)
    check(picture)
    assert picture == around(people, dict(reversed(weights.items())))
    assert sum(d.count("M") for _, d in picture.chords) <= MAX_CHORDS
    order = in_a_row(len(people), weights)
    assert sorted(order) == list(range(len(people)))


def test_too_many_lines_are_not_drawn() -> None:
    people = [(f"p{i}", 1, "Somebody Else") for i in range(20)]
    pairs = list(combinations(range(20), 2))
    all_alike = around(people, dict.fromkeys(pairs, 1))
    assert (all_alike.chords, all_alike.least) == ((), 0)
    some = around(people, dict.fromkeys(pairs, 1) | {(0, 1): 2})
    assert some.least == 2


@pytest.fixture(scope="module")
def group(tmp_path_factory: pytest.TempPathFactory) -> KnowledgeBase:
    """Somebody with thirty co-authors, a topic with posters and talks."""
    root = tmp_path_factory.mktemp("charts")
    entries = [
        f"@article{{p{n}, title={{Work {n}}}, year={2010 + n % 6}, keywords={{Bees}}, "
        f"author={{Ada Lovelace and Person{chr(65 + n % 26)} Name and Other{n % 4} Name}}}}"
        for n in range(97, 127)
    ]
    entries.append("@misc{q, title={Poster}, author={Ada Lovelace}, year=2030, keywords={Bees},"
                   " entrysubtype={poster}}")  # fmt: skip
    (root / "refs.bib").write_text("\n".join(entries))
    records, _ = read_project(root)
    kb, _ = build(records)
    return kb


def test_a_persons_pictures(group: KnowledgeBase) -> None:
    made = Pages(group, NO_MENTIONS, Urls()).render("people/ada-lovelace")
    page = parse(f"<div>{made.sections}</div>")
    chart, network = page.findall(".//figure")
    assert "".join(chart.find("svg/title").itertext()) == (  # type: ignore[union-attr]
        "Papers by year: 30 from 2010 to 2015, most in 2010 (5)"
    )
    rows = [[cell.text for cell in row] for row in chart.findall(".//tr")[1:]]
    links = [link.get("href") for link in chart.findall(".//a")]
    assert links == [f"#year-{year}" for year in range(2010, 2016)]
    assert all(page.find(f".//*[@id='{link[1:]}']") is not None for link in links if link)
    assert [row[1] for row in rows] == ["5"] * 6
    named = [link.find("title").text for link in network.findall("svg//a")]  # type: ignore[union-attr]
    assert len(named) == 20
    assert "Other0 Name: 7 joint works" in named or "Other0 Name: 8 joint works" in named
    assert len(network.findall(".//tr")) == 21
    more = group.coauthors_of("ada-lovelace")
    assert f"the list has {len(more) - 20} more" in ET.tostring(network, encoding="unicode")


def test_few_works_make_no_picture() -> None:
    kb = site_kb()
    few = [one for one in kb.people if len(kb.relations.papers_of_person.get(one, ())) < 2]
    pages = Pages(kb, NO_MENTIONS, Urls())
    assert few
    assert not any("<figure" in pages.render(f"people/{one}").sections for one in few)


def test_a_large_site_draws_those_with_many_works(
    group: KnowledgeBase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(networks, "LARGE", 10)
    pages = Pages(group, NO_MENTIONS, Urls())
    assert "sy-network" in pages.render("people/ada-lovelace").sections
    busy = pages.render("people/other1-name").sections
    assert "sy-network" in busy
    monkeypatch.setattr(networks, "MANY", 9)
    assert "sy-network" not in pages.render("people/other1-name").sections


def test_hostile_names_are_text(tmp_path: Path) -> None:
    name = "<svg onload=alert(1)> \"' &"
    entry = "@article{{k{0}, title={{T}}, year=20{0}, author={{{{{1}}} and Ann Ax and Bo Bx and Cy Cx}}}}"
    (tmp_path / "refs.bib").write_text("\n".join(entry.format(n, name) for n in range(10, 16)))
    records, _ = read_project(tmp_path)
    kb, _ = build(records)
    sections = Pages(kb, NO_MENTIONS, Urls()).render("people/ann-ax").sections
    assert "sy-network" in sections
    assert "<svg onload" not in sections
    parse(f"<div>{sections}</div>")
