"""Each script of the search is published as one file, which gives what its modules give."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from ask import ask
from support.search_site import need_node, write_index
from symposium.knowledge import build
from symposium.reading.folder import read_project
from symposium.sphinxext.theme import BUNDLES, bundle

BIB = "@misc{doe2020, title = {Relation Extraction}, author = {Doe, Jane}, year = 2020}\n"


@pytest.mark.parametrize("name", BUNDLES)
def test_a_bundle_imports_nothing(name: str) -> None:
    assert "import" not in bundle(name)


@pytest.mark.parametrize("name", BUNDLES)
def test_a_bundle_has_no_comments(name: str) -> None:
    assert re.findall(r"/\*\*|^\s*//| // ", bundle(name), re.MULTILINE) == []


def test_a_bundle_answers_as_its_modules_do(tmp_path: Path) -> None:
    need_node()
    (tmp_path / "refs.bib").write_text(BIB, encoding="utf-8")
    write_index(build(read_project(tmp_path)[0])[0], tmp_path / "site")
    (found,) = ask(tmp_path / "site", ["extracting relations"])
    assert found.titles == ("Relation Extraction",)


def test_a_bundle_has_the_stems_of_its_language() -> None:
    assert "EnglishStemmer" in bundle("symposium-index.js")
    assert "GermanStemmer" in bundle("symposium-palette.js", "de")
    assert "Stemmer" not in bundle("symposium-search.js", "tlh")
