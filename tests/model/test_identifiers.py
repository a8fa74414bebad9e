"""Identifiers: forms and check digits, compared with python-stdnum and tried with slips."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from stdnum import isbn as stdnum_isbn
from stdnum import issn as stdnum_issn
from stdnum.iso7064 import mod_11_2
from symposium.model.identifiers import (
    CROCKFORD,
    arxiv_fault,
    arxiv_year,
    doi_fault,
    isbn_fault,
    issn_fault,
    orcid_fault,
    ror_fault,
)

DIGITS = "0123456789"


def isbn10(first: str) -> str:
    return first + stdnum_isbn._calc_isbn10_check_digit(first)


def orcid(first: str) -> str:
    number = first + mod_11_2.calc_check_digit(first)
    return "-".join(number[at : at + 4] for at in range(0, 16, 4))


def ror(first: str) -> str:
    number = 0
    for char in first:
        number = number * 32 + CROCKFORD.index(char)
    return f"{first}{98 - number * 100 % 97:02}"


MADE = {
    isbn_fault: st.text(DIGITS, min_size=9, max_size=9).map(isbn10),
    issn_fault: st.text(DIGITS, min_size=7, max_size=7).map(
        lambda first: first + stdnum_issn.calc_check_digit(first)
    ),
    orcid_fault: st.text(DIGITS, min_size=15, max_size=15).map(orcid),
    ror_fault: st.text(CROCKFORD, min_size=6, max_size=6).map(lambda rest: ror(f"0{rest}")),
}


def slips(text: str, data: st.DataObject, *, swaps: bool) -> str:
    """Return ``text`` with one character changed, or with two neighbours swapped."""
    places = [at for at, char in enumerate(text) if char.isalnum()]
    if swaps and data.draw(st.booleans()):
        first, second = data.draw(st.sampled_from(list(pairwise(places))))
        chars = list(text)
        chars[first], chars[second] = chars[second], chars[first]
        return "".join(chars)
    at = data.draw(st.sampled_from(places))
    others = DIGITS if swaps else CROCKFORD
    return text[:at] + data.draw(st.sampled_from(others)) + text[at + 1 :]


@pytest.mark.parametrize("fault", MADE)
@given(data=st.data())
def test_a_changed_digit_and_two_that_are_swapped_are_noticed(fault, data):
    right = data.draw(MADE[fault])
    wrong = slips(right, data, swaps=fault is not ror_fault)  # its two digits find no swaps
    assert fault(right) == ""
    assert bool(fault(wrong)) == (wrong != right)


@given(st.text())
def test_no_text_is_too_odd(text):
    for fault in (doi_fault, arxiv_fault, orcid_fault, ror_fault, isbn_fault, issn_fault):
        assert isinstance(fault(text), str)


RIGHT = {
    doi_fault: ["10.1145/3458817.3476181", "10.1002/(SICI)1097-0118(199812)29:4<1::AID-JGT1>3.0.CO;2-K", "10.1000.10/x", "10/abc12"],
    arxiv_fault: ["0704.0001", "1412.9999v3", "1501.00001", "2512.00001", "hep-th/9901001", "cond-mat.stat-mech/9612043", "math.GT/0309136", "cs/0112017v2"],
    orcid_fault: ["0000-0002-1825-0097", "0000-0002-1694-233X", "0000-0001-5109-3700"],
    ror_fault: ["05a28rw58", "01bj3aw27", "05dxps055", "03x3g5467", "05A28RW58"],
    isbn_fault: ["978-3-16-148410-0", "3-16-148410-X", "979-10-90636-07-1", "978 3 16 148410 0", "978–3–16–148410–0"],
    issn_fault: ["0378-5955", "2049-3630", "2434-561x", "03785955"],
}  # fmt: skip
WRONG = {
    doi_fault: ["", "10.1145", "doi:10.1145/1", "10.1/x", "10.1145/a b"],
    arxiv_fault: ["2113.00001", "2100.00001", "0703.0001", "1501.0001", "1412.00001", "2101.000001", "2101.00001v0", "cs/0113017", "cs/1201017", "2101_00001", "٢١٠١.00001"],
    orcid_fault: ["0000-0002-1825-0098", "0000-0002-1825-009", "0000 0002 1825 0097", "٠٠٠٠-0002-1825-0097"],
    ror_fault: ["05a28rw59", "15a28rw58", "05a28rw5", "05a28rl58", "ror.org/05a28rw58"],
    isbn_fault: ["", "978-3-16-148410-1", "3-16-148410-0", "977-3-16-148410-0", "978-3-16-14841-X", "12", "ISBN"],
    issn_fault: ["", "0378-5956", "378-5955", "0378-59555", "٠٣٧٨-5955"],
}  # fmt: skip


@pytest.mark.parametrize("fault", RIGHT)
def test_right_ones(fault):
    assert {text: fault(text) for text in RIGHT[fault] if fault(text)} == {}


@pytest.mark.parametrize("fault", WRONG)
def test_wrong_ones(fault):
    assert [text for text in WRONG[fault] if not fault(text)] == []


def test_the_year_of_a_preprint():
    texts = ["0704.0001", "2512.00001v2", "hep-th/9101001", "cs/0112017", "12345"]
    assert [arxiv_year(text) for text in texts] == [2007, 2025, 1991, 2001, None]
