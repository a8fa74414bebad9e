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
    "browser/test_programme",
    "browser/test_site",
    "sphinxext/test_faults",
    "browser/test_hostile",
    "sphinxext/test_metamorphic",
    "sphinxext/test_guest_records",
    "browser/test_explore",
    "browser/test_cards",
    "project/test_cost",
    "browser/test_palette",
    "browser/test_light_styles",
    "browser/test_search",
    "sphinxext/test_bombs",
    "sphinxext/test_builds",
    "project/test_bench_hugo",
    "sphinxext/test_project_templates",
    "browser/test_guest",
    "sphinxext/test_lock",
    "export/test_api",
    "project/test_readthedocs",
    "project/test_publishing",
    "sphinxext/test_publishing",
    "browser/test_programme_layout",
    "pages/test_scale",
    "export/test_outputs",
    "project/test_growth",
    "sphinxext/test_hostile",
    "site/test_guide",
    "sphinxext/test_guest",
    "intake/test_adopt",
    "plugins/test_plugins",
    "browser/test_citing",
    "sphinxext/test_citations",
    "pages/test_redirects",
    "browser/test_looks",
    "sphinxext/test_documents",
    "pages/test_bibtex_writer",
    "sphinxext/test_gate",
    "sphinxext/test_branding",
    "sphinxext/test_assets",
    "sphinxext/test_languages",
    "cli/test_serve",
    "sphinxext/test_reproducible",
    "pages/test_publication_status",
    "browser/test_addresses",
    "browser/test_listing",
    "sphinxext/test_frame",
    "sphinxext/test_broken",
    "sphinxext/test_profile",
    "browser/test_correcting",
    "browser/test_pages",
    "pages/test_tombstones",
    "project/test_installed",
    "knowledge/test_mentions",
    "site/test_examples",
    "project/test_bench",
    "web/test_search_answers",
    "sphinxext/test_executors",
    "lint/test_check_and_build",
    "sphinxext/test_safety",
    "plugins/test_kind_of_plugin",
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
