"""Measure builds of this site and of generated ones: ``make bench``.

    make bench                       this site and a generated bibliography of 1,000 entries
    make bench SIZES=1000,10000      generated bibliographies of other sizes
    make bench BIB=other.bib         this site and a bibliography of yours

Each project is built clean, again with nothing changed, with one line of front matter changed and
with one entry of its bibliography changed. Measured are wall time, CPU time (all processes), peak
memory (all processes, shared pages once), and files and bytes of the result. The table goes to
standard output, the figures to ``_build/bench.json``. Everything is built in copies in a temporary
folder. Figures of a busy machine mean little: the load at the start is printed too.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from generate import bibliography
from measure import Cost, run, size_of_folder

ROOT = Path(__file__).resolve().parents[1]
NOT_COPIED = shutil.ignore_patterns(".*", "_build", "__pycache__", "node_modules", "*.egg-info")
PERSON = "people/bench-mark.md"
PERSON_TEXT = "---\nname: Bench Mark\naffiliations:\n  - organization: Somewhere\n---\nA person.\n"


@dataclass(frozen=True, slots=True)
class Row:
    """What one build cost."""

    project: str
    step: str
    wall: float
    cpu: float
    memory: int
    files: int
    bytes: int
    pages: int
    ratio: float
    """Wall time as a part of that of the clean build of the same project."""


def change_front_matter(project: Path) -> None:
    """Change the first affiliation of the first person who has one."""
    for path in sorted((project / "people").glob("*.md")):
        text = path.read_text(encoding="utf-8")
        changed = re.sub(r"(?m)^(\s*-?\s*organization: .*)$", r"\1 II", text, count=1)
        if changed != text:
            path.write_text(changed, encoding="utf-8")
            return
    raise SystemExit("bench: no person with an affiliation to change")


def change_entry(project: Path) -> None:
    """Change the first title of the bibliography."""
    path = project / "refs.bib"
    text = path.read_text(encoding="utf-8")
    changed = re.sub(r"(?mi)^(\s*title\s*=\s*[{\"])", r"\1Changed: ", text, count=1)
    if changed == text:
        raise SystemExit("bench: no title to change")
    path.write_text(changed, encoding="utf-8")


STEPS: tuple[tuple[str, Callable[[Path], None] | None], ...] = (
    ("clean", None),
    ("nothing changed", None),
    ("one front-matter line", change_front_matter),
    ("one entry", change_entry),
)


def environment(folder: Path) -> dict[str, str]:
    """Return variables for the builds: compiled modules are kept, in ``folder``."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**env, "PYTHONPYCACHEPREFIX": str(folder / "pycache")}


def build(project: Path, options: list[str]) -> Cost:
    """Build a project; end the benchmark if it does not build."""
    command = [sys.executable, "-m", "sphinx", "-q", "-b", "html", "-j", "auto", *options]
    paths = ["-d", "_build/doctrees", ".", "_build/html"]
    cost = run([*command, *paths], project, environment(project.parent))
    if cost.code:
        raise SystemExit(f"bench: {project.name} does not build:\n{cost.output[-4000:]}")
    return cost


def measure_project(name: str, project: Path, options: list[str]) -> Iterator[Row]:
    """Yield the costs of the builds of one project."""
    clean = 0.0
    for step, change in STEPS:
        if change:
            change(project)
        cost = build(project, options)
        clean = clean or cost.wall
        out = project / "_build" / "html"
        files, size = size_of_folder(out)
        pages = sum(1 for path in out.rglob("*.html") if "_static" not in path.parts)
        yield Row(
            name, step, cost.wall, cost.cpu, cost.memory, files, size, pages, cost.wall / clean
        )


def copy_of_site(folder: Path) -> Path:
    """Return a copy of this site."""
    return Path(shutil.copytree(ROOT, folder / "site", ignore=NOT_COPIED))


def warm_up(folder: Path) -> None:
    """Build something small, so that no build is charged for compiling Python's modules."""
    bib = folder / "warm-up.bib"
    bib.write_text("\n".join(bibliography(5)), encoding="utf-8")
    project = project_of(bib, folder)
    build(project, [])
    shutil.rmtree(project)


def project_of(bib: Path, folder: Path) -> Path:
    """Return a new project made of a bibliography, with one person's file to change."""
    project = folder / bib.stem
    made = run([sys.executable, "-m", "symposium", "new", str(project), "--bib", str(bib)], folder)
    if not (project / "conf.py").is_file():
        raise SystemExit(f"bench: no project of {bib}:\n{made.output}")
    (project / PERSON).parent.mkdir(exist_ok=True)
    (project / PERSON).write_text(PERSON_TEXT, encoding="utf-8")
    return project


def bibliographies(sizes: list[int], bib: Path | None, folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield names and files of the bibliographies to measure."""
    if bib:
        yield bib.name, bib
        return
    for size in sizes:
        path = folder / f"generated-{size}.bib"
        path.write_text("\n".join(bibliography(size)), encoding="utf-8")
        yield f"{size:,} generated entries", path


def show(row: Row) -> str:
    """Return the line of the table for ``row``."""
    return (
        f"{row.project:26} {row.step:22} {row.wall:7.2f} s {row.cpu:7.2f} s"
        f" {row.memory / 2**20:7.0f} MiB {row.pages:8,} {row.files:8,} {row.bytes / 2**20:8.1f} MiB"
        f" {row.wall / row.pages * 1000:7.2f} ms {row.ratio:6.2f}"
    )


HEADING = (
    f"{'project':26} {'build':22} {'wall':>9} {'CPU':>9} {'memory':>11} {'pages':>8} {'files':>8}"
    f" {'bytes':>12} {'per page':>10} {'ratio':>6}"
)


def measure_all(sizes: list[int], bib: Path | None) -> Iterator[Row]:
    """Yield the costs of all builds."""
    with TemporaryDirectory(prefix="symposium-bench-") as name:
        folder = Path(name)
        warm_up(folder)
        yield from measure_project("this site", copy_of_site(folder), ["-n", "-W"])
        for title, path in bibliographies(sizes, bib, folder):
            # A stranger's bibliography may be repaired with warnings; ours builds without.
            project = project_of(path, folder)
            yield from measure_project(title, project, [] if bib else ["-n", "-W"])
            shutil.rmtree(project)


def arguments() -> argparse.Namespace:
    """Return what to measure: options win over the variables of the environment."""
    parser = argparse.ArgumentParser(description="Measure builds of this site and of others.")
    parser.add_argument(
        "--sizes", default=os.environ.get("SIZES", "1000"), help="such as 1000,10000"
    )
    parser.add_argument("--bib", default=os.environ.get("BIB", ""), help="a bibliography of yours")
    parser.add_argument(
        "--out", default=str(ROOT / "_build" / "bench.json"), help="figures as JSON"
    )
    return parser.parse_args()


def main() -> None:
    """Measure, print and write the figures."""
    given = arguments()
    bib = Path(given.bib).resolve() if given.bib else None
    if bib and not bib.is_file():
        raise SystemExit(f"bench: no such file: {bib}")
    sizes = [int(size) for size in re.split(r"[\s,]+", given.sizes.strip()) if size]
    machine = {
        "python": platform.python_version(),
        "system": platform.platform(),
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 2),
    }
    print(", ".join(f"{name} {value}" for name, value in machine.items()))
    print(HEADING, flush=True)
    rows = []
    for row in measure_all(sizes, bib):
        print(show(row), flush=True)
        rows.append(asdict(row))
    out = Path(given.out)
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(json.dumps({"machine": machine, "builds": rows}, indent=1), encoding="utf-8")
    print(f"figures: {out}")


if __name__ == "__main__":
    main()
