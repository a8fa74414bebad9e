"""Executors: who makes the pages changes nothing about them."""

from __future__ import annotations

import subprocess
import sys

import pytest
from support.guide_blocks import blocks
from support.paths import GUIDE
from support.project import MakeProject, Project
from support.sites import SITE


def built(made: Project, out: str, *options: str) -> dict[str, bytes]:
    """Build in a process of its own, as a reader of the guide does; return the pages."""
    command = [sys.executable, "-m", "sphinx", "-q", "-b", "html", "-d", f"{out}-doctrees"]
    done = subprocess.run(
        [*command, "-D", "symposium_search=0", *options, ".", out],
        cwd=made.root, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    folder = made.root / out
    pages = sorted(path for path in folder.rglob("*") if path.suffix in {".html", ".json"})
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in pages}


@pytest.mark.faults  # it starts a scheduler and its workers
def test_the_recipe_of_the_guide_makes_the_same_pages_on_a_cluster(project: MakeProject) -> None:
    recipe = next(b for b in blocks(GUIDE / "large-sites.md") if b.caption == "cluster.py")
    made = project({**SITE, "cluster.py": recipe.text + COUNTING})
    one = built(made, "_one", "-D", "symposium_jobs=1")
    other = built(made, "_other", "-D", "symposium_executor=cluster:counting")
    assert len(one) > 30
    assert one == other
    assert (made.root / "used").read_text().startswith("ClientExecutor")
    assert not (made.root / "_other-doctrees" / "symposium-work.pickle").exists()


COUNTING = """

def counting():
    made = executor()
    open("used", "w").write(type(made).__name__)
    return made
"""


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ({"symposium_jobs": "many"}, "is not a number of processes"),
        ({"symposium_jobs": 0}, "is not a number of processes"),
        ({"symposium_executor": "no.such:thing"}, "cannot be used"),
        ({"symposium_executor": "os:no_such"}, "cannot be used"),
        ({"symposium_executor": "os:sep"}, "it is not a function"),
    ],
)
def test_options_that_cannot_be_meant_are_named(
    project: MakeProject, option: dict[str, object], message: str
) -> None:
    assert message in project(SITE).build("dummy", **option).warnings
