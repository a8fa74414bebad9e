"""The title in a formatted reference is what leads to the page of the work."""

from __future__ import annotations

import pytest
from docutils import nodes
from symposium.kinds.paper import Paper
from symposium.sphinxext.pybtex_entries import link_title

URL = "https://example.org/statistics"


def italic(text: str) -> nodes.Element:
    return nodes.emphasis("", text)


def address(text: str) -> nodes.Element:
    return nodes.reference("", text, refuri=text)


@pytest.mark.parametrize(
    ("title", "parts"),
    [
        ("Statistics", ["A. Doe. ", "*Statistics*", ". Wiley Series in Statistics. Wiley, 2020."]),
        ("Statistics", ["Statistics Norway. ", "*Statistics*", ". Oslo, 2020."]),
        ("Statistics", [URL, ". A. Doe. ", "*Statistics*", "."]),
        ("Fast Keys", ["A. Doe. Fast keys. ", "*Keys*", ", 3, 2020."]),
    ],
)
def test_the_title_is_linked_and_no_other_word(title: str, parts: list[str]) -> None:
    paragraph = nodes.paragraph()
    for part in parts:
        if part.startswith("*"):
            paragraph += italic(part.strip("*"))
        else:
            paragraph += address(part) if part == URL else nodes.Text(part)
    before = paragraph.astext()
    link_title(
        paragraph,
        Paper(id="a", key="a", type="book", title=title),
        lambda inner: nodes.strong("", "", inner),
    )
    assert paragraph.astext() == before
    (linked,) = paragraph.findall(nodes.strong)
    assert linked.astext().lower() == title.lower()
    if f"*{title}*" in parts:
        assert isinstance(linked.parent, nodes.emphasis)
