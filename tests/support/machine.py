"""How fast this machine is at the moment: what limits of time are multiplied with."""

from __future__ import annotations

import time

AT_REST = 0.05
"""Seconds of the processor that a million additions take on a machine of 2 cores that rests."""


def slowness() -> float:
    """Return how many times longer than at rest this processor takes for some work; at least 1.

    Seconds of the processor are longer where its cores share what they have with other work.
    """
    start = time.process_time()
    total = 0
    for number in range(1_000_000):
        total += number
    return max(1.0, (time.process_time() - start) / AT_REST)
