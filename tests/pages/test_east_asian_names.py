"""Names in Han, Hangul and Kana: the family name first, without a space, and joined to their person."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.pages_site import known
from symposium.knowledge import NO_MENTIONS
from symposium.model.names import parse_name
from symposium.pages import Urls
from symposium.pages.render import Pages


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("刘, 洋", "刘洋"),
        ("김, 민수", "김민수"),
        ("family=刘, given=洋", "刘洋"),
        ("刘, Yang", "Yang 刘"),
    ],
)
def test_the_family_name_comes_first(raw: str, shown: str) -> None:
    assert parse_name(raw).text == shown


def test_a_printed_name_leads_to_its_person_and_managers_get_both_parts(tmp_path: Path) -> None:
    bib = "@article{a, author = {刘, 洋 and Doe, Jane}, title = {T}, year = 2020}\n"
    person = "---\nname: Yang Liu\nnames: [刘 洋]\n---\n"
    kb = known(tmp_path, {"refs.bib": bib, "people/yang-liu.md": person})
    fragment = Pages(kb, NO_MENTIONS, Urls()).render("papers/a")
    assert '<a href="../people/yang-liu.html">刘洋</a>' in fragment.header
    assert 'name="citation_author" content="刘, 洋"' in fragment.head
