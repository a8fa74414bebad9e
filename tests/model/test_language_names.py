"""The language of a text by its script."""

from __future__ import annotations

import sys
import unicodedata

from symposium.model.language_names import RE_NOT_LATIN


def test_no_letter_of_another_script_is_taken_for_a_latin_one():
    letters = filter(str.isalpha, map(chr, range(sys.maxunicode + 1)))
    others = [char for char in letters if not unicodedata.name(char, "").startswith("LATIN ")]
    assert [char for char in others if not RE_NOT_LATIN.search(char)] == []
