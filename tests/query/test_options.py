"""The options of listings: the records that they choose, their order, and what slips get told."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.guide_project import example_files, write
from support.paths import GUIDE
from symposium.kinds.cv import Award
from symposium.kinds.event import Event, Room, Slot
from symposium.kinds.paper import Contributor, Paper
from symposium.kinds.participants import Affiliation, Participant
from symposium.kinds.person import Person
from symposium.kinds.records import Records
from symposium.kinds.source import Source
from symposium.kinds.talk import Talk
from symposium.kinds.topic import Topic
from symposium.kinds.venue import Venue
from symposium.knowledge import KnowledgeBase, build
from symposium.model.dates import Date, Period
from symposium.model.names import parse_name
from symposium.project import read as load
from symposium.query.fields import fields_of, listable
from symposium.query.options import Query, QueryError, parse
from symposium.query.selection import faults_of, select


def by(*names: str) -> tuple[Contributor, ...]:
    return tuple(Contributor(parse_name(name)) for name in names)


def on(*names: str) -> tuple[Participant, ...]:
    return tuple(Participant(parse_name(name)) for name in names)


PAPERS = (
    Paper(
        "doe-2019", "Doe:2019", "article", "On Sparse Maps", by("Ann Doe", "Rosa Bazińska"),
        date=Date(2019, 3), venue="Journal of Maps", topics=("Sparsity", "hpc"), doi="10.1/AbC",
        links={"code": "https://x.org/c", "pdf": "https://x.org/p"}, selected=True,
        awards=("Best Paper",), abstract="We fold maps.", sources=("cv",), status="published",
    ),
    Paper(
        "li-2020", "li+2020", "inproceedings", "Large Kites", by("Li Wei", "Ann Doe"),
        editors=by("Eve Ed"), date=Date(2020, 11, 5), venue="Proceedings of Kites 2020",
        topics=("sparsity",), arxiv="2011.00001", cites=("Doe:2019",), links={"slides": "https://x.org/s"},
    ),
    Paper(
        "kite-poster", "kite-poster", "misc", "Small Kites", by("Ann Doe"), date=Date(2020),
        poster=True, venue="Proceedings of Kites 2020",
    ),
    Paper(
        "x2021", "2021x", "inproceedings", "Kites and “Knots”: A—B", by("Rosa Bazinska"),
        date=Date(2021, season="summer"), venue="Proceedings of Kites 2021", categories=("HPC",),
        status="retracted", series="LNCS",
    ),
    Paper("and", "and", "book", "No Date at All", by("O'Brien, Pat"), publisher="A & B"),
)  # fmt: skip
PEOPLE = (
    Person(
        "ann-doe", parse_name("Ann Doe"), names=("A. M. Doe",), former_names=("Ann Smith",),
        orcid="0000-0002-1825-0097", role="faculty", topics=("hpc",),
        affiliations=(Affiliation("Institute of Maps", "Spain", "Folding"),),
        links={"homepage": "https://x.org"}, awards=(Award("Kite Prize"),), was=("ann-smith",),
    ),
    Person("li-wei", parse_name("Li Wei"), role="phd"),
    Person("li-wei-2", parse_name("Wei Li"), names=("Same Name",)),
    Person("li-wei-3", parse_name("Wei Li-Three"), names=("Same Name",)),
)  # fmt: skip
EVENTS = (
    Event(
        "kites", "Kites 2027", series="Kites", date=Period(Date(2027, 3, 26), Date(2027, 3, 28)),
        location="Castle, Wind", organizers=on("Eve Ed"), topics=("sparsity",), rooms=(Room("Hall"),),
        slots=(
            Slot(day="2027-03-26", start="10:00", end="11:00", talk="kites/tails", kind="keynote",
                 room="Hall", track="Craft"),
            Slot(day="2027-03-27", start="10:00", end="11:00", talk="kites/large"),
        ),
        sources=("cv",),
    ),
    Event("old", "Old Meeting", date=Date(2019), part_of="kites"),
)  # fmt: skip
TALKS = (
    Talk("kites/tails", "kites", "On Tails", speakers=on("Ann Doe"), topics=("hpc",)),
    Talk("kites/large", "kites", None, speakers=on("Li Wei"), authors=on("Li Wei", "Ann Doe"),
         paper="li+2020", abstract="All of it."),
    Talk("old/first", "old", "The First", kind="invited", speakers=on("Pat O'Brien")),
)  # fmt: skip


@cache
def site() -> KnowledgeBase:
    """Return it."""
    entities: dict[str, tuple[object, ...]] = {
        "person": PEOPLE,
        "event": EVENTS,
        "talk": TALKS,
        "topic": (Topic("sparsity", "Sparse things", names=("Sparsity", "pruning")),),
        "venue": (Venue("kites", "Conference on Kites", short="KITES",
                        names=("Proceedings of Kites {year}",)),),
        "source": (Source("cv", "A Vita", "cv", "undated"),),
    }  # fmt: skip
    kb, problems = build(Records(PAPERS, (), entities))
    assert [one for one in problems if one.severity > 2] == []
    return kb


def query(what: str, options: dict[str, str]) -> Query:
    asked, faults = parse(what, options)
    assert faults == ()
    assert asked is not None
    assert faults_of(site(), asked) == ()
    return asked


def read(text: str) -> dict[str, str]:
    """Return options that are written as in a page, with strokes in place of line ends."""
    return dict(part.strip().split(": ", 1) for part in text.split(" | ")) if text else {}


def ids(what: str, text: str = "", **more: str) -> list[str]:
    return list(select(site(), query(what, {**read(text), **more})).ids)


ANSWERS = [
    ("papers", "", "x2021 li-2020 doe-2019 and"),
    ("papers", "author: ann-doe", "li-2020 doe-2019"),
    ("papers", "author: 0000-0002-1825-0097", "li-2020 doe-2019"),
    ("papers", "author: ann-smith", "li-2020 doe-2019"),
    ("papers", "author: A. M. DOE", "li-2020 doe-2019"),
    ("papers", "author: rosa bazinska", "x2021 doe-2019"),
    ("papers", "not-author: ann-doe", "x2021 and"),
    ("papers", "author: li-wei, pat-o-brien", "li-2020 and"),
    ("papers", "author: 2-", "li-2020 doe-2019"),
    ("papers", "editor: eve-ed", "li-2020"),
    ("papers", "key: Doe:2019", "doe-2019"),
    ("papers", "key: https://doi.org/10.1/abc", "doe-2019"),
    ("papers", "key: arXiv:2011.00001v3", "li-2020"),
    ("papers", "title: KITES", "x2021 li-2020"),
    ("papers", "year: 2020", "li-2020"),
    ("papers", "year: 2020-", "x2021 li-2020"),
    ("papers", "year: 2019, 2021-2030", "x2021 doe-2019"),
    ("papers", "year: no", "and"),
    ("papers", "date: 2020-11", "li-2020"),
    ("papers", "date: 2021-summer", "x2021"),
    ("papers", "date: /2020-11-05", "li-2020 doe-2019"),
    ("papers", "venue: KITES", "x2021 li-2020"),
    ("papers", "venue: Proceedings of Kites 2020", "x2021 li-2020"),
    ("papers", "topic: pruning", "li-2020 doe-2019"),
    ("papers", "type: poster, article", "kite-poster doe-2019"),
    ("papers", "poster: yes", "kite-poster"),
    ("papers", "not-key: kite-poster", "x2021 li-2020 doe-2019 and"),
    ("papers", "category: hpc", "x2021"),
    ("papers", "award: best", "doe-2019"),
    ("papers", "status: retracted", "x2021"),
    ("papers", "selected: yes", "doe-2019"),
    ("papers", "code: yes", "doe-2019"),
    ("papers", "source: cv", "doe-2019"),
    ("papers", "event: kites", "li-2020"),
    ("papers", "series: lncs", "x2021"),
    ("papers", "cites: Doe:2019", "li-2020"),
    ("papers", "cited-by: li+2020", "doe-2019"),
    ("papers", "cited_by: 1-", "doe-2019"),
    ("people", "title: o’brien", "pat-o-brien"),
    ("people", "role: faculty, phd", "ann-doe li-wei"),
    ("people", "affiliation: maps | country: spain", "ann-doe"),
    ("people", "state: derived", "rosa-bazinska eve-ed pat-o-brien"),
    ("people", "coauthor: ann-doe", "rosa-bazinska li-wei"),
    ("people", "posters: 1", "ann-doe"),
    ("people", "talks: 1- | papers: -1", "pat-o-brien li-wei"),
    ("people", "paper: li+2020", "ann-doe li-wei"),
    ("people", "venue: KITES | year: 2021", "rosa-bazinska"),
    ("people", "event: kites", "ann-doe eve-ed li-wei"),
    ("events", "", "kites old"),
    ("events", "series: kites", "kites"),
    ("events", "part-of: kites", "old"),
    ("events", "date: 2027-03-27", "kites"),
    ("events", "date: /2027-03-26", "kites old"),
    ("events", "year: -2020", "old"),
    ("events", "location: wind", "kites"),
    ("events", "person: eve-ed, pat-o-brien", "kites old"),
    ("events", "organizer: eve-ed", "kites"),
    ("events", "speaker: 2-", "kites"),
    ("talks", "", "kites/tails kites/large old/first"),
    ("talks", "speaker: ann-doe", "kites/tails"),
    ("talks", "event: kites | kind: keynote", "kites/tails"),
    ("talks", "room: Hall", "kites/tails"),
    ("venues", "title: kites | source: no", "kites"),
]


@pytest.mark.parametrize(("what", "text", "chosen"), ANSWERS)
def test_options_choose(what, text, chosen):
    assert ids(what, text) == chosen.split()


ORDERS = [
    ("papers", "year", "doe-2019 li-2020 x2021 and"),
    ("papers", "-year", "x2021 li-2020 doe-2019 and"),
    ("papers", "-title", "doe-2019 and li-2020 x2021"),
    ("papers", "key", "x2021 and doe-2019 li-2020"),
    ("papers", "author", "x2021 doe-2019 and li-2020"),
    ("papers", "venue, -title", "doe-2019 li-2020 x2021 and"),
    ("papers", "-cited-by, title", "doe-2019 x2021 li-2020 and"),
    ("people", "-papers, title",
     "ann-doe rosa-bazinska li-wei pat-o-brien eve-ed li-wei-2 li-wei-3"),
    ("talks", "event, -title", "kites/tails kites/large old/first"),
]  # fmt: skip


@pytest.mark.parametrize(("what", "sort", "ordered"), ORDERS)
def test_a_list_is_in_the_order_that_is_asked_for(what, sort, ordered):
    assert ids(what, sort=sort) == ordered.split()


def headings(what: str, **options: str) -> dict[str, str]:
    return {one.title: " ".join(one.ids) for one in select(site(), query(what, options)).groups}


GROUPS = [
    ("papers", "year", {"2021": "x2021", "2020": "li-2020", "2019": "doe-2019", "": "and"}),
    ("papers", "decade", {"2020s": "x2021 li-2020", "2010s": "doe-2019", "": "and"}),
    ("papers", "venue", {"Journal of Maps": "doe-2019", "KITES": "x2021 li-2020", "": "and"}),
    ("papers", "topic", {"hpc": "doe-2019", "Sparse things": "li-2020 doe-2019", "": "x2021 and"}),
    ("papers", "letter", {"K": "x2021", "L": "li-2020", "N": "and", "O": "doe-2019"}),
    ("people", "role", {"faculty": "ann-doe", "phd": "li-wei",
                        "": "rosa-bazinska eve-ed li-wei-2 li-wei-3 pat-o-brien"}),
    ("people", "letter", {"B": "rosa-bazinska", "D": "ann-doe", "E": "eve-ed",
                          "L": "li-wei-2 li-wei-3", "O": "pat-o-brien", "W": "li-wei"}),
    ("talks", "event", {"Kites 2027": "kites/tails kites/large", "Old Meeting": "old/first"}),
]  # fmt: skip


@pytest.mark.parametrize(("what", "group", "expected"), GROUPS)
def test_a_list_stands_under_headings(what, group, expected):
    made = headings(what, group=group)
    assert made == expected
    assert list(made) == list(expected)


def test_years_follow_the_order_of_the_list():
    assert list(headings("papers", group="year", sort="year")) == ["2019", "2020", "2021", ""]
    assert list(headings("papers", group="year", sort="title")) == ["2021", "2020", "2019", ""]


def test_no_more_are_shown_than_the_limit_allows_and_the_others_are_counted():
    selection = select(site(), query("papers", {"limit": "2", "group": "year"}))
    assert selection.ids == ("x2021", "li-2020")
    assert [one.title for one in selection.groups] == ["2021", "2020"]
    assert selection.left_out == 2
    assert select(site(), query("papers", {"limit": "4"})).left_out == 0


def test_affiliations_that_programmes_print_are_those_of_people_whose_files_have_none():
    there = (Affiliation("Kite Works", "Peru"),)
    speakers = tuple(replace(one, affiliations=there) for one in on("Ann Doe", "Li Wei", "Zoe Zu"))
    talks = (Talk("kites/tails", "kites", "On Tails", speakers=speakers),)
    kb, _ = build(Records(PAPERS, (), {"person": PEOPLE, "event": EVENTS, "talk": talks}))
    for options in ({"country": "peru"}, {"affiliation": "works"}):
        asked, _ = parse("people", options)
        assert asked is not None
        assert not faults_of(kb, asked)
        assert sorted(select(kb, asked).ids) == ["li-wei", "zoe-zu"]


def faults(what: str, options: dict[str, str]) -> tuple[QueryError, ...]:
    asked, wrong = parse(what, options)
    return wrong if asked is None else faults_of(site(), asked)


SLIPS = [
    ("papers", "yaer", "2020", "did you mean year?"),
    ("papers", "not-yaer", "2020", "did you mean year?"),
    ("papers", "code", "here", "write yes or no"),
    ("papers", "cdoe", "yes", "did you mean code?"),
    ("papers", "selected", "maybe", "write yes or no"),
    ("papers", "year", "x20", "write 2024, 2020-2024, 2020- or -2024"),
    ("papers", "year", "2020-2019", "write 2024, 2020-2024"),
    ("papers", "date", "March 2020", "write 2024, 2024-03"),
    ("papers", "date", "2020/2019", "write 2024, 2024-03"),
    ("papers", "title", '"maps', "put one that has a comma into quotes"),
    ("papers", "title", "a,,b", "separate values by commas"),
    ("papers", "author", " ", "write a value, or remove it"),
    ("papers", "author", "ann-do", "did you mean ann-doe?"),
    ("papers", "topic", "2027", "write an id"),
    ("papers", "not-author", "ann-doe, li-wie", "did you mean li-wei?"),
    ("papers", "author", "Same Name", "write the id of the one you mean"),
    ("people", "role", "professor", "there are faculty, phd"),
    ("talks", "kind", "keynot", "did you mean keynote?"),
    ("papers", "sort", "-yeer", "did you mean year?"),
    ("papers", "sort", "year desc", "in their order: -year, title"),
    ("papers", "sort", "year, -year", "name fields once"),
    ("papers", "group", "yaer", "did you mean year?"),
    ("papers", "group", "title", "group by"),
    ("papers", "group", "year, venue", "name one field"),
    ("papers", "limit", "0", "write a whole number from 1"),
    ("papers", "view", "grid", "there are list, table"),
]


@pytest.mark.parametrize(("what", "option", "text", "hint"), SLIPS)
def test_a_slip_is_named_with_its_option(what, option, text, hint):
    (fault,) = faults(what, {option: text})
    assert fault.option == option
    assert hint in fault.hint


@pytest.mark.parametrize(
    ("what", "hint"),
    [
        ("paper", "did you mean papers?"),
        ("Papers", "did you mean papers?"),
        ("", f"there are {', '.join(listable())}"),
    ],
)
def test_what_cannot_be_listed_gets_a_hint(what, hint):
    (fault,) = faults(what, {})
    assert (fault.option, fault.hint) == ("what", hint)


def test_all_options_that_are_wrong_are_named_at_once():
    options = {"auther": "x", "year": "now", "sort": "yeer", "limit": "0"}
    assert [one.option for one in faults("papers", options)] == list(options)


def test_a_long_text_is_not_repeated():
    for text in ("a b " * 2_000, "a" * 200_000):
        for option in ("author", "year", "sort", text):
            for fault in faults("papers", {option: text}):
                assert len(fault.message + fault.hint) < 700


OPTIONS = st.sampled_from(
    sorted(
        {f"{no}{name}" for what in listable() for name in fields_of(what) for no in ("", "not-")}
    )
)
VALUES = st.text(max_size=30) | st.sampled_from(["2020-", "yes", "ann-doe, li-wei", '"', "/", "-"])


@given(st.sampled_from(listable()), st.dictionaries(OPTIONS | st.text(), VALUES, max_size=4))
def test_any_options_are_answered_or_refused(what, options):
    asked, wrong = parse(what, options)
    assert (asked is None) == bool(wrong)
    if asked is not None:
        faults_of(site(), asked)
        known = {*select(site(), Query(what)).ids, "kite-poster", "same-name"}
        assert known.issuperset(select(site(), asked).ids)


PAGE = (GUIDE / "listings.md").read_text(encoding="utf-8")
RE_LIST = re.compile(r"^Of (\w+):\n\n((?:- .*\n)+)", re.MULTILINE)
ROWS = [
    (found[1], dict(re.findall(r"`:([\w-]+): ([^`]+)`", row)))
    for found in RE_LIST.finditer(PAGE)
    for row in found[2].splitlines()
]
assert len(ROWS) > 15


@pytest.fixture(scope="module")
def guide(tmp_path_factory: pytest.TempPathFactory) -> KnowledgeBase:
    return load(write(tmp_path_factory.mktemp("guide"), example_files(pieces=True))).kb


@pytest.mark.parametrize(("what", "options"), ROWS)
def test_the_options_of_the_guide_choose_something_but_not_all(what, options, guide):
    asked, wrong = parse(what, options)
    assert wrong == ()
    assert faults_of(guide, asked) == ()
    chosen = select(guide, asked).ids
    assert chosen
    assert what in {"events", "talks", "people"} or set(chosen) != set(
        select(guide, Query(what)).ids
    )
