"""What programs find: ids first, then the best, in whatever spelling."""

from __future__ import annotations

import json
import sqlite3
import sys
from collections.abc import Callable, Mapping
from unittest.mock import Mock

import pytest
from support.project import MakeProject
from symposium import load
from symposium.cli import main
from symposium.mcp.full_text import Search

ENTRIES: Mapping[str, str] = {
    "doe2020fast": "author = {Doe, Jane and Bazi{\\'n}ska, Julia}, title = {Fast Relation Extraction}, "
    "year = 2020, journal = {Notes on Streams}, doi = {10.18653/v1/P18-1027}, "
    'abstract = {Hammocks, hammocks and hammocks of Kim, Kim and Kim, and of Sch{\\"u}tze.}',
    "roe2019slow": "author = {Roe, Ann}, title = {Slow Books and Hammocks}, year = 2019",
    "man2021lang": "author = {Manning, Christopher D.}, title = {Language Models in Context}, "
    "year = 2021, keywords = {sparsity}",
    "kim2021not": "author = {Kim, Bo}, title = {Parsing is NOT Dead}, year = 2021, keywords = {sparsity}",
    "kim2015zebra": "author = {Kim, Bo}, title = {Zebras in Hammocks}, year = 2015",
    "low2001": "author = {Low, Al}, title = {Twin Lakes}, year = 2001",
    "low2002": "author = {Low, Al}, title = {Twin Lakes}, year = 2002",
}


@pytest.fixture
def find(project: MakeProject) -> Callable[..., list[str]]:
    bib = "".join(f"@article{{{key},\n{fields}}}\n" for key, fields in ENTRIES.items())
    search = Search(load(project({"refs.bib": bib}).root))
    return lambda text, **options: ["/".join(key) for key in search.find(text, **options)]


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("kim2021not", ["paper/kim2021not"]),
        ("10.18653/v1/P18-1027", ["paper/doe2020fast"]),
        ("bazinska", ["person/julia-bazinska", "paper/doe2020fast"]),
        ("kim 2021", ["paper/kim2021not"]),
        ("relation extractions", ["paper/doe2020fast"]),
        ("lang mod", ["paper/man2021lang"]),
        ("Chris Manning", ["person/christopher-d-manning"]),
        ("how do language models use context?", ["paper/man2021lang"]),
        ("relation quantum extraction", ["paper/doe2020fast"]),
        ('" OR NEAR( title:', []),
        ("", []),
    ],
)
def test_programs_find_it(find: Callable[..., list[str]], query: str, first: list[str]) -> None:
    found = find(query)
    assert found[: len(first)] == first
    assert bool(found) == bool(first)


def test_titles_and_names_say_more_than_an_abstract(find: Callable[..., list[str]]) -> None:
    found = find("hammocks")
    assert set(found[:2]) == {"paper/roe2019slow", "paper/kim2015zebra"}
    assert found[2] == "paper/doe2020fast"
    found = find("kim")
    assert found[0] == "person/bo-kim"
    assert set(found[1:3]) == {"paper/kim2021not", "paper/kim2015zebra"}
    assert "paper/doe2020fast" in found


def test_of_equals_the_newest_comes_first(find: Callable[..., list[str]]) -> None:
    assert find("twin lakes") == ["paper/low2002", "paper/low2001"]


def test_what_is_left_out_and_other_kinds_are_not_found(find: Callable[..., list[str]]) -> None:
    assert "paper/kim2015zebra" not in find("hammocks -zebras")
    assert find("kim", kind="person") == ["person/bo-kim"]
    assert len(find("kim", limit=1)) == 1


def test_a_word_that_is_an_id_finds_more_than_its_record(find: Callable[..., list[str]]) -> None:
    found = find("sparsity")
    assert found[0] == "topic/sparsity"
    assert set(found[1:]) == {"paper/man2021lang", "paper/kim2021not"}


def test_who_works_on_something_are_the_authors_of_its_works(project, capsys) -> None:
    bib = "".join(f"@article{{{key},\n{fields}}}\n" for key, fields in ENTRIES.items())
    made = project({"refs.bib": bib})
    assert main(["search", "--json", "who works on parsing?", str(made.root)]) == 0
    assert [one["id"] for one in json.loads(capsys.readouterr().out)] == ["bo-kim"]


def test_a_python_without_full_text_is_told_in_a_line(project, capsys, monkeypatch) -> None:
    made = project({"refs.bib": "@misc{a, title = {A}}\n"})
    without = Mock(**{"return_value.execute.side_effect": sqlite3.OperationalError("no fts5")})
    for module in (Mock(sqlite3, connect=without), None):  # None: as if it were not installed
        monkeypatch.setitem(sys.modules, "sqlite3", module)
        assert main(["search", "a", str(made.root)]) == 2
        assert "this Python lacks the full text of SQLite (FTS5)" in capsys.readouterr().err
