"""How tests are shared out where several processes run them: by file, the slowest files first.

The fixtures of a file are then made once, and no process is left alone with much to do at the end.
Files of folders that build no site come before all others: they show a plain mistake soonest.
There is one process more than there are processors, since what a test waits for (a browser, a disk,
a build of another process) leaves some idle.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadFileScheduling

SITES = frozenset({"browser", "cli", "project", "site", "sphinxext"})
"""Folders whose tests build sites."""
MOST = 8
"""Processes; more of them would have no file each that takes long enough."""
SLOWEST = (
    "browser/test_site", "browser/test_programme", "browser/test_hostile", "browser/test_palette",
    "sphinxext/test_metamorphic", "project/test_cost", "sphinxext/test_builds",
    "browser/test_cards", "browser/test_search", "sphinxext/test_guest_records",
    "sphinxext/test_languages", "cli/test_serve", "sphinxext/test_project_templates",
    "sphinxext/test_faults", "sphinxext/test_publishing", "browser/test_offline",
    "pages/test_redirects", "sphinxext/test_lock", "site/test_guide", "pages/test_tombstones",
    "browser/test_citing", "browser/test_listing", "browser/test_addresses",
    "pages/test_publication_status", "browser/test_explore", "pages/test_listing",
    "browser/test_programme_layout", "browser/test_correcting", "sphinxext/test_gate",
    "sphinxext/test_profile", "sphinxext/test_limits",
)  # fmt: skip
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

    def place(item: pytest.Item) -> tuple[bool, int]:
        return item.path.parent.name in SITES, rank.get(name_of(item.path), len(rank))

    items.sort(key=place)


def by_file(config: pytest.Config, log: Producer) -> LoadFileScheduling | None:
    """Return what gives out whole files, unless ``--dist`` asks for something else."""
    if config.getoption("dist") != "load":
        return None
    config.option.loadscopereorder = False  # xdist would begin with files of many tests
    return LoadFileScheduling(config, log)
