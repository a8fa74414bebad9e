"""Limits for benchmarks, for three sizes of bibliographies.

They are goals; `README.md` lists the figures reached.
"""

from __future__ import annotations

from collections.abc import Iterator

from report import EVERYTHING, HUGO, SERVED, SPHINX, SYMPOSIUM, WITH_DATA, Limit, Result

GIB, KIB = 2**30, 2**10
SIZES = ((3_000, "1k"), (30_000, "10k"))
"""Upper bounds of the sizes, in entries; larger bibliographies count as 100k."""

OF_HUGO, WITH_DATA_TOO = 1.0, 0.8
"""Wall time of a clean build, relative to Hugo's for the same pages, and with their data."""

CPU = {
    ("1k", "clean"): 2.5,
    ("10k", "nothing changed"): 0.8, ("100k", "nothing changed"): 2.0,
    ("10k", "one front-matter line"): 2.5, ("100k", "one front-matter line"): 12.0,
}  # fmt: skip
"""CPU seconds of builds."""

AFTER_SAVE = {
    ("1k", "page there"): 0.3, ("10k", "page there"): 0.5, ("10k", "all there"): 1.5,
}  # fmt: skip
"""Seconds that ``symposium serve`` takes after an edit of one line."""

OF_SPHINX = 40.0
GROWTH = 1.1
"""Allowed growth of the time of a clean build, relative to that of the number of entries."""

OUTPUTS = (
    ("HTML of a paper's page (19 of 20)", 20.0),
    ("first visit to a paper's page, gzip", 150.0),
    ("largest page", 200.0),
)
"""Sizes in KiB."""

ASKED = {"abstract": (250.0, 150.0), "facet": (250.0, 150.0)}
NAMED = (120.0, 100.0)
"""KiB and milliseconds of the first question, by kind; `NAMED` is for names, titles and ids."""

INDEX = 20.0
"""CPU seconds for the search index of 100k entries."""


def name_of(size: int) -> str:
    """Return the name of a size.

    >>> name_of(1000), name_of(12_000), name_of(103_514)
    ('1k', '10k', '100k')
    """
    return next((name for most, name in SIZES if size < most), "100k")


def limits(result: Result) -> Iterator[Limit]:
    """Yield all limits with a measured value."""
    for size in result.sizes:
        yield from _of_size(result, size)
    for small, large in zip(result.sizes, result.sizes[1:], strict=False):
        before, after = result.value(small, SYMPOSIUM), result.value(large, SYMPOSIUM)
        if before and after and name_of(large) == "100k":
            name = f"clean, {large:,} entries, of the time of {small:,}"
            yield Limit(name, after / before, GROWTH * large / small, "×")
    for output in result.outputs:
        for name, limit in OUTPUTS:
            if output.name == name:
                title = f"{name}, {output.size:,} entries"
                yield Limit(title, output.bytes / KIB, limit, "KiB")
    for index in result.indexes:
        if name_of(index.size) == "100k":
            yield Limit(f"search index, {index.size:,} entries, CPU", index.cpu, INDEX, "s")
    yield from _of_searches(result)


def _of_searches(result: Result) -> Iterator[Limit]:
    """Yield the limits for the most expensive question of each kind."""
    kinds = dict.fromkeys((search.size, search.kind) for search in result.searches)
    for size, kind in kinds:
        searches = [row for row in result.searches if (row.size, row.kind) == (size, kind)]
        most, longest = ASKED.get(kind, NAMED)
        title = f"worst search, {kind}, {size:,} entries"
        yield Limit(title, max(search.bytes for search in searches) / KIB, most, "KiB")
        yield Limit(title, max(search.ms for search in searches), longest, "ms")


def _of_size(result: Result, size: int) -> Iterator[Limit]:
    name, entries = name_of(size), f"{size:,} entries"
    for tool, limit in ((HUGO, OF_HUGO), (WITH_DATA, WITH_DATA_TOO)):
        ratio = result.ratio(size, (SYMPOSIUM, tool))
        if ratio is not None and name != "1k":
            yield Limit(f"clean, {entries}, of the time of {tool}", ratio, limit, "×")
    of_sphinx = result.ratio(size, (SPHINX, SYMPOSIUM))
    if of_sphinx is not None:
        title = f"plain Sphinx, {entries}, of Symposium's time"
        yield Limit(title, of_sphinx, OF_SPHINX, "×", least=True)
    if name == "100k":
        memory = result.value(size, SYMPOSIUM, what="memory")
        if memory:
            yield Limit(f"clean, {entries}, memory", memory / GIB, 1.5, "GiB")
        memory = result.value(size, EVERYTHING, what="memory")
        if memory:
            yield Limit(f"everything, {entries}, memory", memory / GIB, 1.5, "GiB")
        seconds = result.value(size, EVERYTHING)
        if seconds is not None:
            yield Limit(f"everything, {entries}", seconds, 480.0, "s")
    for (of, step), limit in CPU.items():
        for tool in (SYMPOSIUM, EVERYTHING)[: 1 if step == "clean" else 2]:
            seconds = result.value(size, tool, step, "cpu")
            if of == name and seconds is not None:
                which = ", everything" if tool == EVERYTHING else ""
                yield Limit(f"{step}{which}, {entries}, CPU", seconds, limit, "s")
    for (of, step), limit in AFTER_SAVE.items():
        seconds = result.value(size, SERVED, f"one line, {step}")
        if of == name and seconds is not None:
            yield Limit(f"symposium serve, {step}, {entries}", seconds, limit, "s")
