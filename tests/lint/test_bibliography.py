"""The linter's rules for the syntax of entries: names, fields and types."""

from __future__ import annotations

import pytest
from support.lint_cases import applied, entry, found

CODES = ("B008", "B017", "B018", "B019", "B020", "B021")

MENDED = {
    "author = {Doe, J.; Roe, R.}": ("B017", "author = {Doe, J. and Roe, R.}"),
    "editor = {Doe, J. and\n Roe, R.; Poe, P.}": ("B017", "editor = {Doe, J. and\n Roe, R. and Poe, P.}"),
    r"author = {Doe, J. \& Roe, R.}": ("B017", "author = {Doe, J. and Roe, R.}"),
    "author = {J. Doe, R. Roe, P. Poe}": ("B017", "author = {J. Doe and R. Roe and P. Poe}"),
    "author = {Doe, J. und Roe, R.}": ("B017", "author = {Doe, J. and Roe, R.}"),
    "author = {张三、李四}": ("B017", "author = {张三 and 李四}"),
    "author = {Doe, Jane, et al.,}": ("B018", "author = {Doe, Jane and others}"),
    "author = {Doe, Jane et al.}": ("B018", "author = {Doe, Jane and others}"),
    "author = {Doe, Jane and et al.}": ("B018", "author = {Doe, Jane and others}"),
}  # fmt: skip


@pytest.mark.parametrize("fields", MENDED)
def test_what_can_be_mended(tmp_path, fields):
    code, mended = MENDED[fields]
    problems = found(tmp_path, {"refs.bib": entry(fields)}, *CODES)
    assert [one.code.code for one in problems] == [code]
    assert applied(tmp_path, problems) == {"refs.bib": entry(mended)}
    assert found(tmp_path, {"refs.bib": entry(mended)}, *CODES) == []


REPORTED = {
    "author = {Doe Poe, Jane Roe, Rik Moe}": "B017",
    "author = {Jane Doe & Rik Roe}": "B017",
    "author = {Doe, Jane et al. and Roe, Rik}": "B018",
    "author = {Hu, jianhua and Jianhua hu}": "B021",
    "author = {YanjunXu}": "B021",
    "editor = {Farima Bayat2}": "B021",
    "tilte = {A}": "B019",
    "jounal = {A}": "B019",
    "proceedings = {X}, editors = {Doe, Jane}": "B019",
}


@pytest.mark.parametrize("fields", REPORTED)
def test_what_is_reported_and_left_as_it_is(tmp_path, fields):
    (problem,) = found(tmp_path, {"refs.bib": "@misc{k,\n" + fields + "}\n"}, *CODES)
    assert problem.code.code == REPORTED[fields]
    assert problem.hint
    assert problem.edits == ()


RIGHT = [
    "author = {Doe, Jane and Roe, Rik and others}",
    "author = {Smith, Jr., John and St. John, Mary}",
    r"author = {Simon \& Schuster and {Barnes \& Noble, Inc.; Books}}",
    "author = {Fran&ccedil;ois, Andr&eacute;}",
    "author = {{scikit-learn} and Martin d'Hoffschmidt and Floris van Doorn and Michael deBraga}",
    r"author = {Barack H. Obama and {\'E}mile Zola and Łukasz Kaiser and 吴恩达 and Plato}",
    "editor = {Gokul N.C. and O'Neil, Pat and Hanlin WANG and Sebsibe H/Mariam}",
    "titles = {A}, title = {B}",
    "tags = {A}, tag = {A}, ranking = {1}, notes-for-me = {A}, mendeley-groups = {A}",
]


@pytest.mark.parametrize("fields", RIGHT)
def test_what_is_right(tmp_path, fields):
    assert found(tmp_path, {"refs.bib": entry(fields)}, *CODES) == []


@pytest.mark.parametrize(
    ("kind", "meant"),
    [("inproceeding", "inproceedings"), ("artcle", "article"), ("masterthesis", "mastersthesis"),
     ("Bok", "book"), ("phdtesis", "phdthesis")],
)  # fmt: skip
def test_a_mistyped_type(tmp_path, kind, meant):
    (problem,) = found(tmp_path, {"refs.bib": entry("year = 2020", kind)}, *CODES)
    assert str(problem) == (
        f"refs.bib:1:1: B020 The type @{kind.lower()} is not known: did you mean @{meant}?"
    )


@pytest.mark.parametrize("kind", ["mastersthesis", "InProceedings", "thing", "www", "poster"])
def test_types_that_are_known_or_like_none(tmp_path, kind):
    assert found(tmp_path, {"refs.bib": entry("year = 2020", kind)}, *CODES) == []


def test_a_fault_of_names_is_one_problem_though_it_is_read_and_checked(tmp_path):
    text = entry("author = {Doe, J.; Roe, R. and et al.}")
    first, second = found(tmp_path, {"refs.bib": text}, "B017", "B018")
    assert (first.code.code, second.code.code) == ("B017", "B018")
    assert first.message == 'author of "k": names are separated by ";", not by " and "'
    assert applied(tmp_path, [first, second])["refs.bib"] == entry(
        "author = {Doe, J. and Roe, R. and others}"
    )
