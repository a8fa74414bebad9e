"""What the search finds first: queries made by hand, and queries made of all people and papers.

Every query that misses is printed with what came instead.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from ask import Answer, ask
from support.search_families import FAMILIES, Case, Families
from support.search_queries import AMONG_THREE, FIRST
from support.search_site import Wanted, documents, instead, make_index, misses, need_node
from symposium.knowledge import KnowledgeBase

LEAST = 0.98
"""The part of each family that is to be found."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[KnowledgeBase, Path]:
    need_node()
    return make_index(tmp_path_factory.mktemp("quality"))


@pytest.fixture(scope="module")
def families(made: tuple[KnowledgeBase, Path]) -> Mapping[str, list[tuple[Case, Answer]]]:
    """Return each query of each family with its answer; one process answers all."""
    kb, site = made
    cases = Families(kb).all()
    answers = iter(ask(site, [q.query for all_ in cases.values() for q in all_], show=3))
    return {name: [(case, next(answers)) for case in all_] for name, all_ in cases.items()}


@pytest.mark.parametrize(("table", "places"), [(FIRST, 1), (AMONG_THREE, 3)])
def test_queries_made_by_hand(made: tuple[KnowledgeBase, Path], table: Wanted, places: int) -> None:
    answers = ask(made[1], list(table))
    assert not (found := misses(table, answers, places)), "\n".join(found)


@pytest.mark.parametrize("name", FAMILIES)
def test_queries_made_of_all_people_and_papers(
    families: Mapping[str, list[tuple[Case, Answer]]], name: str
) -> None:
    asked = families[name]
    missed = [
        f"{case.query!r}: not {' or '.join(sorted(case.wanted))}, but {instead(answer)}"
        for case, answer in asked
        if not case.wanted & set(documents(answer)[:3])
    ]
    part = 1 - len(missed) / len(asked)
    said = "\n".join([f"{name}: {part:.1%} of {len(asked)}", *missed])
    print(said)  # noqa: T201 - also where they are few
    assert part >= LEAST, said
