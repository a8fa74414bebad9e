"""The tree of front matter: texts, lists and groups, each with its place."""

from __future__ import annotations

from typing import NamedTuple

NULLS = frozenset({"", "~", "null", "Null", "NULL"})


class Scalar(NamedTuple):
    """A single value, as typed."""

    text: str
    line: int
    column: int
    plain: bool = False
    """Without quotes, and not a block of text."""
    broken: bool = False
    """What is left of a value with a syntax error, which has been reported."""

    @property
    def is_null(self) -> bool:
        """Whether the field was left empty."""
        return self.plain and self.text in NULLS


class ListNode(NamedTuple):
    """A list."""

    items: tuple[Node, ...]
    line: int
    column: int


class MapNode(NamedTuple):
    """A group of fields; every key occurs once."""

    entries: tuple[tuple[Scalar, Node], ...]
    line: int
    column: int

    def get(self, name: str) -> Node | None:
        """Return the value of the field ``name``."""
        return next((value for key, value in self.entries if key.text == name), None)


Node = Scalar | ListNode | MapNode
