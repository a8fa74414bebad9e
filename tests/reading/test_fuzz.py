"""Readers do not fail, whatever they are given. make fuzz asks the same for longer."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from support.fuzzing import TARGETS

EXAMPLES = 120


@pytest.mark.parametrize("name", TARGETS)
def test_no_text_makes_a_reader_fail(name: str):
    target = TARGETS[name]
    # The same texts every time: what a run finds here, every run finds.
    settings(max_examples=EXAMPLES, deadline=None, derandomize=True, database=None)(
        given(target.texts)(target.ask)
    )()
