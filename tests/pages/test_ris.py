"""RIS: records as Zotero and others read them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.chosen import examples
from symposium.pages.citing.forms import FORMS, entries
from symposium.reading.bibliography_files import to_papers
from symposium.reading.bibtex_reader import parse

RIS = next(form for form in FORMS if form.name == "ris")
RE_LINE = re.compile(r"([A-Z][A-Z0-9])  - (.*)")

Records = list[list[tuple[str, str]]]


def written(text: str) -> str:
    papers, _ = to_papers(parse(text, "refs.bib")[0], "refs.bib")
    return RIS.file([entries(one, "", [RIS])[0] for one in papers]).decode()


def read(text: str) -> Records:
    """Read RIS as strictly as its specification: each line has a tag, each record ends."""
    records: Records = []
    for line in text.split("\r\n"):
        if not line:
            continue
        found = RE_LINE.fullmatch(line)
        assert found, line
        if found[1] == "TY":
            records.append([])
        records[-1].append((found[1], found[2]))
    assert all(one[0][0] == "TY" and one[-1] == ("ER", "") for one in records)
    return records


def record(fields: str, kind: str = "article") -> dict[str, str]:
    (found,) = read(written(f"@{kind}{{key, title = {{T}}, {fields}}}"))
    return dict(found)


def test_names_keep_their_parts_and_their_order_and_others_are_nobody():
    author = "van der Berg, Jr., Jan and {Barnes, Noble} and 李, 伟 and Plato and others"
    (found,) = read(written(f"@article{{k, title = {{T}}, author = {{{author}}}}}"))
    assert [value for tag, value in found if tag == "AU"] == [
        "van der Berg, Jan, Jr.", "Barnes Noble", "李, 伟", "Plato",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "fields", "expected"),
    [
        (
            "article",
            "journal = {J}, volume = 3, number = 4, pages = {1--10}, year = 2021, month = jul",
            {"TY": "JOUR", "T2": "J", "VL": "3", "IS": "4", "SP": "1", "EP": "10", "PY": "2021",
             "DA": "2021/07//"},
        ),
        ("article", "date = {2021-22}", {"DA": "2021///Summer"}),
        (
            "inproceedings",
            "booktitle = {Proc}, eventtitle = {X 2020}, series = {LNCS}, address = {Rome}",
            {"TY": "CONF", "T2": "X 2020", "C3": "Proc", "T3": "LNCS", "C1": "Rome"},
        ),
        ("misc", "eprint = {2401.00001}, eprinttype = {arXiv}",
         {"TY": "MANSCPT", "M3": "Preprint", "AN": "arXiv:2401.00001"}),
        ("software", "version = {2.1}, url = {https://x.org}",
         {"TY": "COMP", "ET": "2.1", "UR": "https://x.org"}),
        ("article", "entrysubtype = {newspaper}, journaltitle = {Le Monde}",
         {"TY": "NEWS", "T2": "Le Monde"}),
        ("phdthesis", "school = {ETH}", {"TY": "THES", "PB": "ETH", "M3": "PhD thesis"}),
        ("techreport", "number = {TR-1}, institution = {LLNL}",
         {"TY": "RPRT", "SN": "TR-1", "PB": "LLNL"}),
        ("poster", "booktitle = {SC}", {"TY": "SLIDE", "T2": "SC", "M3": "Poster"}),
        ("book", "series = {S}, number = 5, isbn = {1-2}",
         {"TY": "BOOK", "T2": "S", "M1": "5", "SN": "1-2"}),
        ("article", "title = {In $O(n^2)$}, urldate = {2021-03-04}", {"Y2": "2021/03/04"}),
    ],
)  # fmt: skip
def test_tags_are_those_that_zotero_takes(kind: str, fields: str, expected: dict[str, str]):
    found = record(fields, kind)
    assert {tag: found.get(tag) for tag in expected} == expected


@settings(max_examples=examples(60))
@given(
    st.dictionaries(
        st.sampled_from(["author", "title", "abstract", "note", "keywords", "pages", "year", "doi",
                         "url", "journal", "number", "edition", "booktitle", "isbn"]),
        st.text(max_size=40),
    )
)  # fmt: skip
def test_whatever_an_entry_says_the_record_can_be_read(fields: dict[str, str]):
    rows = "".join(f", {name} = {{{value}}}" for name, value in fields.items())
    text = f"@article{{k{rows}}}"
    papers, _ = to_papers(parse(text, "a")[0])
    assert len(read(written(text))) == len(papers)


def test_every_format_says_that_a_date_is_inferred():
    text = "@misc{a, title = {A}, year = 2021, inferred = {year}, note = {Draft.}}"
    papers, _ = to_papers(parse(text, "refs.bib")[0], "refs.bib")
    told = "The date is inferred: no source states it."
    for form in FORMS:
        assert told in form.file([entries(papers[0], "", [form])[0]]).decode(), form.name
    assert f"N1  - Draft. {told}" in written(text)
