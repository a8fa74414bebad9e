"""The site's own search scripts answer in node, and what they asked for is counted."""

from __future__ import annotations

from pathlib import Path

import pytest
from ask import Question, ask
from generate import bibliography
from support.search_site import need_node, write_index
from symposium.knowledge import KnowledgeBase, build
from symposium.reading.folder import read_project


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[KnowledgeBase, Path]:
    need_node()
    folder = tmp_path_factory.mktemp("ask")
    (folder / "refs.bib").write_text("\n".join(bibliography(60)), encoding="utf-8")
    kb, _ = build(read_project(folder)[0])
    write_index(kb, folder / "site")
    return kb, folder / "site"


def test_files_and_bytes_of_a_cold_question_are_counted(made: tuple[KnowledgeBase, Path]) -> None:
    kb, site = made
    questions = [Question("parallel", {"kind": ["paper"]}), "parallel"]
    for cold in (True, False):
        first, second = ask(site, questions, cold=cold, facets=True)
        assert 0 < first.total <= second.total
        assert first.facets
        assert "search/root.bin" in first.asked or not cold
        for name, size in first.asked.items():
            assert size == (site / name).stat().st_size
        assert first.bytes == sum(first.asked.values())
        assert bool(second.asked) == cold
    assert len(kb.works) == 60


def test_a_result_leads_to_the_page_of_its_record(tmp_path: Path) -> None:
    need_node()
    bib = "".join(
        f"@misc{{{key}, title = {{Same Words}}, author = {{Doe, Jane}}, year = 2020{more}}}\n"
        for key, more in (("paper1", ""), ("poster1", ", entrysubtype = {poster}"))
    )
    (tmp_path / "refs.bib").write_text(bib, encoding="utf-8")
    write_index(build(read_project(tmp_path)[0])[0], tmp_path / "site")
    (found,) = ask(tmp_path / "site", ["same words"])
    assert {(one["kind"], url) for one, url in zip(found.results, found.urls, strict=True)} == {
        ("paper", "papers/paper1.html"),
        ("poster", "papers/poster1.html"),
    }
