"""Faults: whatever ends a build leaves a whole site, and the next build makes it right."""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from itertools import product
from pathlib import Path

import pytest
from support.builds import differences
from support.chosen import chosen as representatives
from support.faults import (
    BY_CHANCE,
    EDITS,
    MOMENTS,
    SEED,
    Edited,
    Strike,
    Trouble,
    command,
    count_touches,
    killed_after,
    killed_at,
    one_line_of_error,
    strike_forbidden,
    strike_full,
)
from symposium.export import task_pool

if sys.platform == "win32":
    pytest.skip("processes are forked", allow_module_level=True)


pytestmark = pytest.mark.usefixtures("without_cache")


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have even small projects made by several processes."""
    monkeypatch.setattr(task_pool, "MIN_TASKS", 1)
    monkeypatch.setattr(task_pool, "MIN_CHUNK", 3)


_edited: dict[str, Edited] = {}


@pytest.fixture
def edited(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Edited]:
    """Return a function that makes a project which is edited, or takes the one that is there."""

    def make(edit: str) -> Edited:
        if edit not in _edited:
            _edited[edit] = Edited(tmp_path_factory.mktemp("edited"), edit)
        return _edited[edit]

    return make


Make = Callable[[str], Edited]


@pytest.mark.parametrize(
    ("edit", "jobs"), representatives(product(EDITS, (1, 2)), ("of all pages", 2))
)
def test_a_build_that_is_killed_leaves_a_whole_site_and_the_next_one_is_right(
    edited: Make, edit: str, jobs: int
) -> None:
    one = edited(edit)
    chance = random.Random(f"{SEED} {edit} {jobs}")  # noqa: S311 - any will do

    def build() -> None:
        one.made.build(parallel=jobs, symposium_jobs=jobs)

    one.begin()
    started = time.monotonic()
    most = count_touches(one.made, build)
    seconds = time.monotonic() - started
    assert most > 50
    one.check_next()
    for number in range(1 + MOMENTS // 4):
        made = one.begin()
        if number % 2 and BY_CHANCE:
            killed_after(chance.uniform(0, seconds), build)
        else:
            assert killed_at(chance.randrange(most), made.root / "_build", build)
        one.check_whole()
        one.check_next(taken_back=number % 3 == 2)


def test_pages_that_are_gone_come_back(edited: Make) -> None:
    one = edited("of records and prose")
    chance = random.Random(SEED)  # noqa: S311 - any will do
    for begin, state in ((one.restore, one.old), (one.begin, one.new)):
        made = begin()
        for name in one.old:
            if chance.random() < 0.5 and name[:7] != "_images":  # which Sphinx copies with pages
                (made.root / "_build" / "html" / name).unlink()
        assert differences(made.build().files(), state) == []


@pytest.mark.parametrize("content", representatives((b"", b"[]", b'{"version": 9}'), b"[]"))
def test_damaged_files_of_the_last_build_do_no_harm(edited: Make, content: bytes) -> None:
    one = edited("of records and prose")
    made = one.begin()
    for path in (made.root / "_build" / "doctrees").rglob("*"):
        if path.is_file():
            path.write_bytes(content)
    one.check_next()


@pytest.mark.parametrize("name", ["environment.pickle", "symposium-published/symposium.css"])
def test_a_folder_in_place_of_a_file_of_the_last_build_is_a_clear_error(
    edited: Make, name: str
) -> None:
    one = edited("of all pages")
    path = one.begin().root / "_build" / "doctrees" / name
    path.unlink()
    path.mkdir()
    assert f"{path} cannot be written" in one_line_of_error(command(one.made))
    path.rmdir()
    one.check_next()


@pytest.mark.parametrize(
    ("strike", "jobs"),
    representatives(product((strike_full, strike_forbidden), (1, 2)), (strike_full, 2)),
)
def test_a_disk_that_cannot_be_written_is_a_clear_error(
    edited: Make, strike: Strike, jobs: int
) -> None:
    one = edited("of all pages")
    made = one.begin()
    most = count_touches(made, lambda: made.build(parallel=jobs, symposium_jobs=jobs))
    options = ("-j", str(jobs), "-D", f"symposium_jobs={jobs}")
    chance = random.Random(f"{SEED} {strike} {jobs}")  # noqa: S311 - any will do
    for _ in range(1 + MOMENTS // 16):
        one.begin()
        moment = chance.randrange(most * 9 // 10)  # at the end files are only removed
        trouble = Trouble(moment, made.root / "_build", strike)
        error = one_line_of_error(command(made, *options, trouble=trouble))
        assert f"{made.root}/_build" in error, moment
        assert "cannot be written" in error or "room in" in error  # Sphinx dropped the reason
        one.check_whole()
        one.check_next()


@pytest.mark.parametrize("options", [("-j2",), ("-Dsymposium_jobs=2",)])
def test_a_process_of_a_build_that_is_killed_makes_no_wrong_site(
    edited: Make, options: tuple[str, ...]
) -> None:
    one = edited("of all pages")
    leader = os.getpgid

    def strike(event: str, path: object) -> None:
        del event, path
        if leader(0) != os.getpid():  # one of those that help
            os.kill(os.getpid(), signal.SIGKILL)

    for moment in range(0, 2 + MOMENTS // 5, 2):
        made = one.begin()
        ended = command(made, *options, trouble=Trouble(moment, made.root / "_build", strike))
        if ended.status:
            assert "was ended from outside" in one_line_of_error(ended)
            assert options == ("-j2",)
            ended = command(made, *options)
        assert (ended.status, "Traceback" in ended.said) == (0, False), ended.said
        one.check_next()


@pytest.mark.parametrize(
    ("sent", "all_of_them"),
    representatives(product((signal.SIGINT, signal.SIGTERM), (False, True)), (signal.SIGINT, True)),
)
def test_a_build_that_is_interrupted_ends_at_once_and_says_little(
    edited: Make, tmp_path: Path, sent: signal.Signals, *, all_of_them: bool
) -> None:
    one = edited("of all pages")
    made = one.begin()
    chance = random.Random(f"{SEED} {sent} {all_of_them}")  # noqa: S311 - any will do
    moment = chance.randrange(100)

    def strike(event: str, path: object) -> None:
        del event, path
        with suppress(FileExistsError):  # the processes of a build come here one after another
            os.close(os.open(tmp_path / "struck", os.O_CREAT | os.O_EXCL))
            (os.killpg if all_of_them else os.kill)(os.getpgid(0), sent)

    started = time.monotonic()
    trouble = Trouble(moment, made.root / "_build", strike)
    ended = command(made, "-j2", "-Dsymposium_jobs=2", trouble=trouble)
    assert time.monotonic() - started < 600  # a build that waits for a process never ends
    assert ended.status == (2 if sent is signal.SIGINT else -sent)
    assert "Traceback" not in ended.said
    assert ("Interrupted!" in ended.said) == (sent is signal.SIGINT)
    one.check_next()
