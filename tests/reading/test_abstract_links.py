"""Addresses that abstracts print become links of the work, and say so."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.files import knowledge_of
from symposium.knowledge import NO_MENTIONS, KnowledgeBase
from symposium.pages import Pages, Urls
from symposium.reading.entry_links import MAX_ADDRESSES, printed_links

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Code: https://github.com/a/B-c.", {"code": "https://github.com/a/B-c"}),
        ("at \\url{https://x.org/a\\_b\\%20c}!", {"project": "https://x.org/a_b%20c"}),
        ("https://huggingface.co/datasets/x/y,", {"data": "https://huggingface.co/datasets/x/y"}),
        ("https://lab.github.io/tool.", {"project": "https://lab.github.io/tool"}),
        ("https://youtu.be/x?si=1-", {"video": "https://youtu.be/x?si=1-"}),
        ("https://x.edu/{\\textasciitilde}me", {"project": "https://x.edu/~me"}),
        ("https://x.org/a_(b))", {"project": "https://x.org/a_(b)"}),
        ("on https://github.com and github.com", {}),
        ("https://doi.org/10.1/x, https://arxiv.org/abs/2101.00001", {}),
        ("ftp://x.org/a javascript://x.org/a https://me@x.org/a https://x/a", {}),
        ("mail a@github.com/b or see-github.com/a/b", {}),
    ],
)
def test_an_address_is_read_without_what_is_around_it(text: str, found: dict[str, str]) -> None:
    assert printed_links(text, ()) == found


def test_several_addresses_have_a_number_and_known_ones_are_left_out() -> None:
    text = "https://github.com/a/b https://github.com/c/d https://github.com/A/B/ https://x.org/e"
    assert printed_links(text, ["http://www.github.com/c/d"]) == {
        "code": "https://github.com/a/b",
        "project": "https://x.org/e",
    }
    many = " ".join(f"https://github.com/a/{n}" for n in range(20))
    assert list(printed_links(many, ()))[1] == "code-2"
    assert len(printed_links(many, ())) == MAX_ADDRESSES


ENTRY = """@misc{tool, author = {Doe, Jane}, title = {Tool}, year = 2020, FIELD
  abstract = {We share https://github.com/a/tool and https://zenodo.org/records/1.}}
"""
SOURCE = """---
title: Page
kind: tracker
date: undated
listings:
  - {paper: tool, date: 2020-01-01, code: true}
---
"""


def kb_of(root: Path, field: str = "", note: str = "") -> KnowledgeBase:
    """Return the knowledge base of a work with an abstract."""
    files = {"refs.bib": ENTRY.replace("FIELD", field), "sources/page.md": SOURCE}
    files |= {"papers/tool.md": f"---\n{note}\n---\n"} if note else {}
    return knowledge_of(root, files)[0]


def test_the_page_says_which_links_the_abstract_prints(tmp_path: Path) -> None:
    kb = kb_of(tmp_path)
    pages = Pages(kb, NO_MENTIONS, Urls())
    page = pages.render("papers/tool")
    assert "Printed in the abstract: Code, Data" in page.sections
    assert page.header.count('href="https://github.com/a/tool"') == 1
    # "Code: yes" leads there.
    yes = '<a href="https://github.com/a/tool">yes</a>'
    assert yes in page.sections
    assert yes in pages.render("sources/page").sections


@pytest.mark.parametrize(
    ("field", "note", "links", "printed"),
    [
        ("code = {https://x.org/mine},", "", "https://x.org/mine", ("data",)),
        ("", "links: {code: https://x.org/mine}", "https://x.org/mine", ("data",)),
        ("", "links: {repo: https://github.com/a/tool}", None, ("data",)),
    ],
)
def test_what_authors_say_themselves_wins(
    tmp_path: Path, field: str, note: str, links: str | None, printed: tuple[str, ...]
) -> None:
    work = kb_of(tmp_path, field, note).works["tool"]
    assert (work.links.get("code"), work.links_from_abstract) == (links, printed)
