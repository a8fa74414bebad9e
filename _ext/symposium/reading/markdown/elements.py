"""The elements of a Markdown page: roles, directives, links, pictures, headings, targets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Position(NamedTuple):
    """A position in the file of a page: 1-based line and column."""

    line: int
    column: int = 1


class Role(NamedTuple):
    """``{name}`text` ``."""

    name: str
    text: str
    spot: Position


class Directive(NamedTuple):
    """A fenced block with a name in braces."""

    name: str
    argument: str
    options: Mapping[str, str]
    body: str
    """What stands below the options, as text."""
    spot: Position
    body_line: int
    """The line of the file in which ``body`` begins."""
    inside: str
    """The directive around it; empty at the top of a page."""
    option_lines: Mapping[str, int]
    plain: bool
    """Whether its options could be read."""
    twice: Mapping[str, int]
    """Options that stand there more than once, with the line of the last."""

    def spot_of(self, option: str) -> Position:
        """Return where an option is written."""
        line = self.option_lines.get(option)
        return Position(line) if line else self.spot


class CodeBlock(NamedTuple):
    """A fenced block of code."""

    language: str
    text: str
    spot: Position


class Link(NamedTuple):
    """``[text](target)`` or ``<target>``."""

    target: str
    """Without percent-encoding."""
    text: str
    auto: bool
    """Whether it is written in angle brackets."""
    spot: Position


class Picture(NamedTuple):
    """``![alt](source)``."""

    source: str
    """As Sphinx looks for it: percent-encoded."""
    alt: str
    spot: Position


class Heading(NamedTuple):
    """A heading."""

    level: int
    text: str
    slug_text: str
    """The part of the text that an anchor is made of."""
    outline: bool
    """Whether it begins a section: one in a list, a quotation or a note does not."""
    spot: Position


class Target(NamedTuple):
    """A name that links may lead to: ``(name)=``, or ``:name:`` of a directive."""

    name: str
    spot: Position
    titled: bool = True
    """Whether what it names has a title, which a link may show."""


class Formula(NamedTuple):
    """Maths."""

    tex: str
    spot: Position
    label: str = ""


class Break(NamedTuple):
    """A line across the page: ``---``."""

    after: str
    """The kind of block before it; empty at the beginning."""
    last: bool
    """Whether nothing stands below it."""
    spot: Position


class LongTable(NamedTuple):
    """A table that goes beyond the limit of a page, and is shown as typed."""

    spot: Position


class FootnoteMark(NamedTuple):
    """``[^label]`` in a text."""

    label: str
    spot: Position


class Footnote(NamedTuple):
    """``[^label]: …``."""

    label: str
    spot: Position


class Duplicate(NamedTuple):
    """A second definition ``[label]: …`` of the target of links."""

    label: str
    spot: Position


Element = (
    Role | Directive | CodeBlock | Link | Picture | Heading | Target | FootnoteMark | Footnote
    | Duplicate | Formula | Break | LongTable
)  # fmt: skip
