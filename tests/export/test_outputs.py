"""Outputs at scale: one suite over the registry, which each new output joins by its line there."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from generate import bibliography
from support.files import knowledge_of
from support.frames import Bare
from symposium.export import api
from symposium.export.build_work import BuildWork, Output
from symposium.export.outputs import OUTPUTS
from symposium.export.task_pool import Order, do_all, do_tasks
from symposium.knowledge import NO_MENTIONS
from symposium.pages import Urls
from symposium.pages.frame import BODY, Frame, frame_key

SIZE = 300
LIMITS = {
    "pages": 200_000, "redirects": 20_000, "api": 200_000, "calendars": 32_000_000,
    "feeds": 1_000_000, "network": 1_000_000, "hosting": 10_000_000, "search-words": 100_000,
    "search-records": 100_000,
}  # fmt: skip
"""Bytes that no file of an output exceeds, however large the site; of others authors decide."""
OUTPUT = pytest.mark.parametrize("output", OUTPUTS, ids=lambda output: output.name)


def work_of(folder: Path, entries: list[str]) -> BuildWork:
    """Return the work of a project with these entries, one file to publish and one profile."""
    files = {
        "refs.bib": "\n".join(entries),
        "people/ada-byron.md": "---\nname: Ada Byron\ncv: {}\nwas: [ada]\n"
        "talks: [{title: A talk, date: 1843-09-01, venue: Turin}]\n---\nA person.\n",
        "files/a.txt": "a",
    }
    kb, problems = knowledge_of(folder, files)
    assert problems == []
    urls = Urls(base="https://example.org/", most_cited=10_000, searched=True)
    return BuildWork(
        kb, NO_MENTIONS, urls, folder, Bare(), not_found="<p>Nothing is here.</p>", markdown=True
    )


@pytest.fixture(scope="module")
def entries() -> list[str]:
    """Entries of a bibliography."""
    return list(bibliography(2 * SIZE))


@pytest.fixture(scope="module")
def work(entries: list[str], tmp_path_factory: pytest.TempPathFactory) -> BuildWork:
    """A site of some size."""
    return work_of(tmp_path_factory.mktemp("one"), entries[:SIZE])


@pytest.fixture(autouse=True)
def small_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the files of the API split at the sizes of these tests."""
    monkeypatch.setattr(api, "MAX_RECORDS", 10)


Row = tuple[str, int | None, str, bytes]
"""Name and number of a task, path and content of a file."""


def made(output: Output, work: BuildWork) -> Iterator[Row]:
    """Yield what an output makes."""
    for task, number in output.tasks(work):
        for path, content in output.make(work, task):
            yield task, number, path, content


Rows = Callable[[Output], list[Row]]


@pytest.fixture(scope="module")
def rows_of(work: BuildWork) -> Rows:
    """Return what makes an output of the site, but only once."""
    known: dict[str, list[Row]] = {}

    def rows(output: Output) -> list[Row]:
        if output.name not in known:
            known[output.name] = list(made(output, fresh(work)))
        return known[output.name]

    return rows


def fresh(work: BuildWork) -> BuildWork:
    """Return the work without what it remembers."""
    again: BuildWork = pickle.loads(pickle.dumps(work))  # noqa: S301 - our own
    again.frames = Bare()
    return again


@OUTPUT
def test_no_file_is_larger_than_the_limit_of_its_output(output: Output, rows_of: Rows) -> None:
    sizes = {path: len(content) for _, _, path, content in rows_of(output)}
    assert sizes or output.name == "plugins", "there are none here"
    if output.name in LIMITS:
        assert max(sizes.values()) < LIMITS[output.name]


@OUTPUT
def test_no_two_tasks_make_one_file(output: Output, rows_of: Rows) -> None:
    paths = [path for _, _, path, _ in rows_of(output)]
    assert len(paths) == len(set(paths))
    assert not any(path.startswith(("/", "./")) or ".." in path for path in paths)


@pytest.fixture(scope="module")
def after(entries: list[str], tmp_path_factory: pytest.TempPathFactory) -> BuildWork:
    """The site with another title of one paper."""
    changed = entries[:SIZE]
    place = changed[SIZE // 2].index("title")
    changed[SIZE // 2] = changed[SIZE // 2][:place] + changed[SIZE // 2][place:].replace(
        "{", "{Changed ", 1
    )
    return work_of(tmp_path_factory.mktemp("after"), changed)


@OUTPUT
def test_what_is_made_differs_only_where_the_number_does(
    output: Output, rows_of: Rows, after: BuildWork
) -> None:
    rows = rows_of(output)
    before = {path: (number, content) for _, number, path, content in rows}
    different, alike = [], []
    for _, number, path, content in made(output, after):
        old_number, old_content = before.pop(path)
        if content != old_content:
            different.append(path)
            assert number is None or number != old_number, path
        elif number is not None and number != old_number:
            alike.append(path)
    assert not before
    assert len(different) < 80, "few pages show one paper"
    assert output.name != "api" or len(different + alike) < 20, "its files have ten records"
    # Whatever shares a word, an author or a topic with it might have become related.
    assert len(alike) < 2 * SIZE // 3


def test_forked_processes_make_the_same_files(work: BuildWork, tmp_path: Path) -> None:
    pages = [page for page, _ in OUTPUTS[0].tasks(work)][:900]
    work.frames = {
        frame_key(p, has): Frame(("", BODY, ""), "", "") for p in pages for has in (0, 1)
    }
    files = {}
    for jobs in (1, 2):
        out = tmp_path / str(jobs)
        heard: list[tuple[str, int, int]] = []
        tell = lambda *told: heard.append(told)  # noqa: B023, E731 - of these tasks
        done = list(do_all(work, out, [("pages", pages)], jobs=jobs, tell=tell))
        assert {(doing, total) for doing, _, total in heard} == {("making pages", len(pages))}
        assert [count for _, count, _ in heard] == sorted(count for _, count, _ in heard)
        assert sorted(name for _, rows in done for name, *_ in rows) == sorted(pages)
        files[jobs] = {p.relative_to(out): p.read_bytes() for p in out.rglob("*") if p.is_file()}
    work.frames = Bare()
    assert len(files[1]) == len(pages)
    assert files[1] == files[2]


def test_stored_work_that_is_not_ours_is_not_loaded(tmp_path: Path) -> None:
    stored = tmp_path / "work"
    stored.write_bytes(pickle.dumps("something"))
    with pytest.raises(ValueError, match="is not what this build has stored"):
        do_tasks(Order(str(tmp_path), str(stored), "0"), "pages", [])


def test_a_library_with_threads_works_in_no_forked_process(
    work: BuildWork, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would wait for threads that its process does not have, and the build for it."""
    made_by: dict[str, set[int]] = {}
    for output in OUTPUTS:
        name, make = output.name, output.make

        def noted(work: BuildWork, task: str, name: str = name, make: Any = make) -> Any:
            yield f"by/{name}/{os.getpid()}", b""
            yield from make(work, task)

        monkeypatch.setattr(output, "make", noted, raising=False)
    wanted = [(output.name, [task for task, _ in output.tasks(work)][:200]) for output in OUTPUTS]
    for name, done in do_all(work, tmp_path, wanted, jobs=2):
        pids = {
            int(path.rpartition("/")[2]) for one in done for path in one.paths if path[:3] == "by/"
        }
        made_by.setdefault(name, set()).update(pids)
    forked = {name for name, pids in made_by.items() if os.getpid() not in pids}
    assert {"pages", "search-words"} <= forked
    assert not {output.name for output in OUTPUTS if output.threaded} & forked
