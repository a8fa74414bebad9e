"""What every file of tests has: a project to write, a browser, the site of this repository."""

from __future__ import annotations

import gc
import os
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from support import distribution
from support.browser import chromium
from support.compiled_once import installed_packages_known, templates_compiled_once
from support.in_memory import keep_bytecode, share_cache, use_memory
from support.project import CONF, MakeProject, Project
from support.real_site import Site, build_once
from symposium.model.user_cache import VARIABLE

pytest_xdist_auto_num_workers = pytest.hookimpl(optionalhook=True)(distribution.processes)
pytest_xdist_make_scheduler = pytest.hookimpl(optionalhook=True)(distribution.by_file)


def pytest_configure() -> None:
    """Choose where temporary files lie, before any are made, and look for garbage seldom."""
    use_memory()
    keep_bytecode()
    share_cache()
    gc.set_threshold(50_000, 20, 20)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Bring tests into the order in which they are given out."""
    if "PYTEST_XDIST_WORKER" in os.environ:
        distribution.slowest_first(items)


@pytest.fixture(scope="module", autouse=True)
def _little_to_collect() -> None:
    """Let no test look for garbage among what the files before its own have left for good."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="module", autouse=True)
def _nothing_goes_on() -> Iterator[None]:
    """Fail where a file leaves a thread behind, which would take its time from all later ones."""
    before = set(threading.enumerate())
    yield
    left = [thread for thread in threading.enumerate() if thread not in before]
    for thread in left:
        thread.join(5)
    assert [thread.name for thread in left if thread.is_alive()] == []


@pytest.fixture(scope="session", autouse=True)
def _once() -> Iterator[None]:
    with templates_compiled_once(), installed_packages_known():
        yield


@pytest.fixture
def project(tmp_path: Path) -> MakeProject:
    """Return a function that writes a project from a mapping of names to contents.

    ``conf`` is added to a ``conf.py`` that switches the search off; ``root`` names the folder.
    """

    def make(files: Mapping[str, str | bytes], conf: str = "", root: str = "project") -> Project:
        made = Project(tmp_path / root)
        made.write({"conf.py": CONF + conf, "index.md": "# Home\n"})
        made.write(files)
        return made

    return make


@pytest.fixture
def without_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep nothing in the user's cache: what a build keeps then lies beside its environment."""
    monkeypatch.setenv(VARIABLE, "")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Return a browser; where there is none, the test is skipped, and fails under ``CI=true``."""
    with chromium() as found:
        yield found


@pytest.fixture(scope="session")
def real_site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """Return the site of this repository, built once, also where several processes test."""
    base = tmp_path_factory.getbasetemp()
    return build_once(base.parent if "PYTEST_XDIST_WORKER" in os.environ else base)
