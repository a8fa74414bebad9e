"""How tests are shared out where several processes run them: by file, the slowest files first.

The fixtures of a file are then made once, and no process is left alone with much to do at the end.
There is one process more than there are processors, since what a test waits for (a browser, a disk,
a build of another process) leaves one idle.
"""

from __future__ import annotations

import os

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadFileScheduling

MOST = 8
"""Processes; more of them would have no file each that takes long enough."""
SLOWEST = (
    "test_browser",
    "test_hostile_browser",
    "test_programme_browser",
    "test_guest_browser",
    "test_guest_records",
    "test_guest",
    "test_hostile",
    "test_bombs",
    "test_faults",
    "test_search",
    "test_palette",
    "test_cards_browser",
    "test_search_quality",
    "test_standing",
    "test_readthedocs",
    "test_guide",
    "test_import",
    "test_outputs",
    "test_builds",
    "test_installed",
    "test_assets",
    "test_redirects",
    "test_programme_layout",
    "test_explore_browser",
    "test_readme",
    "test_pages_scale",
    "test_listing_browser",
    "test_documents",
    "test_gone",
    "test_bench_hugo",
    "test_search_pagefind",
    "test_examples",
    "test_broken",
    "test_lock",
    "test_pages_browser",
    "test_reproducible",
)
"""Files by the time they take. The order decides about speed, and about nothing else."""


def processes() -> int:
    """Return how many processes ``-n auto`` stands for."""
    return min((os.cpu_count() or 1) + 1, MOST)


def slowest_first(items: list[pytest.Item]) -> None:
    """Bring tests into the order in which they are given out; within a file it stays."""
    rank = {name: number for number, name in enumerate(SLOWEST)}
    items.sort(key=lambda item: rank.get(item.path.stem, len(rank)))


def by_file(config: pytest.Config, log: Producer) -> LoadFileScheduling | None:
    """Return what gives out whole files, unless ``--dist`` asks for something else."""
    if config.getoption("dist") != "load":
        return None
    config.option.loadscopereorder = False  # xdist would begin with files of many tests
    return LoadFileScheduling(config, log)
