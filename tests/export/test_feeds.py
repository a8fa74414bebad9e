"""Feeds: what is in them, who has one, and what stays when records are renamed."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest
from symposium.export.build_work import BuildWork
from symposium.export.feeds import FEEDS
from symposium.kinds.base import Origin
from symposium.kinds.dataset import Dataset
from symposium.kinds.event import Event
from symposium.kinds.paper import Contributor, Paper
from symposium.kinds.participants import Participant
from symposium.kinds.records import Records
from symposium.kinds.talk import Talk
from symposium.knowledge import NO_MENTIONS, build
from symposium.model.dates import Date
from symposium.model.names import parse_name
from symposium.model.problems import Place
from symposium.pages import Urls, feeds
from symposium.pages.citing import forms
from symposium.pages.render import Pages

ATOM = "{http://www.w3.org/2005/Atom}"
BASE = "https://example.org/kb/"


@pytest.fixture(autouse=True)
def _few_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forms, "MANY", 1)


def paper(name: str, date: Date | None, *, author: str = "Ada Weber", **more: object) -> Paper:
    return Paper(
        name, name, "article", f"On {name} & $x$", authors=(Contributor(parse_name(author)),),
        date=date, topics=("hpc",), origin=Origin(Place("refs.bib")), **more,  # type: ignore[arg-type]
    )  # fmt: skip


PAPERS = (
    paper("old", Date(2019), venue="SC 2019"),
    paper("new", Date(2021, 5, 3), venue="SC 2021", abstract="All of it."),
    paper("undated", None, author="Bob Ray"),
)
EVENT = Event("meet-2020", "Meeting 2020", series="Meetings", date=Date(2020, 2, 1))
TALK = Talk("meet-2020/t", "meet-2020", "A talk", speakers=(Participant(parse_name("Ada Weber")),))


def work_of(
    papers: tuple[Paper, ...] = PAPERS, committed: Mapping[str, int] | None = None
) -> BuildWork:
    dataset = Dataset("runs", "Runs", papers=("old",), document="datasets/runs")
    tables = {"event": (EVENT,), "talk": (TALK,), "dataset": (dataset,)}
    kb, _ = build(Records(papers, (), tables))
    kb = replace(kb, committed=committed or {})
    return BuildWork(kb, NO_MENTIONS, Urls(base=BASE, identity="kb"), Path(), title="The Site")


def made(work: BuildWork, path: str) -> ET.Element:
    ((where, content),) = FEEDS.make(work, path)
    assert where == path
    return ET.fromstring(content)  # noqa: S314 - our own output


def titles(work: BuildWork, path: str) -> list[str | None]:
    return [one.findtext(f"{ATOM}title") for one in made(work, path).iter(f"{ATOM}entry")]


def test_whoever_lists_works_has_a_feed_of_them_the_newest_first() -> None:
    work = work_of()
    new, old = "On new & $x$", "On old & $x$"
    assert {path: titles(work, path) for path, _ in FEEDS.tasks(work)} == {
        "people/ada-weber.atom": [new, "A talk", old],
        "venues/sc.atom": [new, old],
        "topics/hpc.atom": [new, old],
        "datasets/runs.atom": [old],
        "events/meetings.atom": ["Meeting 2020", "A talk"],
        "index.atom": [new, "A talk", old],
    }


def test_an_entry_leads_to_its_page_and_says_when_it_came_out() -> None:
    feed = made(work_of(), "people/ada-weber.atom")
    entry = feed.find(f"{ATOM}entry")
    assert entry is not None
    link = entry.find(f"{ATOM}link")
    assert link is not None
    assert link.get("href") == f"{BASE}papers/new.html"
    assert entry.findtext(f"{ATOM}published") == "2021-05-03T00:00:00Z"
    assert entry.findtext(f"{ATOM}summary") == "All of it."
    assert entry.findtext(f"{ATOM}updated") == "2021-05-03T00:00:00Z"
    assert feed.findtext(f"{ATOM}updated") == entry.findtext(f"{ATOM}updated")
    own = {one.get("rel"): one.get("href") for one in feed.findall(f"{ATOM}link")}
    assert own == {
        "alternate": f"{BASE}people/ada-weber.html",
        "self": f"{BASE}people/ada-weber.atom",
    }


def test_the_first_commit_of_a_work_decides_on_which_day_of_its_year_it_came_out() -> None:
    days = {"early": "2020-06-01", "within": "2021-06-01", "late": "2022-06-01"}
    committed = {
        one: int(datetime.fromisoformat(f"{day}T00:00Z").timestamp()) for one, day in days.items()
    }
    kb = work_of(tuple(paper(one, Date(2021)) for one in days), committed).kb
    found = {one: feeds.moment_of(kb, ("paper", one)) for one in days}
    assert {one: f"{moment:%Y-%m-%d}" for one, moment in found.items() if moment} == {
        "early": "2021-01-01", "within": "2021-06-01", "late": "2021-12-31",
    }  # fmt: skip


def test_an_inferred_year_is_no_date_of_publication() -> None:
    guess = paper("guess", Date(2021), venue="SC 2021", inferred=("year",))
    entry = made(work_of((guess,)), "venues/sc.atom").find(f"{ATOM}entry")
    assert entry is not None
    assert entry.find(f"{ATOM}published") is None
    assert entry.findtext(f"{ATOM}summary") == "SC 2021, 2021 (inferred)"


def test_ids_outlast_a_new_name() -> None:
    def ids(papers: tuple[Paper, ...]) -> list[str | None]:
        return [one.text for one in made(work_of(papers), "venues/sc.atom").iter(f"{ATOM}id")]

    renamed = replace(PAPERS[1], id="newer", key="newer", was=("new",))
    assert ids(PAPERS) == ids((PAPERS[0], renamed, PAPERS[2]))
    other = replace(renamed, was=())
    assert ids(PAPERS)[1] != ids((PAPERS[0], other, PAPERS[2]))[1]


def test_a_page_says_where_its_feed_is() -> None:
    work = work_of()
    pages = Pages(work.kb, NO_MENTIONS, work.urls)
    for page, link in (
        ("people/ada-weber", "../people/ada-weber.atom"),
        ("datasets/runs", "../datasets/runs.atom"),
        ("events/meet-2020/index", "../../events/meetings.atom"),
        ("papers/index", "../index.atom"),
    ):
        one = pages.render(page)
        assert f'<link rel="alternate" type="application/atom+xml" href="{link}"' in one.head
        assert f'<a href="{link}" type="application/atom+xml">Atom feed</a>' in one.sections
    assert ".atom" not in pages.render("papers/new").header
    assert "people/bob-ray.atom" not in pages.render("people/bob-ray").head
