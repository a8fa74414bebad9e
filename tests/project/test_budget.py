"""The size of the project: no figure rises, and one that has fallen is entered."""

from __future__ import annotations

import shutil

import pytest
from budget import ROOT, allowed, faults, figures


@pytest.mark.skipif(
    not (ROOT / ".git").exists() or shutil.which("git") is None, reason="git lists the files"
)
def test_the_project_is_no_larger_than_its_budget() -> None:
    assert not faults(figures(), allowed())


def test_what_has_risen_or_fallen_or_is_new_is_named() -> None:
    known = {"tests": 10, "templates": 10, "gone": 1}
    found = {"tests": 11, "templates": 9, "symposium.new": 1}
    assert [one.split(":")[0].split(" has")[0] for one in faults(found, known)] == [
        "tests", "symposium.new", "templates", "gone",
    ]  # fmt: skip
    assert faults(known, known) == []
