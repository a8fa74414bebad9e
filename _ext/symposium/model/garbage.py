"""Switching off Python's garbage collection while many objects are made."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uncollected() -> Iterator[None]:
    """Pause Python's garbage collection; afterwards, it is on or off as before.

    Where hundreds of thousands of objects are made that stay, Python looks through them again and
    again, and finds nothing.
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()
