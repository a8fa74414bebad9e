"""The examples in docstrings are true."""

from __future__ import annotations

import doctest
import importlib

import pytest
from project.test_layers import PACKAGE

MODULES = [
    ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
    for path in sorted(PACKAGE.parent.rglob("*.py"))
    if ">>> " in path.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_give_what_they_say(name):
    found = doctest.testmod(importlib.import_module(name))
    assert found.attempted
    assert not found.failed
