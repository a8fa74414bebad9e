"""What the search finds first; every query that misses is printed with what came instead."""

from __future__ import annotations

from pathlib import Path

import pytest
from ask import ask
from support.search_queries import AMONG_THREE, FIRST
from support.search_site import Wanted, make_index, misses, need_node
from symposium.knowledge import KnowledgeBase


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[KnowledgeBase, Path]:
    need_node()
    return make_index(tmp_path_factory.mktemp("quality"))


@pytest.mark.parametrize(("table", "places"), [(FIRST, 1), (AMONG_THREE, 3)])
def test_queries_made_by_hand(made: tuple[KnowledgeBase, Path], table: Wanted, places: int) -> None:
    answers = ask(made[1], list(table))
    assert not (found := misses(table, answers, places)), "\n".join(found)
