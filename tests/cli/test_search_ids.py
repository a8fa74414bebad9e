"""A word that is an id finds the record of this id first, and then all others that fit."""

from __future__ import annotations

from support.project import MakeProject
from symposium import load
from symposium.search.scorer import Search


def test_a_word_that_is_an_id_finds_more_than_its_record(project: MakeProject) -> None:
    made = project({
        "refs.bib": "".join(
            f"@misc{{a{n}, author = {{Doe, Jane}}, title = {{On sparsity {n}}}, keywords = {{sparsity}}}}\n"
            for n in range(3)
        ),
    })  # fmt: skip
    found = [one[:2] for one in Search(load(made.root)).find("sparsity")]
    assert found[0] == ("topic", "sparsity")
    assert {name for kind, name in found if kind == "paper"} == {"a0", "a1", "a2"}
    assert len(found) == len(set(found))
