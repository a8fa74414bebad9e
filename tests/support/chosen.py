"""Which cases of a long list `make test` asks for; `make faults` asks for all of them."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

import pytest

VARIABLE = "SYMPOSIUM_FAULTS"
"""Set by ``make faults``: how many builds are disturbed."""


def chosen(cases: Iterable[Any], *representatives: Any) -> list[Any]:
    """Return the cases of a test, of which only the representatives run in ``make test``.

    A case that is a tuple has the values of several parameters.
    """
    known = list(cases)
    strangers = [one for one in representatives if one not in known]
    assert not strangers, f"no such cases: {strangers}"
    return [case if case in representatives else _rare(case) for case in known]


def _rare(case: Any) -> Any:
    values = case if isinstance(case, tuple) else (case,)
    return pytest.param(*values, marks=pytest.mark.faults)


def left_out(items: list[pytest.Item]) -> list[pytest.Item]:
    """Return the tests that are asked for by ``make faults`` alone, if this is not it."""
    if VARIABLE in os.environ:
        return []
    return [item for item in items if item.get_closest_marker("faults")]
