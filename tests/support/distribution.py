"""How tests are shared out where several processes run them: by file, the slowest files first.

The fixtures of a file are then made once, and no process is left alone with much to do at the end.
There are two processes more than there are processors, since what a test waits for (a browser, a
disk, a build of another process) leaves some idle.
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
    "browser/test_cards",
    "browser/test_programme",
    "sphinxext/test_metamorphic",
    "project/test_growth",
    "browser/test_light_styles",
    "browser/test_search",
    "sphinxext/test_guest_records",
    "browser/test_guest",
    "browser/test_palette",
    "site/test_guide",
    "intake/test_adopt",
    "browser/test_programme_layout",
    "project/test_readthedocs",
    "sphinxext/test_bombs",
    "project/test_publishing",
    "sphinxext/test_builds",
    "plugins/test_plugins",
    "browser/test_explore",
    "browser/test_offline",
    "browser/test_citing",
    "sphinxext/test_publishing",
    "browser/test_looks",
    "sphinxext/test_hostile",
    "export/test_outputs",
    "export/test_api",
    "project/test_cost",
    "project/test_bench_hugo",
    "sphinxext/test_languages",
    "browser/test_correcting",
    "sphinxext/test_branding",
    "pages/test_publication_status",
    "sphinxext/test_project_templates",
    "sphinxext/test_reproducible",
    "pages/test_redirects",
    "pages/test_bibtex_writer",
    "lint/test_check_and_build",
    "cli/test_serve",
    "sphinxext/test_documents",
    "pages/test_scale",
    "browser/test_listing",
    "sphinxext/test_gate",
    "sphinxext/test_lock",
    "sphinxext/test_citations",
    "web/test_search_answers",
    "browser/test_addresses",
    "lint/test_permalinks",
    "browser/test_pages",
    "sphinxext/test_broken",
    "sphinxext/test_assets",
    "project/test_bench",
    "pages/test_tombstones",
    "project/test_installed",
    "pages/test_listing",
    "plugins/test_extending_guide",
    "sphinxext/test_safety",
    "plugins/test_schedule_updates",
    "reading/test_disk",
    "project/test_layers",
    "intake/test_add",
    "sphinxext/test_frame",
    "sphinxext/test_profile",
    "sphinxext/test_executors",
    "project/test_readme",
    "knowledge/test_mentions",
    "plugins/test_kind_of_plugin",
    "reading/test_corpora",
    "plugins/test_added_fields",
)
"""Files by the time they take. The order decides about speed, and about nothing else."""


def name_of(path: Path) -> str:
    """Return the name of a file of tests, with its folder."""
    return f"{path.parent.name}/{path.stem}"


def processes() -> int:
    """Return how many processes ``-n auto`` stands for."""
    return min((os.cpu_count() or 1) + 2, MOST)


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
