"""Readers do not fail, whatever they are given. make fuzz asks the same for longer."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from support.chosen import examples
from support.fuzzing import TARGETS


@pytest.mark.parametrize("name", TARGETS)
def test_no_text_makes_a_reader_fail(name: str):
    target = TARGETS[name]
    settings(max_examples=examples(120))(given(target.texts)(target.ask))()
