"""The nearest known name: right for a slip, and bounded whatever the number of names."""

from __future__ import annotations

from difflib import SequenceMatcher

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.chosen import examples
from symposium.model import spelling
from symposium.model.spelling import Spellings

SYLLABLES = ("ba", "den", "ki", "lor", "mu", "nat", "o", "per", "qui", "ros", "sha", "tov", "wei")
MANY = [
    f"{a}{b}{c}-{d}{e}" for a in SYLLABLES for b in SYLLABLES[:6] for c in SYLLABLES
    for d in SYLLABLES[3:] for e in SYLLABLES[5:9]
]  # fmt: skip
KNOWN = Spellings(MANY)


@st.composite
def slips(draw: st.DrawFn) -> tuple[str, str]:
    """Return a name, and the same with one letter dropped, doubled, replaced or exchanged."""
    name = draw(st.sampled_from(MANY))
    at = draw(st.integers(0, len(name) - 2))
    head, one, two, tail = name[:at], name[at], name[at + 1], name[at + 2 :]
    middles = (two, one + one + two, f"x{two}", two + one)
    return name, f"{head}{draw(st.sampled_from(middles))}{tail}"


@settings(max_examples=examples(200))
@given(slips())
def test_one_slip_finds_its_name_or_one_that_is_as_near(slip: tuple[str, str]) -> None:
    name, text = slip
    found = KNOWN.nearest(text)
    assert found is not None
    assert likeness(text, found) >= likeness(text, name)


def likeness(text: str, name: str) -> float:
    return SequenceMatcher(None, name, text).ratio()


def test_among_few_names_all_are_compared() -> None:
    known = Spellings(["ann-bee", "carl-dee"], {"eve-fox": 1})
    assert known.nearest("dee-carl", cutoff=0.5) == "carl-dee"
    assert known.nearest("eve-fix") == "eve-fox"
    assert known.nearest("nobody-at-all") is None
    assert known.hint("nobody-at-all", "write it") == "write it"
    assert known.hint("eve-fix", "write it") == "did you mean eve-fox?"
    assert Spellings([]).nearest("ann") is None


@pytest.mark.parametrize(
    ("text", "names", "meant"),
    [
        ("titel", ["cites", "links", "title"], "title"),
        ("titel", ["cites", "links"], None),
        ("alex-exmaple", ["alex-example"], "alex-example"),
        ("sam-sample", ["alex-example"], None),
        ("Jane Doe", ["jane-doe"], "jane-doe"),
        ("rosa-m-badia", ["rosa-badia"], "rosa-badia"),
        ("listening", ["listening-to-the-sea"], "listening-to-the-sea"),
        ("notes/salt", ["notes/tides"], None),
        ("ab", ["cd", "b"], "b"),
    ],
)
def test_a_name_is_suggested_only_if_the_text_may_mean_it(
    text: str, names: list[str], meant: str | None
) -> None:
    assert Spellings(names).nearest(text) == meant
    assert spelling.nearest(text, names) == meant
