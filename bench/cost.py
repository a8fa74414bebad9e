"""Costs of pages and builds, counted and not timed: ``python bench/cost.py`` writes `costs.json`.

Counts are exact, while times on a shared machine vary by more than 3 %. They depend on the versions
of Python and of the packages, so that a table is valid for one set of these. A test compares the
table with new counts.

- Steps of a page: lines and calls of Python, the mean of some pages of each kind.
- Calls of a build: all functions that one process calls, including those in C.
- Weight of a page: bytes of its HTML as sent, and the number of files that it loads.
"""

from __future__ import annotations

import cProfile
import gzip
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from functools import cache, partial
from importlib import metadata
from io import StringIO
from pathlib import Path
from shutil import copytree, ignore_patterns
from tempfile import TemporaryDirectory
from types import CodeType, FrameType
from typing import Any

from generate import bibliography

ROOT = Path(__file__).resolve().parents[1]
TABLE = Path(__file__).with_name("costs.json")
SIZES = (150, 3_000)
PAGES = 40
"""Largest number of pages of a kind that are counted, evenly spread."""
EXAMPLE = ROOT / "docs" / "conference"
RE_ASSET = re.compile(r'(?:href|src)="[^"?#]+\.(?:css|js|svg|png|jpg|woff2)[?"]')
CONF = """\
project = "Costs"
extensions = ["symposium"]
symposium_site = True
"""
PERSON = "---\nname: Ada Adler\naffiliations:\n  - organization: Somewhere\n---\nA person.\n"

PACKAGES = ("docutils", "jinja2", "markdown-it-py", "myst-parser", "sphinx")
"""Packages whose versions change the figures."""

OF_PATHS = {"genericpath", "<frozen genericpath>", "pathlib", "posixpath", "<frozen posixpath>"}
"""Modules of the standard library inside of which calls are not counted."""

Figures = dict[str, dict[str, int]]
"""Figures by project or size, and by page, build or folder."""


def steps(function: Callable[[], object]) -> int:
    """Return the number of lines and calls of Python in a call."""
    count = 0

    def line(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal count
        del frame, event, argument
        count += 1
        return line

    before = sys.gettrace()
    sys.settrace(line)
    try:
        function()
    finally:
        sys.settrace(before)
    return count


def calls(function: Callable[[], object]) -> int:
    """Return the number of functions called in a call."""
    profile = cProfile.Profile()
    profile.runcall(function)
    counted = (entry for entry in profile.getstats() if not _is_of_paths(entry.code))
    return sum(called.callcount for entry in counted for called in entry.calls or ())


def _is_of_paths(code: CodeType | str) -> bool:
    """Tell whether code handles paths: its number of calls depends on the depth of a folder."""
    return not isinstance(code, str) and Path(code.co_filename).stem in OF_PATHS


def pages(root: Path) -> dict[str, int]:
    """Return the mean steps of a page, for each kind of page in a project."""
    from symposium.knowledge import NO_MENTIONS, build  # noqa: PLC0415 - once the seed is set
    from symposium.pages import Pages, Urls  # noqa: PLC0415
    from symposium.reading.folder import read_project  # noqa: PLC0415

    records, _ = read_project(root)
    kb, _ = build(records)
    renderer = Pages(kb, NO_MENTIONS, Urls())
    renderer.prepare(renderer.table.by_page)
    of_kind: dict[str, list[str]] = {}
    for page, kind, _ in renderer.table.names():
        of_kind.setdefault(kind, []).append(page)
    means = {}
    for kind, names in sorted(of_kind.items()):
        some = names[:: len(names) // PAGES + 1]
        for page in some:  # fills caches
            renderer.render(page)
        means[kind] = sum(steps(partial(renderer.render, page)) for page in some) // len(some)
    return means


def sphinx(root: Path) -> None:
    """Build a project in this process, with all output formats."""
    from sphinx.cmd.build import build_main  # noqa: PLC0415

    out = root / "_build"
    alone = ("-j", "1", "-D", "symposium_jobs=1", "-D", "symposium_search=shards")
    with redirect_stdout(StringIO()):
        status = build_main(
            ["-q", "-b", "html", *alone, "-d", f"{out}/doctrees", str(root), f"{out}/html"]
        )
    if status:
        raise SystemExit(f"cost: {root} does not build")


def builds(root: Path) -> dict[str, int]:
    """Return the calls of a clean build of a project, and of builds after small changes."""
    build = partial(sphinx, root)
    sphinx(project(root.with_name(f"{root.name}-small"), 3))  # all modules are loaded
    counts = {"clean": calls(build), "nothing changed": calls(build)}
    change(root / "people" / "ada-adler.md", "Somewhere", "Elsewhere")
    counts["a line of front matter"] = calls(build)
    change(root / "refs.bib", "title = {", "title = {Changed ")
    counts["an entry"] = calls(build)
    return counts


def change(path: Path, old: str, new: str) -> None:
    """Replace the first occurrence of a text in a file."""
    path.write_text(path.read_text("utf-8").replace(old, new, 1), "utf-8")


def project(root: Path, size: int) -> Path:
    """Write a project with a generated bibliography; return its folder."""
    (root / "people").mkdir(parents=True)
    (root / "people" / "ada-adler.md").write_text(PERSON, "utf-8")
    (root / "conf.py").write_text(CONF, "utf-8")
    (root / "index.md").write_text("# Costs\n", "utf-8")
    (root / "refs.bib").write_text("\n".join(bibliography(size)), "utf-8")
    return root


def weights(out: Path) -> Iterator[tuple[str, dict[str, int]]]:
    """Yield the weight of pages, by folder: mean size, and largest number of files."""
    for folder in sorted(path for path in out.iterdir() if (path / "index.html").is_file()):
        paths = [path for path in sorted(folder.rglob("*.html")) if path.name != "index.html"]
        some = paths[:: len(paths) // PAGES + 1]
        if some:
            texts = [path.read_bytes() for path in some]
            files = [len(set(RE_ASSET.findall(text.decode()))) for text in texts]
            sent = sum(len(gzip.compress(text, 6, mtime=0)) for text in texts)
            yield folder.name, {"bytes": sent // len(some), "files": max(files)}


def counted(folder: Path, sizes: Sequence[int]) -> dict[str, Figures]:
    """Return the figures of projects of these sizes; ``folder`` is an empty one to work in."""
    # The search for plugins depends on the number of installed packages, so it is cached.
    metadata.entry_points = cache(metadata.entry_points)  # type: ignore[assignment]
    figures: dict[str, Figures] = {"steps of a page": {"example": pages(EXAMPLE)}}
    figures["calls of a build"] = {}
    for size in sizes:
        root = project(folder / f"of-{size}", size)
        figures["calls of a build"][str(size)] = builds(root)
    return figures


def weights_of_example() -> dict[str, dict[str, int]]:
    """Build the example, and return the weight of its pages."""
    with TemporaryDirectory() as folder:
        root = Path(folder) / "example"
        copytree(EXAMPLE, root, ignore=ignore_patterns("_build"))
        sphinx(root)
        return dict(weights(root / "_build" / "html"))


def flat(figures: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, int]]:
    """Yield every figure with its full name."""
    for name, value in figures.items():
        if isinstance(value, int):
            yield before + name, value
        else:
            yield from flat(value, f"{before}{name}, ")


def made_with() -> str:
    """Return the versions of Python and the packages."""
    python = f"Python {sys.version_info.major}.{sys.version_info.minor}"
    return ", ".join([python, *(f"{name} {metadata.version(name)}" for name in PACKAGES)])


def count_anew(sizes: Sequence[int] = SIZES) -> dict[str, Figures]:
    """Return the figures, counted in a separate process with a fixed hash seed."""
    with TemporaryDirectory() as folder:
        env = {**os.environ, "PYTHONHASHSEED": "0", "SYMPOSIUM_CACHE_DIR": ""}
        command = [sys.executable, __file__, folder, *map(str, sizes)]
        done = subprocess.run(command, env=env, check=True, stdout=subprocess.PIPE)
        figures: dict[str, Figures] = json.loads(done.stdout.splitlines()[-1])
        return figures


if __name__ == "__main__":
    if len(sys.argv) > 1:
        print(json.dumps(counted(Path(sys.argv[1]), [int(size) for size in sys.argv[2:]])))
    else:
        table = {"made with": made_with(), **count_anew(), "weight of a page": weights_of_example()}
        TABLE.write_text(json.dumps(table, indent=1) + "\n", "utf-8")
