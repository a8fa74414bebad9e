"""What every file of tests has: a project to write, a browser, the site of this repository."""

from __future__ import annotations

import gc
import logging
import os
import threading
from collections.abc import Generator, Iterator, Mapping
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from support import build_count, distribution
from support.browser import chromium, close_chromium, keep_failure
from support.chosen import left_out
from support.compiled_once import installed_packages_known, templates_compiled_once, wheel_made_once
from support.in_memory import keep_bytecode, share_cache, use_memory
from support.project import CONF, MakeProject, Project
from support.real_site import Site, build_once
from support.shared_site import SharedSite, SharedSites, common_folder
from symposium.model.user_cache import VARIABLE

WAITING = ("asyncio", "waitpid")  # as Python names them since 3.11.4, and before

pytest_xdist_auto_num_workers = pytest.hookimpl(optionalhook=True)(distribution.processes)
pytest_xdist_make_scheduler = pytest.hookimpl(optionalhook=True)(distribution.by_file)


def pytest_configure() -> None:
    """Choose where temporary files lie, before any are made, and look for garbage seldom."""
    use_memory()
    keep_bytecode()
    share_cache()
    build_count.begin()
    gc.set_threshold(50_000, 20, 20)
    logging.disable(logging.DEBUG)  # Sphinx notes each of its events


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what only ``make faults`` asks, and bring the others into their order."""
    if rare := left_out(items):
        config.hook.pytest_deselected(items=rare)
        items[:] = [item for item in items if item not in set(rare)]
    if "PYTEST_XDIST_WORKER" in os.environ:
        distribution.slowest_first(items)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print how many builds the tests have made, and which files make the most."""
    if "PYTEST_XDIST_WORKER" in os.environ:
        return
    first, *lines = build_count.table()
    terminalreporter.write_line("\n".join([first, *lines[:10]]))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Keep what a browser showed when a test failed."""
    report = yield
    if report.failed:
        keep_failure(item.nodeid)
    del call
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Iterator[None]:
    """Close the browser before files without browser tests: it would disturb their event loops."""
    yield  # what a file has opened in it is closed first
    is_last = nextitem is None or nextitem.path != item.path
    if is_last and (nextitem is None or nextitem.get_closest_marker("browser") is None):
        close_chromium()


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
    # The browser has some, which later files use, too.
    left = [
        one
        for one in threading.enumerate()
        if one not in before and not one.name.startswith(WAITING)
    ]
    for thread in left:
        thread.join(5)
    assert [thread.name for thread in left if thread.is_alive()] == []


@pytest.fixture(scope="session", autouse=True)
def _once() -> Iterator[None]:
    with (
        templates_compiled_once(),
        installed_packages_known(),
        wheel_made_once(),
        build_count.counting(),
    ):
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


@pytest.fixture(scope="session")
def shared_site(tmp_path_factory: pytest.TempPathFactory) -> SharedSite:
    """Return a function that gives sites which are built once, for tests that only look at them."""
    return SharedSites(common_folder(tmp_path_factory))


@pytest.fixture
def without_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep nothing in the user's cache: what a build keeps then lies beside its environment."""
    monkeypatch.setenv(VARIABLE, "")


@pytest.fixture(scope="module")
def browser() -> Browser:
    """Return the browser of this process; without one, skip the test, or fail it under ``CI=true``."""
    return chromium()


@pytest.fixture(scope="session")
def real_site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """Return the site of this repository, built once, also where several processes test."""
    return build_once(common_folder(tmp_path_factory))
