"""Limits for documents that would otherwise cost Sphinx too much time or memory."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

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
"""The largest line number in the options of a code block."""
MAX_DEPTH = 50
"""The deepest nesting of toctrees."""

EMPTY = "symposium-empty-cells"
"""The key in ``temp_data`` of the number of empty cells on the current page."""

MAX_STARS = 3
"""The most stars in a pattern of a toctree: Sphinx tries all ways to divide a path among them."""

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
    """Return a line number from an option.

    Raises:
        ValueError: if it is larger than `MAX_LINE`.
    """
    number = int(text) if len(text) < 20 else MAX_LINE + 1
    if abs(number) > MAX_LINE:
        raise ValueError(f"{text[:20]} is larger than {MAX_LINE}")
    return number


def small_range(text: str) -> str:
    """Return the line numbers in ``emphasize-lines`` unchanged.

    Raises:
        ValueError: if one is too large, as Sphinx expands each range to a list.
    """
    numbers = [small(number) for number in RE_NUMBER.findall(text)]
    if len(numbers) > MAX_LINE // 1000:
        raise ValueError(f"it names more than {MAX_LINE // 1000} lines")
    return text


class LimitedCodeBlock(CodeBlock):
    """A code block that limits the numbers in its options."""

    option_spec: ClassVar[Any] = {
        **CodeBlock.option_spec,
        "dedent": lambda text: small(text) if text else None,
        "lineno-start": small,
        "emphasize-lines": small_range,
    }


class LimitedCsvTable(CSVTable):
    """A table that limits the empty cells which a few long rows make in all the others."""

    def extend_short_rows_with_empty_cells(self, columns: int, parts: Any) -> None:
        """Add empty cells to short rows.

        Raises:
            SystemMessagePropagation: if the page would get more than `MOST_CELLS` of them.
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
    """A toctree whose patterns are cheap to compare with all documents."""

    def parse_content(self, toctree: addnodes.toctree) -> None:
        """Leave out patterns with many stars, with a warning."""
        refused = [entry for entry in self.content if len(RE_STARS.findall(entry)) > MAX_STARS]
        if toctree["glob"] and refused:
            for entry in refused:
                message = f"the pattern {entry[:40]!r} has more than {MAX_STARS} stars: use fewer"
                warn(message, "limits", toctree)
            kept = [entry for entry in self.content if entry not in refused]
            self.content = StringList(kept, self.content.source(0)) if kept else StringList()
        super().parse_content(toctree)


def limit_contents(app: Sphinx, _builder: Builder) -> None:
    """Cut the toctrees within toctrees if Sphinx would follow them without end.

    The cut is made anew in every build and not stored.
    """
    env = app.env
    if not _explodes(env.toctree_includes):
        return
    warn(
        "tables of contents hold each other, or are nested too deep: none within another is shown",
        "limits", f"{env.doc2path(env.config.root_doc, base=False)}:1",
    )  # fmt: skip
    env.toctree_includes = {name: [] for name in env.toctree_includes}
    for toctree in [node for toc in env.tocs.values() for node in toc.findall(addnodes.toctree)]:
        toctree.parent.remove(toctree)


def _explodes(includes: Mapping[str, list[str]]) -> bool:
    """Tell whether following all toctrees reaches too many documents, or nests too deep."""
    # On average, a document may be reached ten times.
    most = 10 * (len(includes) + sum(map(len, includes.values())) + 1)

    def ends(name: str, depth: int, steps: Iterator[int]) -> bool:
        return (
            depth <= MAX_DEPTH
            and next(steps, None) is not None
            and all(ends(child, depth + 1, steps) for child in includes.get(name, ()))
        )

    return not all(ends(name, 1, iter(range(most))) for name in includes)
