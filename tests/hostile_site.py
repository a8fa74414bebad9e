"""The hostile project, built once for all tests that look at it; see `hostile`."""

from __future__ import annotations

import fcntl
import os
import shutil
import sys
from pathlib import Path

import pytest
from conftest import CONF, Project
from hostile import hostile_project
from judges import Inspector
from measure import run


def build_hostile(factory: pytest.TempPathFactory) -> Path:
    """Return the folder of project and site; of several processes that ask, one builds.

    ``html`` asks the index of our own, ``pagefind`` is the same site with Pagefind's.
    """
    base = factory.getbasetemp()
    base = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "hostile"
    base.mkdir(exist_ok=True)
    with (base / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (base / "output.txt").exists():
            made = Project(base / "project")
            made.write({"conf.py": CONF + "symposium_search = 'shards'\n", **hostile_project()})
            command = (sys.executable, "-m", "sphinx", "-b", "html", "-j", "2", "-d", "../trees")
            cost = run([*command, ".", "../html"], made.root)
            (base / "output.txt").write_text(f"{cost.code}\n{cost.output}", encoding="utf-8")
    return base


def with_pagefind(base: Path) -> Path:
    """Return the folder of the same site with Pagefind's index."""
    with (base / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        made = base / "pagefind"
        if not made.exists():
            shutil.copytree(base / "html", base / "copy")
            shutil.copytree(base / "trees", base / "copied-trees")
            options = ("-D", "symposium_search=pagefind", "-d", "../copied-trees")
            command = (sys.executable, "-m", "sphinx", "-b", "html", "-j", "2", *options)
            run([*command, ".", "../copy"], base / "project")
            assert (base / "copy" / "pagefind" / "pages.bin").exists()
            (base / "copy").rename(made)
    return made


def scripts_in(page: bytes) -> set[str]:
    """Return the scripts that stand in a page."""
    inspector = Inspector()
    inspector.feed(page.decode())
    return set(inspector.scripts)
