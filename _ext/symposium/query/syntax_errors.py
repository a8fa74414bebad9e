"""Messages for expressions that the grammar does not fit."""

from __future__ import annotations

import re
import unicodedata

from lark import Token
from lark.exceptions import UnexpectedInput, UnexpectedToken

from symposium.query.checking import looked_for, unknown_field
from symposium.query.errors import QueryError
from symposium.query.field_tables import FIELDS, field_name, field_of
from symposium.query.fields import RANGES
from symposium.query.foreign_syntax import spelt
from symposium.query.grammar import parser
from symposium.query.literals import slip

RE_OPERATOR = re.compile(r"\s*(?:[=<>!~]|(?:not\s+)?in\b)")
RE_WORDS = re.compile(r"\S+(?:\s+(?!and\b|or\b|not\b|in\b)[^\s()=<>~]+)*")


def beginnings(text: str, stop: int) -> list[int]:
    """Return where comparisons begin in an expression that can be read as far as a place."""
    found, joint = [0], True
    for one in parser().lex(text[:stop]):
        # Elsewhere, not and a parenthesis begin no comparison.
        joint = one.type in {"AND", "OR"} or (joint and one.type in {"NOT", "LPAR"})
        if joint:
            found.append(one.end_pos or 0)
    return [one + len(text[one:]) - len(text[one:].lstrip()) for one in found]


def unreadable(what: str, text: str, wrong: UnexpectedInput) -> QueryError:
    """Return the mistake at which reading ended."""
    if not isinstance(wrong, UnexpectedToken):
        return _character(text, wrong.pos_in_stream or 0)
    token: Token = wrong.token
    start = len(text) if token.type == "$END" else token.start_pos or 0
    return _token(what, text, token, start, wrong.accepts)


def _character(text: str, at: int) -> QueryError:
    char, stop = text[at], at + 1
    message, hint = f"{char} means nothing here", spelt(char) or "put a value with it in quotes"
    if char in "'\"":
        message, stop = f"the quote {char} is not closed", len(text)
        hint = f"write {char} at its end; outside of quotes, # begins a comment"
    elif char == "#":
        message, stop = "an expression has no comments", len(text)
        hint = "remove it, or put a value that begins with # in quotes"
    elif not char.isprintable() or unicodedata.category(char) == "Cf":
        name = unicodedata.name(char, f"U+{ord(char):04X}").lower()
        message, hint = f"here is an invisible character: {name}", "remove it"
    return QueryError("where", message, hint, at, stop)


SITUATIONS = {
    "HAS": ("a comparison is missing{behind}", "write one, or remove it"),
    "LPAR": ("the values{behind} must be in parentheses", "write in (…), or a range: 2024..2026"),
    "WORD": ("a value is missing{behind}", "write one; put and, or, not, in and has in quotes"),
    "COMMA": ("the list of values is not closed", "write a comma between values, and ) at its end"),
    "IN": ("after a field, not can only come before in", "write not in front of it"),
}
"""What could stand where something else does, and what is said then."""


def _token(what: str, text: str, token: Token, start: int, accepts: set[str]) -> QueryError:
    """Return what is said of a token that cannot stand where it does."""
    before = list(parser().lex(text[:start]))
    last = before[-1] if before else token
    here, stop = str(token), max(start + 1, start + len(token))
    if last.type == "WORD" and "OPERATOR" in accepts:
        name = field_name(what, last)
        if name is None:
            message, hint = unknown_field(what, last)
            return _at(message, looked_for(what, last, hint), last)
        operators = ", ".join(field_of(what, name).operators)
        message, hint = f"an operator is missing after {last}", f"write one of {operators}"
    elif token.type in {"TEXT", "RANGE"} and "HAS" in accepts:
        message = "a comparison begins with the name of a field"
        hint = f"write {'name' if 'name' in FIELDS[what] else 'title'} ~ {here}"
    elif situation := next((one for one in SITUATIONS if one in accepts), ""):
        message, hint = SITUATIONS[situation]
        message = message.format(behind=f" behind {last}" if before else "")
    elif token.type == "$END":
        start = _opened(before)
        message, hint, stop = "the parenthesis is not closed", "write ) at its end", start + 1
    elif token.type == "RPAR":
        message, hint = "this parenthesis closes nothing", "remove it, or open it before"
    elif token.type == "COMMA":
        message = "values with commas must be after in"
        hint = "write and, or or, in its place, or remove it"
    elif token.type == "OPERATOR":
        message, hint = "a comparison has one operator", "write and and another comparison"
    elif _is_value(before) and not (spelt(here) or RE_OPERATOR.match(text, stop)):
        return _words(what, text, start, before)
    else:
        message, hint = "and or or is missing", f"write and, or or, before {here}"
    if token.type in {"OPERATOR", "WORD"} and (known := spelt(here)):
        message, hint = f"{here} is not an operator", known
    return QueryError("where", message, hint, start, stop)


def _opened(tokens: list[Token]) -> int:
    """Return where the last parenthesis stands that is not closed."""
    opened: list[int] = []
    for one in tokens:
        if one.type == "LPAR":
            opened.append(one.start_pos or 0)
        elif one.type == "RPAR":
            opened.pop()
    return opened[-1]


def _is_value(before: list[Token]) -> bool:
    """Tell whether a bare value stands last, behind a field and an operator."""
    return len(before) > 2 and before[-1].type in {"WORD", "RANGE"} and before[-2].type != "HAS"


def _words(what: str, text: str, start: int, before: list[Token]) -> QueryError:
    """Return what is said of a value of several words without quotes."""
    head, operator, first = before[-3:]
    name = field_name(what, head)
    begin = first.start_pos or 0
    found = RE_WORDS.match(text, begin)
    stop = found.end() if found else start + 1
    field = field_of(what, name) if name else None
    if field and field.type in RANGES and (wrong := slip(field, text[begin:stop], operator)):
        return QueryError("where", *wrong, begin, stop)
    hint = f'write {head} {operator} "{text[begin:stop]}"'
    return QueryError("where", "put a value of several words in quotes", hint, start, stop)


def _at(message: str, hint: str, token: Token) -> QueryError:
    return QueryError("where", message, hint, token.start_pos or 0, token.end_pos or 0)
