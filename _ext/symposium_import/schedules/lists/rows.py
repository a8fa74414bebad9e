"""The rows of a list, and what somebody says about the event."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from symposium_import.schedules.values import Finding, Path

MAX_ROWS = 20_000
"""Rows of a list that are read."""


@dataclass(frozen=True, slots=True)
class About:
    """What a list does not say of its event."""

    title: str = ""
    first: date | None = None
    last: date | None = None
    columns: Mapping[str, str] = field(default_factory=dict)
    """Headings by the fields that they hold, where somebody has named them."""
    sheet: str = ""
    """The sheet of a workbook, where somebody has named one."""


@dataclass(slots=True)
class Row:
    """What is said of a talk."""

    path: Path
    cells: dict[str, str] = field(default_factory=dict)
    """Texts by the fields of `headings.FIELDS`."""
    names: Mapping[str, str] = field(default_factory=dict)
    """Headings by field, for messages."""

    def get(self, name: str) -> str:
        """Return the text of a field."""
        return self.cells.get(name, "")

    def finding(self, name: str, message: str, hint: str = "", *, decide: bool = False) -> Finding:
        """Return what is wrong with a field."""
        step = self.names.get(name, name)
        return Finding((*self.path, step), message, hint, decide)


@dataclass(slots=True)
class Rows:
    """The rows of a list, or why there are none."""

    rows: list[Row] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    refused: Finding | None = None
    unused: list[str] = field(default_factory=list)
    """Headings of what is not taken over."""
