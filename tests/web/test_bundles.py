"""Each script of the search is published as one file, which gives what its modules give."""

from __future__ import annotations

import re

import pytest
from symposium.sphinxext.theme import BUNDLES, bundle


@pytest.mark.parametrize("name", BUNDLES)
def test_a_bundle_imports_nothing_and_has_no_comments(name: str) -> None:
    assert re.findall(r"import|/\*\*|^\s*//| // ", bundle(name), re.MULTILINE) == []


def test_a_bundle_has_the_stems_of_its_language() -> None:
    assert "EnglishStemmer" in bundle("symposium-index.js")
    assert "GermanStemmer" in bundle("symposium-palette.js", "de")
    assert "Stemmer" not in bundle("symposium-search.js", "tlh")
