"""The network of co-authors: who is in it, where they stand, and when it is made again."""

from __future__ import annotations

import json
import random
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from support.project import MakeProject
from symposium.export import network, network_layout, network_plain
from symposium.knowledge import NO_MENTIONS, KnowledgeBase, build
from symposium.pages import Pages, Urls
from symposium.pages.charts import collaboration as charts
from symposium.pages.charts import kinship
from symposium.pages.charts.collaboration import collaboration, has_network
from symposium.pages.fingerprints import Fingerprints
from symposium.reading.folder import read_project


def kb_of(folder: Path, *authors: str, title: str = "A") -> KnowledgeBase:
    """Return what a bibliography with works of these authors says."""
    entries = [
        f"@article{{k{n}, title={{{title} {n}}}, year=2020, author={{{names}}}}}"
        for n, names in enumerate(authors)
    ]
    folder.mkdir(exist_ok=True)
    (folder / "refs.bib").write_text("\n".join(entries), encoding="utf-8")
    records, _ = read_project(folder)
    kb, _ = build(records)
    return kb


@pytest.mark.parametrize(
    ("authors", "expected"),
    [
        ((), False),
        (("Ann Ax",), False),
        (("Ann Ax and Bo Bx",), False),
        (("Ann Ax and Ann Ax", "Cy Cx", "Bo Bx"), False),
        (("Ann Ax and Bo Bx and Cy Cx",), True),
        (("Ann Ax and Bo Bx", "Cy Cx and Dee Dx"), True),
    ],
)
def test_few_people_are_no_network(tmp_path: Path, authors: list[str], expected: bool) -> None:
    kb = kb_of(tmp_path, *authors)
    assert has_network(kb) is expected
    pages = Pages(kb, NO_MENTIONS, Urls())
    assert (("explore", "explore") in pages.table.subjects()) is expected
    assert ("explore.html" in pages.render("people/index").header) is expected


def test_joint_works_are_counted(tmp_path: Path) -> None:
    kb = kb_of(tmp_path, "Ann Ax and Bo Bx and Cy Cx", "Ann Ax and Bo Bx", "Ann Ax", "Dee Dx")
    found = collaboration(kb)
    assert found.ids == ("ann-ax", "bo-bx", "cy-cx")
    assert found.sizes == (2, 2, 1)
    assert dict(zip(found.lines, found.weights, strict=True)) == {(0, 1): 2, (0, 2): 1, (1, 2): 1}


def test_of_too_many_the_busiest_and_strongest_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(charts, "PEOPLE", 5)
    monkeypatch.setattr(charts, "LINES", 6)
    everybody = " and ".join(f"P{n} Q{n}x" for n in range(9))
    kb = kb_of(tmp_path, everybody, "P0 Q0x and P1 Q1x", "P2 Q2x and P0 Q0x", "P3 Q3x and P4 Q4x")
    found = collaboration(kb)
    assert len(found.ids) == 5
    assert found.ids[0] == "p0-q0x"
    assert len(found.lines) == 6
    strong = {line for line, weight in zip(found.lines, found.weights, strict=True) if weight > 1}
    assert len(strong) == 3
    assert {end for line in found.lines for end in line} == set(range(5))


@pytest.mark.parametrize("positions", [network_layout.positions, network_plain.positions])
def test_the_layout_is_the_same_each_time_and_nobody_stands_on_another(positions: Any) -> None:
    chance = random.Random(1)  # noqa: S311 - the same each time
    lines = sorted({tuple(sorted(chance.sample(range(400), 2))) for _ in range(700)})
    weights = [1 + line[0] % 3 for line in lines]
    state = random.getstate()
    first = positions(400, lines, weights)
    assert first == positions(400, lines, weights)
    assert random.getstate() == state
    places, groups = first
    assert len(set(places)) > 395
    assert min(x for x, _ in places) == min(y for _, y in places) == 0
    assert max(max(place) for place in places) < 5_000
    sizes = [groups.count(one) for one in range(max(groups) + 1)]
    assert all(a >= b for a, b in pairwise(sizes))


def test_without_the_library_those_who_work_together_still_stand_together() -> None:
    lines = [(0, 1), (0, 2), (1, 2), (2, 3), (3, 4), (3, 5), (4, 5)]
    places, groups = network_plain.positions(7, lines, [5, 5, 5, 1, 5, 5, 5])
    assert groups == [0, 0, 0, 1, 1, 1, 2]
    assert len(set(places)) == 7


def test_the_file_changes_with_who_wrote_with_whom_alone(tmp_path: Path) -> None:
    def made(title: str, *authors: str) -> tuple[int, bytes]:
        kb = kb_of(tmp_path, *authors, title=title)
        numbers = dict(network.numbers(kb, Fingerprints(kb, NO_MENTIONS)))
        return numbers["people"], network.network_file(kb, "people")[1]

    first = made("A", "Ann Ax and Bo Bx and Cy Cx", "Ann Ax and Dee Dx")
    assert made("B", "Ann Ax and Bo Bx and Cy Cx", "Ann Ax and Dee Dx") == first
    other = made("A", "Ann Ax and Bo Bx and Cy Cx", "Bo Bx and Dee Dx")
    assert other[0] != first[0]
    assert other[1] != first[1]
    data = json.loads(first[1])
    assert data["ids"][0] == "ann-ax"
    assert len({len(data[name]) for name in ("ids", "names", "works", "x", "y", "groups")}) == 1
    assert sum(data["from"]) < len(data["ids"])


WORKS = """
@article{a, title={Silent Rivers Rising}, author={Ann Ax and Bo Bx}, year=2020, journal={Waters},
  keywords={rivers, floods}}
@article{b, title={Rivers that Stay Silent}, author={Cy Cx and Bo Bx and Ann Ax}, year=2021}
@article{c, title={Loud Mountains}, author={Cy Cx}, year=2021, journal={Stones}}
@misc{d, title={Silent Rivers Rising}, author={Cy Cx}, year=2021, entrysubtype={poster}}
"""


def maps_of(folder: Path, refs: str) -> tuple[dict[str, int], dict[str, Any], dict[str, Any]]:
    """Return the numbers of both maps of a bibliography, and the maps."""
    folder.mkdir(exist_ok=True)
    (folder / "refs.bib").write_text(refs, encoding="utf-8")
    kb, _ = build(read_project(folder)[0])
    people, papers = (
        json.loads(network.network_file(kb, name)[1]) for name in ("people", "papers")
    )
    return dict(network.numbers(kb, Fingerprints(kb, NO_MENTIONS))), people, papers


def marks(data: dict[str, Any], dot: str) -> list[tuple[object, ...]]:
    """Return year, venue and topics of each sort of work that a dot has."""
    found, at = [], 0
    for step in data["has"][data["ids"].index(dot)]:
        at += step
        year, venue, *topics = data["marks"][at]
        where = data["venues"][venue] if venue >= 0 else None
        found.append((year, where, *[data["topics"][one] for one in topics]))
    return found


def test_papers_that_are_about_the_same_are_joined(tmp_path: Path) -> None:
    _, _, papers = maps_of(tmp_path, WORKS)
    assert papers["ids"] == ["b", "a", "c"], "the newest of the joined ones; no poster"
    assert (papers["from"], papers["to"], papers["works"]) == ([0], [1], [1, 1, 0])
    assert papers["subjects"] == ["", ""], "two papers and one are no subject"
    assert papers["notes"] == ["Cy Cx et al. · 2021", "Ann Ax, Bo Bx · 2020", "Cy Cx · 2021"]


def test_a_group_of_papers_is_named_by_what_they_share(tmp_path: Path) -> None:
    more = "".join(
        f"@article{{e{n}, title={{A Silent River {name}}}, author={{Dee {name}x}}, year=2018}}"
        for n, name in enumerate(("Delta", "Bank", "Bed"))
    ) + "".join(f"@misc{{o{n}, title={{Other{chr(97 + n)} things}}}}" for n in range(20))
    _, _, papers = maps_of(tmp_path, WORKS + more)
    group = papers["groups"][papers["ids"].index("a")]
    assert {"rivers", "silent"} <= {*papers["subjects"][group].split(", ")}


def test_each_dot_has_the_years_venues_and_topics_of_its_works(tmp_path: Path) -> None:
    _, people, papers = maps_of(tmp_path, WORKS)
    assert {*marks(people, "ann-ax")} == {(2020, "Waters", "floods", "rivers"), (2021, None)}
    assert {*marks(people, "cy-cx")} == {(2021, None), (2021, "Stones")}
    assert marks(papers, "c") == [(2021, "Stones")]


@pytest.mark.parametrize(
    ("before", "after", "changed"),
    [
        ("Loud Mountains", "Silent Rivers", {"papers"}),
        ("journal={Stones}", "journal={Rocks}", {"people", "papers"}),
        ("year=2020", "year=2019", {"people", "papers"}),
        ("rivers, floods", "rivers, drought", {"people", "papers"}),
    ],
)
def test_the_number_of_a_map_changes_with_what_it_shows(
    tmp_path: Path, before: str, after: str, changed: set[str]
) -> None:
    first, other = maps_of(tmp_path, WORKS), maps_of(tmp_path, WORKS.replace(before, after))
    assert {name for name in first[0] if first[0][name] != other[0][name]} == changed
    assert (first[2] != other[2]) == ("papers" in changed)


def test_of_too_many_papers_the_newest_are_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kinship, "PAPERS", 2)
    assert kinship.papers_shown(kb_of(tmp_path, "Ann Ax", "Bo Bx", "Cy Cx")) == []
    monkeypatch.setattr(kinship, "LEAST", 2)
    kb = build(read_project(tmp_path)[0])[0]
    assert kinship.papers_shown(kb) == list(kb.relations.newest[:2])


def test_the_page_comes_and_goes_and_loads_what_it_needs(project: MakeProject) -> None:
    two, three = "Ann Ax and Bo Bx", "Ann Ax and Bo Bx and Cy Cx"
    entry = "@article{{k, title={{T}}, year=2020, author={{{}}}}}"
    made = project({"refs.bib": entry.format(two)})
    built = made.build(html_theme="basic")
    assert not built.path("explore").exists()
    made.write({"refs.bib": entry.format(three)})
    built = made.build(html_theme="basic")
    assert "symposium-explore-map.js" in built.html("explore")
    assert "symposium-explore" not in built.html("people/index")
    assert json.loads((built.outdir / "explore.json").read_text())["names"] == [
        "Ann Ax", "Bo Bx", "Cy Cx",
    ]  # fmt: skip
    made.write({"explore.md": "# My own page\n"})
    assert "My own page" in made.build(html_theme="basic").html("explore")
    made.remove("explore.md")
    made.write({"refs.bib": entry.format(two)})
    built = made.build(html_theme="basic")
    assert not built.path("explore").exists()
    assert not (built.outdir / "explore.json").exists()
