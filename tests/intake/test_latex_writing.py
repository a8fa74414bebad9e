r"""Texts and names are written so that our reader reads the same."""

from __future__ import annotations

from hypothesis import assume, example, given
from hypothesis import strategies as st
from symposium.pages.citing.bibtex import delimited
from symposium.reading.bibtex_reader import parse
from symposium.reading.contributors import read_names
from symposium.reading.latex import decode, plain
from symposium_import.latex_writing import (
    name_in_parts,
    name_to_latex,
    names_to_latex,
    printed_name,
    tidy,
    title_to_latex,
    to_latex,
)
from symposium_import.works import text_of_markup

CHARS = st.text("abcXYZ  \n\\{}$&%#_~^`'\"-<>@=,;éßł中αя0159—–…()", max_size=40)


def read_back(value: str) -> str:
    """Return a value as it comes out of a file."""
    entries, problems = parse(f"@misc{{k,\n  title = {delimited(value)},\n}}\n", "refs.bib")
    assert not problems
    return entries[0].fields[0][1]


@given(CHARS | st.text(max_size=30))
@example("a -- b --- c ---- ``q'' $5 and $6")
@example(r"$\alpha$ costs \$5")
@example("@misc{x}\n\n@misc{y}")
def test_text_is_read_back_the_same(text):
    decoded = text_of_markup(text.replace("<", "").replace("&", ""), paragraphs=True)
    assert decode(read_back(to_latex(decoded))) == decoded
    title = " ".join(decoded.split())
    assert decode(read_back(title_to_latex(title))) == title


@given(CHARS)
def test_all_is_text_where_nothing_is_maths(text):
    wanted = tidy(text)
    written = to_latex(wanted.replace("$", "\\$") if "\\$" not in wanted else "")
    assert plain(decode(read_back(written))) == (wanted if "\\$" not in wanted else "")


NAME = st.text("abcdeMO'-. éßłÖ中{}\\,&$~", min_size=1, max_size=14)


@given(st.lists(st.tuples(NAME, NAME), min_size=1, max_size=4))
@example([("Barnes and Noble", ""), ("van der Berg", "Jan"), ("Ada", "")])
@example([("Ó Súilleabháin", "Seán"), ("李", "伟"), ("Smith, Jr.", "A.")])
def test_names_are_read_back_the_same(parts):
    names = [name_in_parts(family, given) for family, given in parts]
    names = [one for one in names if one.text]
    assume(names)
    people, et_al, faults = read_names(read_back(names_to_latex(names)))
    assert [one.name.text for one in people] == [tidy(one.text) for one in names]
    assert not et_al
    assert not faults


def test_the_parts_of_a_name_stay_what_they_are():
    written = names_to_latex(
        [name_in_parts("Berg", "Jan", "Jr.", "van der"), printed_name("Ada Lovelace")], et_al=True
    )
    assert written == "van der Berg, Jr., Jan and Lovelace, Ada and others"
    (found, _), et_al, _ = read_names(written)
    assert (found.name.family, found.name.prefix, found.name.suffix) == ("Berg", "van der", "Jr.")
    assert et_al
    assert name_to_latex(name_in_parts("NumPy Developers")) == "{NumPy Developers}"
