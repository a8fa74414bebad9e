"""The tokens of an expression from a place on, as those look at them who ask what was meant."""

from __future__ import annotations

from collections.abc import Sequence

from symposium.query.field_tables import FIELDS, field_name, field_of
from symposium.query.fields import QueryField
from symposium.query.tokens import Token, WrongToken

COUNTS = frozenset({"len", "count", "size", "length", "number"})
"""Functions and words that count values."""


class Reading:
    """The tokens from a place on."""

    def __init__(self, what: str, tokens: Sequence[Token], at: int) -> None:
        self.what = what
        self.tokens = tokens
        self.at = at

    def __getitem__(self, ahead: int) -> Token:
        """Return a token that comes, the end if there are no more."""
        return self.tokens[min(self.at + ahead, len(self.tokens) - 1)]

    def field(self, ahead: int) -> str:
        """Return the field that a token names; nothing for others."""
        token = self[ahead]
        name = field_name(self.what, token.text) if token.kind == "word" else None
        return name if name and name != "has" else ""

    def has(self, name: str) -> bool:
        """Tell whether what is listed has a field."""
        return name in FIELDS[self.what]

    def of(self, name: str) -> QueryField:
        """Return a field by its name."""
        return field_of(self.what, name)

    def wrong(self, message: str, hint: str, first: int, last: int) -> WrongToken:
        """Return the fault of some tokens."""
        return WrongToken(
            message, hint, self[first].start, max(self[last].stop, self[first].start + 1)
        )
