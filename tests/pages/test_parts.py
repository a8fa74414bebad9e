"""The small parts of pages: formulas, links, texts, times, BibTeX."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.pages_site import parse
from symposium.pages import author_links, maths, small_texts


@pytest.mark.parametrize(
    "text", ["costs $5 and $10", "from $5 to US$10", "a $ b $ c", r"only \$5 and \$6"]
)
def test_money_is_not_maths(text: str) -> None:
    assert maths.maths(text) == text.replace("\\$", "$")


@pytest.mark.parametrize("text", ["$O(n)$", "an $n$-gram", "($x_i$)", "$a$, $b$", "$$E=mc^2$$"])
def test_formulas_become_mathml(text: str) -> None:
    html = maths.maths(text)
    parse(html)
    assert "<math " in html
    assert "$" not in html


@pytest.mark.parametrize(
    "tex",
    [
        r"\href{javascript:alert(1)}{x}",
        r"\style{color:red}{x}",
        r"\require{x}",
        r"\def\a{\a\a}\a",
        r"\unknowncommand{x}",
        "x" * 2001,
        r"\text{</mtext><script>alert(1)</script>}",
    ],
)
def test_what_must_not_or_cannot_be_converted_is_shown_as_typed(tex: str) -> None:
    text = f"see ${tex}$."
    html = maths.maths(text)
    assert "<script" not in html
    assert "href=" not in html
    assert parse(html).text == text
    assert maths.unconverted(text) == (tex,)


@given(st.text(max_size=60))
def test_any_formula_gives_well_formed_html_from_the_lists(tex: str) -> None:
    html = small_texts.clean(maths.maths(f"${tex}$"))
    for node in parse(html).iter():
        if node.tag != "x":
            assert node.tag.removeprefix(maths.NAMESPACE) in maths.ELEMENTS
            assert set(node.attrib) <= maths.ATTRIBUTES | {"alttext"}


@pytest.mark.parametrize(
    "address",
    [
        "javascript:alert(1)",
        "java\tscript:alert(1)",
        "data:text/html,x",
        "file:///etc/passwd",
        "//example.org",
        "../secret",
        "files/../conf.py",
        "files/unknown.pdf",
        "http:javascript:alert(1)",
        "",
    ],
)
def test_no_other_link_is_published(address: str) -> None:
    assert author_links.safe_href(address, frozenset({"files/x.pdf"})) is None


@given(st.text())
def test_a_link_is_safe_or_none(address: str) -> None:
    href = author_links.safe_href(address)
    assert href is None or href.lower().startswith(("http://", "https://", "mailto:"))
    assert href is None or not set(href) & set('"<>\n\t ')


def test_dois_keep_their_odd_characters_encoded() -> None:
    assert author_links.doi_href("10.1002/(SICI)1<1::AID>3.0") == (
        "https://doi.org/10.1002/(SICI)1%3C1::AID%3E3.0"
    )
    assert '"' not in author_links.doi_href('10.1/"><script>')
