"""Limits of documents where Sphinx has none, for time and memory."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from docutils import nodes
from docutils.statemachine import StringList
from docutils.utils import SystemMessagePropagation
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.directives.code import CodeBlock
from sphinx.directives.other import TocTree
from sphinx.directives.patches import CSVTable

from symposium.reading.markdown_limits import MOST_CELLS
from symposium.sphinxext.reports import warn

MAX_LINE = 100_000
"""The highest number of a line that a block of code may name."""
MAX_DEPTH = 50
"""Tables of contents within each other."""

EMPTY = "symposium-empty-cells"
"""Where the empty cells of the page that is read are counted."""

MAX_STARS = 3
"""Stars of a pattern in a table of contents: Sphinx tries all ways to divide a path among them."""

RE_NUMBER = re.compile(r"[0-9]+")
RE_STARS = re.compile(r"\*+")


def setup(app: Sphinx) -> None:
    """Set the limits."""
    for name in ("code-block", "sourcecode"):
        app.add_directive(name, LimitedCodeBlock, override=True)
    app.add_directive("csv-table", LimitedCsvTable, override=True)
    app.add_directive("toctree", LimitedTocTree, override=True)
    app.connect("write-started", limit_contents)


def small(text: str) -> int:
    """Return a number of a line.

    Raises:
        ValueError: if it is too large to be one.
    """
    number = int(text) if len(text) < 20 else MAX_LINE + 1
    if abs(number) > MAX_LINE:
        raise ValueError(f"{text[:20]} is larger than {MAX_LINE}")
    return number


def small_range(text: str) -> str:
    """Return the numbers of lines that are to be emphasised, as they are.

    Raises:
        ValueError: if one of them is too large: Sphinx makes a list of all numbers in between.
    """
    numbers = [small(number) for number in RE_NUMBER.findall(text)]
    if len(numbers) > MAX_LINE // 1000:
        raise ValueError(f"it names more than {MAX_LINE // 1000} lines")
    return text


class LimitedCodeBlock(CodeBlock):
    """A block of code whose options are no larger than any code."""

    option_spec: ClassVar[Any] = {
        **CodeBlock.option_spec,
        "dedent": lambda text: small(text) if text else None,
        "lineno-start": small,
        "emphasize-lines": small_range,
    }


class LimitedCsvTable(CSVTable):
    """A table whose short rows are not made longer without end: an empty cell needs no letter."""

    def extend_short_rows_with_empty_cells(self, columns: int, parts: Any) -> None:
        """Fill rows up.

        Raises:
            SystemMessagePropagation: if a page gets more empty cells by it than are allowed.
        """
        rows = [row for part in parts for row in part]
        kept = self.state.document.settings.env.temp_data
        empty = kept.get(EMPTY, 0) + columns * len(rows) - sum(map(len, rows))
        if empty > MOST_CELLS:
            message = (
                f"the rows of this table, and of others on the page, lack more than {MOST_CELLS:,} "
                "cells: give the longest row fewer cells"
            )
            raise SystemMessagePropagation(self.reporter.warning(message, line=self.lineno))
        kept[EMPTY] = empty
        super().extend_short_rows_with_empty_cells(columns, parts)


class LimitedTocTree(TocTree):
    """A table of contents whose patterns are soon compared with all documents."""

    def parse_content(self, toctree: addnodes.toctree) -> None:
        """Leave patterns of many stars out, and say so."""
        many = [one for one in self.content if len(RE_STARS.findall(one)) > MAX_STARS]
        if toctree["glob"] and many:
            for entry in many:
                what = f"the pattern {entry[:40]!r} has more than {MAX_STARS} stars: use fewer"
                warn(what, "limits", toctree)
            few = [one for one in self.content if one not in many]
            self.content = StringList(few, self.content.source(0)) if few else StringList()
        super().parse_content(toctree)


def limit_contents(app: Sphinx, builder: Builder) -> None:
    """Let tables of contents that hold each other end: Sphinx follows them without end.

    What is kept of them is the first way to each document. It is decided anew in every build, and
    nothing of it is stored.
    """
    del builder
    env = app.env
    includes = env.toctree_includes
    if not _explodes(includes):
        return
    tree = _first_ways(includes, env.config.root_doc)
    env.toctree_includes = {name: tree[name] for name in includes}
    warn(
        "tables of contents hold each other, or are nested too deep: only the first way to each "
        "document is followed",
        "limits", f"{env.doc2path(env.config.root_doc, base=False)}:1",
    )  # fmt: skip
    for docname, toc in env.tocs.items():
        _prune(toc, tree.get(docname, []))


def _explodes(includes: Mapping[str, list[str]]) -> bool:
    """Tell whether the documents are too many, or too deep, when each way to them is followed."""
    # On average a document may be reached ten times from the first one.
    most = 10 * (len(includes) + sum(map(len, includes.values())) + 1)

    def ends(name: str, depth: int, steps: Iterator[int]) -> bool:
        return (
            depth <= MAX_DEPTH
            and next(steps, None) is not None
            and all(ends(one, depth + 1, steps) for one in includes.get(name, ()))
        )

    return not all(ends(name, 1, iter(range(most))) for name in includes)


def _first_ways(includes: Mapping[str, list[str]], root: str) -> dict[str, list[str]]:
    """Return for each document those that are reached from it for the first time."""
    tree: dict[str, list[str]] = {name: [] for name in includes}
    seen: set[str] = set()

    def follow(parent: str, depth: int) -> None:
        seen.add(parent)
        for child in includes.get(parent, ()) if depth < MAX_DEPTH else ():
            if child not in seen:
                tree[parent].append(child)
                follow(child, depth + 1)

    for start in (root, *sorted(includes)):
        if start not in seen:
            follow(start, 1)
    return tree


def _prune(toc: nodes.Element, kept: list[str]) -> None:
    """Take out of a document's contents the documents that are reached by another way."""
    for toctree in toc.findall(addnodes.toctree):
        files = set(toctree["includefiles"])
        toctree["includefiles"] = [name for name in toctree["includefiles"] if name in kept]
        toctree["entries"] = [
            (title, name) for title, name in toctree["entries"] if name not in files or name in kept
        ]
