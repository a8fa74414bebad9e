"""Expressions over two whole sites, and the same questions asked of their API in plain Python."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from support.paths import ROOT
from symposium.cli.project import load
from symposium.export.api import api_files
from symposium.knowledge import KnowledgeBase
from symposium.knowledge.mentions import NO_MENTIONS
from symposium.model.names import fold_text
from symposium.pages.urls import Urls
from symposium.query import faults_of, parse, select

SITES = {"own": ROOT, "kites": ROOT / "examples" / "conference"}
Record = dict[str, Any]


@cache
def site(name: str) -> tuple[KnowledgeBase, dict[str, list[Record]]]:
    """Return a site, and its records as the API has them."""
    kb = load(SITES[name]).kb
    files = {
        path.removeprefix("api/v1/").removesuffix(".json"): json.loads(content)
        for path, content in api_files(kb, NO_MENTIONS, Urls())
    }
    return kb, files


def by(one: Record, person: str, *fields: str) -> bool:
    return any(who["person"] == person for field in fields for who in one[field])


def has(word: str, *texts: str | None) -> bool:
    return any(fold_text(word) in fold_text(text or "") for text in texts)


def venue(one: Record) -> str:
    return (one["venue"] or {}).get("id", "")


TAL, TORSTEN, ADA = "tal-ben-nun", "torsten-hoefler", "ada-example"
DAY = "2027-03-27"

PAPERS: dict[str, Callable[[Record], bool]] = {
    f"author = {TAL}": lambda p: by(p, TAL, "authors"),
    'author = "Ben-Nun, Tal"': lambda p: by(p, TAL, "authors"),
    "author ~ bennun": lambda p: by(p, TAL, "authors"),
    f"author = {TAL} and not author = {TORSTEN}": lambda p: (
        by(p, TAL, "authors") and not by(p, TORSTEN, "authors")
    ),
    f"not (author = {TAL} or year < 2020)": lambda p: not (by(p, TAL, "authors") or (p["year"] or 9999) < 2020),
    f"author not in ({TAL}, {TORSTEN}) and year in (2019, 2021..2023)": lambda p: (
        not by(p, TAL, "authors") and not by(p, TORSTEN, "authors")
        and p["year"] in {2019, 2021, 2022, 2023}
    ),
    "author > 6": lambda p: len(p["authors"]) > 6,
    "year >= 2020 and year != 2021": lambda p: (p["year"] or 0) >= 2020 and p["year"] != 2021,
    "date < 2019": lambda p: (p["date"] or "9")[:4] < "2019",
    "title ~ LEARNING": lambda p: has("learning", p["title"]),
    "title ~ deep and title ~ learning or title ~ graph": lambda p: (
        (has("deep", p["title"]) and has("learning", p["title"])) or has("graph", p["title"])
    ),
    "abstract ~ prefetch": lambda p: has("prefetch", p["abstract"]),
    "has abstract and not has doi": lambda p: bool(p["abstract"]) and not p["links"].get("doi"),
    "venue = neurips or venue ~ supercomputing": lambda p: (
        venue(p) == "neurips" or has("supercomputing", venue(p), (p["venue"] or {}).get("name"))
    ),
    "topic = sparsity": lambda p: "sparsity" in p["topics"],
    "type = inproceedings and not type = article": lambda p: p["type"] == "inproceedings",
    "has award": lambda p: bool(p["awards"]),
    "has event": lambda p: any(not one.startswith("talks/") for one in p["talks"]),
    "source = cv-dryden": lambda p: "cv-dryden" in p["sources"],
    "key ~ dryden and not not year > 2017": lambda p: "dryden" in p["key"] and (p["year"] or 0) > 2017,
}  # fmt: skip
PEOPLE: dict[str, Callable[[Record], bool]] = {
    "papers >= 3": lambda p: len(p["papers"]) >= 3,
    "papers in 2..3 and state = derived": lambda p: (
        len(p["papers"]) in {2, 3} and p["state"] == "derived"
    ),
    "posters > 0 or talks > 0": lambda p: bool(p["posters"] or p["talks"]),
    f"coauthor = {TAL}": lambda p: any(one["person"] == TAL for one in p["coauthors"]),
    "coauthor > 12": lambda p: len(p["coauthors"]) > 12,
    "affiliation ~ zurich": lambda p: any(
        has("zurich", one["organization"]) for one in p["affiliations"]
    ),
    "country in (Switzerland, spain)": lambda p: any(
        one["country"] in {"Switzerland", "Spain"} for one in p["affiliations"]
    ),
    "name ~ ben": lambda p: has("ben", p["name"], *p["names"]),
    "not has homepage and state = described": lambda p: (
        "homepage" not in p["links"] and p["state"] == "described"
    ),
    "has metrics or has education": lambda p: bool(p["metrics"] or p["education"]),
}
EVENTS: dict[str, Callable[[Record], bool]] = {
    f"date = {DAY}": lambda e: e["start"] <= DAY <= e["end"],
    f"date > {DAY}": lambda e: e["start"] > DAY,
    f"date <= {DAY}": lambda e: e["end"] <= DAY,
    "date in 2024..2026": lambda e: e["start"] >= "2024" and e["end"] < "2027",
    "year = 2027 and series ~ kite": lambda e: e["start"][:4] == "2027" and has("kite", e["series"]),
    "room = attic": lambda e: any(one["room"] == "Attic" for one in e["slots"]),
    "track = Weather or track = Flying": lambda e: any(
        one["track"] in {"Weather", "Flying"} for one in e["slots"]
    ),
}  # fmt: skip
TALKS: dict[str, Callable[[Record], bool]] = {
    "kind in (keynote, invited)": lambda t: t["kind"] in {"keynote", "invited"},
    f"speaker = {ADA} and kind != keynote": lambda t: (
        by(t, ADA, "speakers") and t["kind"] != "keynote"
    ),
    f"person = {ADA}": lambda t: by(t, ADA, "speakers", "authors"),
    f"date = {DAY}": lambda t: t["start"][:10] == DAY,
    "event = kites-2027 and not has paper": lambda t: t["event"] == "kites-2027" and not t["paper"],
    "room ~ hall": lambda t: has("hall", t["room"]),
    "track = Making or track = Stories": lambda t: t["track"] in {"Making", "Stories"},
    "has slides": lambda t: "slides" in t["links"],
    "title ~ kite": lambda t: has("kite", t["title"]),
}
ASKED = [
    *(("own", "papers", where, fits) for where, fits in PAPERS.items()),
    *(("own", "people", where, fits) for where, fits in PEOPLE.items()),
    *(("kites", "events", where, fits) for where, fits in EVENTS.items()),
    *(("kites", "talks", where, fits) for where, fits in TALKS.items()),
]


@pytest.mark.parametrize(
    ("name", "what", "where", "fits"), ASKED, ids=[where for _, _, where, _ in ASKED]
)
def test_an_expression_finds_what_plain_python_finds(
    name: str, what: str, where: str, fits: Callable[[Record], bool]
) -> None:
    kb, tables = site(name)
    query, faults = parse(what, {"where": where})
    assert query is not None, faults
    assert faults_of(kb, query) == ()
    found = select(kb, query).ids
    assert len(found) == len(set(found))
    assert set(found) == {one["id"] for one in tables[what] if fits(one)}


def test_most_expressions_find_something_and_none_finds_all() -> None:
    counts = []
    for name, what, _, fits in ASKED:
        records = site(name)[1][what]
        counts.append(sum(map(fits, records)))
        assert counts[-1] < len(records)
    assert sum(map(bool, counts)) > 0.75 * len(counts)
