"""Faults: whatever ends a build leaves a whole site, and the next build makes it right."""

from __future__ import annotations

import os
import random
import shutil
import signal
import sys
import time

import pytest
from conftest import CONF, MakeProject, Project
from faults import (
    CONF_MORE,
    EDITS,
    FILES,
    MOMENTS,
    SEED,
    Strike,
    Trouble,
    check_whole,
    command,
    compile_templates_once,
    count_touches,
    killed_after,
    killed_at,
    one_line_of_error,
    restored,
    strike_forbidden,
    strike_full,
)
from symposium.export import making
from test_builds import apply, clean, differences

if sys.platform == "win32":
    pytest.skip("processes are forked", allow_module_level=True)

quick = pytest.fixture(autouse=True)(compile_templates_once)


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have even small projects made by several processes."""
    monkeypatch.setattr(making, "FEW", 1)
    monkeypatch.setattr(making, "SHORTEST", 3)


@pytest.mark.parametrize("edit", EDITS)
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_build_that_is_killed_leaves_a_whole_site_and_the_next_one_is_right(
    project: MakeProject, edit: str, jobs: int
) -> None:
    made = project(FILES, CONF_MORE)

    def build() -> None:
        made.build(parallel=jobs, symposium_jobs=jobs)

    old = made.build().files()
    time.sleep(0.01)  # the edits are newer
    apply(made, EDITS[edit])
    new = clean(made)
    before = shutil.copytree(made.root, made.root.with_name("before"))
    chance = random.Random(f"{SEED} {edit} {jobs}")  # noqa: S311 - any will do
    started = time.monotonic()
    most = count_touches(made, build)
    seconds = time.monotonic() - started
    files = made.root / "_build"
    assert most > 50
    assert differences(made.build().files(), new) == []
    for number in range(max(1, MOMENTS // 4)):
        restored(made, before)
        if number % 2:
            killed_after(chance.uniform(0, seconds), build)
        else:
            assert killed_at(chance.randrange(most), made, build)
        check_whole(files / "html", old, new)
        if number % 3 == 2:  # the edit is taken back: what was made of it must go
            made.write({**FILES, "conf.py": CONF + CONF_MORE})
        assert differences(made.build().files(), old if number % 3 == 2 else new) == []
        assert not list(files.rglob("*.tmp"))


def truncated(content: bytes, chance: random.Random) -> bytes:
    return content[: chance.randrange(max(1, len(content)))]


def flipped(content: bytes, chance: random.Random) -> bytes:
    changed = bytearray(content)
    for _ in range(3):
        if changed:
            changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
    return bytes(changed)


def scribbled(content: bytes, chance: random.Random) -> bytes:
    start = chance.randrange(len(content) + 1)
    return content[:start] + chance.randbytes(40) + content[start + 40 :]


def emptied(content: bytes, chance: random.Random) -> bytes:
    del content, chance
    return b""


DAMAGES = (truncated, flipped, scribbled, emptied)


def stored_files(made: Project) -> list[str]:
    """Return all files that a build keeps for the next one."""
    folder = made.root / "_build" / "doctrees"
    paths = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    return sorted(path.as_posix() for path in paths if path.suffix != ".lock")


def test_damage_to_what_a_build_has_stored_makes_no_wrong_page(project: MakeProject) -> None:
    made = project(FILES, CONF_MORE)
    old = made.build().files()
    kept = len(stored_files(made))
    before = shutil.copytree(made.root, made.root.with_name("before"))
    apply(made, EDITS["of records and prose"])
    new = clean(made)
    chance = random.Random(SEED)  # noqa: S311 - any will do
    for number in range(max(kept, MOMENTS)):
        restored(made, before)
        # The names of the cache's files are chosen by chance, in every build others.
        name = stored_files(made)[number % kept]
        path = made.root / "_build" / "doctrees" / name
        damage = DAMAGES[(number + number // kept) % len(DAMAGES)]
        path.write_bytes(damage(path.read_bytes(), chance))
        if edited := number % 2:
            apply(made, EDITS["of records and prose"])
        built = made.build()
        assert built.warnings == "", (name, damage)
        assert differences(built.files(), new if edited else old) == [], (name, damage)
        assert "mentions.json" in stored_files(made)


@pytest.mark.parametrize("damage", ["folder", "unreadable", "gone", "all gone", "older", "of old"])
def test_what_a_build_has_stored_may_be_anything(project: MakeProject, damage: str) -> None:
    made = project(FILES, CONF_MORE)
    old = made.build().files()
    doctrees = made.root / "_build" / "doctrees"
    before = shutil.copytree(doctrees, made.root.with_name("before"))
    time.sleep(1.1)
    apply(made, EDITS["of records and prose"])
    new = made.build().files()
    state = new
    if damage == "older":  # the site is new, what is known of it is old
        made.write(FILES)
        state = old
    if damage in {"older", "all gone", "of old"}:
        shutil.rmtree(doctrees)
    if damage in {"older", "of old"}:
        shutil.copytree(before, doctrees)
    for path in sorted(doctrees.rglob("*")) if doctrees.exists() else ():
        if damage == "unreadable" and path.is_file():
            path.chmod(0)
        elif damage == "gone" and path.is_file():
            path.unlink()
        elif damage == "folder" and path.is_file():
            path.unlink()
            path.mkdir()
            (path / "x").write_text("x")
    built = made.build()
    assert built.warnings == ""
    assert differences(built.files(), state) == []
    assert differences(made.build().files(), state) == []


@pytest.mark.parametrize("edited", [False, True])
def test_pages_that_are_gone_come_back(project: MakeProject, *, edited: bool) -> None:
    made = project(FILES, CONF_MORE + 'symposium_search = "shards"\n')
    built = made.build()
    expected = built.files()
    if edited:
        apply(made, EDITS["of records and prose"])
        expected = clean(made)
    chance = random.Random(SEED)  # noqa: S311 - any will do
    for name in expected:
        if chance.random() < 0.5 and (built.outdir / name).exists():
            (built.outdir / name).unlink()
    assert differences(made.build().files(), expected) == []


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("strike", [strike_full, strike_forbidden])
def test_a_disk_that_cannot_be_written_is_a_clear_error(
    project: MakeProject, strike: Strike, jobs: int
) -> None:
    made = project(FILES, CONF_MORE)
    old = made.build().files()
    time.sleep(0.01)
    apply(made, EDITS["of all pages"])
    new = clean(made)
    before = shutil.copytree(made.root, made.root.with_name("before"))
    most = count_touches(made, lambda: made.build(parallel=jobs, symposium_jobs=jobs))
    options = ("-j", str(jobs), "-D", f"symposium_jobs={jobs}")
    chance = random.Random(f"{SEED} {strike} {jobs}")  # noqa: S311 - any will do
    for _ in range(max(2, MOMENTS // 8)):
        restored(made, before)
        moment = chance.randrange(most)
        trouble = Trouble(moment, made.root / "_build", strike)
        error = one_line_of_error(command(made, *options, trouble=trouble))
        assert f"{made.root}/_build" in error, moment
        assert "cannot be written" in error
        check_whole(made.root / "_build" / "html", old, new)
        assert differences(made.build().files(), new) == []
        assert not list(made.root.rglob("*.tmp"))


@pytest.mark.parametrize("options", [("-j2",), ("-Dsymposium_jobs=2",)])
def test_a_process_of_a_build_that_is_killed_makes_no_wrong_site(
    project: MakeProject, options: tuple[str, ...]
) -> None:
    made = project(FILES, CONF_MORE)
    made.build()
    time.sleep(0.01)
    apply(made, EDITS["of all pages"])
    new = clean(made)
    before = shutil.copytree(made.root, made.root.with_name("before"))
    leader = os.getpgid

    def strike(event: str, path: object) -> None:
        del event, path
        if leader(0) != os.getpid():  # one of those that help
            os.kill(os.getpid(), signal.SIGKILL)

    for moment in range(0, 2 + MOMENTS // 5, 2):
        restored(made, before)
        ended = command(made, *options, trouble=Trouble(moment, made.root / "_build", strike))
        if ended.status:
            assert "was ended from outside" in one_line_of_error(ended)
            assert options == ("-j2",)
            ended = command(made, *options)
        assert (ended.status, "Traceback" in ended.said) == (0, False), ended.said
        assert differences(made.build().files(), new) == []


@pytest.mark.parametrize("all_of_them", [False, True])
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_a_build_that_is_interrupted_ends_at_once_and_says_little(
    project: MakeProject, sent: signal.Signals, *, all_of_them: bool
) -> None:
    made = project(FILES, CONF_MORE)
    made.build()
    time.sleep(0.01)
    apply(made, EDITS["of all pages"])
    new = clean(made)
    chance = random.Random(f"{SEED} {sent} {all_of_them}")  # noqa: S311 - any will do
    moment = chance.randrange(100)

    def strike(event: str, path: object) -> None:
        del event, path
        (os.killpg if all_of_them else os.kill)(os.getpgid(0), sent)

    started = time.monotonic()
    trouble = Trouble(moment, made.root / "_build", strike)
    ended = command(made, "-j2", "-Dsymposium_jobs=2", trouble=trouble)
    assert time.monotonic() - started < 30
    assert ended.status == (2 if sent is signal.SIGINT else -sent)
    assert "Traceback" not in ended.said
    assert ("Interrupted!" in ended.said) == (sent is signal.SIGINT)
    assert differences(made.build().files(), new) == []
