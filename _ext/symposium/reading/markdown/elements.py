"""The elements of a Markdown page: roles, directives, links, pictures, headings, targets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, order=True)
class Position:
    """A position in the file of a page: 1-based line and column."""

    line: int
    column: int = 1


@dataclass(frozen=True, slots=True)
class Role:
    """``{name}`text` ``."""

    name: str
    text: str
    spot: Position


@dataclass(frozen=True, slots=True)
class Directive:
    """A fenced block with a name in braces."""

    name: str
    argument: str
    options: Mapping[str, str]
    body: str
    """What stands below the options, as text."""
    spot: Position
    body_line: int
    """The line of the file in which ``body`` begins."""
    inside: str = ""
    """The directive around it; empty at the top of a page."""
    option_lines: Mapping[str, int] = field(default_factory=dict)
    plain: bool = True
    """Whether its options could be read."""
    twice: Mapping[str, int] = field(default_factory=dict)
    """Options that stand there more than once, with the line of the last."""

    def spot_of(self, option: str) -> Position:
        """Return where an option is written."""
        line = self.option_lines.get(option)
        return Position(line) if line else self.spot


@dataclass(frozen=True, slots=True)
class CodeBlock:
    """A fenced block of code."""

    language: str
    text: str
    spot: Position


@dataclass(frozen=True, slots=True)
class Link:
    """``[text](target)`` or ``<target>``."""

    target: str
    """Without percent-encoding."""
    text: str
    auto: bool
    """Whether it is written in angle brackets."""
    spot: Position


@dataclass(frozen=True, slots=True)
class Picture:
    """``![alt](source)``."""

    source: str
    """As Sphinx looks for it: percent-encoded."""
    alt: str
    spot: Position


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading."""

    level: int
    text: str
    slug_text: str
    """The part of the text that an anchor is made of."""
    outline: bool
    """Whether it begins a section: one in a list, a quotation or a note does not."""
    spot: Position


@dataclass(frozen=True, slots=True)
class Target:
    """A name that links may lead to: ``(name)=``, or ``:name:`` of a directive."""

    name: str
    spot: Position
    titled: bool = True
    """Whether what it names has a title, which a link may show."""


@dataclass(frozen=True, slots=True)
class Formula:
    """Maths."""

    tex: str
    spot: Position
    label: str = ""


@dataclass(frozen=True, slots=True)
class Break:
    """A line across the page: ``---``."""

    after: str
    """The kind of block before it; empty at the beginning."""
    last: bool
    """Whether nothing stands below it."""
    spot: Position


@dataclass(frozen=True, slots=True)
class FootnoteMark:
    """``[^label]`` in a text."""

    label: str
    spot: Position


@dataclass(frozen=True, slots=True)
class Footnote:
    """``[^label]: …``."""

    label: str
    spot: Position


@dataclass(frozen=True, slots=True)
class Duplicate:
    """A second definition ``[label]: …`` of the target of links."""

    label: str
    spot: Position


Element = (
    Role | Directive | CodeBlock | Link | Picture | Heading | Target | FootnoteMark | Footnote
    | Duplicate | Formula | Break
)  # fmt: skip
