"""The hostile project, built once for all tests that look at it; see `hostile`."""

from __future__ import annotations

from pathlib import Path

import pytest
from symposium.pages import pagination

from support.hostile import FEW, hostile_project
from support.judges import Inspector
from support.project import CONF, Project
from support.shared_site import alone, common_folder


def build_hostile(factory: pytest.TempPathFactory, turns: int = FEW) -> Path:
    """Return the folder of project and site; of several processes that ask, one builds.

    ``turns`` are those of `hostile_project`.
    """
    base = common_folder(factory) / f"hostile-{turns}"
    with alone(base):
        if not (base / "output.txt").exists():
            made = Project(base / "project")
            made.write({"conf.py": CONF, **hostile_project(turns)})
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(pagination, "BUDGET", 40_000)  # so that some pages have a second part
                # Typst, which other tests may have used in this process, does not survive a fork.
                built = made.build(out="../out", symposium_search="shards", symposium_jobs=1)
            built.outdir.rename(base / "html")
            output = f"{built.statuscode}\n{built.status}{built.warnings}"
            (base / "output.txt").write_text(output, encoding="utf-8")
    return base


def scripts_in(page: bytes) -> set[str]:
    """Return the scripts that stand in a page."""
    inspector = Inspector()
    inspector.feed(page.decode())
    return set(inspector.scripts)
