"""Faults: a build that is killed leaves a whole site, and the next one makes it right.

`MOMENTS` builds are killed; ``make faults`` kills many more, by another seed each time.
"""

from __future__ import annotations

import errno
import os
import random
import shutil
import signal
import sys
import time
import traceback
import warnings
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest
from conftest import CONF, RE_COLOUR, MakeProject, Project
from jinja2 import BytecodeCache, Environment
from jinja2.bccache import Bucket
from sites import REFS, SITE
from sphinx.cmd.build import build_main as sphinx_build
from symposium.export import making
from test_builds import apply, clean, differences

if sys.platform == "win32":
    pytest.skip("processes are forked", allow_module_level=True)

MOMENTS = int(os.environ.get("SYMPOSIUM_FAULTS", "26"))
SEED = int(os.environ.get("SYMPOSIUM_FAULTS_SEED", "1"))

PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154789c63f8ffff"
    "3f0005fe02fe0def46b80000000049454e44ae426082"
)
CONF_MORE = 'html_theme = "basic"\nhtml_static_path = ["_static"]\nhtml_css_files = ["own.css"]\n'
FILES: dict[str, str | bytes] = {
    **SITE,
    "index.md": "# Home\n\n{cite:t}`doe2020fast`.\n\n![A dot](files/dot.png)\n\n```{overview}\n```\n",
    "files/dot.png": PIXEL,
    "_static/own.css": "b { color: red }",
    "notes/one.md": "---\norphan:\n---\n# One\n\n{cite}`größe2018` and {person}`jane-doe`.\n",
    "notes/two.md": "---\norphan:\n---\n# Two\n\nSee {doc}`one`.\n",
}
EDITS: dict[str, dict[str, str | None]] = {
    "of records and prose": {
        "refs.bib": REFS.replace("Fast Reading of", "Quick Reading of")
        + "@misc{new2023, author={Doe, Jane}, title={New}, year=2023, keywords={reading}}\n",
        "people/jane-doe.md": "---\nname: Jane Q. Doe\nnames: [Jane Doe]\n---\nNew.\n",
        "papers/doe2020fast.md": None,
        "notes/one.md": "---\norphan:\n---\n# One\n\nNow {cite}`doe2020fast`.\n",
        "_static/own.css": "b { color: green }",
    },
    "of all pages": {
        "conf.py": (CONF + CONF_MORE).replace("Test project", "Best project"),
        "venues/keys.md": None,
        "notes/two.md": "---\norphan:\n---\n# Two\n\nNothing.\n",
    },
}


class Remembered(BytecodeCache):
    """Templates that were compiled, as a hundred builds in a row need them."""

    def __init__(self) -> None:
        self.made: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self.made:
            bucket.bytecode_from_string(self.made[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.made[bucket.key] = bucket.bytecode_to_string()


COMPILED: defaultdict[type, Remembered] = defaultdict(Remembered)


@pytest.fixture(autouse=True)
def compile_templates_once(monkeypatch: pytest.MonkeyPatch) -> None:
    begin = Environment.__init__

    def remember(self: Environment, *args: object, **options: object) -> None:
        begin(self, *args, **options)  # type: ignore[arg-type]
        self.bytecode_cache = COMPILED[type(self)]

    monkeypatch.setattr(Environment, "__init__", remember)


class Killer:
    """Ends this process and all it has started, before it touches files for the n-th time."""

    TOUCHES = frozenset({"os.rename", "os.remove", "os.mkdir", "os.rmdir"})

    def __init__(self, moment: int, root: Path) -> None:
        self.left = moment
        self.root = str(root)

    def __call__(self, event: str, args: tuple[object, ...]) -> None:
        if self.is_touch(event, args) and self.left < 0:
            os.killpg(0, signal.SIGKILL)

    def is_touch(self, event: str, args: tuple[object, ...]) -> bool:
        """Tell whether something touches the files that are watched, and count it."""
        if event not in self.TOUCHES and not (event == "open" and self.writes(args[2])):
            return False
        if not str(args[0]).startswith(self.root):
            return False
        self.left -= 1
        return True

    @staticmethod
    def writes(flags: object) -> bool:
        return isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR) != 0


def in_process(work: Callable[[], object]) -> int:
    """Start a process that leads a group of its own; return its number."""
    number = os.fork()
    if number:
        return number
    try:
        os.setsid()
        with Path(os.devnull).open("w") as nowhere:
            os.dup2(nowhere.fileno(), 2)
        work()
        os._exit(0)
    except SystemExit as error:
        sys.stdout.flush()
        os._exit(error.code if isinstance(error.code, int) else 1)
    except BaseException:  # noqa: BLE001 - it must never return into the tests
        traceback.print_exc()
        sys.stderr.flush()
        os._exit(99)


def ended_by(number: int) -> int:
    """Wait for a process; return the signal that ended it, or 0."""
    return os.WTERMSIG(status) if os.WIFSIGNALED(status := os.waitpid(number, 0)[1]) else 0


def killed_at(moment: int, made: Project, build: Callable[[], object]) -> bool:
    """Build in another process, which is killed when it touches a file for the n-th time."""

    def work() -> None:
        sys.addaudithook(Killer(moment, made.root / "_build"))
        build()

    return ended_by(in_process(work)) == signal.SIGKILL


@dataclass(frozen=True)
class Ended:
    """How a build ended that was started as by its command."""

    status: int
    said: str


Strike = Callable[[str, object], object]


class Trouble:
    """Does something to this process when it touches files for the n-th time."""

    def __init__(self, moment: int, root: Path, strike: Strike) -> None:
        self.killer = Killer(moment, root)
        self.strike = strike

    def __call__(self, event: str, args: tuple[object, ...]) -> None:
        if self.killer.is_touch(event, args) and self.killer.left < 0:
            self.strike(event, args[0])


def command(
    made: Project,
    *options: str,
    builder: str = "html",
    trouble: Callable[[str, tuple[object, ...]], None] | None = None,
    meanwhile: Callable[[int], object] = str,
) -> Ended:
    """Run Sphinx's command in another process."""
    folder, report = made.root / "_build", made.root.with_name("report.txt")
    paths = [str(path) for path in (folder / "doctrees", made.root, folder / builder)]

    def work() -> None:
        warnings.simplefilter("ignore")
        sys.stdout = sys.stderr = report.open("w")
        if trouble:
            sys.addaudithook(trouble)
        status = sphinx_build(["-b", builder, "-d", *paths, *options])
        sys.stdout.flush()
        os._exit(status)

    number = in_process(work)
    meanwhile(number)
    status = os.waitstatus_to_exitcode(os.waitpid(number, 0)[1])
    return Ended(status, RE_COLOUR.sub("", report.read_text()))


def killed_after(seconds: float, build: Callable[[], object]) -> bool:
    """Build in another process, which is killed after some time."""
    number = in_process(build)
    time.sleep(seconds)
    os.killpg(number, signal.SIGKILL)
    return ended_by(number) == signal.SIGKILL


def check_whole(outdir: Path, *states: Mapping[str, bytes]) -> None:
    """Check that each file is as it was or as it will be."""
    for path in outdir.rglob("*"):
        name = path.relative_to(outdir).as_posix()
        if path.is_file() and not name.endswith((".tmp", ".buildinfo.bak")):
            content = path.read_bytes()
            assert any(content == state.get(name) for state in states), name
            assert not name.endswith(".html") or content.rstrip().endswith(b"</html>"), name


@pytest.mark.parametrize("edit", EDITS)
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_build_that_is_killed_leaves_a_whole_site_and_the_next_one_is_right(
    project: MakeProject, monkeypatch: pytest.MonkeyPatch, edit: str, jobs: int
) -> None:
    monkeypatch.setattr(making, "FEW", 1)
    monkeypatch.setattr(making, "SHORTEST", 3)
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
        assert differences(made.build().files(), new) == []
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


def restored(made: Project, before: Path) -> None:
    shutil.rmtree(made.root)
    shutil.copytree(before, made.root)


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


def strike_full(event: str, path: object) -> None:
    if event in {"open", "os.mkdir"}:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))


def strike_forbidden(event: str, path: object) -> None:
    del event
    raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(path))


def one_line_of_error(ended: Ended) -> str:
    """Return what a build has said in its only error."""
    assert ended.status == 2, ended.said
    assert "Traceback" not in ended.said
    errors = [line for line in ended.said.splitlines() if "ERROR" in line]
    assert len(errors) == 1, ended.said
    return errors[0]


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("strike", [strike_full, strike_forbidden])
def test_a_disk_that_cannot_be_written_is_a_clear_error(
    project: MakeProject, monkeypatch: pytest.MonkeyPatch, strike: Strike, jobs: int
) -> None:
    monkeypatch.setattr(making, "FEW", 1)
    monkeypatch.setattr(making, "SHORTEST", 3)
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


def count_touches(made: Project, build: Callable[[], object]) -> int:
    """Return how often the main process of a build touches files."""
    receiver, sender = os.pipe()

    def work() -> None:
        killer = Killer(sys.maxsize, made.root / "_build")
        sys.addaudithook(killer)
        build()
        os.write(sender, str(sys.maxsize - killer.left).encode())

    assert ended_by(in_process(work)) == 0
    os.close(sender)
    with os.fdopen(receiver) as answer:
        return int(answer.read())
