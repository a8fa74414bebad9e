"""How tests are shared out where several processes run them: by file, the slowest files first.

The fixtures of a file are then made once, and no process is left alone with much to do at the end.
Files of folders that build no site come before all others: they show a plain mistake soonest.
There are two processes more than there are processors, since what a test waits for (a browser, a
disk, a build of another process) leaves some idle.
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
    "sphinxext/test_metamorphic",
    "sphinxext/test_faults",
    "browser/test_site",
    "sphinxext/test_builds",
    "sphinxext/test_guest_records",
    "project/test_cost",
    "browser/test_hostile",
    "browser/test_looks",
    "browser/test_programme",
    "browser/test_cards",
    "browser/test_guest",
    "browser/test_search",
    "browser/test_palette",
    "browser/test_light_styles",
    "sphinxext/test_gate",
    "export/test_outputs",
    "project/test_publishing",
    "sphinxext/test_publishing",
    "pages/test_scale",
    "sphinxext/test_languages",
    "reading/test_corpora",
    "sphinxext/test_reproducible",
    "pages/test_listing",
    "pages/test_bibtex_writer",
    "pages/test_publication_status",
    "browser/test_programme_layout",
    "sphinxext/test_safety",
    "lint/test_permalinks",
    "browser/test_explore",
    "project/test_growth",
    "pages/test_tombstones",
    "sphinxext/test_citations",
    "lint/test_guide_checks",
    "intake/test_adopt",
    "web/test_search_answers",
    "site/test_site",
    "sphinxext/test_project_templates",
    "browser/test_offline",
    "sphinxext/test_limits",
    "editor/test_editor",
    "pages/test_project_templates",
    "pages/test_redirects",
    "sphinxext/test_lock",
    "site/test_guide",
    "export/test_api",
    "export/test_search_quality",
    "plugins/test_schedule_updates",
    "export/test_search_index",
    "browser/test_citing",
    "sphinxext/test_hostile",
    "export/test_markdown_twins",
    "lint/test_check_and_build",
    "cli/test_serve",
    "project/test_installed",
    "sphinxext/test_offline",
    "pages/test_programme_page",
    "plugins/test_plugins",
    "lint/test_pages",
    "sphinxext/test_compiled_templates",
    "site/test_examples",
    "browser/test_listing",
    "knowledge/test_mentions",
    "reading/test_disk",
    "intake/test_add",
    "sphinxext/test_profile",
    "project/test_layers",
    "plugins/test_extending_guide",
    "lint/test_fix_guide",
    "project/test_readme",
    "browser/test_correcting",
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

    def place(item: pytest.Item) -> tuple[bool, int]:
        return item.path.parent.name in SITES, rank.get(name_of(item.path), len(rank))

    items.sort(key=place)


def by_file(config: pytest.Config, log: Producer) -> LoadFileScheduling | None:
    """Return what gives out whole files, unless ``--dist`` asks for something else."""
    if config.getoption("dist") != "load":
        return None
    config.option.loadscopereorder = False  # xdist would begin with files of many tests
    return LoadFileScheduling(config, log)
