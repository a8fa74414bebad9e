"""The linter's rules for works: what single entries say, duplicates, venues, what is relied on."""

from __future__ import annotations

import pytest
from support.lint_cases import applied, entry, found

W = "W"


def messages(tmp_path, text: str, *codes: str) -> list[str]:
    problems = found(tmp_path, {"refs.bib": text}, *(codes or (W,)))
    return [f"{one.code.code} {one.message}" for one in problems]


ONE_ENTRY = {
    ("misc", "year = 2019, date = {2020-03}"): 'W003 The year is 2019, but the date is "2020-03"',
    ("article", "journal = {J}, year = 2018, eprint = {2101.00001}, eprinttype = {arxiv}"): "W004 The work is of 2018, but 2101.00001 has been on arXiv since 2021",
    ("inproceedings", "year = 2020"): 'W006 @inproceedings "k" has no booktitle',
    ("conference", "year = 2020, note = {Best paper}"): 'W006 @conference "k" has no booktitle',
    ("incollection", "year = 2020, publisher = {P}"): 'W006 @incollection "k" has no booktitle',
    ("phdthesis", "year = 2020"): 'W006 @phdthesis "k" has no school',
    ("misc", "pages = {120--12}"): "W007 The pages 120–12 end before they begin",
    ("misc", "pages = {1--10, 30-20}"): "W007 The pages 30-20 end before they begin",
    ("misc", "pages = {S129--S99}"): "W007 The pages S129–S99 end before they begin",
    ("misc", "title = {BERT: Pre-training}"): "W008 The title may lose the capitals of BERT",
    ("misc", "title = {On <i>E. coli</i>}"): "W009 There is HTML in title: <i>, </i>",
    ("misc", "author = {Andr&eacute;, J.}"): "W009 There is HTML in author: &eacute;",
    ("misc", "status = {retracted}"): 'W011 "k" is retracted, and nothing links to the notice',
}  # fmt: skip


@pytest.mark.parametrize(("kind", "fields"), ONE_ENTRY)
def test_what_is_wrong_in_an_entry(tmp_path, kind, fields):
    assert messages(tmp_path, entry(fields, kind)) == [ONE_ENTRY[kind, fields]]


RIGHT = [
    ("misc", "year = 2020, date = {2020-03-01}"),
    ("article", "journal = {J}, year = 2020, eprint = {2101.00001}, eprinttype = {arxiv}"),
    ("article", "journal = {J}, year = 2025, eprint = {2101.00001}, eprinttype = {arxiv}"),
    ("article", "eprint = {2101.00001}, eprinttype = {arxiv}"),
    ("article", "pubstate = {submitted}"),
    ("inproceedings", "eventtitle = {B}"),
    ("phdthesis", "school = {S}"),
    ("misc", "pages = {1234--40}"),
    ("misc", "pages = {iv--xii}"),
    ("misc", "pages = {1--10, 20--30, 5}"),
    ("misc", "pages = {A12--B3}"),
    ("misc", "title = {{Faster MPI on GPU Clusters}}"),
    ("misc", r"title = {{\"U}ber die Gr{\"o}{\ss}e in $O(NM)$ by \LaTeX}"),
    ("book", "title = {Programming with MPI}, publisher = {P}"),
    ("misc", "abstract = {p < 0.05 and x > 3; AT&T; R&D; a & b <- c}"),
    ("misc", "status = {retracted}, url_notice = {https://x.org/n}"),
    ("misc", "status = {published}"),
]


@pytest.mark.parametrize(("kind", "fields"), RIGHT)
def test_what_is_right_in_an_entry(tmp_path, kind, fields):
    assert messages(tmp_path, entry(fields, kind)) == []


MENDED = {
    "title = {Faster MPI on CPU-GPU Clusters with {MPI}}": "title = {Faster {MPI} on {CPU}-{GPU} Clusters with {MPI}}",
    "title = {On <i>E. coli</i> in CO<sub>2</sub>}": r"title = {On \emph{E. coli} in {CO}\textsubscript{2}}",
    "abstract = {A &amp; B &lt; C&nbsp;D &#x2013; E\\&amp;F}": r"abstract = {A \& B \textless{} C~D – E\&F}",
    "author = {Andr&eacute;, J.}": "author = {André, J.}",
    "abstract = {<jats:p>A <jats:italic>b</jats:italic></jats:p>}": r"abstract = {<jats:p>A \emph{b}</jats:p>}",
}  # fmt: skip


@pytest.mark.parametrize("fields", MENDED)
def test_what_can_be_mended(tmp_path, fields):
    problems = found(tmp_path, {"refs.bib": entry(fields)}, W)
    assert applied(tmp_path, problems) == {"refs.bib": entry(MENDED[fields])}


def test_a_work_takes_its_container_from_its_parent(tmp_path):
    text = (
        "@inproceedings{a, title = {T}, crossref = {b}}\n"
        "@inproceedings{c, title = {T2}, crossref = {gone}}\n"
        "@proceedings{b, title = {B}, year = 2020}\n"
    )
    assert messages(tmp_path, text, "W006") == []


ONE = "author = {Doe, Jane and Roe, Rik}, title = {Fast Reading of Slow Books}, year = 2020"


def two(first: str, second: str, one: str = ONE, other: str = ONE) -> str:
    """Two entries: type and fields of each."""
    texts = []
    for key, start, base in (("a", first, one), ("b", second, other)):
        kind, _, fields = start.partition(" ")
        texts.append(f"@{kind}{{{key}, {base}, {fields}}}")
    return "\n".join(texts)


DUPLICATES = {
    "W001 case and braces": two(
        "article journal = {J}", "article journal = {J}", other=ONE.replace("Fast", "{FAST}")
    ),
    "W001 one without year": two(
        "article journal = {J}", "article journal = {J}", other=ONE.replace(", year = 2020", "")
    ),
    "W001 two types": two(
        "inproceedings booktitle = {B}, pages = {101--112}", "article journal = {J}, pages = {101-112}"
    ),
    "W001 a short title": two(
        "article journal = {J}", "article journal = {J}",
        one="author = {Doe, Jane and Roe, Rik}, title = {{DNA} and RNA}, year = 2020",
        other="author = {Roe, R. and Doe, J.}, title = {{DNA} and {RNA}.}, year = 2020",
    ),
    "W001 DOI": two(
        "article journal = {J}, doi = {10.1000/A.1}",
        "article journal = {K}, doi = {https://doi.org/10.1000/a.1}",
        other="title = {Something Else}, author = {Poe, Pia}",
    ),
    "W001 arXiv": two(
        "misc eprint = {2001.00001}, eprinttype = {arxiv}",
        "article journal = {arXiv preprint arXiv:2001.00001}",
        other="title = {Something Else}, author = {Poe, Pia}",
    ),
    "W002 misc": two(
        "misc eprint = {2001.00001}, eprinttype = {arxiv}", "inproceedings booktitle = {B}"
    ),
    "W002 journal": two(
        "article journal = {J}",
        "article journal = {arXiv preprint arXiv:1901.00001}",
        other=ONE.replace("2020", "2019"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", DUPLICATES)
def test_works_that_are_there_twice(tmp_path, case):
    problems = found(tmp_path, {"refs.bib": DUPLICATES[case]}, "W001", "W002")
    assert [one.code.code for one in problems] == [case.partition(" ")[0]]
    assert "refs.bib:" in problems[0].message


DISTINCT = {
    "part of a series": two(
        "article journal = {J}", "article journal = {J}", other=ONE.replace("Books", "Books, Part II")
    ),
    "erratum": two(
        "article journal = {J}, doi = {10.1000/1}",
        "article journal = {J}, doi = {10.1000/1}",
        other=ONE.replace("Fast", "Erratum: Fast"),
    ),
    "poster by subtype": two(
        "inproceedings booktitle = {B}, doi = {10.1000/1}",
        "inproceedings booktitle = {B}, entrysubtype = {poster}, doi = {10.1000/1}",
    ),
    "conference and journal": two("inproceedings booktitle = {B}", "article journal = {J}"),
    "two years": two(
        "article journal = {J}", "article journal = {J}", other=ONE.replace("2020", "2021")
    ),
    "two DOIs": two(
        "article journal = {J}, doi = {10.1000/1}", "article journal = {J}, doi = {10.1000/2}"
    ),
    "recurring": two(
        "article journal = {J}", "article journal = {J}",
        one="author = {Doe, J.}, title = {Editorial}, year = 2020",
        other="author = {Doe, J.}, title = {Editorial}, year = 2020",
    ),
    "slides and paper": two("misc howpublished = {Slides}", "inproceedings booktitle = {B}"),
    "chapter and book": two(
        "book publisher = {P}, doi = {10.1000/1}", "incollection booktitle = {B}, doi = {10.1000/1}",
        other="author = {Doe, Jane}, title = {A Chapter}",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", DISTINCT)
def test_works_that_are_alike_and_not_one(tmp_path, case):
    assert messages(tmp_path, DISTINCT[case], "W001", "W002") == []


def test_a_group_is_reported_once(tmp_path):
    text = "\n".join(f"@article{{k{at}, {ONE}, journal = {{J}}}}" for at in range(4))
    (problem,) = found(tmp_path, {"refs.bib": text}, "W001")
    assert problem.message == (
        '"Fast Reading of Slow Books" seems to be there twice, as "k1" (refs.bib:2), '
        '"k2" (refs.bib:3), "k3" (refs.bib:4)'
    )
    assert str(problem.place) == "refs.bib:1"


def venues(*names: str) -> str:
    return "\n".join(
        f"@article{{k{at}, title = {{T{at}}}, year = 2020, journal = {{{name}}}}}"
        for at, name in enumerate(names)
    )


SPELT = [
    ("Journal of Coasts", "The Journal of Coasts"),
    ("Journal of Machine Learning Research", "J. Mach. Learn. Res."),
    ("Proc. of the Conf. on Tides 2021", "12th Conference on Tides"),
    ("IEEE Trans. Tides", "IEEE Transactions on Tides"),
    ("SC21", "SC"),
]


@pytest.mark.parametrize("names", SPELT)
def test_a_venue_that_is_spelt_in_two_ways(tmp_path, names):
    (problem,) = found(tmp_path, {"refs.bib": venues(names[0], names[0], names[1])}, "W005")
    assert str(problem.place) == "refs.bib:3"
    assert "(1 paper)" in problem.message
    assert "venues/" in problem.hint


NOT_SPELT = [
    ("Journal of Physics A", "Journal of Physics B"),
    ("Proceedings of X (Volume 1: Long Papers)", "Proceedings of X (Volume 2: Short Papers)"),
    ("Preprint No. 1", "Preprint No. 15"),
    ("ICML", "ICLR"),
    ("Physical Review Applied", "Phys. Rev. A"),
    ("Proceedings of the 5th Conference on Tides", "Proceedings of the Sixth Conference on Tides"),
]


@pytest.mark.parametrize("names", NOT_SPELT)
def test_venues_that_are_not_one(tmp_path, names):
    assert messages(tmp_path, venues(*names), "W005") == []


def test_a_file_joins_the_spellings_of_a_venue(tmp_path):
    files = {
        "refs.bib": venues("J. Coast.", "Journal of Coasts"),
        "venues/coasts.md": "---\nname: Journal of Coasts\nnames: [J. Coast.]\n---\n",
    }
    assert found(tmp_path, files, "W005") == []


BAD = "@article{bad, title = {A Result}, journal = {J}, year = 2020, status = {retracted}, url_notice = {https://x.org}}\n"
GOOD = "@article{good, title = {Another}, journal = {J}, year = 2021}\n"


def test_records_that_rely_on_a_retracted_work(tmp_path):
    files = {
        "refs.bib": BAD + GOOD,
        "papers/good.md": "---\nrelated: [bad]\n---\n",
        "people/jane-doe.md": "---\nname: Jane Doe\ntalks:\n  - title: My Talk\n    paper: bad\n---\n",
        "events/e/index.md": "---\ntitle: E\ndate: 2021-05-01\n---\n",
        "events/e/t.md": "---\ntitle: A Talk\npaper: bad\n---\n",
        "software/s.md": "---\ntitle: S\npapers: [bad]\n---\n",
    }
    problems = found(tmp_path, files, "W010")
    assert [(str(one.place), one.message) for one in problems] == [
        ("events/e/t.md:3", 'The talk "A Talk" names "bad", which was retracted'),
        ("papers/good.md:2", '"good" names as related "bad", which was retracted'),
        ("people/jane-doe.md:4", 'The talk "My Talk" names "bad", which was retracted'),
        ("software/s.md:3", 'The software "S" names "bad", which was retracted'),
    ]


def test_what_may_name_a_work_that_is_gone(tmp_path):
    files = {
        "refs.bib": BAD + GOOD.replace("Another", "Retraction notice") + GOOD.replace("good", "new")
        + GOOD.replace("good", "old").replace("2021", "2019, status = {superseded}"),
        "papers/good.md": "---\nrelated: [bad]\n---\n",
        "papers/new.md": "---\nrelated: [old]\n---\n",
        "software/s.md": "---\ntitle: S\npapers: [new]\n---\n",
    }  # fmt: skip
    assert found(tmp_path, files, "W010") == []


def test_pages_that_cite_a_retracted_work(tmp_path):
    files = {
        "refs.bib": BAD + GOOD,
        "index.md": "# A site\n\nAs {cite:t}`good,bad` show.\n",
        "papers/bad.md": "---\ntopics: [x]\n---\nIn {cite:t}`bad`, a figure is wrong.\n",
        "papers/good.md": "---\ntopics: [x]\n---\nUnlike {cite:p}`bad`, it stands.\n",
    }
    problems = found(tmp_path, files, "W010")
    assert [str(one) for one in problems] == [
        'index.md:3:18: W010 This page cites "bad", which was retracted: say so there, leave it out, or name the work that took its place',
        'papers/good.md:4:17: W010 This page cites "bad", which was retracted: say so there, leave it out, or name the work that took its place',
    ]


def test_the_status_of_a_file_is_reported_there(tmp_path):
    files = {"refs.bib": GOOD, "papers/good.md": "---\nstatus: corrected\n---\n"}
    (problem,) = found(tmp_path, files, "W011")
    assert str(problem.place) == "papers/good.md:2"
    files["papers/good.md"] = "---\nstatus: corrected\nlinks:\n  notice: https://x.org\n---\n"
    assert found(tmp_path, files, "W011") == []


def test_many_words_of_a_title_are_mended_at_once(tmp_path):
    title = "AbA AbB AbC AbD AbE AbF AbG in a title of words"
    (problem,) = found(tmp_path, {"refs.bib": entry(f"title = {{{title}}}")}, "W008")
    assert problem.message.endswith("AbA, AbB, AbC, AbD, AbE and 2 more")
    assert len(problem.edits) == 7
