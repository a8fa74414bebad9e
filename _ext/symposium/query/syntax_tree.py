"""The tree of an expression, and its text in one standard form."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

WORDS = frozenset({"and", "or", "not", "in", "has"})
"""Words of the language: as a value, each stands in quotes."""

PLAIN = (
    r"[^\s()\[\]{}<>=~!&|,;≠≤≥≈＝∈∧∨¬\"'‘’‚‛“”„‟«»‹›`"
    r"\u200b-\u200f\u2028-\u202e\u2060\ufeff\x00-\x1f\x7f]"
)
"""A character of a bare word."""
BARE = rf"(?!#){PLAIN}(?:{PLAIN}|['’](?={PLAIN}))*"
"""A value that needs no quotes; an apostrophe may stand inside of it."""
RE_BARE = re.compile(BARE)

RE_PATTERN = re.compile(r"\*|^[/%]|[/%]$")
"""What makes a bare word look like a pattern."""


class SyntaxSpan(NamedTuple):
    """Where something stands in the text of an option."""

    start: int = 0
    stop: int = 0


@dataclass(frozen=True, slots=True)
class OperandValue:
    """What a field is compared with: one value, or a range with both ends included."""

    text: str
    last: str = ""
    """The end of a range; empty for one value."""
    span: SyntaxSpan = dataclasses.field(default=SyntaxSpan(), compare=False, repr=False)

    def __str__(self) -> str:
        return f"{quoted(self.text)}..{quoted(self.last)}" if self.last else quoted(self.text)


@dataclass(frozen=True, slots=True)
class Compare:
    """A field, an operator, and the values: one, or several after ``in``."""

    field: str
    operator: str
    """``=``, ``!=``, ``<``, ``<=``, ``>``, ``>=``, ``~``, ``in`` or ``not in``."""
    values: tuple[OperandValue, ...]
    span: SyntaxSpan = dataclasses.field(default=SyntaxSpan(), compare=False, repr=False)
    """Of the name of the field."""

    def __str__(self) -> str:
        if self.operator in {"in", "not in"}:
            return f"{self.field} {self.operator} ({', '.join(map(str, self.values))})"
        if self.field == "has" and self.operator == "=":
            return f"has {self.values[0]}"
        return f"{self.field} {self.operator} {self.values[0]}"


@dataclass(frozen=True, slots=True)
class Not:
    """What does not fit."""

    part: Node

    @property
    def parts(self) -> tuple[Node]:
        """The part, as other nodes have theirs."""
        return (self.part,)

    def __str__(self) -> str:
        return f"not {_inside(self.part, And, Or)}"


@dataclass(frozen=True, slots=True)
class And:
    """What fits all of its parts, of which there are two or more."""

    parts: tuple[Node, ...]

    def __str__(self) -> str:
        return " and ".join(_inside(part, And, Or) for part in self.parts)


@dataclass(frozen=True, slots=True)
class Or:
    """What fits one of its parts, of which there are two or more."""

    parts: tuple[Node, ...]

    def __str__(self) -> str:
        return " or ".join(_inside(part, Or) for part in self.parts)


Node = Compare | Not | And | Or


def _inside(part: Node, *kinds: type) -> str:
    return f"({part})" if isinstance(part, kinds) else str(part)


def quoted(text: str) -> str:
    r"""Return a value as it is written: bare where that is possible.

    >>> quoted("conf/sc/Dryden+21"), quoted("two words"), quoted("and"), quoted('say "a"')
    ('conf/sc/Dryden+21', '"two words"', '"and"', '\'say "a"\'')
    """
    plain = RE_BARE.fullmatch(text) and not RE_PATTERN.search(text)
    if plain and text.lower() not in WORDS and ".." not in text:
        return text
    quote = "'" if '"' in text and "'" not in text else '"'
    return f"{quote}{text.replace(quote, quote * 2)}{quote}"


def leaves(node: Node | None) -> Iterator[Compare]:
    """Yield the comparisons of a tree, from left to right."""
    if isinstance(node, Compare):
        yield node
    elif node is not None:
        for part in node.parts:
            yield from leaves(part)
