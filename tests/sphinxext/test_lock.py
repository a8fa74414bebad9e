"""Two builds of one folder: the second waits for the first."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from support.builds import clean, differences
from support.faults import command, ended_by, in_process, one_line_of_error
from support.project import MakeProject, Project
from support.sites import REFS, SITE
from symposium.knowledge import build as resolve
from symposium.reading.folder import read_project
from symposium.sphinxext import build_folders

if sys.platform == "win32":
    pytest.skip("folders are not locked", allow_module_level=True)

CONF = 'html_theme = "basic"\n'


@pytest.fixture
def holder(tmp_path: Path) -> Iterator[int]:
    """Have another process hold the lock of a folder, and fork one that would never end."""
    receiver, sender = os.pipe()

    def hold() -> None:
        build_folders.lock(tmp_path)
        if os.fork():
            os.write(sender, b".")
        signal.pause()

    number = in_process(hold)
    os.read(receiver, 1)
    yield number
    with suppress(ProcessLookupError):
        os.killpg(number, signal.SIGKILL)


def test_a_lock_is_held_until_its_process_is_dead_and_those_that_it_has_started(
    tmp_path: Path, holder: int
) -> None:
    assert not build_folders.lock(tmp_path, wait=0.3)
    os.kill(holder, signal.SIGKILL)
    assert ended_by(holder) == signal.SIGKILL
    assert build_folders.lock(tmp_path, wait=20)
    build_folders.unlock(tmp_path)
    assert list(tmp_path.iterdir()) == []


def held(made: Project, until: Callable[[], object] = signal.pause) -> int:
    """Have another process begin a build, and stay in the midst of it until something ends."""
    receiver, sender = os.pipe()

    def slow() -> None:
        unlock_folders = build_folders.unlock_folders

        def late(*args: object) -> None:
            os.write(sender, b".")
            until()
            unlock_folders(*args)  # type: ignore[arg-type]

        build_folders.unlock_folders = late
        made.build()

    number = in_process(slow)
    os.read(receiver, 1)
    return number


def test_the_second_of_two_builds_waits_and_says_so(
    project: MakeProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = project(SITE, CONF)
    new = clean(made)
    receiver, sender = os.pipe()
    say = build_folders.logger.info

    def told(message: str, *values: object) -> None:
        os.write(sender, b".")
        say(message, *values)

    monkeypatch.setattr(build_folders.logger, "info", told)
    first = held(made, lambda: os.read(receiver, 1))
    second = command(made)
    assert second.status == 0, second.said
    assert second.said.count("another build of this folder is under way") == 1
    assert ended_by(first) == 0
    assert differences(made.build().files(), new) == []


def test_a_build_that_waits_too_long_ends_with_a_clear_error(
    project: MakeProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = project(SITE, CONF)
    first = held(made)
    monkeypatch.setattr(build_folders, "WAIT_SECONDS", 0.2)
    error = one_line_of_error(command(made))
    assert "another build of this folder is still under way" in error
    os.killpg(first, signal.SIGKILL)
    ended_by(first)
    assert command(made).status == 0


def test_builds_at_once_leave_what_one_would_leave(project: MakeProject) -> None:
    made = project(SITE, CONF)
    wanted = {builder: clean(made, builder) for builder in ("html", "dirhtml")}
    for text in (REFS.replace("Fast", "Quick"), REFS):
        made.write({"refs.bib": text})
        others = [in_process(lambda: made.build("dirhtml")), in_process(made.build)]
        built = made.build()
        assert [ended_by(one) for one in others] == [0, 0]
    assert differences(built.files(), wanted["html"]) == []
    assert differences(made.build("dirhtml").files(), wanted["dirhtml"]) == []


def test_commands_do_not_wait_for_a_build(project: MakeProject) -> None:
    from symposium.cli import main

    made = project(SITE, CONF)
    made.build()
    first = held(made)
    root = str(made.root)
    try:
        assert main(["check", root]) == 0
        assert main(["export", root, "--format", "json", "-o", f"{root}/out"]) == 0
    finally:
        os.killpg(first, signal.SIGKILL)
        ended_by(first)


def test_processes_that_share_a_cache_read_the_same(project: MakeProject) -> None:
    made = project(SITE)
    cache = made.root / "cache"

    def read() -> None:
        for number in range(6):
            records, problems = read_project(made.root, ["refs.bib"], (), cache=cache)
            assert not problems
            assert resolve(records)[0].works["doe2020fast"].title.startswith("Fast")
            made.write({"other.bib": f"@misc{{x{number}, title={{A}}}}"})
            read_project(made.root, ["refs.bib", "other.bib"], (), cache=cache)

    others = [in_process(lambda: (read(), os._exit(0))) for _ in range(3)]
    read()
    assert [os.waitpid(one, 0)[1] for one in others] == [0, 0, 0]
