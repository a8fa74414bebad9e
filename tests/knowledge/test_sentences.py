"""Where sentences end: full stops of many scripts, and those that end nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.time_limits import ends_in_time
from symposium.knowledge.mentions import (
    AROUND,
    MARK,
    WHOLE,
    TextPiece,
    excerpts,
    sentence_ends,
    sentences,
)

SPLIT = """\
As in Sol vs. Weber it rains. | Next one.
It is 3.5 m. | Then version 2.0. | Yes.
See https://example.org/a.b?c=d!e. | Then Node.js works.
He said “so.” | Then “why?” and left. | “One.” | “Two.”
He (J. Sol, b. 1980) wrote it (see Weber 2010. It is old.) and left. | (This is all.) | Then more.
J. R. R. Tolkien and M. Sol wrote it. | Yes.
In the U.S. Army it is. | On Jan. 5 it was. | It ends at 5 p.m. | Then we go.
See Sec. 3; Fig. A shows it. | Eq. 4 too. | No. 5 is alive. | Is it no. | Then yes.
Smith et al. Proceedings say so. | Sol et al. | The end, e.g. Here. | Vitamin C. | Then more.
Dr. Sol of St. Gallen came, cf. Weber. | Ph.D. students too, etc. | Then Prof. Weber.
Wait... | Then it came. | Wait… | Really?! | Yes.
1. First item. | 2. Second.
これは文です。|次の文です。|「はい！」|そう
这是句子。|下一句！|第三句？
यह वाक्य है। | दूसरा है।
هل هذا؟ | نعم۔ | شكرا.
Это так. | Потом так. | «Да.» | Нет.
"""


@pytest.mark.parametrize("line", SPLIT.splitlines())
def test_sentences_end_where_readers_say(line: str) -> None:
    text = line.replace("|", "") if "。" in line else line.replace(" | ", " ")
    found = []
    start = 0
    for end in (*sentence_ends(text), len(text)):
        found.append(text[start:end].strip())
        start = end
    assert found == [part.strip() for part in line.split("|")]


@given(st.text(alphabet="aB1 .!?。()[]“”e.g\u0964" + MARK))
def test_every_reference_stands_in_one_sentence(text: str) -> None:
    pieces = [TextPiece(kind="paper", ids=("k",)) if c == MARK else TextPiece(c) for c in text]
    ends = list(sentence_ends(text))
    assert ends == sorted(set(ends))
    found = [piece for sentence in sentences(pieces) for piece in sentence if piece.kind]
    assert len(found) == text.count(MARK)


def test_a_long_sentence_is_cut_around_each_reference() -> None:
    keys = tuple(f"k{number}" for number in range(1_000))
    notes = tuple(("see", key) for key in keys)
    cited = TextPiece(kind="paper", ids=keys, role="p", notes=notes)
    begin, end = TextPiece("word " * 200), TextPiece(" end of it.")
    rows = list(excerpts((begin, cited, end)))
    assert [piece.ids[0] for piece, _shown in rows] == [*keys]
    for piece, shown in rows:
        (inside,) = [one for one in shown if one.kind]
        place = inside.ids.index(*piece.ids)
        assert inside.notes[place : place + 1] == piece.notes
        assert len(inside.ids) < 2 * AROUND / 20
        assert shown[0].text.startswith("… ")
        assert shown[-1].text.endswith((" …", "it."))
    assert AROUND <= len(rows[0][1][1].text) < AROUND + 40
    short = (TextPiece("x" * (WHOLE - 61)), replace(cited, ids=keys[:3], notes=()), TextPiece("."))
    assert [shown for _piece, shown in excerpts(short)] == [short] * 3


@pytest.mark.parametrize("text", ["e.g. ", "1. ", "(a. ", "A. ", ".", "[b. ]", "x"])
def test_long_texts_take_no_longer_than_their_length(text: str) -> None:
    with ends_in_time():
        list(sentence_ends(text * 30_000))
