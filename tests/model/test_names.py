"""Names as bibliographies print them, to their parts."""

from __future__ import annotations

import pytest
from symposium.model.names import fold_name, parse_name, split_top
from symposium.model.problems import Code
from symposium.reading.contributors import annotate, name_text, read_names, split_names

PARTS = {  # written: (given, prefix, family, suffix)
    "Rosa M. Badia": ("Rosa M.", "", "Badia", ""),
    "van der Berg, Jan": ("Jan", "van der", "Berg", ""),
    "Jan van der Berg": ("Jan", "van der", "Berg", ""),
    "Van Essen, Brian": ("Brian", "", "Van Essen", ""),
    "de la Cruz, Jr., Ana": ("Ana", "de la", "Cruz", "Jr."),
    "{Di Girolamo}, Salvatore": ("Salvatore", "", "Di Girolamo", ""),
    r"B{\"o}hringer, Roman": ("Roman", "", "Böhringer", ""),
    r"{\L}ukasz Kaiser": ("Łukasz", "", "Kaiser", ""),
    "family=Ackooij, given=W., prefix=van, useprefix=true": ("W.", "van", "Ackooij", ""),
    "given=A=B, family=C": ("A=B", "", "C", ""),
    "Knuth,~D.~E.": ("D. E.", "", "Knuth", ""),
    "Ludwig von Beethoven": ("Ludwig", "von", "Beethoven", ""),
    "吳恩達": ("", "", "吳恩達", ""),
}


@pytest.mark.parametrize(("written", "parts"), PARTS.items())
def test_parts_of_a_name(written, parts):
    name = parse_name(written, name_text)
    assert (name.given, name.prefix, name.family, name.suffix) == parts
    assert not name.corporate


def test_a_name_in_braces_is_never_taken_apart():
    name = parse_name("{Barnes and Noble, Inc.}", name_text)
    assert name.corporate
    assert name.text == name.family == "Barnes and Noble, Inc."


def test_split_names_heeds_braces_and_case():
    assert split_names("{A and B} and C AND D\n  and\tE") == ["{A and B}", "C", "D", "E"]
    assert split_names("Anderson and Brandt") == ["Anderson", "Brandt"]
    assert split_names("{X}") == ["{X}"]


@pytest.mark.parametrize("last", ["and others", "and Others", "and {others}"])
def test_others_are_not_a_person(last):
    people, et_al, faults = read_names(f"Doe, Jane {last}")
    assert ([person.name.text for person in people], et_al, faults) == (["Jane Doe"], True, ())


@pytest.mark.parametrize(
    "last",
    ["and et al.", "et al.", "et al.,", ", et al", "et.~al.", "and {et al.}", "u.a.", "and u. a.", "et alii", "and al, Et", "and {al}, Et", "and al., et",
     "and others."],
)  # fmt: skip
def test_others_that_are_typed_by_hand_are_not_a_person(last):
    people, et_al, (fault,) = read_names(f"Doe, Jane {last}")
    assert ([person.name.text for person in people], et_al) == (["Jane Doe"], True)
    assert fault.code is Code.BIB_ET_AL


@pytest.mark.parametrize("name", ["Doe, U. A.", "Albert, Etal", "Betal, A.", "{Us and Others Ltd}"])
def test_names_that_look_like_others(name):
    (person,), et_al, faults = read_names(name)
    assert (et_al, faults) == (False, ())
    assert person.name.text


SEPARATED = {
    "Ann B. Lee, Carl Doe, Eve Fox": ["Ann B. Lee", "Carl Doe", "Eve Fox"],
    "Khazaei, Hamzeh, Momeni, Mohsen": ["Hamzeh Khazaei", "Mohsen Momeni"],
    "Doe, J.; Roe, R.": ["J. Doe", "R. Roe"],
    r"Doe, J. \& Roe, R.": ["J. Doe", "R. Roe"],
    "Doe, J., & Roe, R.": ["J. Doe", "R. Roe"],
    "Doe, J. &amp; Roe, R.": ["J. Doe", "R. Roe"],
    "Doe, J. und Roe, R.": ["J. Doe", "R. Roe"],
    "Doe J, Roe RA, van Dam K": ["J Doe", "RA Roe", "K van Dam"],
    "张三、李四": ["张三", "李四"],
    "张三，李四": ["张三", "李四"],
    "A. Smith, B. Jones": ["A. Smith", "B. Jones"],
    "Doe, J.; Roe, R. & Poe, P.": ["J. Doe", "R. Roe", "P. Poe"],
}


@pytest.mark.parametrize("raw", SEPARATED)
def test_lists_without_and_are_read_and_reported(raw):
    people, _, (fault,) = read_names(raw)
    assert [person.name.text for person in people] == SEPARATED[raw]
    assert fault.code is Code.BIB_SEPARATOR


@pytest.mark.parametrize(
    "raw",
    ["Smith, Jr., John", "Smith, John", "Simon & Schuster", "Farrar, Straus & Giroux",
     r"{Barnes \& Noble, Inc.; Books}", "Fran&ccedil;ois, Andr&eacute;", "AT&T", "Smith, J.,", "Müller und Söhne", "Ducs, Ben et Fils", "Smith，John", "Doe J, Jane", "IBM, NY",
     "van der Berg, Jan Willem", "St. John, Mary", "family=Doe, given=Jane, prefix=von, id=x"],
)  # fmt: skip
def test_what_is_one_name(raw):
    people, _, faults = read_names(raw)
    assert (len(people), faults) == (1, ())


def test_empty_names_are_reported():
    people, _, (fault,) = read_names("A. Doe and , and ")
    assert [person.name.text for person in people] == ["A. Doe"]
    assert (fault.code, fault.message) == (Code.BIB_NAME, "a name is empty")
    assert read_names("{}") == ((), False, ())


def test_annotations():
    people, _, _ = read_names("Doe, Jane and Roe, Rik and Fox, Eve")
    annotated, faults = annotate(people, "1=equal; 2=student,equal; 3:family=x", '2="rik-roe"')
    assert [person.marks for person in annotated] == [("equal",), ("student", "equal"), ("x",)]
    assert [person.person for person in annotated] == [None, "rik-roe", None]
    assert faults == []
    _, faults = annotate(people, "4=equal; equal", "0=x")
    assert faults == [
        '"4=equal" is for number 4 of 3',
        '"equal" is not of the form "1=mark"',
        '"0=x" is for number 0 of 3',
    ]


def test_fold_name_ignores_what_print_varies():
    assert fold_name("Julia Bazińska") == fold_name("julia BAZINSKA")
    assert fold_name("Tal Ben-Nun") == fold_name("Tal Ben Nun")
    assert fold_name("J. Doe") != fold_name("Jane Doe")


def test_split_top_is_the_same_with_and_without_braces():
    assert split_top("a~b \n c", " ") == ["a", "b", "c"]
    assert split_top("{a}~b \n c", " ") == ["{a}", "b", "c"]
    assert split_top("a, b,", ",") == ["a", "b", ""]
    assert split_top("{a, b}, c,", ",") == ["{a, b}", "c", ""]


def test_an_id_is_never_longer_than_a_file_name_may_be() -> None:
    from symposium.model.ids import LONGEST, is_id, slug

    titles = ["word " * 100, "x" * 1000, "word " * 100 + "b"]
    ids = [slug(title) for title in titles]
    assert all(len(made) <= LONGEST and is_id(made) for made in ids)
    assert len(set(ids)) == 3
