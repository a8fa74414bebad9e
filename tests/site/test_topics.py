"""The topic pages: editorial, of the promised length, and every role in them leads somewhere."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.paths import ROOT
from symposium.model.ids import slug
from symposium.reading.folder import read_project

PAGES = sorted((ROOT / "topics").glob("*.md"))
NAMES = [page.stem for page in PAGES]


def body(page: Path) -> str:
    return page.read_text(encoding="utf-8").split("\n---\n", 1)[1]


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_a_page_has_100_to_400_words_and_names_no_work_twice(page: Path) -> None:
    assert 100 <= len(body(page).split()) <= 400
    assert "{bibliography}" not in body(page)


def test_a_page_names_three_key_papers_on_its_topic() -> None:
    records = read_project(ROOT)[0]
    topics_of = {paper.key: set(map(slug, paper.topics)) for paper in records.papers}
    for topic in records.entities["topic"]:
        assert len(set(topic.key_papers)) == 3, topic.id
        assert all(topic.id in topics_of[key] for key in topic.key_papers), topic.id


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
