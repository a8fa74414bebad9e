"""Results of a benchmark: rows, ratios and limits, as tables and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from statistics import median

SYMPOSIUM, EVERYTHING, SERVED = "Symposium", "Symposium, everything", "symposium serve"
HUGO, WITH_DATA, SPHINX = "Hugo", "Hugo with its data", "plain Sphinx"


@dataclass(frozen=True, slots=True)
class Row:
    """Cost and output of one build."""

    source: str
    """A generated bibliography, or the name of a file."""
    size: int
    """Entries of the bibliography."""
    tool: str
    step: str
    round: int
    wall: float
    cpu: float
    memory: int
    pages: int
    files: int
    bytes: int
    rewritten: int = 0
    """Number of files that the build wrote or removed."""


@dataclass(frozen=True, slots=True)
class Output:
    """Size of a part of a site."""

    source: str
    size: int
    name: str
    files: int
    bytes: int


def weight(output: Output) -> str:
    """Return the line of the table for a part of a site."""
    kib = output.bytes / 2**10
    return f"{output.size:8,} {output.name:40} {output.files:8,} files {kib:10,.1f} KiB"


@dataclass(frozen=True, slots=True)
class Index:
    """Cost of a search index: CPU seconds, files and bytes."""

    source: str
    size: int
    cpu: float
    files: int
    bytes: int

    def line(self) -> str:
        """Return the line of the table."""
        size = f"{self.files:8,} files {self.bytes / 2**10:10,.1f} KiB"
        return f"{self.size:8,} search index {self.cpu:7.2f} s CPU {size}"


@dataclass(frozen=True, slots=True)
class Search:
    """Cost of a question that is the first to an index."""

    source: str
    size: int
    kind: str
    what: str
    query: str
    total: int
    """Number of results."""
    files: int
    bytes: int
    node: float
    """Milliseconds in Node.js, which reads from disk."""
    cpu: float
    """CPU time in Node.js, in milliseconds."""
    browser: float | None
    """Milliseconds in a browser on this machine that has opened the index."""
    first: float | None = None
    """The same with the loading of scripts and root, as at the first question of a visit."""

    @property
    def ms(self) -> float:
        """Milliseconds in the browser, or else in Node.js."""
        return self.node if self.browser is None else self.browser

    def line(self) -> str:
        """Return the line of the table."""
        browser, first = (
            "–" if ms is None else f"{ms:.0f} ms" for ms in (self.browser, self.first)
        )
        return (
            f"{self.size:8,} {self.kind:9} {self.what:36} {self.total:8,} {self.files:6}"
            f" {self.bytes / 2**10:9.1f} KiB {self.node:5.0f} ms {self.cpu:5.0f} ms {browser:>8}"
            f" {first:>8}  {self.query[:40]}"
        )


SEARCHES = (
    f"{'entries':>8} {'search':9} {'question':36} {'found':>8} {'files':>6} {'loaded':>13}"
    f" {'node':>8} {'CPU':>8} {'browser':>8} {'first':>8}  query"
)


@dataclass(frozen=True, slots=True)
class Limit:
    """A limit, and the measured value."""

    name: str
    value: float
    limit: float
    unit: str
    least: bool = False
    """Whether the limit is a minimum, not a maximum."""

    @property
    def holds(self) -> bool:
        """Whether the measured value is within the limit."""
        return self.value >= self.limit if self.least else self.value <= self.limit

    def line(self) -> str:
        """Return the line of the table."""
        sign, verdict = "≥" if self.least else "≤", "ok" if self.holds else "over"
        value, limit = f"{self.value:,.2f} {self.unit}", f"{sign} {self.limit:g} {self.unit}"
        return f"{self.name:56} {value:>12} {limit:>12}  {verdict}"


HEADING = (
    f"{'entries':>8} {'tool':22} {'build':22} {'wall':>9} {'CPU':>9} {'memory':>9} {'pages':>8}"
    f" {'files':>8} {'size':>10} {'written':>8} {'per page':>9}"
)


def line(row: Row) -> str:
    """Return the line of the table for a row."""
    return (
        f"{row.size:8,} {row.tool:22} {row.step:22} {row.wall:7.2f} s {row.cpu:7.2f} s"
        f" {row.memory / 2**20:5.0f} MiB {row.pages:8,} {row.files:8,} {row.bytes / 2**20:6.1f} MiB"
        f" {row.rewritten:8,} {1000 * row.wall / max(1, row.pages):6.2f} ms"
    )


class Result:
    """All results, with ratios between builds."""

    def __init__(
        self,
        rows: Iterable[Row],
        outputs: Iterable[Output],
        indexes: Iterable[Index] = (),
        searches: Iterable[Search] = (),
    ) -> None:
        self.rows = tuple(rows)
        self.outputs = tuple(outputs)
        self.indexes = tuple(indexes)
        self.searches = tuple(searches)
        self.sizes = sorted({row.size for row in self.rows})

    def find(self, size: int, tool: str, step: str = "clean") -> list[Row]:
        """Return the rows of all rounds, in order."""
        return [r for r in self.rows if (r.size, r.tool, r.step) == (size, tool, step)]

    def value(self, size: int, tool: str, step: str = "clean", what: str = "wall") -> float | None:
        """Return the median over the rounds, or ``None`` without any."""
        values = [float(getattr(row, what)) for row in self.find(size, tool, step)]
        return median(values) if values else None

    def ratio(
        self, size: int, tools: tuple[str, str], step: str = "clean", what: str = "wall"
    ) -> float | None:
        """Return the ratio of two tools: the median of the ratios in each round.

        If one tool has fewer rounds, it is the ratio of their medians.
        """
        first, second = (self.find(size, tool, step) for tool in tools)
        if len(first) != len(second):
            above, below = (self.value(size, tool, step, what) for tool in tools)
            return above / below if above is not None and below else None
        pairs = zip(first, second, strict=True)
        ratios = [getattr(a, what) / getattr(b, what) for a, b in pairs if getattr(b, what)]
        return median(ratios) if ratios else None

    def ratios(self) -> Iterator[str]:
        """Yield the lines of the table of ratios."""
        for size in self.sizes:
            for tools, step in (
                ((SYMPOSIUM, HUGO), "clean"),
                ((SYMPOSIUM, WITH_DATA), "clean"),
                ((SYMPOSIUM, HUGO), "nothing changed"),
                ((SPHINX, SYMPOSIUM), "clean"),
                ((EVERYTHING, SYMPOSIUM), "clean"),
            ):
                ratios = [self.ratio(size, tools, step, what) for what in ("wall", "cpu", "memory")]
                if ratios[0] is not None:
                    numbers = " ".join(f"{r:9.2f}" if r else f"{'–':>9}" for r in ratios)
                    yield f"{size:8,} {' / '.join(tools):40} {step:22} {numbers}"
        for small, large in zip(self.sizes, self.sizes[1:], strict=False):
            for tool in (SYMPOSIUM, HUGO):
                a, b = self.value(small, tool), self.value(large, tool)
                if a and b:
                    title = f"{tool}: {large:,} / {small:,} entries"
                    yield f"{'':8} {title:40} {'clean':22} {b / a:9.2f}"


RATIOS = f"{'entries':>8} {'ratio':40} {'build':22} {'wall':>9} {'CPU':>9} {'memory':>9}"
