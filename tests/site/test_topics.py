"""The topic pages: editorial, of the promised length, and every role in them leads somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.paths import ROOT
from symposium.model.ids import slug
from symposium.reading.folder import read_project

PAGES = sorted((ROOT / "topics").glob("*.md"))
NAMES = [page.stem for page in PAGES]


def body(page: Path) -> str:
    return page.read_text(encoding="utf-8").split("\n---\n", 1)[1]


def targets(role: str) -> set[str]:
    """What the pages name by a role, without its text."""
    used = re.findall(rf"{{{role}}}`(?:[^`<]*<)?([^`>]+)>?`", "\n".join(map(body, PAGES)))
    return {key for keys in used for key in keys.split(",")}


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_a_page_has_100_to_400_words_and_its_references(page: Path) -> None:
    prose, references = body(page).split("## References")
    assert 100 <= len(prose.split()) <= 400
    assert "```{bibliography}\n```" in references


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_a_page_says_what_works_found_and_not_who_wrote_them(page: Path) -> None:
    assert not re.search(r"(?:among (?:the|its|their)|is an|are|first) authors?\b", body(page))


def test_a_page_names_three_key_papers_on_its_topic() -> None:
    records = read_project(ROOT)[0]
    topics_of = {paper.key: set(map(slug, paper.topics)) for paper in records.papers}
    for topic in records.entities["topic"]:
        assert len(set(topic.key_papers)) == 3, topic.id
        assert all(topic.id in topics_of[key] for key in topic.key_papers), topic.id


def test_the_pages_are_marked_editorial() -> None:
    topics = read_project(ROOT)[0].entities["topic"]
    assert {one.id for one in topics} == set(NAMES)
    assert all(one.editorial for one in topics)


def test_every_role_leads_somewhere() -> None:
    records = read_project(ROOT)[0]
    works = {paper.key for paper in records.papers}
    people = {slug(one.name.text) for paper in records.papers for one in paper.authors}
    people |= {one.id for one in records.entities["person"]}
    talks = {one.id for one in records.entities["talk"]}
    events = {one.id for one in records.entities["event"]}
    cited = targets("cite:[tp]")
    assert cited <= works
    assert targets("person") <= people
    assert targets("talk") <= talks
    assert targets("event") <= events
    assert len(cited & {paper.key for paper in records.papers if not paper.poster}) >= 60
    assert len(targets("talk")) >= 4


def test_every_topic_has_works_that_lead_to_it() -> None:
    """A page whose title and names match no keyword would stand without its works."""
    records = read_project(ROOT)[0]
    used = {slug(topic) for paper in records.papers for topic in paper.topics}
    for topic in records.entities["topic"]:
        assert used & {topic.id, *map(slug, topic.names)}, topic.id


def test_every_keyword_is_that_of_a_page() -> None:
    """The list is controlled: no keyword makes a topic of its own, and no work has none or many."""
    records = read_project(ROOT)[0]
    described = {
        slug(text) for one in records.entities["topic"] for text in (one.title, *one.names)
    }
    assert len(PAGES) == 20
    for paper in records.papers:
        assert 1 <= len(paper.topics) <= 3, paper.key
        assert {slug(topic) for topic in paper.topics} <= described, paper.key
