"""Expressions are cut into tokens: words, quoted texts, operators, parentheses and commas."""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from symposium.query.errors import QueryError
from symposium.query.syntax_tree import RE_BARE, WORDS

LONGEST = 10_000
"""Characters of an expression."""

RE_OPERATOR = re.compile(r"[=<>!~&|]+")
SMART = frozenset("‘’‚‛“”„‟«»‹›`´")
UNICODE = {"≠": "!=", "≤": "<=", "≥": ">=", "≈": "~", "＝": "=", "∈": "in", "∧": "and",
           "∨": "or", "¬": "not"}  # fmt: skip


class Token(NamedTuple):
    """A piece of an expression."""

    kind: str
    """``word``, ``text`` (quoted), ``operator``, ``(``, ``)``, ``,`` or ``end``."""
    text: str
    """Of a quoted text, what it means."""
    start: int
    stop: int

    def is_word(self, *words: str) -> bool:
        """Tell whether it is one of some words of the language."""
        return self.kind == "word" and self.text in words

    @property
    def is_value(self) -> bool:
        """Whether it may be a value: words of the language stand in quotes there."""
        return self.kind == "text" or (self.kind == "word" and self.text not in WORDS)


class WrongToken(Exception):  # noqa: N818 - a mistake of the user, which ends reading
    """Reading an expression ends here."""

    def __init__(self, message: str, hint: str, start: int, stop: int) -> None:
        super().__init__(message)
        self.fault = QueryError("where", message, hint, start, stop)


def tokens_of(text: str) -> list[Token]:
    """Return the tokens of an expression; the last one is its end.

    Raises:
        Wrong: at the first character that can be no part of an expression.
    """
    if len(text) > LONGEST:
        message = f"the expression has {len(text):,} characters, more than {LONGEST:,}"
        raise WrongToken(message, "divide it into several listings", LONGEST, len(text))
    tokens: list[Token] = []
    at = 0
    while at < len(text):
        char = text[at]
        if char.isspace():
            at += 1
            continue
        token = _token(text, at)
        tokens.append(token)
        at = token.stop
    return [*tokens, Token("end", "", len(text), len(text))]


def _token(text: str, at: int) -> Token:
    char = text[at]
    if char in "(),":
        return Token(char, char, at, at + 1)
    if char in "'\"":
        return _quoted(text, at)
    if char == "\\" and text[at + 1 : at + 2] in {"'", '"'}:
        raise WrongToken("\\ means nothing here", "write the quote without it", at, at + 1)
    if found := RE_OPERATOR.match(text, at):
        return Token("operator", found[0], at, found.end())
    if (found := RE_BARE.match(text, at)) and char not in UNICODE:
        return Token("word", found[0], at, found.end())
    raise _refused(text, at)


def _quoted(text: str, at: int) -> Token:
    """Return the text in quotes; a quote in it is written twice."""
    quote, parts, begin = text[at], [], at + 1
    while (end := text.find(quote, begin)) >= 0:
        parts.append(text[begin:end])
        if not text.startswith(quote, end + 1):
            return Token("text", quote.join(parts), at, end + 1)
        begin = end + 2
    hint = f"write {quote} at its end; outside of quotes, # begins a comment"
    raise WrongToken(f"the quote {quote} is not closed", hint, at, len(text))


def _refused(text: str, at: int) -> WrongToken:
    char = text[at]
    if char in SMART:
        return WrongToken(f"{char} is no quote here", "write straight quotes: \" or '", at, at + 1)
    if char in UNICODE:
        return WrongToken(f"{char} is no operator", f"write {UNICODE[char]}", at, at + 1)
    if char in "[]{}":
        return WrongToken(f"{char} means nothing here", "write parentheses: ( and )", at, at + 1)
    if char == ";":
        return WrongToken("; means nothing here", "write and, or, or a comma in a list", at, at + 1)
    if char == "#":
        hint = "take it out, or put a value that begins with # in quotes"
        return WrongToken("an expression has no comments", hint, at, len(text))
    if not char.isprintable() or unicodedata.category(char) == "Cf":
        name = unicodedata.name(char, f"U+{ord(char):04X}").lower()
        return WrongToken(f"here is an invisible character: {name}", "take it out", at, at + 1)
    return WrongToken(f"{char} means nothing here", "put a value with it in quotes", at, at + 1)
