"""A person's own page lists works whose authors are cut short before the name."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.files import knowledge_of
from symposium.knowledge import NO_MENTIONS
from symposium.model.problems import Code
from symposium.pages import Pages, Urls
from symposium.search.fields import ABOUT, PEOPLE, Fields
from symposium.search.records import SearchRecord

if TYPE_CHECKING:
    from pathlib import Path

    from symposium.knowledge import KnowledgeBase

REFS = """
@misc{whole, author = {Doe, Jane and Roe, Rick}, title = {Whole}, year = 2020}
@misc{cut, author = {Roe, Rick and others}, title = {Cut}, year = 2021}
@misc{early, author = {Doe, Jane and others}, title = {Early}, year = 2022}
@misc{foreign, author = {Roe, Rick}, title = {Foreign}, year = 2023}
"""
PAGE = """---
title: Tracker page of Jane Doe
kind: tracker page
date: undated
owner: OWNER
listings:
  - {paper: whole, date: 2020-01-01}
  - {paper: cut, date: 2021-01-01}
  - {paper: early, date: 2022-01-01}
---
"""
FILES = {"refs.bib": REFS, "sources/page.md": PAGE.replace("OWNER", "jane-doe")}


def kb_of(root: Path, files: dict[str, str]) -> tuple[KnowledgeBase, list[str]]:
    """Return the knowledge base of a project of these files, and its problems."""
    kb, problems = knowledge_of(root, files)
    return kb, [str(one) for one in problems]


def test_a_list_cut_short_before_the_owner_is_theirs_and_others_are_not(tmp_path: Path) -> None:
    kb, problems = kb_of(tmp_path, FILES)
    assert problems == []
    assert kb.relations.listed_of_person == {"jane-doe": ("cut",)}
    assert kb.relations.papers_of_person["jane-doe"] == ("early", "whole")
    assert kb.authors_of("cut") == ("rick-roe",)
    assert kb.coauthors_of("jane-doe") == (("rick-roe", 1),)


@pytest.mark.parametrize("owner", ["jane-doe", "janed"])
def test_an_owner_may_be_named_by_an_earlier_id(tmp_path: Path, owner: str) -> None:
    person = "---\nname: Jane Doe\nwas: [janed]\n---\n"
    page = PAGE.replace("OWNER", owner)
    kb, problems = kb_of(tmp_path, {**FILES, "people/jane-doe.md": person, "sources/page.md": page})
    assert (kb.relations.listed_of_person, problems) == ({"jane-doe": ("cut",)}, [])


def test_a_complete_list_without_the_owner_is_reported_and_not_counted(tmp_path: Path) -> None:
    page = FILES["sources/page.md"].replace("\n---\n", "\n  - {paper: foreign}\n---\n")
    kb, problems = kb_of(tmp_path, {**FILES, "sources/page.md": page})
    assert kb.relations.listed_of_person == {"jane-doe": ("cut",)}
    assert len(problems) == 1
    code = Code.OWNER_NO_AUTHOR.code
    assert problems[0].startswith(
        f"sources/page.md:10:13: {code} jane-doe is not an author of foreign"
    )


def test_an_owner_whom_nobody_knows_is_reported(tmp_path: Path) -> None:
    kb, problems = kb_of(tmp_path, {**FILES, "sources/page.md": PAGE.replace("OWNER", "jan-doe")})
    assert kb.relations.listed_of_person == {}
    message = 'sources/page.md:5:8: R008 no person has the id "jan-doe": did you mean jane-doe?'
    assert problems == [message]


def test_pages_say_how_many_more_a_page_of_the_person_lists(tmp_path: Path) -> None:
    kb, _ = kb_of(tmp_path, FILES)
    pages = Pages(kb, NO_MENTIONS, Urls())
    person = pages.render("people/jane-doe")
    assert "2 papers by their author lists" in person.header
    assert "1 more on their own page (authors cut short)" in person.header
    assert 'href="../people/jane-doe.html"' in pages.render("sources/page").header
    section = person.sections.partition('id="listed"')[2].partition("</section>")[0]
    assert 'href="../papers/cut.html"' in section
    assert 'href="../sources/page.html"' in section
    assert "2 + 1" in pages.render("people/index").sections
    assert "2 + 1" in pages.overview("index")
    assert 'id="listed"' not in pages.render("people/rick-roe").sections


def test_the_search_finds_such_a_work_by_the_owner_but_not_as_an_author(tmp_path: Path) -> None:
    kb, _ = kb_of(tmp_path, FILES)
    fields = Fields(kb)
    cut, whole = (fields.of(SearchRecord("paper", 0, one)) for one in ("cut", "whole"))
    assert "jane" in cut[ABOUT] - cut[PEOPLE]
    assert "jane" in whole[PEOPLE] - whole[ABOUT]
