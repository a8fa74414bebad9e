"""The selection language of listings: what it reads, what it answers, what it says of slips."""

from __future__ import annotations

import pickle

import pytest
from selection_site import site
from symposium.knowledge.selection import Query, caret, faults_of, parse, select


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
