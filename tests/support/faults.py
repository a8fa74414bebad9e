"""Faults for tests: builds that are killed, refused or disturbed at moments that can be named.

`MOMENTS` builds are disturbed; ``make faults`` disturbs many more, by another seed each time.
"""

from __future__ import annotations

import errno
import os
import shutil
import signal
import sys
import time
import traceback
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from sphinx.application import ENV_PICKLE_FILENAME
from sphinx.cmd.build import build_main as sphinx_build

from support.builds import apply, clean, differences
from support.project import CONF, RE_COLOUR, Project
from support.sites import REFS, SITE

MOMENTS = int(os.environ.get("SYMPOSIUM_FAULTS", "4"))
BY_CHANCE = "SYMPOSIUM_FAULTS" in os.environ
"""Whether builds are ended after some time, too, which is never the same moment twice."""
SEED = int(os.environ.get("SYMPOSIUM_FAULTS_SEED", "1"))
PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154789c63f8ffff"
    "3f0005fe02fe0def46b80000000049454e44ae426082"
)
CONF_MORE = """\
html_theme = "basic"
html_static_path = ["_static"]
html_css_files = ["own.css"]
symposium_search = True
"""
FILES: dict[str, str | bytes] = {
    **SITE,
    "index.md": "# Home\n\n{cite:t}`doe2020fast`.\n\n![A dot](files/dot.png)\n\n```{overview}\n```\n",
    "files/dot.png": PIXEL,
    "files/old.png": PIXEL,
    "_static/own.css": "b { color: red }",
    "_static/old.js": "1",
    "notes/one.md": "---\norphan:\n---\n# One\n\n{cite}`größe2018` and {person}`jane-doe`.\n",
    "notes/two.md": "---\norphan:\n---\n# Two\n\nSee {doc}`one`. ![A dot](../files/old.png)\n",
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
        "files/old.png": None,
        "_static/old.js": None,
        "notes/two.md": "---\norphan:\n---\n# Two\n\nNothing.\n",
    },
}


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


def killed_at(moment: int, folder: Path, build: Callable[[], object]) -> bool:
    """Build in another process, which is killed when it touches a file there for the n-th time."""

    def work() -> None:
        sys.addaudithook(Killer(moment, folder))
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
        # Whoever runs tests in the background may have it ignored.
        signal.signal(signal.SIGINT, signal.default_int_handler)
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


BY_SPHINX = ("_static/", "_images/", "objects.inv", ".buildinfo")
"""Files that Sphinx writes in their places, besides the pages of documents."""
DOCUMENT_PAGES = tuple(name.removesuffix("md") + "html" for name in FILES if name.endswith(".md"))


def check_whole(outdir: Path, *states: Mapping[str, bytes]) -> None:
    """Check that each of our files is as it was or as it will be."""
    for path in outdir.rglob("*"):
        name = path.relative_to(outdir).as_posix()
        ours = not name.startswith((*BY_SPHINX, *DOCUMENT_PAGES))
        if ours and path.is_file() and not name.endswith(".tmp"):
            content = path.read_bytes()
            assert any(content == state.get(name) for state in states), name
            assert not name.endswith(".html") or content.rstrip().endswith(b"</html>"), name


class Edited:
    """A project that was built, then edited, as often as somebody begins anew."""

    def __init__(self, root: Path, edit: str) -> None:
        self.edit = EDITS[edit]
        self.made = Project(root / "project")
        self.made.write({**FILES, "conf.py": CONF + CONF_MORE})
        self.old = self.made.build().files()
        self.before = shutil.copytree(self.made.root, root / "before")
        apply(self.made, self.edit)
        self.new = clean(self.made)

    def restore(self) -> Project:
        """Bring the project back as it was after its first build."""
        shutil.rmtree(self.made.root)
        shutil.copytree(self.before, self.made.root)
        return self.made

    def begin(self) -> Project:
        """Bring it back and edit it."""
        apply(self.restore(), self.edit)
        return self.made

    def check_whole(self) -> None:
        """Check that each file is as it was or as it will be."""
        check_whole(self.made.root / "_build" / "html", self.old, self.new)

    def check_next(self, *, taken_back: bool = False) -> None:
        """Check what the next build makes, perhaps after the edit was taken back."""
        if taken_back:
            self.made.write({**FILES, "conf.py": CONF + CONF_MORE})
        built = self.made.build()
        assert built.warnings == ""
        assert differences(built.files(), self.old if taken_back else self.new) == []
        assert not list(self.made.root.rglob("*.tmp"))


def strike_full(event: str, path: object) -> None:
    if event in {"open", "os.mkdir"}:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))


def strike_forbidden(event: str, path: object) -> None:
    if event == "os.remove" and str(path).endswith(ENV_PICKLE_FILENAME):
        return  # Sphinx removes it before it tells what has happened
    raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(path))


def one_line_of_error(ended: Ended) -> str:
    """Return what a build has said in its only error."""
    assert ended.status == 2, ended.said
    assert "Traceback" not in ended.said, ended.said
    errors = [line for line in ended.said.splitlines() if "ERROR" in line]
    assert len(errors) == 1, ended.said
    return errors[0]


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
