"""How tests are shared out where several processes run them: by file, the slowest files first.

The fixtures of a file are then made once, and no process is left alone with much to do at the end.
There is one process more than there are processors, since what a test waits for (a browser, a disk,
a build of another process) leaves one idle.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadFileScheduling

MOST = 8
"""Processes; more of them would have no file each that takes long enough."""
SLOWEST = (
    "browser/test_site",
    "browser/test_hostile",
    "browser/test_programme",
    "browser/test_guest",
    "sphinxext/test_guest_records",
    "sphinxext/test_guest",
    "sphinxext/test_hostile",
    "sphinxext/test_bombs",
    "sphinxext/test_faults",
    "browser/test_search",
    "browser/test_palette",
    "browser/test_cards",
    "export/test_search_quality",
    "pages/test_publication_status",
    "project/test_readthedocs",
    "site/test_guide",
    "cli/test_importing",
    "export/test_outputs",
    "sphinxext/test_builds",
    "project/test_installed",
    "sphinxext/test_assets",
    "pages/test_redirects",
    "browser/test_programme_layout",
    "browser/test_explore",
    "project/test_readme",
    "pages/test_scale",
    "browser/test_listing",
    "sphinxext/test_documents",
    "pages/test_tombstones",
    "project/test_bench_hugo",
    "browser/test_search_pagefind",
    "site/test_examples",
    "sphinxext/test_broken",
    "sphinxext/test_lock",
    "browser/test_pages",
    "sphinxext/test_reproducible",
)
"""Files by the time they take. The order decides about speed, and about nothing else."""


def name_of(path: Path) -> str:
    """Return the name of a file of tests, with its folder."""
    return f"{path.parent.name}/{path.stem}"


def processes() -> int:
    """Return how many processes ``-n auto`` stands for."""
    return min((os.cpu_count() or 1) + 1, MOST)


def slowest_first(items: list[pytest.Item]) -> None:
    """Bring tests into the order in which they are given out; within a file it stays."""
    rank = {name: number for number, name in enumerate(SLOWEST)}
    items.sort(key=lambda item: rank.get(name_of(item.path), len(rank)))


def by_file(config: pytest.Config, log: Producer) -> LoadFileScheduling | None:
    """Return what gives out whole files, unless ``--dist`` asks for something else."""
    if config.getoption("dist") != "load":
        return None
    config.option.loadscopereorder = False  # xdist would begin with files of many tests
    return LoadFileScheduling(config, log)
