"""LaTeX to Unicode: what people type in bibliographies, and what they paste there."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.chosen import examples
from support.time_limits import ends_in_time
from symposium.reading.latex import decode, plain, segments, unknown_commands

DECODED = {
    # accents, with and without braces, over dotless letters
    r"Garc{\'\i}a": "García",
    r"na\"{\i}ve": "naïve",
    r"{\v S}imek": "Šimek",
    r"Erd{\H{o}}s": "Erdős",
    r"{\L}ukasz \l{}uk": "Łukasz łuk",
    r"\u{g} \.{I} \d{s} \b{b} \k{a} \={a} \^{\j}": "ğ İ ṣ ḇ ą ā ĵ",
    r"{\'\^e} \'{\^{e}}": "ế ế",
    r"Jos{\a'e}": "José",
    r"\ss \O\o \AE\ae \OE\oe \dj \th": "ßØøÆæŒœđþ",
    r"don\'t": "don't",
    r"boys\' toys": "boys' toys",
    # escapes and typography
    r"5\% of A\&B \#1 \_x": "5% of A&B #1 _x",
    "1--2 --- ``so''": "1–2 — “so”",
    "-----": "-----",
    r"J.~Doe, J.\,Doe, J.\ Doe": "J.\u00a0Doe, J.\u2009Doe, J. Doe",
    r"hy\-phen\/ation": "hyphenation",
    r"a\\b": "a b",
    # commands that only say how text looks
    r"{\it Foo} \emph{bar} \textbf{\textit{x}} {\em y}": "Foo bar x y",
    r"\url{http://a_b.c/~x\_y%20}": "http://a_b.c/~x_y%20",
    r"\href{http://x.org}{a \emph{link}} ok": "a link ok",
    r"10\textsuperscript{6} 4\textsuperscript{th} H\textsubscript{2}O": "10⁶ 4th H₂O",
    r"{\noopsort{1973b}}1973": "1973",
    r"\LaTeX is {\TeX}": "LaTeX is TeX",
    r"\mkbibparens{\autocap{s}ee \emph{a}}\isdot \textasciimacron": "(see a)¯",
    r"On \enquote{the \emph{self}} and \enquote*{it}, \mkbibquote{x}": "On “the self” and “it”, “x”",
    r"\textendash \copyright \textmu m \textless i\textgreater": "–©µm <i>",
    # text as people paste it
    "100% of a_b & c #1 <d": "100% of a_b & c #1 <d",
    "~45% (~3) ~.5 a ~ b": "~45% (~3) ~.5 a ~ b",
    "Table~3 of Fig.~4": "Table\u00a03 of Fig.\u00a04",
    "one\n two\n\n \nthree": "one two\n\nthree",
    # maths and money
    r"$O(n\log n)$ for \$5": r"$O(n\log n)$ for \$5",
    "$5 to $10": r"\$5 to \$10",
    r"\(a\) \[b\] $$c$$ \ensuremath{d}": "$a$ $b$ $c$ $d$",
    "lone $ sign": r"lone \$ sign",
    "{$x}$": r"\$x\$",
    # what is not known stays
    r"\foo{b{c}} \bar": r"\foo{bc} \bar",
    # damaged
    "a } b { c": "a b c",
    r"\'": "´",
    r"\url{x": "x",
}


@pytest.mark.parametrize(("typed", "text"), DECODED.items())
def test_decode(typed, text):
    assert decode(typed) == text


@pytest.mark.parametrize("text", [t for t in DECODED.values() if t not in {"\\", r"\foo{bc} \bar"}])
def test_decoded_text_stays_as_it_is(text):
    assert decode(text) == text


def test_unknown_commands_are_named_once_in_order():
    assert unknown_commands(r"\foo \emph{\bar} \foo{x} \'e") == (r"\foo", r"\bar")
    assert unknown_commands("nothing") == ()


@given(st.text(alphabet="\\{}$~-`' \n\"aeiñ1uvcftexbrl()[]", max_size=80))
@settings(max_examples=examples(400))
def test_any_text_is_decoded_without_an_error(text):
    decoded = decode(text)
    assert "".join(piece for _, piece in segments(decoded)) == plain(decoded)
    if "\\" not in text and "$" not in text:
        assert "{" not in decoded
        assert decode(decoded) == decode(decode(decoded))


HOSTILE = {
    "groups": "{" * 50_000 + "x" + "}" * 50_000,
    "accents": "\\'{" * 50_000,
    "dollars": "$a" * 50_000,
    "maths": "\\(a" * 50_000,
    "links": "\\url{" * 50_000,
    "commands": "\\foo{" * 50_000,
    "raised": "\\textsuperscript{" * 50_000,
    "spaces": "a" + " " * 100_000 + "b",
    "lines": "\n " * 50_000 + "\\x",
    "tildes": "~ " * 50_000,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_text_takes_linear_time(text):
    with ends_in_time():
        plain(decode(text))
