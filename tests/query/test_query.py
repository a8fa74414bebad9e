"""The selection language of listings: what it reads, what it answers, what it says of slips."""

from __future__ import annotations

import pickle
import subprocess
import sys
from dataclasses import replace

import pytest
from support.query_site import EVENTS, PAPERS, PEOPLE, on, site
from symposium.cli.project import load
from symposium.kinds.participants import Affiliation
from symposium.kinds.records import Records
from symposium.kinds.talk import Talk
from symposium.knowledge import Mention, Mentions, build
from symposium.query import Query, caret, faults_of, parse, select
from symposium.query.evaluation import answer
from symposium.query.field_tables import FIELDS, register
from symposium.query.fields import QueryField, Type
from symposium.query.query_context import context_of


def query(what: str, **options: str) -> Query:
    found, faults = parse(what, options)
    assert faults == ()
    assert found is not None
    assert faults_of(site(), found) == ()
    return found


def ids(what: str, where: str) -> list[str]:
    return list(select(site(), query(what, where=where)).ids)


ANSWERS = [
    ("papers", "author = ann-doe", "li-2020 doe-2019"),
    ("papers", "author = 'Doe, Ann'", "li-2020 doe-2019"),
    ("papers", "author = 0000-0002-1825-0097", "li-2020 doe-2019"),
    ("papers", "author = https://orcid.org/0000-0002-1825-0097", "li-2020 doe-2019"),
    ("papers", "author = ann-smith", "li-2020 doe-2019"),
    ("papers", "author = 'A. M. DOE'", "li-2020 doe-2019"),
    ("papers", "author = 'rosa bazinska'", "x2021 doe-2019"),
    ("papers", "author ~ BAZIN", "x2021 doe-2019"),
    ("papers", "author ~ smith", ""),
    ("papers", "author ~ 'o brien'", "and"),
    ("papers", "author ~ pat-o-b", "and"),
    ("papers", "author ~ obrien", "and"),
    ("papers", "author ~ O’Brien", "and"),
    ("people", "name ~ 'OBRIEN'", "pat-o-brien"),
    ("people", "has names", "ann-doe li-wei-2 li-wei-3"),
    ("people", "has in (names, orcid)", "ann-doe li-wei-2 li-wei-3"),
    ("talks", "author > 1", "kites/large"),
    ("events", "speaker >= 2", "kites"),
    ("people", "name ~ 'o brien'", "pat-o-brien"),
    ("people", "name = 'Pat OBrien'", "pat-o-brien"),
    ("papers", "title ~ '\"knots\": a-b'", "x2021"),
    ("papers", "key ~ '2021X'", "x2021"),
    ("papers", "author = pat-o-brien", "and"),
    ("papers", 'author = "Pat O\'Brien"', "and"),
    ("papers", "author != ann-doe", "x2021 and"),
    ("papers", "not author = ann-doe", "x2021 and"),
    ("papers", "author not in (ann-doe, 'Rosa Bazińska')", "and"),
    ("papers", "author in (li-wei, pat-o-brien)", "li-2020 and"),
    ("papers", "authors = li-wei", "li-2020"),
    ("papers", "editor = eve-ed", "li-2020"),
    ("papers", "person = eve-ed or person = pat-o-brien", "li-2020 and"),
    ("papers", "key = Doe:2019", "doe-2019"),
    ("papers", "key = li+2020", "li-2020"),
    ("papers", "key = 2021x", "x2021"),
    ("papers", 'key = "and"', "and"),
    ("papers", "id in (doe-2019, kite-poster)", "kite-poster doe-2019"),
    ("papers", "key = https://doi.org/10.1/abc", "doe-2019"),
    ("papers", "title = 'on  SPARSE maps'", "doe-2019"),
    ("papers", "title ~ kites", "x2021 li-2020"),
    ("papers", "title ~ '“Knots”: a—b'", "x2021"),
    ("papers", "year = 2020", "li-2020"),
    ("papers", "year != 2020", "x2021 doe-2019 and"),
    ("papers", "year>2019 and year<=2021", "x2021 li-2020"),
    ("papers", "year in 2019..2020", "li-2020 doe-2019"),
    ("papers", "year in (2019, 2021..2030)", "x2021 doe-2019"),
    ("papers", "year not in (2019, 2020)", "x2021 and"),
    ("papers", "not has year", "and"),
    ("papers", "date = 2020", "li-2020"),
    ("papers", "date = 2020-11", "li-2020"),
    ("papers", "date = 2021-07", ""),
    ("papers", "date = 2021-summer", "x2021"),
    ("papers", "date < 2020-11-05", "doe-2019"),
    ("papers", "date <= 2020-11-05", "li-2020 doe-2019"),
    ("papers", "date > 2019-03", "x2021 li-2020"),
    ("papers", "date >= 2019-03", "x2021 li-2020 doe-2019"),
    ("papers", "date in 2019-03..2020-11", "li-2020 doe-2019"),
    ("papers", "venue = kites", "x2021 li-2020"),
    ("papers", "venue = KITES", "x2021 li-2020"),
    ("papers", "venue = 'conference on kites'", "x2021 li-2020"),
    ("papers", "venue = 'Proceedings of Kites 2020'", "x2021 li-2020"),
    ("papers", "journal ~ maps", "doe-2019"),
    ("papers", "topic = pruning", "li-2020 doe-2019"),
    ("papers", "topic = 'Sparse Things' and topic = HPC", "doe-2019"),
    ("papers", "type = article", "doe-2019"),
    ("papers", "type = poster", "kite-poster"),
    ("papers", "type in (poster, article)", "kite-poster doe-2019"),
    ("papers", "type = misc", ""),
    ("papers", "poster", "kite-poster"),
    ("papers", "poster or author = ann-doe", "li-2020 kite-poster doe-2019"),
    ("papers", "poster = no and author = ann-doe", "li-2020 doe-2019"),
    ("papers", "category = hpc", "x2021"),
    ("papers", "award ~ best", "doe-2019"),
    ("papers", "has award", "doe-2019"),
    ("papers", "has awards", "doe-2019"),
    ("papers", "status = retracted", "x2021"),
    ("papers", "selected", "doe-2019"),
    ("papers", "not selected and year = 2020", "li-2020"),
    ("papers", "selected = yes", "doe-2019"),
    ("papers", "selected != true and has code", ""),
    ("papers", "has code", "doe-2019"),
    ("papers", "has code or has slides", "li-2020 doe-2019"),
    ("papers", "has in (code, slides)", "li-2020 doe-2019"),
    ("papers", "has = code", "doe-2019"),
    ("papers", "not has code and not has slides", "x2021 and"),
    ("papers", "has abstract and abstract ~ FOLD", "doe-2019"),
    ("papers", "doi = 10.1/abc", "doe-2019"),
    ("papers", "doi = 'https://doi.org/10.1/ABC'", "doe-2019"),
    ("papers", "arxiv = arXiv:2011.00001v3", "li-2020"),
    ("papers", "source = cv", "doe-2019"),
    ("papers", "event = kites", "li-2020"),
    ("papers", "talk = large", "li-2020"),
    ("papers", "has talk", "li-2020"),
    ("papers", "series = lncs", "x2021"),
    ("papers", "publisher = 'A & B'", "and"),
    ("papers", "not (author = ann-doe or year = 2021)", "and"),
    ("papers", "year = 2019 or year = 2020 and has code", "doe-2019"),
    ("papers", "(year = 2019 or year = 2020) and has slides", "li-2020"),
    ("papers", "not year = 2019 and year = 2020", "li-2020"),
    ("papers", "not not year = 2020", "li-2020"),
    ("papers", "year = 2020\n  and\tauthor = li-wei", "li-2020"),
    ("papers", "year\N{NO-BREAK SPACE}= 2020", "li-2020"),
    ("people", "name ~ doe", "ann-doe"),
    ("people", "name = 'a. m. doe'", "ann-doe"),
    ("people", "name ~ smith", ""),
    ("people", "role = faculty", "ann-doe"),
    ("people", "role in (faculty, phd)", "ann-doe li-wei"),
    ("people", "affiliation ~ maps and country = spain", "ann-doe"),
    ("people", "affiliation = Folding", "ann-doe"),
    ("people", "topic = hpc", "ann-doe"),
    ("people", "orcid = https://orcid.org/0000-0002-1825-0097", "ann-doe"),
    ("people", "state = derived", "rosa-bazinska eve-ed pat-o-brien"),
    ("people", "coauthor = ann-doe", "rosa-bazinska li-wei"),
    ("people", "papers >= 2", "rosa-bazinska ann-doe"),
    ("people", "posters = 1", "ann-doe"),
    ("people", "talks > 0 and papers < 2", "pat-o-brien li-wei"),
    ("people", "paper = li+2020", "ann-doe li-wei"),
    ("people", "venue = KITES and year = 2021", "rosa-bazinska"),
    ("people", "event = kites", "ann-doe eve-ed li-wei"),
    ("people", "has homepage", "ann-doe"),
    ("people", "award ~ kite", "ann-doe"),
    ("people", "id in (li-wei, 'Ann Doe')", "ann-doe li-wei"),
    ("events", "title ~ kites", "kites"),
    ("events", "series = kites", "kites"),
    ("events", "part_of = kites", "old"),
    ("events", "date = 2027-03-27", "kites"),
    ("events", "date = 2027", "kites"),
    ("events", "date < 2027-03-27", "old"),
    ("events", "date >= 2027-03-26", "kites"),
    ("events", "year < 2020", "old"),
    ("events", "location ~ wind", "kites"),
    ("events", "organizer = eve-ed", "kites"),
    ("events", "organisers = eve-ed", "kites"),
    ("events", "speaker = ann-doe", "kites"),
    ("events", "person in (eve-ed, pat-o-brien)", "kites old"),
    ("events", "topic = sparsity", "kites"),
    ("events", "talks > 1", "kites"),
    ("events", "talk = kites/large", "kites"),
    ("events", "room = hall and track = craft", "kites"),
    ("events", "source = cv", "kites"),
    ("talks", "speaker = ann-doe", "kites/tails"),
    ("talks", "person = ann-doe", "kites/tails kites/large"),
    ("talks", "author = ann-doe", "kites/large"),
    ("talks", "title = 'large kites'", "kites/large"),
    ("talks", "event = kites and kind = keynote", "kites/tails"),
    ("talks", "kind != keynote", "kites/large old/first"),
    ("talks", "series = Kites", "kites/tails kites/large"),
    ("talks", "date = 2027-03-26", "kites/tails"),
    ("talks", "year = 2019", "old/first"),
    ("talks", "room = Hall or topic = hpc", "kites/tails"),
    ("talks", "track = craft", "kites/tails"),
    ("talks", "paper = li+2020", "kites/large"),
    ("talks", "has paper and abstract ~ all", "kites/large"),
]


@pytest.mark.parametrize(("what", "where", "found"), ANSWERS)
def test_an_expression_finds(what, where, found):
    assert ids(what, where) == found.split()


@pytest.mark.parametrize(
    ("what", "found"),
    [
        ("papers", "x2021 li-2020 doe-2019 and"),
        ("people", "rosa-bazinska ann-doe eve-ed li-wei-2"),
        ("events", "kites old"),
        ("talks", "kites/tails kites/large old/first"),
    ],
)
def test_without_an_expression_all_are_listed(what, found):
    assert list(select(site(), query(what)).ids)[:4] == found.split()


def test_a_query_can_be_kept():
    one = query("papers", where="author = ann-doe and year in 2019..2020", sort="-year, title")
    other = query("papers", where="author=ann-doe  and year in (2019..2020)", sort="-year,title")
    assert one == other
    assert hash(one) == hash(other)
    assert repr(one) == repr(other)
    assert pickle.loads(pickle.dumps(one)) == one  # noqa: S301


def test_a_caret_stands_below_the_fault():
    text = "title < 3"
    _, (fault,) = parse("papers", {"where": text})
    assert caret(text, fault) == "title < 3\n      ^"


ORDERS = [
    ("papers", "year", "doe-2019 li-2020 x2021 and"),
    ("papers", "-year", "x2021 li-2020 doe-2019 and"),
    ("papers", "year descending", "x2021 li-2020 doe-2019 and"),
    ("papers", "year ascending, title", "doe-2019 li-2020 x2021 and"),
    ("papers", "date", "doe-2019 li-2020 x2021 and"),
    ("papers", "title", "x2021 li-2020 and doe-2019"),
    ("papers", "-title", "doe-2019 and li-2020 x2021"),
    ("papers", "author", "x2021 doe-2019 and li-2020"),
    ("papers", "venue, -title", "doe-2019 li-2020 x2021 and"),
    ("papers", "key", "x2021 and doe-2019 li-2020"),
    ("papers", "-talk", "li-2020 x2021 doe-2019 and"),
    ("papers", "-selected, title", "doe-2019 x2021 li-2020 and"),
    (
        "people",
        "-papers, name",
        "ann-doe rosa-bazinska li-wei pat-o-brien eve-ed li-wei-2 li-wei-3",
    ),
    ("people", "role, name", "ann-doe li-wei eve-ed pat-o-brien rosa-bazinska li-wei-2 li-wei-3"),
    ("events", "date", "old kites"),
    ("events", "title", "kites old"),
    ("talks", "title", "kites/large kites/tails old/first"),
    ("talks", "event, -title", "kites/tails kites/large old/first"),
]


@pytest.mark.parametrize(("what", "sort", "found"), ORDERS)
def test_a_list_is_in_the_order_that_is_asked_for(what, sort, found):
    assert list(select(site(), query(what, sort=sort)).ids) == found.split()


def headings(what: str, **options: str) -> dict[str, str]:
    return {one.title: " ".join(one.ids) for one in select(site(), query(what, **options)).groups}


GROUPS = [
    ("papers", "year", {"2021": "x2021", "2020": "li-2020", "2019": "doe-2019", "": "and"}),
    ("papers", "decade", {"2020s": "x2021 li-2020", "2010s": "doe-2019", "": "and"}),
    ("papers", "venue", {"Journal of Maps": "doe-2019", "KITES": "x2021 li-2020", "": "and"}),
    ("papers", "topic", {"hpc": "doe-2019", "Sparse things": "li-2020 doe-2019", "": "x2021 and"}),
    ("papers", "type", {"article": "doe-2019", "book": "and", "inproceedings": "x2021 li-2020"}),
    ("papers", "status", {"published": "doe-2019", "retracted": "x2021", "": "li-2020 and"}),
    ("papers", "letter", {"K": "x2021", "L": "li-2020", "N": "and", "O": "doe-2019"}),
    ("people", "role", {"faculty": "ann-doe", "phd": "li-wei",
                        "": "rosa-bazinska eve-ed li-wei-2 li-wei-3 pat-o-brien"}),
    ("people", "letter", {"B": "rosa-bazinska", "D": "ann-doe", "E": "eve-ed",
                          "L": "li-wei-2 li-wei-3", "O": "pat-o-brien", "W": "li-wei"}),
    ("events", "series", {"Kites": "kites", "": "old"}),
    ("events", "year", {"2027": "kites", "2019": "old"}),
    ("talks", "event", {"Kites 2027": "kites/tails kites/large", "Old Meeting": "old/first"}),
    ("talks", "kind", {"invited": "old/first", "keynote": "kites/tails", "talk": "kites/large"}),
    ("talks", "speaker", {"Ann Doe": "kites/tails", "Pat O'Brien": "old/first",
                          "Li Wei": "kites/large"}),
]  # fmt: skip


@pytest.mark.parametrize(("what", "group", "found"), GROUPS)
def test_a_list_stands_under_headings(what, group, found):
    made = headings(what, group=group)
    assert made == found
    assert list(made) == list(found)


def test_years_follow_the_order_of_the_list():
    assert list(headings("papers", group="year", sort="year")) == ["2019", "2020", "2021", ""]
    assert list(headings("papers", group="year", sort="title")) == ["2021", "2020", "2019", ""]


def test_a_heading_that_is_a_record_names_it():
    (first, *_) = select(site(), query("papers", where="venue = kites", group="venue")).groups
    assert (first.title, first.kind, first.id) == ("KITES", "venue", "kites")


def test_no_more_are_shown_than_the_limit_allows_and_the_others_are_counted():
    found = select(site(), query("papers", limit="2", group="year"))
    assert found.ids == ("x2021", "li-2020")
    assert [one.title for one in found.groups] == ["2021", "2020"]
    assert found.left_out == 2
    assert select(site(), query("papers", limit="4")).left_out == 0


def test_pages_that_cite_a_paper_are_a_field():
    page = Mention("guide/kites", "Kites", "", "", "paper", "Doe:2019")
    mentions = Mentions({"guide/kites": (page,), "index": ()})
    for where, found in {
        "cited_on = guide/kites": ("doe-2019",),
        "cited_on ~ guide": ("doe-2019",),
        "not has cited_on": ("x2021", "li-2020", "and"),
        "cited_on = index": (),
    }.items():
        assert select(site(), query("papers", where=where), mentions).ids == found
    assert select(site(), query("papers", where="has cited_on")).ids == ()


def test_a_paper_is_cited_as_often_as_its_page_says_and_not_by_that_page():
    places = [Mention("guide", "Guide", "", anchor, "paper", "Doe:2019") for anchor in "abb"]
    own = Mention("papers/doe-2019", "Maps", "", "", "paper", "Doe:2019")
    mentions = Mentions({"guide": tuple(places), "papers/doe-2019": (own,)})
    for where, found in {
        "cited_on > 1": ("doe-2019",),
        "cited_on > 2": (),
        "cited_on ~ papers": (),
    }.items():
        assert select(site(), query("papers", where=where), mentions).ids == found


def test_affiliations_that_programmes_print_are_those_of_people_whose_files_have_none():
    there = (Affiliation("Kite Works", "Peru"),)
    speakers = tuple(replace(one, affiliations=there) for one in on("Ann Doe", "Li Wei", "Zoe Zu"))
    talks = (Talk("kites/tails", "kites", "On Tails", speakers=speakers),)
    entities = {"person": PEOPLE, "event": EVENTS, "talk": talks}
    kb, _ = build(Records(PAPERS, (), entities))
    for where in (
        "country = peru",
        "affiliation ~ works",
        "has affiliation and not country = Spain",
    ):
        found, _ = parse("people", {"where": where})
        assert not faults_of(kb, found)
        assert sorted(select(kb, found).ids) == ["li-wei", "zoe-zu"]


def test_a_poster_is_listed_where_it_is_asked_for():
    for where in ("poster", "type = poster", "key = kite-poster", "poster and year = 2020"):
        assert ids("papers", where) == ["kite-poster"]
    for where in ("not poster", "type != poster", "not key = doe-2019", "year = 2020"):
        assert "kite-poster" not in ids("papers", where)
    assert ids("papers", "key = kite-poster or year = 2019") == ["kite-poster", "doe-2019"]


def test_works_that_cite_each_other_are_found():
    assert ids("papers", "cites = Doe:2019") == ["li-2020"]
    assert ids("papers", "cited_by = li+2020") == ["doe-2019"]
    assert ids("papers", "has cites") == ["li-2020"]
    assert list(select(site(), query("papers", sort="-cited_by", limit="1")).ids) == ["doe-2019"]


@pytest.mark.parametrize(
    ("where", "size"),
    [
        ("title ~ kites and author = ann-doe and year >= 2019", 3),
        ("author = li-wei and not has code and (year = 2020 or topic = sparsity)", 1),
        ("cites = Doe:2019 and abstract ~ x", 1),
        ("author = li-wei or author = pat-o-brien", 2),
    ],
)
def test_relations_are_asked_first_and_the_fewest_are_looked_at(where, size):
    found = answer(context_of(site()), "papers", query("papers", where=where).where)
    assert found.find is not None
    assert found.size == size


@pytest.mark.parametrize(
    "where", ["title ~ kites", "not author = li-wei", "year = 2020 or selected"]
)
def test_what_no_relation_knows_is_looked_for(where):
    assert answer(context_of(site()), "papers", query("papers", where=where).where).find is None


def test_a_kind_that_brings_nothing_has_the_usual_fields():
    assert list(FIELDS["venues"]) == ["id", "title", "short", "series", "source"]
    assert ids("venues", "title ~ kites and not has source") == ["kites"]
    assert ids("sources", "kind = cv") == ["cv"]
    assert ids("topics", "title = 'Sparse things'") == ["sparsity"]
    assert list(select(site(), query("topics", sort="-title")).ids) == ["sparsity", "hpc"]


def test_software_is_listed_by_its_own_fields(tmp_path):
    (tmp_path / "conf.py").write_text("extensions = ['symposium']\n", encoding="utf-8")
    (tmp_path / "software").mkdir()
    for name, text in {
        "waves": "title: Waves\nstart: 2019\npeople: [Ada Sol]\ntopics: [tides]\n",
        "shore": "title: Shore\nrepositories: ['https://example.org/s']\n",
    }.items():
        (tmp_path / "software" / f"{name}.md").write_text(f"---\n{text}---\n", encoding="utf-8")
    kb = load(tmp_path).kb

    def found(where: str) -> list[str]:
        asked, wrong = parse("software", {"where": where})
        assert asked is not None, wrong
        assert faults_of(kb, asked) == ()
        return list(select(kb, asked).ids)

    assert list(select(kb, query("software")).ids) == ["shore", "waves"]
    assert found("person = ada-sol and topic = tides and start >= 2019") == ["waves"]
    assert found("repositories ~ example.org") == ["shore"]
    assert found("not has start") == ["shore"]


def test_a_field_is_added_with_one_line(monkeypatch):
    monkeypatch.setitem(FIELDS, "venues", {**FIELDS["venues"]})
    register("venues", QueryField("short", Type.WORD, "The short name.", groups=True))
    assert ids("venues", "short = kites and short ~ KIT") == ["kites"]
    (first, *_) = select(site(), query("venues", group="short")).groups
    assert first.title == "KITES"


def test_the_parser_is_loaded_when_an_expression_is_read():
    code = (
        "import sys; from symposium.query import parse; parse('papers', {'limit': '1'});"
        "assert 'lark' not in sys.modules; parse('papers', {'where': 'year = 1'});"
        "assert 'lark' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
