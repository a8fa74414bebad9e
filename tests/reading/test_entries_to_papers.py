"""BibTeX entries to papers."""

from __future__ import annotations

import pytest
from symposium.model.problems import Place
from symposium.reading.bibliography_files import to_papers
from symposium.reading.bibtex_reader import parse


def read(text):
    entries, problems = parse(text, "refs.bib")
    papers, more = to_papers(entries, "refs.bib")
    return papers, [str(problem) for problem in [*problems, *more]]


def one(fields, kind="inproceedings"):
    """Return the paper of one entry, its title given, that must read without a problem."""
    (paper,), problems = read(f"@{kind}{{k, title = {{T}}, {fields}}}")
    assert problems == []
    return paper


def test_a_whole_entry():
    (paper,), problems = read(r"""
@InProceedings{dryden2021clairvoyant,
  author    = {Dryden, Nikoli and B{\"o}hringer, Roman and Ben-Nun, Tal and others},
  author+an = {2=student; 1=equal,student},
  author+an:person = {3="tal-ben-nun"},
  editor = {{The Editors}},
  title = {Clairvoyant {I/O} in $O(1)$}, subtitle = {A Study},
  booktitle = {Proc. of {SC} '21}, booksubtitle = {Papers},
  year = 2021, month = nov, pages = {1--14}, publisher = {ACM},
  doi = {https://doi.org/10.1145/3458817.3476181}, url = {https://x.org/a\_b},
  eprint = {2101.08734v2}, eprinttype = {arXiv}, primaryclass = {cs.DC},
  abstract = {It takes ~45% of the time.

    Fast \& good.}, keywords = {prefetching, I/O; deep {learning, distributed}},
  sources = {cv-dryden, page-dryden}, keywords = {more},
  award = {Best paper; Best poster}, selected = {true}, status = {published}, ids = {Old:1, old2},
  url_slides = {files/s.pdf}, mynote = {kept}
}""")
    assert problems == []
    assert (paper.id, paper.key, paper.type) == (
        "dryden2021clairvoyant",
        "dryden2021clairvoyant",
        "inproceedings",
    )
    assert paper.title == "Clairvoyant I/O in $O(1)$: A Study"
    assert [a.name.text for a in paper.authors] == [
        "Nikoli Dryden",
        "Roman Böhringer",
        "Tal Ben-Nun",
    ]
    assert [a.marks for a in paper.authors] == [("equal", "student"), ("student",), ()]
    assert [a.person for a in paper.authors] == [None, None, "tal-ben-nun"]
    assert paper.et_al
    assert [e.name.text for e in paper.editors] == ["The Editors"]
    assert paper.venue == "Proc. of SC '21: Papers"
    assert (str(paper.date), paper.pages, paper.publisher) == ("2021-11", "1–14", "ACM")
    assert (paper.doi, paper.arxiv, paper.categories) == (
        "10.1145/3458817.3476181",
        "2101.08734",
        ("cs.DC",),
    )
    assert paper.links == {"url": "https://x.org/a_b", "slides": "files/s.pdf"}
    assert paper.abstract == "It takes ~45% of the time.\n\nFast & good."
    assert paper.topics == ("prefetching", "I/O", "deep learning, distributed", "more")
    assert paper.sources == ("cv-dryden", "page-dryden")
    assert (paper.awards, paper.selected, paper.status) == (
        ("Best paper", "Best poster"),
        True,
        "published",
    )
    assert paper.was == ("old-1", "old2")
    assert ("mynote", "kept") in paper.fields
    assert paper.fields[0][0] == "author"
    assert paper.origin.place == Place("refs.bib", 2, 1)
    assert paper.origin.at("authors") == paper.origin.at("author") == Place("refs.bib", 3, 3)


def test_crossref_and_xdata():
    papers, problems = read("""
@xdata{acm, publisher = {ACM}, address = {NY}}
@inproceedings{p, title = {P}, crossref = {proc}, pages = {1}}
@proceedings{proc, title = {Proc. X}, subtitle = {Y}, year = 2020, editor = {Doe, J.}, doi = {10.1000/1},
  xdata = {acm}, keywords = {z}}
@article{a, title = {A}, crossref = {journal}}
@periodical{journal, title = {Journal of J}, volume = 3}
@incollection{c, title = {C}, crossref = {P}}
@inbook{b, title = {B}, crossref = {none}}
@misc{self, title = {S}, crossref = {self}}""")
    by_key = {paper.key: paper for paper in papers}
    assert list(by_key) == ["p", "proc", "a", "journal", "c", "b", "self"]
    p, proc = by_key["p"], by_key["proc"]
    assert (p.title, p.venue, p.year, p.publisher, p.doi) == ("P", "Proc. X: Y", 2020, "ACM", None)
    assert [e.name.text for e in p.editors] == ["J. Doe"]
    assert p.topics == ()
    assert p.fields[:3] == (("title", "P"), ("crossref", "proc"), ("pages", "1"))
    assert ("booktitle", "Proc. X") in p.fields
    assert (proc.title, proc.venue, proc.publisher) == ("Proc. X: Y", None, "ACM")
    assert (by_key["a"].venue, by_key["a"].volume) == ("Journal of J", "3")
    assert by_key["c"].year == 2020
    assert problems == [
        'refs.bib:9:25: B005 crossref of "b" names "none", and there is no such entry',
        'refs.bib:10:26: B005 crossref of "self" leads back to itself or too far, by "self"',
    ]


def test_what_an_entry_itself_says_of_where_it_appeared_counts():
    papers, problems = read("""
@inproceedings{p, title = {P}, crossref = {proc}, journal = {My Journal}}
@proceedings{proc, title = {Proc. X}, journaltitle = {Their Journal}, year = 2020}
@article{a, title = {A}, crossref = {journal}, journal = {J. of J}}
@article{b, title = {B}, crossref = {journal}, booktitle = {Book}}
@periodical{journal, title = {Journal of J}, volume = 3}""")
    p, _, a, b, _ = papers
    assert [paper.venue for paper in (p, a, b)] == ["My Journal", "J. of J", "Book"]
    assert (p.year, a.volume, b.volume, problems) == (2020, "3", "3", [])
    assert "journaltitle" not in dict(p.fields)


def test_a_parent_is_found_by_its_exact_key_first_then_in_any_case():
    papers, problems = read("""
@book{Bug, title = {Upper}}
@book{bug, title = {Lower}}
@book{Ant, title = {Ant}}
@inbook{b, title = {B}, crossref = {bug}}
@inbook{a, title = {A}, crossref = {ANT}}""")
    assert [paper.venue for paper in papers[3:]] == ["Lower", "Ant"]
    assert [" I004 " in problem for problem in problems] == [True]


def test_a_long_chain_of_parents_ends():
    entries = [f"@misc{{k{n}, title = {{T}}, crossref = {{k{n + 1}}}}}" for n in range(3000)]
    papers, problems = read("\n".join(entries))
    assert len(papers) == 3000
    assert all(" B005 " in problem for problem in problems)


DATES = {
    "date = {2019}": "2019",
    "date = {2019-05-17}": "2019-05-17",
    "date = {2019-05/2020}": "2019-05",
    "date = {2001-21}": "2001-spring",
    "date = {2019}, year = 2018": "2019",
    'year = 2020, month = "10~" # jan': "2020-01-10",
    "year = 2020, month = {May 3--5}": "2020-05-03",
    "year = 2020, month = {Fall}": "2020-autumn",
    "year = {c. 1999}": "1999",
    "year = {Autumn 2001}": "2001-autumn",
    "year = 2020, month = 7": "2020-07",
    "year = {[1999]}": "1999",
    "year = {1999/2000}": "1999",
    "year = {2021-05}": "2021-05",
    "year = {2012-13}": "2012",
    "note = {x}": None,
}


@pytest.mark.parametrize(("fields", "date"), DATES.items())
def test_dates(fields, date):
    paper = one(fields)
    assert (str(paper.date) if paper.date else None) == date


@pytest.mark.parametrize(
    ("fields", "date", "shown"),
    [
        ("year = {2020a}", None, 'year "2020a"'),
        ("year = 98", None, 'year "98"'),
        ("date = {2021-02-30}, year = 2021", "2021", 'date "2021-02-30"'),
        ("year = 2020, month = {soon}", "2020", 'month "soon"'),
        ("year = 2020, month = {ockt}", "2020", 'month "ockt"'),
    ],
)
def test_dates_that_cannot_be_read(fields, date, shown):
    (paper,), (problem,) = read(f"@misc{{k, title = {{T}}, {fields}}}")
    assert (str(paper.date) if paper.date else None) == date
    assert f" B007 The {shown} cannot be read" in problem


VENUES = {
    ("article", "journal = {J}"): "J",
    ("article", "journal = {arXiv preprint arXiv:2101.01234}"): "arXiv",
    ("inproceedings", "booktitle = {B}, series = {LNCS}"): "B",
    ("techreport", "institution = {LLNL}, number = 7"): None,
    ("misc", "howpublished = {arXiv}"): "arXiv",
    ("misc", r"howpublished = {\url{https://x.org}}"): None,
    ("unpublished", "eventtitle = {E}"): "E",
}


@pytest.mark.parametrize(("entry", "venue"), VENUES.items())
def test_venues(entry, venue):
    kind, fields = entry
    assert one(fields, kind).venue == venue


@pytest.mark.parametrize(
    ("fields", "arxiv"),
    [
        ("eprint = {2101.01234}", "2101.01234"),
        ("eprint = {arXiv:2101.01234v3}, eprinttype = {arxiv}", "2101.01234"),
        ("eprint = {hep-th/9901001}, archiveprefix = {arXiv}", "hep-th/9901001"),
        ("journal = {CoRR}, volume = {abs/2101.01234}", "2101.01234"),
        ("url = {https://arxiv.org/pdf/2101.01234.pdf}", "2101.01234"),
        ("doi = {10.48550/arXiv.2101.01234}", "2101.01234"),
    ],
)
def test_arxiv(fields, arxiv):
    assert one(fields, "article").arxiv == arxiv


@pytest.mark.parametrize(
    ("fields", "doi"),
    [
        ("doi = {10.1000/a\\_b}", "10.1000/a_b"),
        ("doi = {http://doi.acm.org/10.1145/1.2}", "10.1145/1.2"),
        ("doi = {10/gf6rx5}", "10/gf6rx5"),
        ("url = {https://doi.org/10.1000/ab}", "10.1000/ab"),
        ('url = {doi:<a href="https://doi.org/10.1000/ab">10.1000/ab</a>}', "10.1000/ab"),
    ],
)
def test_doi(fields, doi):
    assert one(fields).doi == doi


@pytest.mark.parametrize(
    "link",
    [
        "javascript:alert(1)", "JavaScript:alert(1)", "data:text/html,x", "file:///etc/passwd",
        "ftp://x.org", "files/../conf.py", "/etc/passwd", "../a.pdf", "paper.exe", "//x.org/a",
        r"http://x.org/\"onclick", "vbscript:x", "<a href='javascript:alert(1)'>x</a>",
    ],
)  # fmt: skip
def test_links_that_are_left_out(link):
    (paper,), (problem,) = read(f"@misc{{k, title = {{T}}, pdf = {{{link}}}}}")
    assert paper.links == {}
    assert problem.startswith("refs.bib:1:23: B013 The link ")


@pytest.mark.parametrize(
    ("typed", "link"),
    [
        ("https://x.org/~me/a--b", "https://x.org/~me/a--b"),
        (r"\url{https://x.org/a\_b\&c\%20d}", "https://x.org/a_b&c%20d"),
        ("x.org/papers/1", "http://x.org/papers/1"),
        ("files/slides/a.pdf", "files/slides/a.pdf"),
        ("https://a.org, https://b.org", "https://a.org"),
        ('see <a class="x" href="https://x.org/a">x</a>', "https://x.org/a"),
    ],
)
def test_links(typed, link):
    assert one(f"url = {{{typed}}}").links == {"url": link}


def test_fields_of_others_that_only_share_a_name_are_no_links():
    assert one("preprint = {true}, code = {7}, poster = {yes}").links == {}


def test_posters_settings_and_entries_without_title():
    papers, problems = read("""@misc{a, title = {A}, entrysubtype = {poster}}
@IEEEtranBSTCTL{b, x = {y}}
@misc{c, year = 2020}
@misc{d, title = {{}}, booktitle = {Book}}""")
    assert [(paper.title, paper.poster) for paper in papers] == [
        ("A", True),
        ("c", False),
        ("Book", False),
    ]
    assert problems == [
        'refs.bib:2:1: B016 "b" is an entry of settings (@ieeetranbstctl), not a work',
        'refs.bib:3:1: B015 "c" has no title: add title = {…}',
        'refs.bib:4:1: B015 "d" has no title: add title = {…}',
    ]


def test_ids_of_keys():
    papers, problems = read(
        "@misc{A:b, title = {T}}\n@misc{a-B, title = {T}}\n@misc{index, title = {T}}\n@misc{候, title = {T}}"
    )
    assert [paper.id for paper in papers][:2] == ["a-b", "a-b-4b6c7e"]
    assert all(paper.id.startswith("x-") for paper in papers[2:])
    assert problems == [
        (
            'refs.bib:2:1: I004 The keys "A:b" and "a-B" have the same address, a-b: '
            "this entry has the address a-b-4b6c7e; give it another key"
        )
    ]


def test_problems_of_names_annotations_status_and_commands():
    (paper,), problems = read(r"""@misc{k, title = {\foo{x} \foo},
 author = {A. Doe and },
 author+an = {5=equal},
 status = {unread},
 abstract = {\foo \bar}}""")
    assert paper.title == r"\foo{x} \foo"
    assert paper.status is None
    assert problems == [
        'refs.bib:2:2: B008 author of "k": a name is empty',
        (
            'refs.bib:3:2: B012 The annotation "5=equal" is for number 5 of 1: '
            "an annotation is 1=mark, with the number of the name"
        ),
        r"refs.bib:1:10: B006 The LaTeX command \foo is not known and is shown as typed",
        r"refs.bib:5:2: B006 The LaTeX command \bar is not known and is shown as typed",
        (
            'refs.bib:4:2: B014 The status "unread" is not known: '
            "one of corrected, preprint, published, retracted, superseded, withdrawn"
        ),
    ]


def test_a_key_that_looks_like_the_address_of_another_loses_nothing():
    keys = ["foo-2c26b4", "Foo", "foo"]
    raw, _ = parse("".join(f"@misc{{{key}, title = {{T}}}}\n" for key in keys), "refs.bib")
    papers, _ = to_papers(raw, "refs.bib")
    assert [paper.id for paper in papers] == ["foo-2c26b4", "foo", "foo-2c26b46b68"]
