"""The network of co-authors: who is in it, where they stand, and when it is made again."""

from __future__ import annotations

import json
import random
from itertools import pairwise
from pathlib import Path

import pytest
from support.project import MakeProject
from symposium.export import network
from symposium.knowledge import NO_MENTIONS, KnowledgeBase, build
from symposium.pages import Pages, Urls
from symposium.pages.charts import networks as charts
from symposium.pages.charts.networks import collaboration, has_network
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
    assert ("explore" in pages.table.by_page) is expected
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


def test_the_layout_is_the_same_each_time_and_nobody_stands_on_another() -> None:
    chance = random.Random(1)  # noqa: S311 - the same each time
    lines = sorted({tuple(sorted(chance.sample(range(400), 2))) for _ in range(700)})
    weights = [1 + line[0] % 3 for line in lines]
    first = network.positions(400, lines, weights)
    assert first == network.positions(400, lines, weights)
    places, groups = first
    assert len(set(places)) > 395
    assert min(x for x, _ in places) == min(y for _, y in places) == 0
    assert max(max(place) for place in places) < 5_000
    sizes = [groups.count(one) for one in range(max(groups) + 1)]
    assert all(a >= b for a, b in pairwise(sizes))


def test_the_file_changes_with_who_wrote_with_whom_alone(tmp_path: Path) -> None:
    def made(title: str, *authors: str) -> tuple[int, bytes]:
        kb = kb_of(tmp_path, *authors, title=title)
        return network.number(kb, Fingerprints(kb, NO_MENTIONS)), network.network_file(kb)[1]

    first = made("A", "Ann Ax and Bo Bx and Cy Cx", "Ann Ax and Dee Dx")
    assert made("B", "Ann Ax and Bo Bx and Cy Cx", "Ann Ax and Dee Dx") == first
    other = made("A", "Ann Ax and Bo Bx and Cy Cx", "Bo Bx and Dee Dx")
    assert other[0] != first[0]
    assert other[1] != first[1]
    data = json.loads(first[1])
    assert data["ids"][0] == "ann-ax"
    assert len({len(data[name]) for name in ("ids", "names", "works", "x", "y", "groups")}) == 1
    assert sum(data["from"]) < len(data["ids"])


def test_the_page_comes_and_goes_and_loads_what_it_needs(project: MakeProject) -> None:
    two, three = "Ann Ax and Bo Bx", "Ann Ax and Bo Bx and Cy Cx"
    entry = "@article{{k, title={{T}}, year=2020, author={{{}}}}}"
    made = project({"refs.bib": entry.format(two)})
    built = made.build(html_theme="basic")
    assert not built.path("explore").exists()
    made.write({"refs.bib": entry.format(three)})
    built = made.build(html_theme="basic")
    assert "symposium-explore.js" in built.html("explore")
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
