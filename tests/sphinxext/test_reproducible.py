"""Reproducible builds: the same sources give the same bytes, whenever and wherever."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from support.builds import differences
from support.chosen import chosen
from support.project import CONF, Project
from support.sites import SITE
from symposium.export.file_writing import stored

MANY = "".join(
    f"@inproceedings{{key{number}, author={{Doe, Jane and Writer{number % 4}, A.}},"
    f" title={{Ünlike {number}}}, booktitle={{Venue {number % 5}}}, year={1990 + number % 12},"
    f" keywords={{topic {number % 7}, ı, İ}}}}\n"
    for number in range(24)
)
FILES = {
    **SITE,
    "refs.bib": SITE["refs.bib"] + MANY,
    "index.md": "# Home\n\n{cite:t}`doe2020fast` and {cite}`key3,key4`.\n\n```{overview}\n```\n",
    "notes/one.md": "---\norphan:\n---\n# One\n\n{person}`jane-doe`.\n\n```python\nx = {1}\n```\n",
    "talks/index.md": "# Talks\n\nAll.\n",
}
ELSEWHERE = """
import os, random, sys, time
days, order = int(sys.argv[1]), random.Random(sys.argv[2])
now, now_ns, list_folder, scan = time.time, time.time_ns, os.listdir, os.scandir
time.time = lambda: now() + days * 86_400
time.time_ns = lambda: now_ns() + days * 86_400 * 10**9
class Shuffled(list):
    __enter__ = lambda self: self
    __exit__ = lambda self, *error: None
    close = lambda self: None
    def __next__(self):
        if not self:
            raise StopIteration
        return self.pop()
    __iter__ = lambda self: self
def shuffled(names):
    names = Shuffled(names)
    order.shuffle(names)
    return names
os.listdir = lambda *path: list(shuffled(list_folder(*path)))
os.scandir = lambda *path: shuffled(scan(*path))
from sphinx.cmd.build import main
from symposium.export import task_pool
task_pool.MIN_TASKS = 1  # this small site is made by several processes
sys.exit(main(sys.argv[3:]))
"""
"""Sphinx's command on another day, with folders listed in another order."""


def other_locale() -> str:
    """Return the locale of this machine that is the least like that of its tests."""
    found = subprocess.run(["locale", "-a"], capture_output=True, text=True, check=False).stdout
    wanted = ("tr_TR.utf8", "de_DE.utf8", "C")
    return next((name for name in wanted if name in found.split()), "C")


OPTIONS = ("-j2", "-D", "symposium_jobs=2")
VARIABLES = {
    "PYTHONHASHSEED": "22", "TZ": "Asia/Tokyo", "SOURCE_DATE_EPOCH": "1000000000",
    "SYMPOSIUM_CACHE_DIR": "",
}  # fmt: skip


def commit(root: Path) -> None:
    """Commit what is in a folder, in a repository of its own: calendars are dated by git."""
    when = {"GIT_COMMITTER_DATE": "2021-06-01T12:00:00Z"}
    own = ("git", "-c", "user.name=A", "-c", "user.email=a@example.org")
    for arguments in (("init", "-q"), ("add", "-A"), ("commit", "-q", "-m", "All")):
        subprocess.run([*own, *arguments], cwd=root, env={**os.environ, **when}, check=True)


def written(root: Path) -> Project:
    """Return a project that is committed."""
    made = Project(root)
    made.write({**FILES, "conf.py": CONF + 'html_theme = "basic"\n'})
    commit(root)
    return made


def build_elsewhere(root: Path, engine: str, builder: str) -> dict[str, bytes]:
    """Return the files of a build from nothing by several processes, in another surrounding."""
    paths = ["-d", str(root / "_d"), str(written(root).root), str(root / "_out")]
    done = subprocess.run(
        [sys.executable, "-c", ELSEWHERE, "4000", "2", "-q", "-b", builder, *OPTIONS,
         f"-Dsymposium_search={engine}", *paths],
        env={**os.environ, **VARIABLES, "LC_ALL": other_locale()}, umask=0o077,
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    found = [path for path in (root / "_out").rglob("*") if path.is_file()]
    return {path.relative_to(root / "_out").as_posix(): path.read_bytes() for path in found}


def numbers(path: Path) -> dict[str, object]:
    """Return the stored numbers of all tasks, except those that depend on the day of a build."""
    tasks = stored(path)
    return {name: tasks[name] for name in tasks.keys() - {"calendars", "cv-pdf"}}


@pytest.mark.parametrize(
    ("engine", "builder"), chosen([("auto", "html"), ("shards", "dirhtml")], ("shards", "dirhtml"))
)
def test_the_same_sources_give_the_same_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, engine: str, builder: str
) -> None:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    here = written(tmp_path / "a").build(builder, symposium_search=engine).files()
    there = build_elsewhere(tmp_path / "other place" / "bü", engine, builder)
    assert differences(here, there) == []
    one, other = map(numbers, tmp_path.rglob("*.tasks"))
    assert one == other
    assert any(path.startswith("search/words") for path in here)
    leaks = [path for path, content in here.items() if str(tmp_path).encode() in content]
    assert leaks == []
