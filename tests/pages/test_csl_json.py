"""CSL-JSON: what citation processors and reference managers are told of a work."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.chosen import examples
from symposium.pages.citing.csl_json import csl_item
from symposium.reading.bibliography_files import to_papers
from symposium.reading.bibtex_reader import parse

SCHEMA = jsonschema.Draft7Validator(
    json.loads((Path(__file__).parent / "data" / "csl-data.json").read_text("utf-8"))
)
"""The schema of citationstyles.org, from github.com/citation-style-language/schema (MIT)."""


def items(text: str, *, full: bool = False) -> list[dict[str, Any]]:
    papers, _ = to_papers(parse(text, "refs.bib")[0], "refs.bib")
    return [csl_item(one, full=full) for one in papers]


def item(fields: str, kind: str = "article") -> dict[str, Any]:
    (found,) = items(f"@{kind}{{key, title = {{T}}, {fields}}}")
    return found


@pytest.mark.parametrize(
    ("author", "names"),
    [
        ("Doe, Jane M.", [{"family": "Doe", "given": "Jane M."}]),
        (
            "van der Berg, Jr., Jan",
            [{"family": "Berg", "given": "Jan", "non-dropping-particle": "van der",
              "suffix": "Jr."}],
        ),
        ("{Barnes and Noble}", [{"literal": "Barnes and Noble"}]),
        ("李, 伟", [{"family": "李", "given": "伟"}]),
        (r"G{\"o}del, Kurt and others", [{"family": "Gödel", "given": "Kurt"},
                                         {"literal": "others"}]),
    ],
)  # fmt: skip
def test_names_are_told_in_their_parts(author: str, names: list[dict[str, str]]):
    assert item(f"author = {{{author}}}")["author"] == names


@pytest.mark.parametrize(
    ("fields", "date"),
    [
        ("year = 2021, month = {July}", {"date-parts": [[2021, 7]]}),
        ("date = {2021-22}", {"date-parts": [[2021]], "season": 2}),
        ("year = {in press}", None),
    ],
)
def test_dates_have_the_parts_that_are_known(fields: str, date: dict[str, Any] | None):
    assert item(fields).get("issued") == date


@pytest.mark.parametrize(
    ("kind", "fields", "expected"),
    [
        (
            "article",
            "journal = {PRL}, volume = 3, number = 4, pages = {1--10}, eid = {e7}",
            {"type": "article-journal", "container-title": "PRL", "volume": "3", "issue": "4",
             "page": "1-10", "number": "e7"},
        ),
        (
            "inproceedings",
            "booktitle = {Proc}, series = {LNCS}, number = 5, eventtitle = {X}, venue = {Rome}",
            {"type": "paper-conference", "container-title": "Proc", "collection-title": "LNCS",
             "collection-number": "5", "event-title": "X", "event-place": "Rome"},
        ),
        ("poster", "booktitle = {SC}", {"type": "speech", "genre": "Poster", "event-title": "SC"}),
        (
            "misc",
            "eprint = {2401.00001}, archiveprefix = {arXiv}",
            {"type": "article", "publisher": "arXiv", "number": "arXiv:2401.00001",
             "URL": "https://arxiv.org/abs/2401.00001"},
        ),
        (
            "thesis",
            "type = {phdthesis}, institution = {ETH}, location = {Z}",
            {"type": "thesis", "genre": "PhD thesis", "publisher": "ETH", "publisher-place": "Z"},
        ),
        (
            "book",
            "edition = {Second}, translator = {Lee, Ann and others}, pagetotal = 300",
            {"edition": "2",
             "translator": [{"family": "Lee", "given": "Ann"}, {"literal": "others"}],
             "number-of-pages": "300"},
        ),
        (
            "inbook",
            """bookauthor = {Doe, Jane}, editor = {Fox, Ed}, editortype = {director},
            date = {2016-05/2017}, origdate = {1998}""",
            {"container-author": [{"family": "Doe", "given": "Jane"}], "editor": None,
             "director": [{"family": "Fox", "given": "Ed"}],
             "issued": {"date-parts": [[2016, 5], [2017]]},
             "original-date": {"date-parts": [[1998]]}},
        ),
        (
            "misc",
            r"howpublished = {\url{https://x.org/a}}, urldate = {2021-03-04}",
            {"URL": "https://x.org/a", "accessed": {"date-parts": [[2021, 3, 4]]}},
        ),
    ],
)  # fmt: skip
def test_fields_go_where_processors_look_for_them(kind: str, fields: str, expected: dict[str, Any]):
    found = item(fields, kind)
    assert {name: found.get(name) for name in expected} == expected


def test_formulas_of_titles_are_in_the_markup_of_csl():
    (found,) = items(r"@misc{k, title = {Sorting {GPU}s in $O(n^2)$ \& $\alpha_i$}}")
    assert found["title"] == "Sorting GPUs in O(n<sup>2</sup>) & α<sub>i</sub>"


NAMES = ("author", "editor", "month", "year", "date", "pages", "edition", "type", "translator",
         "eprint", "howpublished", "urldate", "number", "volume", "url", "doi")  # fmt: skip


@settings(max_examples=examples(50))
@given(
    st.sampled_from(["article", "book", "misc", "thesis", "software", "poster", "unheard"]),
    st.dictionaries(st.sampled_from(NAMES), st.text(max_size=30)),
)
def test_whatever_an_entry_says_the_item_follows_the_schema(kind: str, fields: dict[str, str]):
    rows = "".join(f", {name} = {{{value}}}" for name, value in fields.items())
    SCHEMA.validate(items(f"@{kind}{{k, title = {{T}}{rows}}}", full=True))
