"""The limit of time for work that must not grow by the square of its input."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

SECONDS = 60
"""Of the processor. The inputs are so long that work by their square takes many minutes, and
work in proportion to them a second or less: no machine is so busy that it takes one for the other.
"""


@contextmanager
def ends_in_time() -> Iterator[None]:
    """Assert that the processor does the work within in less than a minute."""
    start = time.process_time()
    yield
    assert time.process_time() - start < SECONDS
