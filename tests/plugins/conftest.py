"""Plugins add kinds and fields for the project at hand: no test leaves them to the next file."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from symposium import kinds


@pytest.fixture(autouse=True, scope="module")
def _own_kinds() -> Iterator[None]:
    yield
    kinds.use()
