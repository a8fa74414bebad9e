"""Which cases of a long list `make test` asks for; `make faults` asks for all of them.

So it is with cases that Hypothesis makes: `make test` asks for some, the same ones each time, and
`make faults` for many others.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

VARIABLE = "SYMPOSIUM_FAULTS"
"""Set by ``make faults``: how many builds are disturbed."""
MANY = VARIABLE in os.environ
"""Whether long lists are asked for whole."""


def examples(number: int) -> int:
    """Return how many of the cases that a test makes for itself it is asked for."""
    return number if MANY else max(number // 5, 10)


settings.register_profile(
    "tests",
    max_examples=examples(100),
    derandomize=not MANY,
    database=None,
    deadline=None,  # a busy machine is no fault
    suppress_health_check=[HealthCheck.too_slow],
    print_blob=True,
)
settings.load_profile("tests")


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
    if MANY:
        for item in items:
            if getattr(getattr(item, "obj", None), "is_hypothesis_test", False):
                item.add_marker("faults")
        return []
    return [item for item in items if item.get_closest_marker("faults")]
