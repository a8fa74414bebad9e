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
    "sphinxext/test_faults",
    "sphinxext/test_metamorphic",
    "sphinxext/test_guest_records",
    "browser/test_guest",
    "sphinxext/test_guest",
    "sphinxext/test_hostile",
    "sphinxext/test_bombs",
    "browser/test_cards",
    "sphinxext/test_builds",
    "browser/test_search",
    "sphinxext/test_project_templates",
    "browser/test_programme",
    "export/test_search_quality",
    "project/test_readme",
    "project/test_publishing",
    "export/test_outputs",
    "site/test_guide",
    "cli/test_serve",
    "project/test_readthedocs",
    "site/test_content",
    "sphinxext/test_citations",
    "browser/test_palette",
    "sphinxext/test_reproducible",
    "sphinxext/test_publishing",
    "plugins/test_plugins",
    "browser/test_explore",
    "export/test_api",
    "sphinxext/test_documents",
    "sphinxext/test_executors",
    "sphinxext/test_broken",
    "sphinxext/test_branding",
    "pages/test_redirects",
    "sphinxext/test_languages",
    "sphinxext/test_assets",
    "sphinxext/test_frame",
    "project/test_installed",
    "project/test_bench_hugo",
    "lint/test_check_and_build",
    "browser/test_listing",
    "pages/test_publication_status",
    "pages/test_bibtex_writer",
    "pages/test_scale",
    "sphinxext/test_lock",
    "knowledge/test_mentions",
    "browser/test_programme_layout",
    "sphinxext/test_safety",
    "pages/test_tombstones",
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
