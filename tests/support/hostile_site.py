"""The hostile project, built once for all tests that look at it; see `hostile`."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from measure import run

from support.hostile import hostile_project
from support.judges import Inspector
from support.project import CONF, Project
from support.shared_site import alone, common_folder


def build_hostile(factory: pytest.TempPathFactory) -> Path:
    """Return the folder of project and site; of several processes that ask, one builds."""
    base = common_folder(factory) / "hostile"
    with alone(base):
        if not (base / "output.txt").exists():
            _build(base, hostile_project(), "shards")
    return base


def _build(base: Path, files: Mapping[str, str | bytes], search: str) -> None:
    made = Project(base / "project")
    made.write({"conf.py": f"{CONF}symposium_search = {search!r}\n", **files})
    command = (sys.executable, "-m", "sphinx", "-b", "html", "-j", "2", "-d", "../trees")
    cost = run([*command, ".", "../html"], made.root)
    (base / "output.txt").write_text(f"{cost.code}\n{cost.output}", encoding="utf-8")


def scripts_in(page: bytes) -> set[str]:
    """Return the scripts that stand in a page."""
    inspector = Inspector()
    inspector.feed(page.decode())
    return set(inspector.scripts)
